"""The dealer's exchange, and the exchanges of house rules (`rules.md` 1.2, 3.2, 4.3, 4.4, 5)."""

from __future__ import annotations

from typing import Any

from tests.conformance.script import Book, Script

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_LOW = {1: "9h Th 9s As Js", 2: "9c Tc Ts Ad Ac"}


def tell(book: Book) -> None:
    """Tell the cases."""
    _dealer(book)
    _partners_best(book)
    _dummy(book)
    _low_cards(book)


def _discards(held: str) -> list[str]:
    return [f"discard {card}" for card in held.split()]


def _dealer(book: Book) -> None:
    for card in _HANDS[0].split():
        with book.case(
            f"ordered by another: the dealer takes the up-card for {card}", "rules.md 1.2"
        ) as table:
            table.create(dealer=0).deal(_HANDS, upcard="9h").act("1 pass", "2 pass", "3 order")
            table.legal("decline", *_discards(_HANDS[0])).act(f"0 discard {card}").is_at("ALONE", 3)
    with book.case("ordered by another: the dealer leaves the up-card", "rules.md 1.2") as table:
        table.create(dealer=0).deal(_HANDS, upcard="9h").act("1 order")
        table.refuse("0 discard 9h", "UPCARD_NOT_DISCARDABLE", card="9h")
        table.refuse("0 discard Ah", "CARD_NOT_HELD", card="Ah").refuse("1 decline", "NOT_YOUR_TURN")
        table.act("0 decline").is_at("ALONE", 1)
        table.view(1)
    with book.case("a dealer who accepted must take the up-card", "rules.md 1.2") as table:
        table.create(dealer=0).deal(_HANDS, upcard="9h").act("1 pass", "2 pass", "3 pass", "0 order")
        table.legal(*_discards(_HANDS[0])).refuse("0 decline", "UPCARD_MUST_BE_TAKEN").act("0 discard Ts")
    with book.case("dealer_pickup = MANDATORY", "rules.md 1.2") as table:
        table.create(dealer=0, dealer_pickup="MANDATORY").deal(_HANDS, upcard="9h").act("1 order")
        table.legal(*_discards(_HANDS[0])).refuse("0 decline", "UPCARD_MUST_BE_TAKEN").act("0 discard 9s")
    with book.case("discard_may_be_upcard", "rules.md 1.2") as table:
        table.create(dealer=0, dealer_pickup="MANDATORY", discard_may_be_upcard=True)
        table.deal(_HANDS, upcard="9h").act("1 order").legal(*_discards(f"{_HANDS[0]} 9h"))
        table.act("0 discard 9h").is_at("ALONE", 1)
    with book.case("no exchange in the second round", "rules.md 1.3") as table:
        table.create(dealer=0).deal(_HANDS, upcard="9h").act("1 pass", "2 pass", "3 pass", "0 pass")
        table.act("1 name s").is_at("ALONE", 1).refuse("0 discard 9c", "WRONG_PHASE", phase="ALONE")
    with book.case("buck: the dealer must take the up-card", "rules.md 3.2") as table:
        table.create("buck", dealer=0).deal(_HANDS, upcard="9h").act("1 order")
        table.legal(*_discards(_HANDS[0])).refuse("0 decline", "UPCARD_MUST_BE_TAKEN")
        table.act("0 discard 9c").is_at("FOLD", 2)
    with book.case("buck: club_dealer_takes", "rules.md 3.6") as table:
        table.create("buck", dealer=0, club_dealer_takes=True, club_dealer_need=2)
        table.deal({0: "9d Kd Ad Ts 9s"}, upcard="9c").is_at("EXCHANGE", 0)
        table.refuse("0 decline", "UPCARD_MUST_BE_TAKEN").act("0 discard 9d").is_at("PLAY", 1)
    with book.case("two players: the dealer may leave the up-card", "rules.md 4.2") as table:
        table.create("two_handed", dealer=0).deal(_HANDS[:2], upcard="9h").act("1 order")
        table.legal("decline", *_discards(_HANDS[0])).act("0 decline").is_at("PLAY", 1)
    with book.case("three players: the dealer must take the up-card", "rules.md 4.3") as table:
        table.create("three_handed", dealer=0).deal(_HANDS[:3], upcard="9h").act("1 order")
        table.legal(*_discards(_HANDS[0])).act("0 discard 9c").is_at("PLAY", 1)


def _lone(table: Script, **options: Any) -> Script:
    """Seat 1 orders and plays alone; seat 2 alone against it."""
    return table.create("railroad", dealer=0, **options).deal(_HANDS, upcard="9h").act("1 order")


