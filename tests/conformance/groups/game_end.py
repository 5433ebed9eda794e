"""Who wins the game, and when it goes on (`rules.md` 1.1, 2, 3.4, 3.5, 4.3, 4.4, 4.5, 5)."""

from __future__ import annotations

from typing import Any

from tests.conformance.deals import Line, rules_of, won_by
from tests.conformance.groups.scoring import _CALLS, played
from tests.conformance.script import Book
from tests.rules.tables import in_turn

_GHOST_0_BIDS_3 = ("0 bid 3", "1 pass", "2 pass", "0 name s")
_GHOST_1_BIDS_3 = ("0 pass", "1 bid 3", "2 pass", "1 name s")
_BUCK_1_MAKES = ("0 pass", "1 order", "3 discard", "0 stay", "2 fold", "3 stay")


def tell(book: Book) -> None:
    """Tell the cases."""
    _classic(book)
    _ghost(book)
    _buck(book)
    _others(book)


def _classic(book: Book) -> None:
    for scores, alone, taken, changes, winners in (
        ([9, 9], "maker", 5, (0, 4), (1,)),
        ([9, 9], "nobody", 2, (2, 0), (0,)),
        ([0, 8], "nobody", 5, (0, 2), (1,)),
        ([0, 8], "nobody", 3, (0, 1), ()),
        ([9, 9], "nobody", 3, (0, 1), (1,)),
    ):
        with book.case(f"from {scores}: {alone} alone, makers take {taken}", "rules.md 1.1") as table:
            tricks = "1" * taken + "2" * (5 - taken)
            played(table, "classic", 0, _CALLS[alone], tricks, scores=scores)
            table.scored(*changes).won(*winners)
            if winners:
                table.is_at("GAME_OVER").refuse("0 pass", "GAME_OVER").refuse("1 deal", "GAME_OVER")
                table.view(audience="TABLE")
    for options, scores, games, carry in (
        ({"laps": True}, [5, 9], 1, [0, 3]),
        ({"slam": True}, [0, 9], 2, [0, 0]),
        ({"slam": True}, [1, 9], 1, [0, 0]),
        ({"laps": True, "slam": True}, [0, 9], 2, [0, 3]),
    ):
        with book.case(f"{' and '.join(options)} from {scores}", "rules.md 4.4") as table:
            played(table, "classic", 0, _CALLS["maker"], "11111", scores=scores, **options).won(1)
            won = table.told("gameWon")[0]
            assert (won["games"], won["carry"]) == (games, carry)
    with book.case("target = 11: ten points do not win", "rules.md 5") as table:
        played(table, "classic", 0, _CALLS["nobody"], "11111", scores=[0, 8], target=11).won()
    with book.case("num_deals = 1 with a better side", "rules.md 5") as table:
        played(table, "classic", 0, _CALLS["nobody"], "11122", num_deals=1).won(1)
    with book.case("num_deals = 1, level: several win", "rules.md 5") as table:
        table.create(dealer=0, num_deals=1).deal(upcard="9h")
        table.act(*2 * ["1 pass", "2 pass", "3 pass", "0 pass"]).voided("ALL_PASSED").won(0, 1)
    with book.case("slam, when nobody loses", "rules.md 4.4, 5") as table:
        table.create(dealer=0, num_deals=1, slam=True).deal(upcard="9h")
        table.act(*2 * ["1 pass", "2 pass", "3 pass", "0 pass"]).won(0, 1)
        assert table.told("gameWon")[0]["games"] == 1
    with book.case("four_trick_tokens: the fourth token is a point", "rules.md 5") as table:
        rules = rules_of("classic", four_trick_tokens=True)
        line = won_by(rules, 0, _CALLS["nobody"], "11112")
        hands: list[Line] = []
        for _ in range(4):
            hands.append(line)
            # The deal comes back to seat 0 after three hands that nobody calls.
            for dealer in (1, 2, 3):
                order = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
                hands.append(Line(line.deck, 2 * [f"{seat} pass" for seat in order]))
        table.replay("classic", hands[:-3], dealer=0, four_trick_tokens=True, scores=[0, 2])
        table.scored(0, 2).won().view(audience="PUBLIC")
    with book.case("with claims the game is decided at the next deal", "rules.md 2, 5") as table:
        claims: dict[str, Any] = {"renege": "ALLOW_CLAIM", "allow_alone": False}
        played(table, "classic", 0, ("1 order", "0 discard"), "11111", scores=[0, 9], **claims)
        table.won().is_at("DEAL", 1).deal().won(1).is_at("GAME_OVER")


