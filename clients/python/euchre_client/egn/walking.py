"""Finds out who did what in a recorded deal, by asking the service whose turn it was.

EGN tells cards and not seats. So the calls are played through the service, which says what it asks whom
then, who leads and who plays; and of each trick it says who won it. Whether a card could be played is not
judged here but later, when all that a deal shows of its hands is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from euchre.v1.cards_pb2 import Trump
from euchre.v1.rules_service_pb2 import RecordedHand, ReplayFault, ReplayResponse
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import SeatStatus
from euchre_client.client import RulesClient
from euchre_client.egn import faults
from euchre_client.egn.faults import Fault
from euchre_client.egn.inference import HAND_SIZE, SEATS, DealtHands, Shown, deal_out
from euchre_client.egn.model import Card, Deal
from euchre_client.egn.umpire import Umpire
from euchre_client.requests import public_view, recorded_hand


class Kind(Enum):
    """What a step is. The cards of some are only known once the whole deal is."""

    CALL = auto()
    DISCARD = auto()
    GIVE = auto()
    LAY = auto()
    PLAY = auto()


@dataclass(frozen=True)
class Step:
    """One act of a deal.

    Attributes:
        seat: who acted.
        kind: what it is.
        text: the action's text form, for a call.
        card: the card played.
        trick: the trick it was played to, from 0.
    """

    seat: int
    kind: Kind
    text: str = ""
    card: str | None = None
    trick: int | None = None

    def action(self, dealt: DealtHands) -> str:
        """Returns the action's text form, with the cards of a deal."""
        match self.kind:
            case Kind.CALL:
                return self.text
            case Kind.DISCARD:
                return f"discard {dealt.discard}"
            case Kind.GIVE:
                return f"give {dealt.gift}"
            case Kind.LAY:
                return f"lay {dealt.laid}"
            case Kind.PLAY:
                return f"play {self.card}"


@dataclass
class Walk:
    """A deal with its seats found.

    Attributes:
        shown: what it shows.
        steps: what was done, in order, as far as the deal makes sense.
        stop: why it makes no sense after the steps; `None` if it was read to its end.
    """

    shown: Shown
    steps: list[Step] = field(default_factory=list)
    stop: Fault | None = None

    def recorded(self) -> tuple[RecordedHand, DealtHands] | None:
        """Returns the deal as the service takes it; `None` if it cannot be dealt."""
        dealt = deal_out(self.shown)
        if dealt is None:
            return None
        acts = [(step.seat, step.action(dealt)) for step in self.steps]
        return recorded_hand(dealt.deck, acts, dealer=self.shown.dealer), dealt

    def fault_of(self, refused: ReplayFault, number: int) -> Fault:
        """Returns the fault for what the service refused of this deal, the deal of that number."""
        step = self.steps[refused.action] if refused.HasField("action") else None
        if step is None:
            return faults.of_service(refused, number)
        card = self.shown.discard if step.kind is Kind.DISCARD else step.card
        return faults.of_service(refused, number, card=card, trick=step.trick)