def _partners_best(book: Book) -> None:
    with book.case(
        "railroad: both lone players get their partner's best, makers first", "rules.md 4.4"
    ) as table:
        _lone(table).act("0 decline", "1 alone", "2 alone").is_at("BEST_CARD", 1)
        table.legal("lay Tc", "lay Th", "lay Qs", "lay Jc", "lay Qd").refuse("1 give Tc", "WRONG_PHASE")
        table.refuse("1 lay Ah", "CARD_NOT_HELD", card="Ah").act("1 lay Tc").is_at("BEST_CARD", 3)
        table.refuse("3 lay Jh", "WRONG_PHASE").refuse("3 give Tc", "CARD_NOT_HELD").act("3 give Jh")
        table.is_at("BEST_CARD", 2).act("2 lay Td").is_at("BEST_CARD", 0).act("0 give 9s").is_at("PLAY", 2)
    with book.case("best_order = RECEIVE_FIRST", "rules.md 5") as table:
        _lone(table, best_order="RECEIVE_FIRST").act("0 decline", "1 alone", "2 partner", "0 partner")
        table.is_at("BEST_CARD", 3).act("3 give Ah").is_at("BEST_CARD", 1).act("1 lay Ah").is_at("PLAY", 2)
    with book.case("partners_best = MAKER: a lone defender gets nothing", "rules.md 5") as table:
        _lone(table, partners_best="MAKER").act("0 decline", "1 alone", "2 alone", "1 lay Tc", "3 give Ah")
        table.is_at("PLAY", 2)
    with book.case("partners_best = OFF: no exchange", "rules.md 5") as table:
        _lone(table, partners_best="OFF").act("0 decline", "1 alone", "2 partner", "0 partner").is_at(
            "PLAY", 2
        )
    with book.case("nobody alone: no exchange", "rules.md 4.4") as table:
        _lone(table).act("0 decline", "1 partner").is_at("PLAY", 1)


def _dummy(book: Book) -> None:
    hands = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td"]
    with book.case("the maker takes the dummy and lays five cards down", "rules.md 4.3") as table:
        table.create("three_handed_dummy", dealer=0).deal(hands, upcard="9h", ghost="Jh Ah Ac Kd 9d")
        table.act("1 order", "0 discard 9c").is_at("DUMMY", 1).legal("pass", "take dummy")
        table.refuse("1 lay Tc", "WRONG_PHASE", phase="DUMMY").act("1 take dummy")
        table.refuse("1 pass", "EXCHANGE_UNFINISHED", left="5").act("1 lay Tc")
        table.refuse("1 lay Tc", "CARD_NOT_HELD", card="Tc").refuse("1 take dummy", "EXCHANGE_UNFINISHED")
        table.act("1 lay Jc", "1 lay Qd", "1 lay 9d", "1 lay Kd").is_at("PLAY", 1)
        table.legal("play Th", "play Jh", "play Ah", "play Qs", "play Ac")
    with book.case("the maker leaves the dummy", "rules.md 4.3") as table:
        table.create("three_handed_dummy", dealer=0).deal(hands, upcard="9h")
        table.act("1 order", "0 discard 9c", "1 pass").is_at("PLAY", 1)


def _low_cards(book: Book) -> None:
    with book.case("go_under: three low cards for the kitty", "rules.md 5") as table:
        table.create(dealer=0, go_under=True).deal(_LOW, upcard="Qh", kitty="Kh Kd Ks").is_at("FARMERS", 1)
        table.legal("pass", "lay 9h", "lay Th", "lay 9s").refuse("1 lay As", "HAND_NOT_ENTITLED")
        table.refuse("1 lay Kh", "CARD_NOT_HELD").refuse("1 redeal", "HAND_NOT_ENTITLED")
        table.refuse("2 pass", "NOT_YOUR_TURN").act("1 lay 9h")
        table.refuse("1 pass", "EXCHANGE_UNFINISHED", left="2").legal("lay Th", "lay 9s")
        table.act("1 lay 9s", "1 lay Th").is_at("FARMERS", 2).legal("pass")
        table.refuse("2 lay 9c", "HAND_NOT_ENTITLED").act("2 pass", "3 pass", "0 pass")
        table.is_at("CALL_ROUND_1", 1)
        seen = table.view(1)
        assert len(seen["seats"][1]["cards"]) == 5
    with book.case("farmers = EXCHANGE3 is the same", "rules.md 5") as table:
        table.create(dealer=0, farmers="EXCHANGE3").deal(_LOW, upcard="Qh")
        table.act("1 pass", "2 lay 9c", "2 lay Tc", "2 lay Ts", "3 pass", "0 pass").is_at("CALL_ROUND_1", 1)
    for farmers, held, low in (
        ("REDEAL_ALL_LOW", "9h Th 9s Ts 9c", True),
        ("REDEAL_ALL_LOW", "9h Th 9s Ts Jc", False),
        ("REDEAL_NO_ACE_NO_FACE", "9h Th 9s Ts 9c", True),
        ("REDEAL_NO_ACE_NO_FACE", "9h Th 9s Ts Ac", False),
    ):
        with book.case(f"farmers = {farmers}: {held}", "rules.md 5") as table:
            table.create(dealer=0, farmers=farmers).deal({1: held}, upcard="Qh").is_at("FARMERS", 1)
            if low:
                table.legal("pass", "redeal").act("1 redeal").voided("FARMERS_HAND").is_at("DEAL", 0)
            else:
                table.legal("pass").refuse("1 redeal", "HAND_NOT_ENTITLED").act("1 pass")
