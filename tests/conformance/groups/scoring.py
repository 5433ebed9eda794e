"""What a hand scores (`rules.md` 1.6, 2, 3.3, 4.2 to 4.5, 5)."""

from __future__ import annotations

from typing import Any

from tests.conformance.deals import rules_of, won_by
from tests.conformance.script import Book, Script
from tests.rules.tables import in_turn

_CALLS = {
    "nobody": ("1 order", "0 discard", "1 partner", "3 partner", "2 partner", "0 partner"),
    "maker": ("1 order", "0 discard", "1 alone", "2 partner", "0 partner"),
    "partner": ("1 order", "0 discard", "1 partner", "3 alone", "2 partner", "0 partner"),
    "defender": ("1 order", "0 discard", "1 partner", "3 partner", "2 alone"),
    "both": ("1 order", "0 discard", "1 alone", "2 alone"),
}
"""Seat 0 deals and seat 1 makes trump; who plays alone."""
_POINTS = {
    "nobody": ["2 0", "2 0", "2 0", "0 1", "0 1", "0 2"],
    "maker": ["2 0", "2 0", "2 0", "0 1", "0 1", "0 4"],
    "partner": ["2 0", "2 0", "2 0", "0 1", "0 1", "0 4"],
    "defender": ["4 0", "2 0", "2 0", "0 1", "0 1", "0 2"],
    "both": ["4 0", "2 0", "2 0", "0 1", "0 1", "0 4"],
}
"""Points of the sides for 0 to 5 tricks of the makers (`rules.md` 1.6)."""


def tell(book: Book) -> None:
    """Tell the cases."""
    for alone, calls in _CALLS.items():
        for taken in range(6):
            with book.case(f"{alone} alone, makers take {taken}", "rules.md 1.6") as table:
                _classic(table, calls, taken).scored(*map(int, _POINTS[alone][taken].split()))
    _options(book)
    _ghost(book)
    _buck(book)
    _fewer_players(book)
    _bid_partners(book)
    _like_classic(book)
    _reneges(book)


def played(
    table: Script, base: str, dealer: int, calls: tuple[str, ...], winners: str, **more: Any
) -> Script:
    """A hand from deal to end in which these seats win the tricks."""
    upcard = more.pop("upcard", "")
    options = {name: value for name, value in more.items() if name != "scores"}
    line = won_by(rules_of(base, **options), dealer, calls, winners, upcard=upcard)
    return table.replay(base, [line], dealer=dealer, **more)


def _classic(table: Script, calls: tuple[str, ...], makers: int, **options: Any) -> Script:
    """Seat 1 or 3 takes the makers' tricks, whoever of them is in; then seat 2 or 0 the rest."""
    maker = 3 if calls == _CALLS["partner"] else 1
    winners = str(maker) * makers + "2" * (5 - makers)
    return played(table, "classic", 0, calls, winners, **options)


def _options(book: Book) -> None:
    for name, alone, taken, options, points in (
        ("super_euchre = 4, no trick", "nobody", 0, {"super_euchre": 4}, (4, 0)),
        ("super_euchre = 4, one trick", "nobody", 1, {"super_euchre": 4}, (2, 0)),
        ("loner_set_score = 4", "maker", 2, {"loner_set_score": 4}, (4, 0)),
        ("loner_march_score = 5", "maker", 5, {"loner_march_score": 5}, (0, 5)),
        ("lone_defender_score = FLAT4", "defender", 2, {"lone_defender_score": "FLAT4"}, (4, 0)),
        ("lone_defender_score = FLAT4, both alone", "both", 1, {"lone_defender_score": "FLAT4"}, (4, 0)),
        ("a set is worth the most it can be", "both", 0, {"loner_set_score": 3, "super_euchre": 3}, (4, 0)),
        ("alone_take5, four tricks", "maker", 4, {"alone_take5": True}, (2, 0)),
        ("alone_take5, not alone", "nobody", 4, {"alone_take5": True}, (0, 1)),
        ("take4for1, three tricks", "nobody", 3, {"take4for1": True}, (0, 0)),
        ("take4for1, four tricks", "nobody", 4, {"take4for1": True}, (0, 1)),
        ("make, march and set by other numbers", "nobody", 5, {"march_score": 3}, (0, 3)),
        ("set_score = 3", "nobody", 2, {"set_score": 3}, (3, 0)),
        ("make_score = 2", "nobody", 3, {"make_score": 2}, (0, 2)),
        ("maker_need = 4, three tricks", "nobody", 3, {"maker_need": 4}, (2, 0)),
        ("four_trick_tokens, a token", "nobody", 4, {"four_trick_tokens": True}, (0, 1)),
        ("four_trick_tokens, not alone only", "maker", 4, {"four_trick_tokens": True}, (0, 1)),
    ):
        with book.case(name, "rules.md 1.6, 5") as table:
            _classic(table, _CALLS[alone], taken, **options).scored(*points)
            table.view(audience="PUBLIC")
    for name, winners, points in (
        ("fast_break: defenders win tricks 1 and 2 only", "22111", (0, 0)),
        ("fast_break: makers win 1, 3 and 4", "12112", (0, 1)),
    ):
        with book.case(name, "rules.md 5") as table:
            played(table, "classic", 0, _CALLS["nobody"], winners, fast_break=True).scored(*points)


