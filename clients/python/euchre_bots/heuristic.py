"""The bot that plays by the rules of thumb of a sensible player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from euchre.v1 import state_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots import calling
from euchre_bots.knowledge import NO_TRUMP, ORDER, Situation
from euchre_bots.play import choose_card

# Tricks of its own that a hand needs for each decision. With a partner, a call counts on about one trick
# of his; without one, on nobody.
_CALL_WITH_PARTNER: Final = 2.1
_CALL_WITHOUT_PARTNER: Final = 2.75
_ALONE: Final = 3.2
_DEFEND_ALONE: Final = 3.6
_STAY: Final = 1.0
_SWAP_BELOW: Final = 3.0
_MOON: Final = 4.5
_SHOOTER: Final = 5.0
_TAKE_DUMMY_BELOW: Final = 2.5
# Tricks that a bidder may expect beyond those of his cards: he names trump and leads, and may be helped.
_BIDDER_WITH_PARTNER: Final = 1.25
_BIDDER_WITHOUT_PARTNER: Final = 0.75

_Actions = Sequence[Action]


class HeuristicBot:
    """Plays every form of the game by rules of thumb. The same view always gets the same answer.

    Args:
        name: what reports call it.
    """

    def __init__(self, *, name: str = "heuristic") -> None:
        self.name = name

    def decide(self, view: View) -> Action:
        """Chooses an action; see `Bot.decide`."""
        actions = [legal.action for legal in view.legal_actions if not legal.renege]
        if len(actions) == 1:
            return actions[0]
        decision = _DECISIONS.get(view.next.phase)
        return actions[0] if decision is None else decision(Situation(view), actions)


def _of_kind(actions: _Actions, kind: str) -> list[Action]:
    return [action for action in actions if action.WhichOneof("kind") == kind]


def _first_of_kind(actions: _Actions, kind: str) -> Action | None:
    return next((action for action in actions if action.WhichOneof("kind") == kind), None)


def _call(situation: Situation, actions: _Actions) -> Action:
    """Orders, names or passes."""
    best, best_tricks = None, 0.0
    for action in actions:
        if action.HasField("order_up"):
            tricks, alone = calling.order_up_tricks(situation, situation.view.proposed), action.order_up.alone
        elif action.HasField("name_trump"):
            tricks = calling.second_round_tricks(situation, action.name_trump.trump)
            alone = action.name_trump.alone
        else:
            continue
        if alone and tricks < _ALONE:
            continue
        # At equal worth, alone: it only gets here when the hand is good enough for it.
        if best is None or tricks + alone * 0.01 > best_tricks:
            best, best_tricks = action, tricks + alone * 0.01
    passing = _first_of_kind(actions, "pass")
    needed = _CALL_WITHOUT_PARTNER if situation.partner is None else _CALL_WITH_PARTNER
    if best is None or (passing is not None and best_tricks < needed):
        return passing or actions[0]
    return best


def _exchange(situation: Situation, actions: _Actions) -> Action:
    """Takes the up-card for the worst card: one trump more is always worth it."""
    view = situation.view
    cards = (*situation.cards, view.upcard)
    discards: dict[int, Action] = {action.discard.card: action for action in _of_kind(actions, "discard")}
    if not discards:
        return actions[0]
    return discards[calling.best_discard(cards, view.trump, discards)]


def _auction(situation: Situation, actions: _Actions) -> Action:
    """Bids no higher than it must, swaps a weak hand, or passes."""
    trump = max((1, 2, 3, 4), key=lambda suit: calling.expected_tricks(situation.cards, suit))
    own = calling.expected_tricks(situation.cards, trump)
    swap = _first_of_kind(actions, "swap")
    if swap is not None and own < _SWAP_BELOW:
        return swap

    bids = [action for action in _of_kind(actions, "tricks_bid") if action.tricks_bid.trump in (0, trump)]
    for action in bids:
        amount = action.tricks_bid.WhichOneof("amount")
        if (amount == "moon" and own >= _MOON) or (amount == "shooter" and own >= _SHOOTER):
            return action
    numbers = sorted(
        (action for action in bids if action.tricks_bid.WhichOneof("amount") == "tricks"),
        key=lambda action: action.tricks_bid.tricks,
    )
    expected = own + (_BIDDER_WITHOUT_PARTNER if situation.partner is None else _BIDDER_WITH_PARTNER)
    passing = _first_of_kind(actions, "pass")
    if numbers and (passing is None or numbers[0].tricks_bid.tricks <= expected):
        return numbers[0]
    return passing or actions[0]


def _name_trump(situation: Situation, actions: _Actions) -> Action:
    """Names the best trump."""
    own = situation.cards

    def worth(action: Action) -> tuple[float, bool]:
        tricks = calling.expected_tricks(own, action.name_trump.trump)
        return tricks, action.name_trump.alone == (tricks >= _ALONE)

    return max(_of_kind(actions, "name_trump") or actions, key=worth)


def _alone(situation: Situation, actions: _Actions) -> Action:
    """Plays alone with a hand that should take every trick."""
    tricks = calling.expected_tricks(situation.cards, situation.view.trump)
    needed = _ALONE if situation.is_maker_side else _DEFEND_ALONE
    answer = "go_alone" if tricks >= needed else "play_with_partner"
    return _first_of_kind(actions, answer) or actions[0]


def _fold(situation: Situation, actions: _Actions) -> Action:
    """Stays with a hand that should take a trick."""
    tricks = calling.expected_tricks(situation.cards, situation.view.trump)
    return _first_of_kind(actions, "stay" if tricks >= _STAY else "fold") or actions[0]


def _card_exchange(situation: Situation, actions: _Actions) -> Action:
    """Gives the best card, lays down the worst, takes a dummy for a weak hand, shows a farmer's hand."""
    trump = situation.view.trump or NO_TRUMP
    power = ORDER[trump].power
    gifts = _of_kind(actions, "give_card")
    if gifts:
        return max(gifts, key=lambda action: power[action.give_card.card])
    redeal = _first_of_kind(actions, "redeal")
    if redeal is not None:
        return redeal
    lay_downs: dict[int, Action] = {action.lay_down.card: action for action in _of_kind(actions, "lay_down")}
    if lay_downs:
        return lay_downs[calling.best_discard(situation.cards, trump, lay_downs)]
    take = _first_of_kind(actions, "take_dummy")
    if take is not None and calling.expected_tricks(situation.cards, trump) < _TAKE_DUMMY_BELOW:
        return take
    return _first_of_kind(actions, "pass") or actions[0]


def _play(situation: Situation, actions: _Actions) -> Action:
    cards: dict[int, Action] = {action.play_card.card: action for action in actions}
    return cards[choose_card(situation, list(cards))]


_DECISIONS: Final[Mapping[state_pb2.Phase.ValueType, Callable[[Situation, _Actions], Action]]] = {
    Phase.PHASE_NAME_JOKER_SUIT: _name_trump,
    Phase.PHASE_FARMERS: _card_exchange,
    Phase.PHASE_CALL_ROUND_1: _call,
    Phase.PHASE_CALL_ROUND_2: _call,
    Phase.PHASE_AUCTION: _auction,
    Phase.PHASE_NAME_TRUMP: _name_trump,
    Phase.PHASE_EXCHANGE: _exchange,
    Phase.PHASE_ALONE: _alone,
    Phase.PHASE_BEST_CARD: _card_exchange,
    Phase.PHASE_DUMMY: _card_exchange,
    Phase.PHASE_FOLD: _fold,
    Phase.PHASE_PLAY: _play,
}
