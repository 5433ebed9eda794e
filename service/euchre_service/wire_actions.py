"""Actions and cards between the wire and the rules.

Every function that reads from the wire names the offending field: an absent or unknown value is
refused, never read as card or seat 0.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from euchre.v1 import action_pb2, cards_pb2
from euchre_rules import actions, cards
from euchre_rules.commitments import ENTROPY_BYTES
from euchre_service.dealing import SHUFFLED, Dealing
from euchre_service.refusal import malformed

CARD_TO_WIRE: Final = tuple(
    cards_pb2.CARD_JOKER
    if card == cards.JOKER
    else cards_pb2.Card.ValueType(16 * (cards.printed_suit(card) + 1) + (card & 7) + 7)
    for card in range(cards.CARD_COUNT)
)
"""The wire's number of each card: `16 * Suit + Rank` (`cards.proto`)."""
_CARD_FROM_WIRE: Final[dict[int, int]] = {wire: card for card, wire in enumerate(CARD_TO_WIRE)}
_MAX_TRICKS_BID: Final = 6
_LAST_SEAT: Final = 3
"""At the largest table."""
_PART: Final = 11
"""Bits of a set of cards that are looked up at once."""


def _packed_from(first: int) -> tuple[bytes, ...]:
    """Return every set of some cards from `first` on as bytes, by its bits."""
    some = CARD_TO_WIRE[first : first + _PART]
    return tuple(
        bytes([card for place, card in enumerate(some) if held >> place & 1])
        for held in range(1 << len(some))
    )


_LOW, _MIDDLE, _HIGH = (_packed_from(first) for first in range(0, cards.CARD_COUNT, _PART))
_PART_MASK: Final = (1 << _PART) - 1


def card(value: int, field: str, place: str = "") -> int:
    """Return the rules' card of a wire value; refuse an absent or unknown one, found at `field + place`."""
    found = _CARD_FROM_WIRE.get(value)
    if found is None:
        raise malformed(field + place, "A card is missing or unknown.")
    return found


def deck(values: Sequence[int], field: str) -> list[int]:
    """Return the cards of a pack in order."""
    return [card(value, f"{field}[{place}]") for place, value in enumerate(values)]


def dealing(message: Any, path: str = "") -> Dealing:
    """Return how a hand is to be dealt, from a message with a `deck` and `entropy`, found at `path`."""
    if not message.entropy:
        field = path + "deck"
        return Dealing(deck(message.deck, field), field=field) if message.deck else SHUFFLED
    field = path + "entropy"
    added: dict[int, bytes] = {}
    for place, given in enumerate(message.entropy):
        if not given.HasField("seat") or given.seat > _LAST_SEAT or given.seat in added:
            raise malformed(f"{field}[{place}].seat", "The seat is missing, at no table, or there twice.")
        if len(given.value) != ENTROPY_BYTES:
            raise malformed(f"{field}[{place}].value", f"A seat adds {ENTROPY_BYTES} bytes.")
        added[given.seat] = given.value
    return Dealing(deck(message.deck, path + "deck"), tuple(sorted(added.items())), field)


def card_list(held: int) -> list[cards_pb2.Card.ValueType]:
    """Return a set of cards as the wire's numbers, sorted."""
    return [CARD_TO_WIRE[card] for card in cards.members(held)]


def packed_cards(held: int) -> bytes:
    """Return a set of cards as a packed field holds it, sorted; one byte each, for the numbers are small."""
    return _LOW[held & _PART_MASK] + _MIDDLE[held >> _PART & _PART_MASK] + _HIGH[held >> 2 * _PART]


def order_up(call: action_pb2.OrderUp) -> int:
    """Return the rules' action of an order."""
    return actions.ORDER_ALONE if call.alone else actions.ORDER


def name_trump(call: action_pb2.NameTrump, field: str) -> int:
    """Return the rules' action of a named trump."""
    return actions.name_trump(_trump(call.trump, f"{field}.trump"), call.alone)


def tricks_bid(call: action_pb2.TricksBid, field: str) -> int:
    """Return the rules' action of a bid."""
    trump = _trump(call.trump, f"{field}.trump") if call.trump else cards.UNFIXED
    amount = call.WhichOneof("amount")
    if amount == "moon":
        return actions.bid(actions.MOON, trump)
    if amount == "shooter":
        return actions.bid(actions.SHOOTER, trump)
    if not call.tricks:
        raise malformed(f"{field}.amount", "A bid must say how much is bid.")
    if call.tricks > _MAX_TRICKS_BID:
        # Refused by the rules, in its turn: before that the state, the key and the phase are looked at.
        return actions.BID_TOO_MUCH
    return actions.bid(call.tricks, trump)


def claim(message: Any, field: str) -> int:
    """Return the rules' action of calling a renege, from a message with an `offender`."""
    if not message.HasField("offender") or message.offender > _LAST_SEAT:
        raise malformed(field, "The seat accused is missing or not at the table.")
    return actions.CLAIM + int(message.offender)