def _ghost(book: Book) -> None:
    for scores, tricks, winners in (
        ([29, 30, 20], (3, 2, 1), ()),
        ([31, 30, 10], (2, 4, 0), (1,)),
        ([31, 30, 10], (3, 3, 0), (0,)),
        ([20, 31, 20], (3, 3, 0), (1,)),
        ([31, 20, 20], (1, 3, 2), (0,)),
    ):
        with book.case(f"ghost: from {scores}, tricks {tricks}", "rules.md 2") as table:
            calls = _GHOST_0_BIDS_3 if tricks[0] > 2 else _GHOST_1_BIDS_3
            played(table, "ghost_hand", 2, calls, in_turn(*tricks), scores=scores).won(*winners)
    with book.case("ghost: simultaneous = MAKER_FIRST", "rules.md 2") as table:
        options = {"simultaneous": "MAKER_FIRST", "scores": [31, 29, 10]}
        played(table, "ghost_hand", 2, _GHOST_1_BIDS_3, in_turn(3, 3, 0), **options).won(1)
    with book.case("ghost: simultaneous = TRICK_ORDER", "rules.md 2") as table:
        options = {"simultaneous": "TRICK_ORDER", "scores": [31, 30, 10]}
        played(table, "ghost_hand", 2, _GHOST_1_BIDS_3, "110011", **options).won(1)
    for tricks, winners in (((2, 4, 0), (1,)), ((4, 2, 0), (0,))):
        with book.case(f"ghost: out_rule = CONTRACT_ONLY, tricks {tricks}", "rules.md 2, 4.5") as table:
            options = {"out_rule": "CONTRACT_ONLY", "scores": [31, 29, 10]}
            played(table, "ghost_hand", 2, _GHOST_1_BIDS_3, in_turn(*tricks), **options).won(*winners)

    with book.case("ghost: only a winner's points carry into the next game", "rules.md 4.4") as table:
        laps: dict[str, Any] = {"out_rule": "CONTRACT_ONLY", "laps": True, "scores": [31, 29, 10]}
        played(table, "ghost_hand", 2, _GHOST_1_BIDS_3, in_turn(2, 4, 0), **laps).won(1)
        assert table.told("gameWon")[0]["carry"] == [0, 1, 0]


def _buck(book: Book) -> None:
    with book.case("buck: a sweep wins at once", "rules.md 3.4") as table:
        calls = ("0 pass", "1 pass", "2 order", "3 discard", "0 stay", "1 fold", "3 stay")
        played(table, "buck", 3, calls, "22222", upcard="9d").scored(5, 0, -5, 5).won(2)
    with book.case("buck: sweep_wins_game off", "rules.md 3.6") as table:
        calls = ("0 pass", "1 pass", "2 order", "3 discard", "0 stay", "1 fold", "3 stay")
        played(table, "buck", 3, calls, "22222", upcard="9d", sweep_wins_game=False).won()
    for scores, winners in (
        ([2, 3, 20, 20], ()),
        ([1, 3, 20, 20], (0,)),
        ([3, 3, 20, 20], (1,)),
        ([20, 20, 20, 20], ()),
    ):
        with book.case(f"buck: from {scores}, tricks 2 and 3", "rules.md 3.5") as table:
            played(table, "buck", 3, _BUCK_1_MAKES, in_turn(2, 3), upcard="Kd", scores=scores).won(*winners)
    with book.case("buck: simultaneous = MAKER_FIRST", "rules.md 3.5") as table:
        options = {"simultaneous": "MAKER_FIRST", "scores": [1, 3, 20, 20]}
        played(table, "buck", 3, _BUCK_1_MAKES, in_turn(2, 3), upcard="Kd", **options).won(1)
    with book.case("buck: start_score = 15", "rules.md 3.6") as table:
        table.create("buck", dealer=3, start_score=15)
        table.view(audience="PUBLIC")


def _others(book: Book) -> None:
    calls = ("1 pass", "2 pass", "0 order", "0 discard")
    for scores, winners in (([9, 9, 9], ()), ([9, 9, 8], (1,))):
        with book.case(f"three-handed: maker 0 set from {scores}", "rules.md 4.3") as table:
            played(table, "three_handed", 0, calls, in_turn(2, 2, 1), scores=scores).won(*winners)
    bid = ("0 bid 3", "1 pass", "2 pass", "3 pass", "0 name h")
    for scores, tricks, winners in (
        ([29, 31], "000111", (0,)),
        ([20, 31], "000111", ()),
        ([20, 29], "001111", (1,)),
    ):
        with book.case(f"bid_partners: from {scores}, tricks to {tricks}", "rules.md 4.5") as table:
            played(table, "bid_partners", 3, bid, tricks, scores=scores).won(*winners)