def _ghost(book: Book) -> None:
    for bid, winners, points, options in (
        ("1 bid 4", (1, 4, 1), (1, 4, 1), {}),
        ("1 bid 4", (2, 3, 1), (2, -4, 1), {}),
        ("1 bid 3", (1, 5, 0), (1, 5, 0), {}),
        ("0 moon", (6, 0, 0), (24, 0, 0), {}),
        ("0 moon", (5, 1, 0), (-6, 1, 0), {}),
        ("0 moon", (5, 1, 0), (-24, 1, 0), {"moon_set": 24}),
        ("2 bid 3", (1, 0, 5), (1, 0, 5), {}),
    ):
        name = f"ghost: {bid}, tricks {winners}{' with ' + str(options) if options else ''}"
        with book.case(name, "rules.md 2") as table:
            bidder = bid[0]
            calls = (
                *(bid if str(seat) == bidder else f"{seat} pass" for seat in range(3)),
                f"{bidder} name s",
            )
            played(table, "ghost_hand", 2, calls, in_turn(*winners), **options).scored(*points)


def _buck(book: Book) -> None:
    forced: tuple[str, ...] = ()
    made = ("0 pass", "1 order", "3 discard", "0 stay", "2 fold", "3 stay")
    with book.case("buck: a forced club, nobody needs three", "rules.md 3.3") as table:
        played(table, "buck", 3, forced, in_turn(2, 3), upcard="Qc").scored(-2, -3, 5, 5)
    for winners, options, points in (
        (in_turn(1, 3, 0, 1), {}, (-1, -3, 0, -1)),
        (in_turn(0, 2, 0, 3), {}, (5, 5, 0, -3)),
        (in_turn(0, 2, 0, 3), {"set_maker_keeps_tricks": True}, (5, 3, 0, -3)),
        (in_turn(0, 2, 0, 3), {"set_penalty": 7, "zero_penalty": 3}, (3, 7, 0, -3)),
        (in_turn(2, 0, 0, 3), {}, (-2, 5, 0, -3)),
    ):
        name = (
            f"buck: maker 1, seat 2 folded, tricks to {winners}{' with ' + str(options) if options else ''}"
        )
        with book.case(name, "rules.md 3.3") as table:
            played(table, "buck", 3, made, winners, upcard="Kd", **options).scored(*points)
    calls = ("0 order", "3 discard", "1 stay", "2 stay", "3 stay")
    with book.case("buck: other_need = 2", "rules.md 3.3") as table:
        played(table, "buck", 3, calls, in_turn(3, 1, 1), upcard="Kd", other_need=2).scored(-3, 5, 5, 5)
    passed = (*2 * [f"{seat} pass" for seat in range(4)], *(f"{seat} stay" for seat in range(4)))
    with book.case("buck: no trump, no maker", "rules.md 3.3") as table:
        played(table, "buck", 3, passed, in_turn(2, 3), upcard="Kd").scored(-2, -3, 5, 5)
    with book.case("buck: the dealer takes the club and needs two", "rules.md 3.6") as table:
        options = {"club_dealer_takes": True, "club_dealer_need": 2}
        played(table, "buck", 3, ("3 discard",), in_turn(2, 1, 1, 1), upcard="Qc", **options)
        table.scored(-2, -1, -1, 5)


def _fewer_players(book: Book) -> None:
    for winners, points in (((2, 2, 1), (0, 2, 2)), ((3, 2, 0), (1, 0, 0)), ((5, 0, 0), (3, 0, 0))):
        with book.case(f"three-handed: maker 0, tricks {winners}", "rules.md 4.3") as table:
            calls = ("1 pass", "2 pass", "0 order", "0 discard")
            played(table, "three_handed", 0, calls, in_turn(*winners)).scored(*points)
    for answer, points in ((("0 pass",), (4, 0, 0)), (("0 take dummy", *5 * ("0 lay",)), (3, 0, 0))):
        with book.case(f"three-handed with a dummy: {answer[0]}, then a march", "rules.md 4.3") as table:
            calls = ("1 pass", "2 pass", "0 order", "0 discard", *answer)
            played(table, "three_handed_dummy", 0, calls, "00000").scored(*points)
    for tricks, pair in (((2, 3), (0, 1)), ((3, 2), (2, 0)), ((0, 5), (0, 2))):
        with book.case(f"two-handed: maker 1, tricks {tricks}", "rules.md 4.2") as table:
            played(table, "two_handed", 0, ("1 order", "0 discard"), in_turn(*tricks)).scored(*pair)