def from_wire(action: action_pb2.Action, field: str) -> int:
    """Return the rules' action of a wire action; `field` is its path in the request."""
    kind = action.WhichOneof("kind")
    if kind is None:
        raise malformed(field, "The action is missing.")
    return _READERS[kind](action, field)


def to_wire(action: int) -> action_pb2.Action:
    """Return the wire action of a rules' action. The message is shared: never change it."""
    return _WIRE_ACTIONS[action]


def _trump(value: int, field: str) -> int:
    if not cards_pb2.TRUMP_CLUBS <= value <= cards_pb2.TRUMP_NO_TRUMP_LOW:
        raise malformed(field, "The trump is missing or unknown.")
    return value - 1


_Reader = Callable[[action_pb2.Action, str], int]
"""Reads an action whose path in the request is given."""
_READERS: Final[dict[str, _Reader]] = {
    "pass": lambda a, f: actions.PASS,
    "order_up": lambda a, f: order_up(a.order_up),
    "name_trump": lambda a, f: name_trump(a.name_trump, f + ".name_trump"),
    "tricks_bid": lambda a, f: tricks_bid(a.tricks_bid, f + ".tricks_bid"),
    "swap": lambda a, f: actions.SWAP,
    "discard": lambda a, f: actions.DISCARD + card(a.discard.card, f, ".discard.card"),
    "decline_upcard": lambda a, f: actions.DECLINE,
    "go_alone": lambda a, f: actions.ALONE,
    "play_with_partner": lambda a, f: actions.PARTNER,
    "fold": lambda a, f: actions.FOLD,
    "stay": lambda a, f: actions.STAY,
    "play_card": lambda a, f: actions.PLAY + card(a.play_card.card, f, ".play_card.card"),
    "deal_hand": lambda a, f: actions.DEAL,
    "claim_renege": lambda a, f: claim(a.claim_renege, f + ".claim_renege.offender"),
    "redeal": lambda a, f: actions.REDEAL,
    "lay_down": lambda a, f: actions.LAY + card(a.lay_down.card, f, ".lay_down.card"),
    "give_card": lambda a, f: actions.GIVE + card(a.give_card.card, f, ".give_card.card"),
    "take_dummy": lambda a, f: actions.TAKE_DUMMY,
}


def _write(action: int) -> action_pb2.Action:
    kind = actions.KINDS[action]
    if kind is actions.Kind.PLAY:
        return action_pb2.Action(play_card=action_pb2.PlayCard(card=CARD_TO_WIRE[action - actions.PLAY]))
    if kind is actions.Kind.DISCARD:
        return action_pb2.Action(discard=action_pb2.Discard(card=CARD_TO_WIRE[action - actions.DISCARD]))
    if kind is actions.Kind.LAY:
        return action_pb2.Action(lay_down=action_pb2.LayDown(card=CARD_TO_WIRE[action - actions.LAY]))
    if kind is actions.Kind.GIVE:
        return action_pb2.Action(give_card=action_pb2.GiveCard(card=CARD_TO_WIRE[action - actions.GIVE]))
    if kind is actions.Kind.NAME:
        trump = cards_pb2.Trump.ValueType(actions.named_trump(action) + 1)
        return action_pb2.Action(name_trump=action_pb2.NameTrump(trump=trump, alone=actions.is_alone(action)))
    if kind is actions.Kind.BID:
        return action_pb2.Action(
            tricks_bid=bid_to_wire(actions.bid_amount(action), actions.bid_trump(action))
        )
    if kind is actions.Kind.CLAIM:
        return action_pb2.Action(claim_renege=action_pb2.ClaimRenege(offender=action - actions.CLAIM))
    if kind is actions.Kind.ORDER:
        return action_pb2.Action(order_up=action_pb2.OrderUp(alone=actions.is_alone(action)))
    simple = action_pb2.Action()
    getattr(simple, _SIMPLE[kind]).SetInParent()
    return simple


def bid_to_wire(amount: int, trump: int) -> action_pb2.TricksBid:
    """Return the wire form of a bid: an amount of `actions.bid`, and the trump it names or UNFIXED."""
    named = cards_pb2.Trump.ValueType(trump + 1)
    if amount == actions.MOON:
        return action_pb2.TricksBid(moon=action_pb2.Moon(), trump=named)
    if amount == actions.SHOOTER:
        return action_pb2.TricksBid(shooter=action_pb2.Shooter(), trump=named)
    return action_pb2.TricksBid(tricks=amount, trump=named)


_SIMPLE: Final = {
    actions.Kind.PASS: "pass",
    actions.Kind.SWAP: "swap",
    actions.Kind.DECLINE: "decline_upcard",
    actions.Kind.ALONE: "go_alone",
    actions.Kind.PARTNER: "play_with_partner",
    actions.Kind.FOLD: "fold",
    actions.Kind.STAY: "stay",
    actions.Kind.REDEAL: "redeal",
    actions.Kind.TAKE_DUMMY: "take_dummy",
    actions.Kind.DEAL: "deal_hand",
}
_WIRE_ACTIONS: Final = {action: _write(action) for action in actions.ALL_ACTIONS}
