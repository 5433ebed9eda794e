"""Playing alone: prompts, who sits out, who leads (`rules.md` 1.4, 1.5)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from tests.conformance.script import Book, Script

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]

_ANSWERS = ("PPPP", "PA", "PPPA", "APA", "A", "PPA", "AA", "PAA")
"""Who of those asked says alone (A); who is asked after that plays with his partner."""


def tell(book: Book) -> None:
    """Tell the cases."""
    for maker in range(4):
        for answers in _ANSWERS if maker in (0, 1) else _ANSWERS[-4:]:
            _asked(book, maker, answers)
    _lead(book)
    _options(book)


def _made_by(table: Script, maker: int, **options: Any) -> Script:
    """Seat 0 deals, and this seat makes hearts; the dealer's exchange is over."""
    table.create(dealer=0, **options).deal(_HANDS, upcard="9h")
    order = [1, 2, 3, 0]
    table.act(*(f"{seat} pass" for seat in order[: order.index(maker)]), f"{maker} order")
    if table.phase == "EXCHANGE":
        table.act("0 discard 9c")
    return table


def _asked(book: Book, maker: int, answers: str) -> None:
    """The order in which seats are asked, as `rules.md` 1.4 has it, and who then leads (1.5)."""
    partner = (maker + 2) % 4
    defenders = [seat for seat in (1, 2, 3, 0) if seat not in (maker, partner)]
    words = {"A": "alone", "P": "partner"}
    told = " ".join(words[answer] for answer in answers)
    with book.case(f"seat {maker} made trump: {told}", "rules.md 1.4, 1.5") as table:
        _made_by(table, maker)
        lone_maker, lone_defender = None, None
        queue = [maker, partner, *defenders]
        for answer in answers:
            seat = queue.pop(0)
            table.is_at("ALONE", seat)
            table.act(f"{seat} {words[answer]}")
            if answer == "A" and seat in (maker, partner):
                lone_maker, queue = seat, [other for other in queue if other in defenders]
            elif answer == "A":
                lone_defender, queue = seat, []
        for seat in queue:
            table.is_at("ALONE", seat).act(f"{seat} partner")
        lone = [seat for seat in (lone_maker, lone_defender) if seat is not None]
        out = {(seat + 2) % 4 for seat in lone}
        leader = 1
        if len(lone) == 2:
            leader = lone[1]
        elif lone:
            leader = next(seat % 4 for seat in range(lone[0] + 1, lone[0] + 5) if seat % 4 not in out)
        table.is_at("PLAY", leader).legal()


def _lead(book: Book) -> None:
    for maker, leader in ((1, 1), (2, 1), (3, 2), (0, 1)):
        with book.case(f"loner_lead = LEFT_OF_DEALER: seat {maker} alone", "rules.md 1.5") as table:
            _made_by(table, maker, loner_lead="LEFT_OF_DEALER", lone_defender="NEVER")
            table.act(f"{maker} alone").is_at("PLAY", leader)
    with book.case("loner_lead = LEFT_OF_DEALER: both sides alone", "rules.md 1.5") as table:
        _made_by(table, 3, loner_lead="LEFT_OF_DEALER").act("3 alone", "2 alone").is_at("PLAY", 2)
    with book.case("a trick of a lone hand has three cards", "rules.md 0.3, 1.4") as table:
        _made_by(table, 3).act("3 alone", "2 partner", "0 partner")
        table.play("0:Kc 2:As").refuse("1 play Tc", "NOT_YOUR_TURN").play("3:Ac")
        assert table.told("trickWon")[0]["seat"] == 3
    with book.case("a trick with both sides alone has two cards", "rules.md 0.3, 1.4") as table:
        _made_by(table, 3).act("3 alone", "2 alone").play("2:As 3:Ah")
        assert table.told("trickWon")[0]["seat"] == 3


def _options(book: Book) -> None:
    with book.case("lone_defender = VS_LONE_MAKER: nobody alone, no defender asked", "rules.md 1.4") as table:
        _made_by(table, 1, lone_defender="VS_LONE_MAKER").act("1 partner", "3 partner").is_at("PLAY", 1)
    with book.case("lone_defender = VS_LONE_MAKER: against a lone maker", "rules.md 1.4") as table:
        _made_by(table, 1, lone_defender="VS_LONE_MAKER").act("1 alone").is_at("ALONE", 2)
        table.act("2 partner", "0 alone").is_at("PLAY", 0)
    with book.case("lone_defender = NEVER", "rules.md 1.4") as table:
        _made_by(table, 1, lone_defender="NEVER").act("1 alone").is_at("PLAY", 2)
    with book.case("lone_maker_side = MAKER_ONLY: the partner is not asked", "rules.md 1.4") as table:
        _made_by(table, 1, lone_maker_side="MAKER_ONLY").act("1 partner").is_at("ALONE", 2)
    with book.case("allow_alone off: nobody is asked", "rules.md 5") as table:
        _made_by(table, 1, allow_alone=False).is_at("PLAY", 1).refuse("1 alone", "WRONG_PHASE", phase="PLAY")
    with book.case("alone_timing = BEFORE_EXCHANGE: asked before the dealer takes", "rules.md 1.4") as table:
        _made_by(table, 1, alone_timing="BEFORE_EXCHANGE").is_at("ALONE", 1)
        table.act("1 alone", "2 partner", "0 partner").is_at("EXCHANGE", 0).act("0 decline").is_at("PLAY", 2)
    with book.case(
        "alone_timing = BEFORE_EXCHANGE: a dealer who sits out is not asked", "rules.md 1.4"
    ) as table:
        _made_by(table, 2, alone_timing="BEFORE_EXCHANGE").act("2 alone")
        table.act("1 partner", "3 partner").is_at("PLAY", 3)
    with book.case("alone_timing = WITH_CALL: ordered alone", "rules.md 1.4") as table:
        table.create(dealer=0, alone_timing="WITH_CALL").deal(_HANDS, upcard="9h").act("1 order alone")
        table.act("0 discard 9c").is_at("ALONE", 2).act("2 partner", "0 partner").is_at("PLAY", 2)
    with book.case("alone_timing = WITH_CALL: ordered with the partner", "rules.md 1.4") as table:
        table.create(dealer=0, alone_timing="WITH_CALL").deal(_HANDS, upcard="9h").act("1 order")
        table.act("0 discard 9c").is_at("ALONE", 3).act("3 alone").is_at("ALONE", 2)
    with book.case("egn: the call carries alone, nobody else is asked", "rules.md 5") as table:
        table.create("egn", dealer=0).deal(_HANDS, upcard="9h").act("1 order alone", "0 discard 9c")
        table.is_at("PLAY", 1)
    with book.case("openspiel: the maker is asked after the exchange", "rules.md 5") as table:
        table.create("openspiel", dealer=0).deal(_HANDS, upcard="9h").act("1 order", "0 discard 9c")
        table.is_at("ALONE", 1).act("1 alone").is_at("PLAY", 1)
    with book.case("canadian: the dealer's partner is alone with the order", "rules.md 1.4, 5") as table:
        table.create(dealer=0, canadian=True).deal(_HANDS, upcard="9h").act("1 pass", "2 order alone")
        table.is_at("ALONE", 1).act("1 partner", "3 partner").is_at("PLAY", 3)
    with book.case("the other seats wait for the answer", "rules.md 1.4") as table:
        _made_by(table, 1)
        for one, other in pairwise((0, 2, 3)):
            table.refuse(f"{one} alone", "NOT_YOUR_TURN", actor="1").refuse(f"{other} play Kh", "WRONG_PHASE")
