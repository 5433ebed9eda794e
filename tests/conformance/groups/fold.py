"""Buck: folding, the forced club, an uncontested hand (`rules.md` 3.1 to 3.4)."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.conformance.script import Book, Script


def tell(book: Book) -> None:
    """Tell the cases."""
    _answers(book)
    _who(book)
    _uncontested(book)
    _hidden(book)


def _made(table: Script, **options: Any) -> Script:
    """Seat 3 deals, seat 1 makes diamonds; the others are to say whether they fold."""
    table.create("buck", dealer=3, **options).deal({3: "9c Tc Qh Ks As"}, upcard="Kd")
    return table.act("0 pass", "1 order", "3 discard 9c").is_at("FOLD", 0)


def _answers(book: Book) -> None:
    for answers in product(("stay", "fold"), repeat=3):
        if answers == ("fold",) * 3:
            continue
        with book.case(f"seats 0, 2 and 3: {', '.join(answers)}", "rules.md 3.2") as table:
            _made(table).legal("fold", "stay")
            folded = []
            for seat, answer in zip((0, 2, 3), answers, strict=True):
                table.is_at("FOLD", seat).act(f"{seat} {answer}")
                folded += [seat] if answer == "fold" else []
            leader = next(seat for seat in range(4) if seat not in folded)
            table.is_at("PLAY", leader)
            for seat in folded:
                table.view(seat)
                table.refuse(f"{seat} fold", "MAY_NOT_FOLD")


def _who(book: Book) -> None:
    with book.case("the maker may not fold", "rules.md 3.2") as table:
        _made(table).refuse("1 fold", "MAY_NOT_FOLD").refuse("2 fold", "NOT_YOUR_TURN", actor="0")
        table.refuse("1 stay", "NOT_YOUR_TURN")
    with book.case("nobody folds when a club is turned up", "rules.md 3.1") as table:
        table.create("buck", dealer=3).deal(upcard="Qc").is_at("PLAY", 0).refuse("0 fold", "MAY_NOT_FOLD")
        assert "maker" not in table.told("trumpFixed")[0]
    with book.case("there is nothing to fold before trump is fixed", "rules.md 3.2") as table:
        table.create("buck", dealer=3).deal(upcard="Qd").refuse("0 fold", "WRONG_PHASE", phase="CALL_ROUND_1")
    with book.case("classic has no folds", "rules.md 3.2") as table:
        table.create(dealer=0).deal(upcard="Qd").refuse("1 fold", "WRONG_PHASE")
    passes = 2 * [f"{seat} pass" for seat in range(4)]
    with book.case("all passed: every seat is asked, and all may fold", "rules.md 3.2") as table:
        table.create("buck", dealer=3).deal(upcard="Qd").act(*passes).is_at("FOLD", 0)
        table.act("0 fold", "1 fold", "2 fold", "3 fold").voided("ALL_FOLDED").is_at("DEAL", 0)
    with book.case("fold_in_all_pass off", "rules.md 3.6") as table:
        table.create("buck", dealer=3, fold_in_all_pass=False).deal(upcard="Qd").act(*passes)
        table.is_at("PLAY", 0)
    with book.case("fold = OFF", "rules.md 6a") as table:
        table.create("buck", dealer=3, fold="OFF").deal({3: "9c Tc Qh Ks As"}, upcard="Kd")
        table.act("0 pass", "1 order", "3 discard 9c").is_at("PLAY", 0)


def _uncontested(book: Book) -> None:
    folds = ("0 fold", "2 fold", "3 fold")
    with book.case("all others fold: the maker is credited all tricks, unplayed", "rules.md 3.4") as table:
        _made(table).act(*folds).scored(0, -5, 0, 0).won().is_at("DEAL", 0)
    with book.case("uncontested = CREDIT_REQUIRED", "rules.md 3.4") as table:
        _made(table, uncontested="CREDIT_REQUIRED").act(*folds).scored(0, -3, 0, 0)
    with book.case("uncontested = VOID", "rules.md 3.4") as table:
        _made(table, uncontested="VOID").act(*folds).voided("UNCONTESTED").is_at("DEAL", 0)
    with book.case("uncontested = PLAY_OUT", "rules.md 3.4") as table:
        _made(table, uncontested="PLAY_OUT").act(*folds).is_at("PLAY", 1).legal()
        for _ in range(5):
            table.legal()
            table.act(f"1 {table.answers[-1]['actions'][0]['text']}")
        table.scored(0, -5, 0, 0).won()
    with book.case("sweep_needs_opponent off: the uncontested seat wins the game", "rules.md 3.4") as table:
        _made(table, sweep_needs_opponent=False).act(*folds).won(1)
    with book.case("a credited hand can win the game", "rules.md 3.4") as table:
        _made(table, scores=[20, 5, 20, 20]).act(*folds).scored(0, -5, 0, 0).won(1)
    with book.case("fold_penalty", "rules.md 3.6") as table:
        _made(table, fold_penalty=1).act(*folds).scored(1, -5, 1, 1)


def _hidden(book: Book) -> None:
    with book.case("fold_answers = HIDDEN: shown when the last is in", "rules.md 3.2") as table:
        _made(table, fold_answers="HIDDEN").act("0 fold", "2 stay")
        for seat in range(4):
            table.view(seat)
        table.view(audience="PUBLIC")
        table.act("3 fold").is_at("PLAY", 1)
        assert [out["seat"] for out in table.told("seatOut")] == [0, 3]
        table.view(2)
