"""Deals hands that hold everything a recorded deal shows.

What a seat was dealt follows from what it played: those cards, without one that came to it later (the
up-card the dealer took, a card its partner gave), and with one it laid down. Nothing else is known. The
places left are filled, in a fixed order, with the cards left, and marked as unknown: they are there because
a deal needs a whole pack, and prove nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

HAND_SIZE: Final = 5
SEATS: Final = 4


@dataclass(frozen=True)
class HeldCard:
    """A card of a dealt hand.

    Attributes:
        text: the card.
        known: whether the record shows that it was there.
    """

    text: str
    known: bool


@dataclass
class Shown:
    """What a deal has shown so far.

    Attributes:
        pack: the whole pack, in the fixed order.
        dealer: the dealer's seat.
        upcard: the card turned up.
        listed: by seat, the dealt cards that the record lists.
        kitty: cards of the kitty that the record lists.
        took: whether the dealer had to take the up-card.
        discard: what he laid down, if the record says so.
        plays: seats and cards played, in order.
        giver: the seat that gives its lone partner a card.
        taker: that partner.
        gift: the card, if the record says so.
        excluded: by seat, cards that an unknown place of its hand cannot be.
        upcard_laid: whether the dealer must have laid the up-card down again.
    """

    pack: tuple[str, ...]
    dealer: int
    upcard: str
    listed: tuple[tuple[str, ...], ...] = ((), (), (), ())
    kitty: tuple[str, ...] = ()
    took: bool = False
    discard: str | None = None
    plays: list[tuple[int, str]] = field(default_factory=list)
    giver: int | None = None
    taker: int | None = None
    gift: str | None = None
    excluded: dict[int, set[str]] = field(default_factory=dict)
    upcard_laid: bool = False

    def notice_gift(self, seat: int, card: str) -> None:
        """Notes that a lone player who plays a card his partner had was given it."""
        if seat == self.taker and self.giver is not None and self.gift is None:
            had_upcard = self.took and self.giver == self.dealer and card == self.upcard != self.discard
            if had_upcard or card in self.listed[self.giver]:
                self.gift = card

    def place_of(self, card: str, *, seat: int | None = None) -> str | None:
        """Returns where the record has a card already, in words.

        Args:
            card: the card.
            seat: the seat that plays it now; that it was dealt the card is no contradiction.

        Returns:
            The place; `None` if it has not been seen, or may well be with that seat.
        """
        for player, played in self.plays:
            if played == card:
                return f"among the cards that seat {player} has played"
        if card in self.kitty:
            return "in the kitty"
        given = card == self.gift and seat == self.taker
        if card == self.upcard:
            held = self.took and self.discard != card and (seat == self.dealer or given)
            return None if held else "as the up-card"
        if self.took and card == self.discard:
            return "as the dealer's discard"
        for holder, cards in enumerate(self.listed):
            if card in cards and holder != seat and not (given and holder == self.giver):
                return f"in the hand of seat {holder}"
        return None


@dataclass(frozen=True)
class DealtHands:
    """A whole deal.

    Attributes:
        hands: by seat, the cards dealt.
        deck: the pack in dealing order, one card at a time.
        discard: what the dealer lays down, if he takes the up-card.
        gift: what the giver gives, if there is one.
        laid: what the taker lays down for it.
    """

    hands: tuple[tuple[HeldCard, ...], ...]
    deck: tuple[str, ...]
    discard: str
    gift: str
    laid: str

    def known(self, seat: int) -> set[str]:
        """Returns the cards that the record shows a seat was dealt."""
        return {card.text for card in self.hands[seat] if card.known}


def deal_out(shown: Shown) -> DealtHands | None:
    """Deals hands that hold what is shown.

    Args:
        shown: what is shown.

    Returns:
        The deal; `None` if no cards are left that the unknown places could be.
    """
    known = _known_cards(shown)
    placed = {shown.upcard, *shown.kitty, *(card for cards in known for card in cards)}
    slots = [seat for seat in range(SEATS) for _ in range(HAND_SIZE - len(known[seat]))]
    fillers = _fill(slots, [card for card in shown.pack if card not in placed], shown.excluded)
    if fillers is None:
        return None
    hands = tuple(
        (
            *(HeldCard(card, known=True) for card in known[seat]),
            *(HeldCard(card, known=False) for slot, card in zip(slots, fillers, strict=True) if slot == seat),
        )
        for seat in range(SEATS)
    )
    discard = _discard(shown, hands)
    gift, laid = _gift(shown, hands, discard)
    return DealtHands(hands, _deck(shown, hands), discard, gift, laid)


def _known_cards(shown: Shown) -> list[list[str]]:
    """Returns, by seat, the dealt cards that are shown: never more than a hand holds."""
    known = [list(cards) for cards in shown.listed]
    given = [(shown.giver, shown.gift)] if shown.gift not in (None, shown.upcard) else []
    laid = [(shown.dealer, shown.discard)] if shown.took and shown.discard not in (None, shown.upcard) else []
    for seat, card in (*laid, *given, *shown.plays):
        if seat is None or card is None:
            continue
        came_later = (seat == shown.dealer and shown.took and card == shown.upcard) or (
            seat == shown.taker and card == shown.gift
        )
        elsewhere = card in shown.kitty or card == shown.upcard or any(card in cards for cards in known)
        # A card that has no room here is left out: the service then says that the seat does not hold it.
        if not came_later and not elsewhere and len(known[seat]) < HAND_SIZE:
            known[seat].append(card)
    return known


def _fill(slots: list[int], cards: list[str], excluded: dict[int, set[str]]) -> list[str] | None:
    """Gives each slot of a seat a card that is not excluded there, in order as far as that is possible."""
    owner: dict[str, int] = {}

    def assign(slot: int, tried: set[str]) -> bool:
        for card in cards:
            if card in tried or card in excluded.get(slots[slot], ()):
                continue
            tried.add(card)
            if card not in owner or assign(owner[card], tried):
                owner[card] = slot
                return True
        return False

    for slot in range(len(slots)):
        # A free card if there is one; only else does another slot have to give way.
        free = (card for card in cards if card not in owner and card not in excluded.get(slots[slot], ()))
        card = next(free, None)
        if card is not None:
            owner[card] = slot
        elif not assign(slot, set()):
            return None
    by_slot = {slot: card for card, slot in owner.items()}
    return [by_slot[slot] for slot in range(len(slots))]


def _unplayed(shown: Shown, hand: tuple[HeldCard, ...], seat: int) -> list[str]:
    """Returns the cards of a hand that its seat does not play, the unknown ones first."""
    played = {card for player, card in shown.plays if player == seat}
    left = sorted((card for card in hand if card.text not in played), key=lambda card: card.known)
    return [card.text for card in left]


def _discard(shown: Shown, hands: tuple[tuple[HeldCard, ...], ...]) -> str:
    if shown.discard is not None:
        return shown.discard
    left = [] if shown.upcard_laid else _unplayed(shown, hands[shown.dealer], shown.dealer)
    if shown.giver == shown.dealer:
        left = [card for card in left if card != shown.gift]
    # A dealer who plays all five cards he was dealt laid the up-card down again.
    return left[0] if left else shown.upcard


def _gift(shown: Shown, hands: tuple[tuple[HeldCard, ...], ...], discard: str) -> tuple[str, str]:
    if shown.giver is None or shown.taker is None:
        return "", ""
    gone = {discard} if shown.took and shown.giver == shown.dealer else set()
    gift = shown.gift or next(
        card for card in _unplayed(shown, hands[shown.giver], shown.giver) if card not in gone
    )
    if shown.gift is None:
        return gift, gift  # nobody knows what it was, so the taker may as well lay it down again
    gone = {discard} if shown.took and shown.taker == shown.dealer else set()
    left = [card for card in _unplayed(shown, hands[shown.taker], shown.taker) if card not in gone]
    if shown.took and shown.taker == shown.dealer and (shown.dealer, shown.upcard) not in shown.plays:
        left += [shown.upcard] if shown.upcard != discard else []
    return gift, left[0] if left else gift


def _deck(shown: Shown, hands: tuple[tuple[HeldCard, ...], ...]) -> tuple[str, ...]:
    order = [(shown.dealer + 1 + place) % SEATS for place in range(SEATS)]
    dealt = [hands[seat][turn].text for turn in range(HAND_SIZE) for seat in order]
    top = [*dealt, shown.upcard, *shown.kitty]
    return (*top, *(card for card in shown.pack if card not in top))
