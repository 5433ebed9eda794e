"""Actions as text and back: the form that errors, logs, records and the command line use.

The words are those of `euchre/v1/action.proto`:

    pass          swap            alone     play 9c
    order         discard 9c      partner   lay 9c
    order alone   decline         fold      give Ah
    name h        bid 4           stay      take dummy
    name nt       bid 4 h         deal      claim 2
    name low      moon            redeal
    name h alone  shooter
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from euchre.v1.action_pb2 import (
    Action,
    ClaimRenege,
    DealHand,
    DeclineUpcard,
    Discard,
    Fold,
    GiveCard,
    GoAlone,
    LayDown,
    Moon,
    NameTrump,
    OrderUp,
    PlayCard,
    PlayWithPartner,
    Redeal,
    Shooter,
    Stay,
    Swap,
    TakeDummy,
    TricksBid,
)
from euchre.v1.cards_pb2 import Trump
from euchre_client.cards import card_text, parse_card, parse_trump, trump_text

ActionLike: TypeAlias = Action | str
"""An action, or its text form."""


def _pass() -> Action:
    action = Action()
    # `pass` is a keyword of Python, so neither the constructor nor an attribute can be written out.
    getattr(action, "pass").SetInParent()
    return action


_WORDS: Final[dict[str, Callable[[], Action]]] = {
    "pass": _pass,
    "order": lambda: Action(order_up=OrderUp()),
    "order alone": lambda: Action(order_up=OrderUp(alone=True)),
    "swap": lambda: Action(swap=Swap()),
    "decline": lambda: Action(decline_upcard=DeclineUpcard()),
    "alone": lambda: Action(go_alone=GoAlone()),
    "partner": lambda: Action(play_with_partner=PlayWithPartner()),
    "fold": lambda: Action(fold=Fold()),
    "stay": lambda: Action(stay=Stay()),
    "deal": lambda: Action(deal_hand=DealHand()),
    "redeal": lambda: Action(redeal=Redeal()),
    "take dummy": lambda: Action(take_dummy=TakeDummy()),
}


def _bid(amount: TricksBid, rest: list[str]) -> Action:
    if len(rest) > 1:
        raise ValueError("a bid names one trump at most")
    if rest:
        amount.trump = parse_trump(rest[0])
    return Action(tricks_bid=amount)


def _name(words: list[str]) -> Action:
    trump, *rest = words
    if rest not in ([], ["alone"]):
        raise ValueError("only `alone` may follow the trump that is named")
    return Action(name_trump=NameTrump(trump=parse_trump(trump), alone=bool(rest)))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(f"{word!r} is no number")
    return int(word)


def _parse(text: str) -> Action | None:
    if text in _WORDS:
        return _WORDS[text]()
    match text.split():
        case ["name", _, *_] as words:
            return _name(words[1:])
        case ["bid", tricks, *rest]:
            return _bid(TricksBid(tricks=_number(tricks)), rest)
        case ["moon", *rest]:
            return _bid(TricksBid(moon=Moon()), rest)
        case ["shooter", *rest]:
            return _bid(TricksBid(shooter=Shooter()), rest)
        case ["discard", card]:
            return Action(discard=Discard(card=parse_card(card)))
        case ["play", card]:
            return Action(play_card=PlayCard(card=parse_card(card)))
        case ["lay", card]:
            return Action(lay_down=LayDown(card=parse_card(card)))
        case ["give", card]:
            return Action(give_card=GiveCard(card=parse_card(card)))
        case ["claim", seat]:
            return Action(claim_renege=ClaimRenege(offender=_number(seat)))
    return None


def parse_action(text: str) -> Action:
    """Reads an action.

    Args:
        text: its text form, such as `play Jd`; see the module's list.

    Returns:
        The action.

    Raises:
        ValueError: no action is written like that.
    """
    try:
        action = _parse(" ".join(text.split()))
    except ValueError as error:
        raise ValueError(f"{text!r} is no action: {error}") from None
    if action is None:
        raise ValueError(f"{text!r} is no action")
    return action


def to_action(action: ActionLike) -> Action:
    """Returns an action as the message.

    Raises:
        TypeError: it is neither an action nor text.
        ValueError: the text is no action.
    """
    if isinstance(action, str):
        return parse_action(action)
    if not isinstance(action, Action):
        raise TypeError(f"an action is an Action or its text, such as 'play Jd', not {action!r}")
    return action


def _bid_text(bid: TricksBid) -> str:
    amount = bid.WhichOneof("amount")
    if amount is None:
        raise ValueError("the bid has no amount")
    text = f"bid {bid.tricks}" if amount == "tricks" else amount
    return text if bid.trump == Trump.TRUMP_UNSPECIFIED else f"{text} {trump_text(bid.trump)}"


def action_text(action: Action) -> str:
    """Writes an action.

    The pack of a stacked deal is not written: the text of every deal is `deal`.

    Args:
        action: the action.

    Returns:
        Its text form, such as `play Jd`.

    Raises:
        ValueError: the action has no kind, or lacks a card, a trump or an amount.
    """
    match action.WhichOneof("kind"):
        case "pass":
            return "pass"
        case "order_up":
            return "order alone" if action.order_up.alone else "order"
        case "name_trump":
            text = f"name {trump_text(action.name_trump.trump)}"
            return f"{text} alone" if action.name_trump.alone else text
        case "tricks_bid":
            return _bid_text(action.tricks_bid)
        case "swap":
            return "swap"
        case "discard":
            return f"discard {card_text(action.discard.card)}"
        case "decline_upcard":
            return "decline"
        case "go_alone":
            return "alone"
        case "play_with_partner":
            return "partner"
        case "fold":
            return "fold"
        case "stay":
            return "stay"
        case "play_card":
            return f"play {card_text(action.play_card.card)}"
        case "deal_hand":
            return "deal"
        case "claim_renege":
            return f"claim {action.claim_renege.offender}"
        case "redeal":
            return "redeal"
        case "lay_down":
            return f"lay {card_text(action.lay_down.card)}"
        case "give_card":
            return f"give {card_text(action.give_card.card)}"
        case "take_dummy":
            return "take dummy"
        case None:
            raise ValueError("the action has no kind")
