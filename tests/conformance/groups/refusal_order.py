"""Which of two reasons is told when both apply (errors.proto: the order of refusals)."""

from __future__ import annotations

from itertools import combinations

from euchre_arena.conformance_cases import Json
from tests.conformance.script import Book, Script
from tests.conformance.wording import ref

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_FAULTS: tuple[tuple[str, str, str], ...] = (
    ("form", "MALFORMED_REQUEST", "a card that is none"),
    ("state", "STATE_NOT_OURS", "a changed state"),
    ("key", "SEAT_KEY_WRONG", "a wrong key"),
    ("ply", "STALE_PLY", "another ply"),
    ("fork", "STATE_FORKED", "another state"),
    ("views", "HOST_KEY_REQUIRED", "a view of the table"),
    ("phase", "WRONG_PHASE", "another phase"),
    ("turn", "NOT_YOUR_TURN", "another turn"),
    ("card", "CARD_NOT_HELD", "a card that is not held"),
)
"""What can be wrong with playing a card, the first to be told first."""

_UNDECIDED = (("ply", "views"), ("fork", "views"))
"""Nothing says whether a view that may not be asked for counts as a wrong key here."""


def tell(book: Book) -> None:
    """Tell the cases."""
    for one, other in combinations(_FAULTS, 2):
        if (one[0], other[0]) in _UNDECIDED:
            continue
        with book.case(f"{one[2]}, and {other[2]}", "errors.proto") as table:
            _attempt(table, {one[0], other[0]}, one[1])
    with book.case("everything wrong at once, one after the other put right", "errors.proto") as table:
        faults = [(fault, reason) for fault, reason, _ in _FAULTS if fault != "views"]
        wrong = {fault for fault, _ in faults}
        for fault, reason in faults:
            _attempt(table, wrong, reason)
            wrong.discard(fault)
    with book.case("the game is over: before phase and turn", "errors.proto") as table:
        table.create(dealer=0, num_deals=1).deal().act(*2 * ["1 pass", "2 pass", "3 pass", "0 pass"])
        table.is_at("GAME_OVER")
        for move in ("0 play 9c", "1 order", "2 deal", "3 claim 0", "0 swap", "0 fold"):
            table.refuse(move, "GAME_OVER")
        table.nothing_legal(0)
    with book.case("the hand is not dealt: before phase and turn", "errors.proto") as table:
        table.create(dealer=0)
        for move in ("0 play 9c", "1 order", "0 swap", "0 fold", "3 stay", "0 discard 9c"):
            table.refuse(move, "HAND_NOT_DEALT")
        table.refuse("1 deal", "NOT_YOUR_TURN", actor="0").legal("deal")
    with book.case("a deal in the middle of a hand", "errors.proto") as table:
        table.create(dealer=0).deal().refuse("0 deal", "WRONG_PHASE", phase="CALL_ROUND_1")
    with book.case("whose turn it is, before what the seat holds", "errors.proto") as table:
        _in_play(table)
        for seat in (0, 2, 3):
            for card in ("Tc", "9c", "Jd", "Ah"):
                table.refuse(f"{seat} play {card}", "NOT_YOUR_TURN", actor="1")


def _in_play(table: Script) -> Script:
    table.create(dealer=0, allow_alone=False).deal(_HANDS, upcard="9h")
    return table.act("1 order", "0 discard 9c")


def _attempt(table: Script, wrong: set[str], reason: str) -> None:
    """Let a seat play a card with these things wrong."""
    if not table.steps:
        _in_play(table)
    last = len(table.steps) - 1 if not any("error" in step for step in table.steps) else 3
    seat = 2 if "turn" in wrong else 1
    # The exchange is two acts back: there a card cannot be played, and seat 0 acts.
    at = 2 if "phase" in wrong else last
    if "phase" in wrong and "turn" not in wrong:
        seat = 0
    turn: Json = {
        "state": ref(f"{at}.transition.state", **({"flip": -1} if "state" in wrong else {})),
        "seat": seat,
        "key": table.key((seat + 1) % 4 if "key" in wrong else seat),
        "expectedPly": 9 if "ply" in wrong else at,
        "expectedStateId": ref(f"{0 if 'fork' in wrong else at}.transition.info.stateId"),
    }
    if "views" in wrong:
        turn["views"] = [{"audience": "AUDIENCE_TABLE"}]
    card = "CARD_JACK_OF_SPADES" if "card" in wrong else "CARD_TEN_OF_CLUBS"
    request = {"turn": turn, "card": 1 if "form" in wrong else card}
    table.refuse_call("Play", request, reason)