def _bid_partners(book: Book) -> None:
    for bid, winners, points in (
        ("bid 4", "000111", (-4, 3)),
        ("bid 4", "000001", (5, 1)),
        ("moon", "000000", (24, 0)),
        ("moon", "000001", (-6, 1)),
        ("shooter", "000000", (12, 0)),
        ("shooter", "000001", (-6, 1)),
    ):
        with book.case(f"bid_partners: {bid}, tricks to {winners}", "rules.md 4.5") as table:
            best = ("0 lay", "2 give") if bid == "shooter" else ()
            calls = (f"0 {bid}", "1 pass", "2 pass", "3 pass", "0 name h", *best)
            played(table, "bid_partners", 3, calls, winners).scored(*points)


def _like_classic(book: Book) -> None:
    for base in ("egn", "openspiel", "turn_up", "classic_32", "british", "railroad"):
        calls = {
            "egn": ("1 order", "0 discard"),
            "openspiel": ("1 order", "0 discard", "1 partner"),
            "railroad": ("1 order", "0 discard", "1 partner"),
        }.get(base, _CALLS["nobody"])
        with book.case(f"{base}: makers take two tricks", "rules.md 1.6") as table:
            played(table, base, 0, calls, "11222", upcard="9h").scored(2, 0)


def _reneges(book: Book) -> None:
    hands = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
    for base, points in (("classic", (2, 0)), ("openspiel", (2, 0))):
        with book.case(f"{base}: a renege that a later card proves", "rules.md 2, 5") as table:
            table.create(base, dealer=0, renege="ALLOW_CLAIM", allow_alone=False)
            table.deal(hands, upcard="9h").act("1 order", "0 discard 9c").play("1:Qd 2:Td")
            table.legal("play Jh", "play Ah", "play Ac", "play Kd", "play 9d")
            assert [legal["renege"] for legal in table.answers[-1]["actions"]].count(True) == 3
            table.act("3 play Ac").refuse("0 claim 3", "RENEGE_NOT_PROVED", offender="3")
            table.act("0 play Ad").play("0:Kc 1:Tc 2:Ks 3:Kd")
            table.refuse("1 claim 3", "RENEGE_OWN_SIDE").refuse("0 claim 2", "RENEGE_OWN_SIDE")
            table.act("0 claim 3")
            (proved,) = table.told("renegeProved")
            assert tuple(side["change"] for side in proved["sides"]) == points
            table.refuse("2 claim 3", "RENEGE_NOT_PROVED")
    with book.case("a renege is refused unless it may be called", "rules.md 2") as table:
        table.create(dealer=0, allow_alone=False).deal(hands, upcard="9h").act("1 order", "0 discard 9c")
        table.refuse("0 claim 3", "WRONG_PHASE", phase="PLAY").play("1:Qd 2:Td")
        table.refuse("3 play Ac", "MUST_FOLLOW_SUIT", card="Ac", led="d")
    with book.case("ghost: a proved renege costs the offender two", "rules.md 2") as table:
        held = ["9c Tc Kc Qd 9d Th", "9s Ts Qh 9h Td Qc", "Qs Jc Kh Jh Ad Kd"]
        table.create("ghost_hand", dealer=2, renege="ALLOW_CLAIM").deal(held)
        table.act("0 bid 3", "1 pass", "2 pass", "0 name s").play("0:Qd 1:9h 2:Kd 2:Kh 0:Th 1:Td")
        table.act("0 claim 1")
        (proved,) = table.told("renegeProved")
        assert [side["change"] for side in proved["sides"]] == [0, -2, 0]
    with book.case("a renege in a lone hand counts double", "rules.md 2, 5") as table:
        table.create(dealer=0, renege="ALLOW_CLAIM").deal(hands, upcard="9h")
        table.act("1 order", "0 discard 9c", "1 alone", "2 partner", "0 partner")
        table.play("2:Td 0:Kc 1:Qd 1:Tc 2:Ks 0:Ad").act("1 claim 0")
        (proved,) = table.told("renegeProved")
        assert [side["change"] for side in proved["sides"]] == [0, 4]
    with book.case("a renege may be called after the last card, until the deal", "rules.md 2") as table:
        table.create(dealer=0, renege="ALLOW_CLAIM", allow_alone=False).deal(hands, upcard="9h")
        table.act("1 order", "0 discard 9c").play("1:Qd 2:Td 3:Ac 0:Ad 0:Kc 1:Tc 2:Ks 3:Kd")
        while table.phase == "PLAY":
            table.legal()
            table.act(f"{table.actor} {table.answers[-1]['actions'][0]['text']}")
        table.is_at("DEAL").act("2 claim 3")
