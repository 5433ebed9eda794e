"""Tells one recorded hand as EGN does: its calls, exchanges and tricks."""

from __future__ import annotations

from typing import Final

from euchre.v1.ruleset_pb2 import AllPass, LoneDefenderScore, Renege, Ruleset
from euchre_client.cards import card_text
from euchre_client.dealing import laid_out
from euchre_client.egn.limits import NotInEgn, Unsayable
from euchre_client.egn.model import CardExchange, Deal, Line
from euchre_client.egn.notation import suit_under
from euchre_client.record import VOID, HandRecord, SeatAct

_SEATS: Final = 4
_ROUND: Final = 4
_HAND_SIZE: Final = 5
_LONE_DEFENCE: Final = 4


class Teller:
    """Tells a hand.

    Args:
        rules: the rules of the game, whole.
        hand: the hand.
        number: its number, from 0.
    """

    def __init__(self, rules: Ruleset, hand: HandRecord, number: int) -> None:
        self._rules = rules
        self._hand = hand
        self._number = number
        self._upcard = ""
        self._held: list[set[str]] = []
        self._calls: list[str] = []
        self._maker: int | None = None
        self._trump = ""
        self._alone = False
        self._defender: int | None = None
        self._discard: str | None = None
        self._exchanges: list[CardExchange] = []
        self._plays: list[str] = []
        self._led = ""

    def tell(self) -> Deal:
        """Returns the hand.

        Raises:
            NotInEgn: EGN has no words for something in it.
        """
        if self._hand.deck is None:
            raise self._unsayable(Unsayable.PACK_UNKNOWN, "The record does not tell the pack of this hand.")
        layout = laid_out(self._hand.deck, self._rules, self._hand.dealer)
        self._upcard = card_text(layout.upcard) if layout.upcard is not None else ""
        if self._upcard == "B":
            message = "EGN does not tell what a joker turned up stands for."
            raise self._unsayable(Unsayable.JOKER_UPCARD, message)
        cards = [tuple(card_text(card) for card in hand) for hand in layout.hands]
        self._held = [set(hand) for hand in cards]
        for act in self._acts_from_the_calls():
            self._tell(act)
        self._check_end()
        size = self._trick_size
        return Deal(
            dealer=self._hand.dealer,
            upcard=self._upcard,
            line=Line(
                calls=tuple(self._calls),
                is_alone=self._alone,
                alone_defender=self._defender,
                discard=self._discard,
                exchanges=tuple(self._exchanges),
                tricks=tuple(
                    tuple(self._plays[first : first + size]) for first in range(0, len(self._plays), size)
                ),
            ),
            number=self._number,
            player_cards=tuple(cards),
        )

    @property
    def _trick_size(self) -> int:
        return _SEATS - self._alone - (self._defender is not None)

    def _unsayable(self, what: Unsayable, message: str, seat: int | None = None) -> NotInEgn:
        return NotInEgn(what, message, self._number, seat)

    def _acts_from_the_calls(self) -> list[SeatAct]:
        """Leaves out the passes of those who were asked for a farmer's hand before the calls began."""
        acts = self._hand.acts
        words = [act.text.partition(" ")[0] for act in acts]
        made = next((place for place, word in enumerate(words) if word in ("order", "name")), None)
        if made is None:
            called = 2 * _ROUND if self._hand.outcome else len(acts)
            first = max(0, len(acts) - called) if set(words) == {"pass"} else 0
        else:
            called = (acts[made].seat - self._hand.dealer - 1) % _SEATS + 1
            first = made + 1 - called - (_ROUND if words[made] == "name" else 0)
        if all(word == "pass" for word in words[:first]):
            return acts[first:]
        return acts

    def _tell(self, act: SeatAct) -> None:
        word, _, rest = act.text.partition(" ")
        match word:
            case "pass":
                self._calls.append("Pass")
            case "order" | "name":
                self._tell_call(act.seat, word, rest)
            case "discard":
                self._discard = rest
                self._held[act.seat].add(self._upcard)
                self._held[act.seat].discard(rest)
            case "alone":
                self._tell_alone(act.seat)
            case "give" | "lay":
                self._tell_exchange(act.seat, word, rest)
            case "play":
                self._tell_play(act.seat, rest)
            case "claim":
                raise self._unsayable(Unsayable.RENEGE, "EGN has no call of a renege.", act.seat)
            case "redeal":
                raise self._unsayable(Unsayable.REDEAL, "EGN has no hand that is thrown in.", act.seat)
            case "decline" | "partner":
                # The first is told by leaving the discard out, the second by not telling the other.
                pass
            case _:
                raise self._unsayable(Unsayable.AUCTION, f"EGN has no `{act.text}`.", act.seat)

    def _tell_call(self, seat: int, word: str, rest: str) -> None:
        trump = rest.removesuffix("alone").strip()
        if word == "order":
            trump = self._upcard[-1]
        elif trump == self._upcard[-1]:
            raise self._unsayable(Unsayable.TRUMP, "In EGN the turned-down suit is not named.", seat)
        elif trump == "low":
            message = "EGN has no trump-less game with the nine high."
            raise self._unsayable(Unsayable.TRUMP, message, seat)
        self._calls.append("Order" if word == "order" else "n" if trump == "nt" else trump)
        self._maker, self._trump, self._alone = seat, trump, rest.endswith("alone")

    def _tell_alone(self, seat: int) -> None:
        if seat == self._maker:
            self._alone = True
        elif self._maker is not None and seat % 2 == self._maker % 2:
            message = "EGN's mark for a lone hand belongs to the caller, not to his partner."
            raise self._unsayable(Unsayable.PARTNER_ALONE, message, seat)
        elif not self._alone:
            message = "In EGN nobody defends alone but against a lone maker."
            raise self._unsayable(Unsayable.LONE_DEFENDER, message, seat)
        else:
            self._defender = seat

    def _tell_exchange(self, seat: int, word: str, card: str) -> None:
        if self._maker is None or seat % 2 != self._maker % 2:
            whose = "with the kitty" if self._maker is None else "for a lone defender"
            raise self._unsayable(Unsayable.EXCHANGE, f"EGN does not tell an exchange {whose}.", seat)
        self._held[seat].discard(card)
        if word == "give":
            self._held[self._maker].add(card)
            self._exchanges.append(CardExchange(receiver=self._maker, sender=seat, cards=(card,)))

    def _tell_play(self, seat: int, card: str) -> None:
        if self._maker is None:
            raise self._unsayable(Unsayable.TRUMP, "EGN has no play without a maker.", seat)
        if len(self._plays) % self._trick_size == 0:
            self._led = suit_under(card, self._trump)
        follows = suit_under(card, self._trump) == self._led
        could = any(suit_under(other, self._trump) == self._led for other in self._held[seat])
        if self._rules.renege == Renege.RENEGE_ALLOW_CLAIM and could and not follows:
            message = f"EGN takes a card that does not follow suit ({card}) for a fault."
            raise self._unsayable(Unsayable.RENEGE, message, seat)
        self._held[seat].discard(card)
        self._plays.append(card)

    def _check_end(self) -> None:
        hand, rules = self._hand, self._rules
        if hand.outcome == "conceded":
            raise self._unsayable(Unsayable.REDEAL, "EGN has no deal that is given up for a point.")
        if hand.outcome == VOID and rules.all_pass not in (
            AllPass.ALL_PASS_NEXT_DEALER,
            AllPass.ALL_PASS_SAME_DEALER,
        ):
            raise self._unsayable(Unsayable.REDEAL, "In EGN the deal passes on when nobody calls.")
        halves = rules.lone_defender_score != LoneDefenderScore.LONE_DEFENDER_SCORE_FLAT4
        won_alone = self._defender is not None and hand.outcome == "set"
        if won_alone and halves and max(hand.tricks) < _HAND_SIZE and rules.loner_set_score < _LONE_DEFENCE:
            message = "In EGN a lone defender scores 4 for three tricks and more."
            raise self._unsayable(Unsayable.SCORING, message, self._defender)