class Walker:
    """Walks through one deal.

    Args:
        client: the service.
        umpire: knows who wins a trick.
        rules: the game's rules.
        pack: the whole pack, in a fixed order.
        deal: the deal.
        number: its number in the file, from 0.
        is_last: whether it may break off.
    """

    def __init__(
        self,
        client: RulesClient,
        umpire: Umpire,
        rules: Ruleset,
        pack: tuple[str, ...],
        deal: Deal,
        number: int,
        *,
        is_last: bool,
    ) -> None:
        self._client = client
        self._umpire = umpire
        self._rules = rules
        self._deal = deal
        self._number = number
        self._is_last = is_last
        self._maker: int | None = None
        self.walk = Walk(
            Shown(
                pack,
                deal.dealer,
                deal.upcard or "",
                listed=deal.player_cards,
                kitty=deal.kitty,
                discard=deal.line.discard,
            )
        )

    def run(self) -> Walk:
        """Walks as far as the deal makes sense to the service."""
        if self._deals() and self._calls():
            probed = self._probe()
            while probed is not None and self._answer(probed):
                probed = self._probe()
            if probed is not None and self.walk.stop is None:
                self._tricks(probed)
        return self.walk

    def _stop(
        self,
        reason: str,
        message: str,
        *,
        trick: int | None = None,
        seat: int | None = None,
        card: Card = None,
    ) -> bool:
        if self.walk.stop is None:
            self.walk.stop = Fault(reason, message, self._number, trick, seat, card)
        return False

    def _probe(self) -> ReplayResponse | None:
        """Plays the deal so far; `None` if the service refuses something of it."""
        recorded = self.walk.recorded()
        if recorded is None:
            return None
        response = self._client.replay(self._rules, [recorded[0]], views=[public_view()])
        if not response.HasField("fault"):
            return response
        self.walk.stop = self.walk.fault_of(response.fault, self._number)
        return None

    def _deals(self) -> bool:
        deal = self._deal
        if deal.upcard is None:
            return self._stop(faults.CARD_UNKNOWN, "The file does not tell the up-card.")
        if deal.upcard == "B":
            return self._stop(faults.NOT_SUPPORTED, "EGN does not tell what a joker turned up stands for.")
        if any(exchange.sender is None for exchange in deal.line.exchanges):
            return self._stop(faults.NOT_SUPPORTED, "Exchanges with the kitty cannot be replayed.")
        seen: set[str] = set()
        for card in (deal.upcard, *deal.kitty, *(card for cards in deal.player_cards for card in cards)):
            if card in seen:
                return self._stop(faults.CARD_SEEN_TWICE, f"{card} is dealt twice.", card=card)
            if card not in self.walk.shown.pack:
                return self._stop(faults.CARD_UNKNOWN, f"{card} is not in this pack.", card=card)
            seen.add(card)
        kitty_size = len(self.walk.shown.pack) - SEATS * HAND_SIZE - 1
        if len(deal.kitty) > kitty_size or any(len(cards) > HAND_SIZE for cards in deal.player_cards):
            return self._stop(faults.MALFORMED_FILE, "More cards are listed than are dealt.")
        return True

    def _calls(self) -> bool:
        line, dealer = self._deal.line, self._deal.dealer
        alone = line.is_alone
        for place, call in enumerate(line.calls):
            seat = (dealer + 1 + place) % SEATS
            if call == "x":
                return self._stop(faults.CALL_UNKNOWN, "The file does not tell this call.", seat=seat)
            if call == "Pass":
                text = "pass"
            else:
                text = "order" if call == "Order" else f"name {'nt' if call == 'n' else call}"
                text, alone = text + " alone" * alone, False
                self._maker = seat
            self.walk.steps.append(Step(seat, Kind.CALL, text))
        if alone:
            return self._stop(faults.ALONE_UNFOUNDED, "Somebody plays alone, but nobody made trump.")
        return True

    def _answer(self, probed: ReplayResponse) -> bool:
        """Answers what the service asks between the calls and the tricks; false if it asks nothing."""
        seat, shown, line = probed.transition.next.seat, self.walk.shown, self._deal.line
        match probed.transition.next.phase:
            case Phase.PHASE_EXCHANGE:
                shown.took = True
                step = Step(seat, Kind.DISCARD)
            case Phase.PHASE_ALONE:
                step = Step(seat, Kind.CALL, "alone" if seat == line.alone_defender else "partner")
            case Phase.PHASE_BEST_CARD if seat == self._maker:
                step = Step(seat, Kind.LAY)
            case Phase.PHASE_BEST_CARD:
                gifts = [exchange.cards for exchange in line.exchanges if exchange.receiver == self._maker]
                shown.giver, shown.taker = seat, self._maker
                shown.gift = gifts[0][0] if gifts and gifts[0] else None
                step = Step(seat, Kind.GIVE)
            case _:
                return False
        self.walk.steps.append(step)
        return True

    def _tricks(self, probed: ReplayResponse) -> None:
        line = self._deal.line
        defender = line.alone_defender
        if defender is not None and Step(defender, Kind.CALL, "alone") not in self.walk.steps:
            self._stop(faults.ALONE_UNFOUNDED, f"Seat {defender} cannot defend alone here.", seat=defender)
            return
        if not line.tricks:
            return
        view = probed.transition.views[0]
        playing = {seat.seat for seat in view.seats if seat.status == SeatStatus.SEAT_STATUS_IN}
        leader = probed.transition.next.seat if line.initial_lead is None else line.initial_lead
        for number, cards in enumerate(line.tricks):
            turns = self._trick(number, leader, playing)
            # Where nothing is trump the calls are unfinished, and the first play is refused.
            readable = turns and len(set(cards)) == len(cards) and view.trump != Trump.TRUMP_UNSPECIFIED
            if not readable or number == len(line.tricks) - 1:
                return
            leader = turns[self._umpire.winner(view.trump, [card for card in cards if card is not None])]

    def _trick(self, number: int, leader: int, playing: set[int]) -> list[int]:
        """Notes the plays of a trick and returns who made them; nobody if the deal cannot be read on."""
        cards = self._deal.line.tricks[number]
        clockwise = [(leader + place) % SEATS for place in range(SEATS)]
        turns = [seat for seat in clockwise if seat in playing]
        # With a card for every seat, the one that sits out played too.
        if len(cards) == SEATS and leader in playing:
            turns = clockwise
        for seat, card in zip(turns, cards, strict=False):
            if not self._play(number, seat, card, playing):
                return []
        if len(cards) == len(turns):
            return turns
        breaks_off = self._is_last and number == len(self._deal.line.tricks) - 1
        if len(cards) > len(turns) or not breaks_off:
            message = f"The trick has {len(cards)} cards instead of {len(turns)}."
            self._stop(faults.TRICK_SIZE, message, trick=number)
        return []

    def _play(self, trick: int, seat: int, card: Card, playing: set[int]) -> bool:
        """Notes a play; false if what follows cannot be read."""
        shown = self.walk.shown
        if card is None:
            message = "The file does not tell this card."
            return self._stop(faults.CARD_UNKNOWN, message, trick=trick, seat=seat)
        if seat not in playing:
            message = f"Seat {seat} sits out while its partner plays alone."
            return self._stop(faults.PARTNER_PLAYS, message, trick=trick, seat=seat, card=card)
        if card not in shown.pack:
            message = f"{card} is not in this pack."
            return self._stop(faults.CARD_UNKNOWN, message, trick=trick, seat=seat, card=card)
        shown.notice_gift(seat, card)
        place = shown.place_of(card, seat=seat)
        if place is not None:
            message = f"{card} is seen twice: it is {place} too."
            self._stop(faults.CARD_SEEN_TWICE, message, trick=trick, seat=seat, card=card)
        # The cards after a contradiction still show what the hands held before it.
        shown.plays.append((seat, card))
        if self.walk.stop is None:
            self.walk.steps.append(Step(seat, Kind.PLAY, card=card, trick=trick))
        return True
