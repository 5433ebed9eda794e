"""The action space: what a seat can do, as one small `int` each.

Every action fits a byte, so a hand's history is short and fast to walk. Cards are added to a base
(`PLAY + card`), trumps likewise (`NAME + trump`). Text forms are the documented ones of
`protos/euchre/v1/action.proto`.
"""

from enum import IntEnum
from typing import Final

from euchre_rules import cards

PLAY: Final = 0
DISCARD: Final = 33
LAY: Final = 66
GIVE: Final = 99
NAME: Final = 132
NAME_ALONE: Final = 138
BID: Final = 144
CLAIM: Final = 200
PASS: Final = 210
ORDER: Final = 211
ORDER_ALONE: Final = 212
SWAP: Final = 213
DECLINE: Final = 214
ALONE: Final = 215
PARTNER: Final = 216
FOLD: Final = 217
STAY: Final = 218
REDEAL: Final = 219
TAKE_DUMMY: Final = 220
DEAL: Final = 221
BID_TOO_MUCH: Final = 222
"""A bid of more tricks than any game offers. It is never legal; a caller may ask for it all the same."""

SHOOTER: Final = 7
"""Amount of a bid: all tricks with the partner's best card."""
MOON: Final = 8
"""Amount of a bid: all tricks, the highest bid."""
_BID_TRUMPS: Final = 7


class Kind(IntEnum):
    """What sort of action a number is."""

    PLAY = 0
    DISCARD = 1
    LAY = 2
    GIVE = 3
    NAME = 4
    BID = 5
    CLAIM = 6
    PASS = 7
    ORDER = 8
    SWAP = 9
    DECLINE = 10
    ALONE = 11
    PARTNER = 12
    FOLD = 13
    STAY = 14
    REDEAL = 15
    TAKE_DUMMY = 16
    DEAL = 17


def name_trump(trump: int, alone: bool = False) -> int:
    """Return the action that names a trump, alone or not."""
    return (NAME_ALONE if alone else NAME) + trump


def bid(amount: int, trump: int = cards.UNFIXED) -> int:
    """Return the action that bids `amount` (1 to 6, SHOOTER or MOON), with a trump if it names one."""
    return BID + (amount - 1) * _BID_TRUMPS + trump + 1


def bid_amount(action: int) -> int:
    """Return what a bid bids: 1 to 6, SHOOTER or MOON."""
    return (action - BID) // _BID_TRUMPS + 1


def bid_trump(action: int) -> int:
    """Return the trump a bid names, UNFIXED when it names none."""
    return (action - BID) % _BID_TRUMPS - 1


def named_trump(action: int) -> int:
    """Return the trump that a NAME action names."""
    return action - (NAME_ALONE if action >= NAME_ALONE else NAME)


def is_alone(action: int) -> bool:
    """Tell whether a call declares to play alone."""
    return action == ORDER_ALONE or NAME_ALONE <= action < BID


def is_claim(action: int) -> bool:
    """Tell whether an action calls a renege."""
    return CLAIM <= action < PASS


def _spell() -> dict[int, tuple[Kind, str]]:
    space: dict[int, tuple[Kind, str]] = {}
    for base, kind, word in (
        (PLAY, Kind.PLAY, "play"),
        (DISCARD, Kind.DISCARD, "discard"),
        (LAY, Kind.LAY, "lay"),
        (GIVE, Kind.GIVE, "give"),
    ):
        for a_card in range(cards.CARD_COUNT):
            space[base + a_card] = (kind, f"{word} {cards.text(a_card)}")
    for trump in cards.TRUMPS:
        space[name_trump(trump)] = (Kind.NAME, f"name {cards.TRUMP_WORDS[trump]}")
        space[name_trump(trump, True)] = (Kind.NAME, f"name {cards.TRUMP_WORDS[trump]} alone")
    for amount in range(1, MOON + 1):
        words = {SHOOTER: "shooter", MOON: "moon"}.get(amount, f"bid {amount}")
        for trump in (cards.UNFIXED, *cards.TRUMPS):
            suffix = "" if trump == cards.UNFIXED else f" {cards.TRUMP_WORDS[trump]}"
            space[bid(amount, trump)] = (Kind.BID, words + suffix)
    for seat in range(4):
        space[CLAIM + seat] = (Kind.CLAIM, f"claim {seat}")
    space |= {
        PASS: (Kind.PASS, "pass"),
        ORDER: (Kind.ORDER, "order"),
        ORDER_ALONE: (Kind.ORDER, "order alone"),
        SWAP: (Kind.SWAP, "swap"),
        DECLINE: (Kind.DECLINE, "decline"),
        ALONE: (Kind.ALONE, "alone"),
        PARTNER: (Kind.PARTNER, "partner"),
        FOLD: (Kind.FOLD, "fold"),
        STAY: (Kind.STAY, "stay"),
        REDEAL: (Kind.REDEAL, "redeal"),
        TAKE_DUMMY: (Kind.TAKE_DUMMY, "take dummy"),
        DEAL: (Kind.DEAL, "deal"),
    }
    return space


_SPACE: Final = _spell()
ALL_ACTIONS: Final = tuple(sorted(_SPACE))
"""Every action there is, in any game."""
_BY_TEXT: Final = {words: action for action, (_, words) in _SPACE.items()}
_ASKED_FOR: Final = _SPACE | {BID_TOO_MUCH: (Kind.BID, "bid more than 6")}
KINDS: Final = {action: kind for action, (kind, _) in _ASKED_FOR.items()}
TEXTS: Final = {action: words for action, (_, words) in _ASKED_FOR.items()}


def text(action: int) -> str:
    """Return the documented text form of an action, such as `play Jd`."""
    return TEXTS[action]


def parse(words: str) -> int:
    """Return the action of a text form.

    Raises:
        ValueError: the text names no action.
    """
    try:
        return _BY_TEXT[words]
    except KeyError:
        raise ValueError(f"{words!r} names no action") from None
