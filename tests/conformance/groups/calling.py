"""Two rounds of calling over an up-card (`rules.md` 1.2, 1.3, 1.7, 3.2, 5)."""

from __future__ import annotations

from tests.conformance.script import Book

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_SUITS = {"c": "9c", "d": "9d", "h": "9h", "s": "9s"}


def tell(book: Book) -> None:
    """Tell the cases."""
    _first_round(book)
    _second_round(book)
    _all_pass(book)
    _house_rules(book)
    _joker(book)


def _order(dealer: int, players: int = 4) -> list[int]:
    return [(dealer + step) % players for step in range(1, players + 1)]


def _first_round(book: Book) -> None:
    for dealer in (0, 3):
        for place, speaker in enumerate(_order(dealer)):
            with book.case(f"dealer {dealer}: seat {speaker} orders", "rules.md 1.2") as table:
                table.create(dealer=dealer).deal(upcard="9h")
                table.act(*(f"{seat} pass" for seat in _order(dealer)[:place]))
                table.is_at("CALL_ROUND_1", speaker).legal("pass", "order")
                table.nothing_legal((speaker + 1) % 4)
                table.refuse(f"{(speaker + 1) % 4} order", "NOT_YOUR_TURN", actor=str(speaker))
                table.act(f"{speaker} order").is_at("EXCHANGE", dealer)
                table.refuse(f"{(speaker + 1) % 4} pass", "WRONG_PHASE", phase="EXCHANGE")
    for suit, upcard in _SUITS.items():
        with book.case(f"the up-card {upcard} proposes its suit", "rules.md 1.2") as table:
            table.create(dealer=0).deal(upcard=upcard).act("1 order")
            assert table.told("trumpFixed")[0]["trump"].removeprefix("TRUMP_")[0].lower() == suit


def _second_round(book: Book) -> None:
    for suit, upcard in _SUITS.items():
        names = [f"name {other}" for other in _SUITS if other != suit]
        with book.case(f"{upcard} turned down: its suit is barred", "rules.md 1.3") as table:
            table.create(dealer=0).deal(upcard=upcard).act("1 pass", "2 pass", "3 pass", "0 pass")
            table.is_at("CALL_ROUND_2", 1).legal("pass", *names)
            table.refuse(f"1 name {suit}", "SUIT_TURNED_DOWN", suit=suit).act(f"1 {names[0]}")
    for place, speaker in enumerate(_order(2)):
        with book.case(f"second round: seat {speaker} names spades", "rules.md 1.3") as table:
            table.create(dealer=2).deal(upcard="Qd").act(*(f"{seat} pass" for seat in _order(2)))
            table.act(*(f"{seat} pass" for seat in _order(2)[:place]))
            table.refuse(f"{speaker} order", "WRONG_PHASE", phase="CALL_ROUND_2")
            table.act(f"{speaker} name s").is_at("ALONE", speaker)
    with book.case("no trump is not offered", "rules.md 1.3") as table:
        table.create(dealer=0).deal(upcard="9h").act("1 pass", "2 pass", "3 pass", "0 pass")
        table.refuse("1 name nt", "TRUMP_NOT_OFFERED", trump="nt")
        table.refuse("1 name low", "TRUMP_NOT_OFFERED", trump="low")
        table.refuse("1 name s alone", "ALONE_NOT_OFFERED")


def _all_pass(book: Book) -> None:
    passes = [f"{seat} pass" for seat in _order(0)]
    with book.case("eight passes: the hand is void, the next seat deals", "rules.md 1.3") as table:
        table.create(dealer=0).deal(upcard="9h").act(*passes, *passes)
        table.voided("ALL_PASSED").is_at("DEAL", 1)
        table.refuse("2 pass", "HAND_NOT_DEALT").deal().is_at("CALL_ROUND_1", 2)
    with book.case("all_pass = SAME_DEALER: the same seat deals again", "rules.md 1.3") as table:
        table.create(dealer=0, all_pass="SAME_DEALER").deal(upcard="9h").act(*passes, *passes)
        table.voided("ALL_PASSED").is_at("DEAL", 0)
    with book.case("stick_dealer = ON: the dealer must name trump", "rules.md 1.3") as table:
        table.create(dealer=0, stick_dealer="ON").deal(upcard="9h").act(*passes, *passes[:3])
        table.legal("name c", "name d", "name s").refuse("0 pass", "DEALER_MUST_CALL")
        table.refuse("0 name h", "SUIT_TURNED_DOWN").act("0 name c")
    with book.case("stick_dealer = ON_OR_PAY1: the dealer gives the deal up", "rules.md 1.3") as table:
        table.create(dealer=0, stick_dealer="ON_OR_PAY1").deal(upcard="9h").act(*passes, *passes[:3])
        table.legal("pass", "name c", "name d", "name s").act("0 pass").scored(0, 1).is_at("DEAL", 1)
    with book.case("a conceded deal can win the game", "rules.md 1.3") as table:
        table.create(dealer=0, stick_dealer="ON_OR_PAY1", scores=[0, 9]).deal(upcard="9h")
        table.act(*passes, *passes).scored(0, 1).won(1)
    with book.case("two players: each speaks once a round", "rules.md 4.2") as table:
        table.create("two_handed", dealer=0).deal(upcard="9h").act("1 pass", "0 pass", "1 pass", "0 pass")
        table.voided("ALL_PASSED").is_at("DEAL", 1)


def _house_rules(book: Book) -> None:
    passes = [f"{seat} pass" for seat in _order(0)]
    with book.case("round2_turned_suit = ALLOWED", "rules.md 1.3") as table:
        table.create(dealer=0, round2_turned_suit="ALLOWED").deal(upcard="9h").act(*passes)
        table.legal("pass", "name c", "name d", "name h", "name s").act("1 name h").is_at("ALONE", 1)
    with book.case("round2_no_trump", "rules.md 5") as table:
        table.create(dealer=0, round2_no_trump=True).deal(upcard="9h").act(*passes)
        table.legal("pass", "name c", "name d", "name s", "name nt")
        table.refuse("1 name low", "TRUMP_NOT_OFFERED", trump="low").act("1 name nt").is_at("ALONE", 1)
    with book.case("min_trump_to_call: the left bower is no natural trump", "rules.md 5") as table:
        table.create(dealer=0, min_trump_to_call=True).deal({1: "Jd 9c Tc 9s Ts", 2: "Th"}, upcard="9h")
        table.legal("pass").refuse("1 order", "NATURAL_TRUMP_REQUIRED", suit="h").act("1 pass", "2 order")
    with book.case("min_trump_to_call: second round", "rules.md 5") as table:
        table.create(dealer=0, min_trump_to_call=True).deal({1: "Jd Jc Qh 9s Ts"}, upcard="9h").act(*passes)
        table.legal("pass", "name c", "name d", "name s").act("1 name d")
    with book.case("min_trump_to_call: a stuck dealer is exempt", "rules.md 5") as table:
        table.create(dealer=0, min_trump_to_call=True, stick_dealer="ON")
        table.deal({0: "9c Tc Qc Kc Ac"}, upcard="9h").act(*passes, *passes[:3])
        table.legal("name c", "name d", "name s").act("0 name s")
    with book.case("canadian: the dealer's partner orders alone or not at all", "rules.md 5") as table:
        table.create(dealer=0, canadian=True).deal(_HANDS, upcard="9h")
        table.refuse("1 order alone", "ALONE_NOT_OFFERED").act("1 pass").legal("pass", "order alone")
        table.refuse("2 order", "MUST_GO_ALONE").act("2 order alone")
        assert table.told("seatOut")[0]["seat"] == 0
    with book.case("alone_timing = WITH_CALL: the call carries alone", "rules.md 1.4") as table:
        table.create(dealer=0, alone_timing="WITH_CALL").deal(_HANDS, upcard="9h")
        table.legal("pass", "order", "order alone").act(*passes)
        table.legal("pass", *(f"name {suit}{end}" for suit in "cds" for end in ("", " alone")))
        table.act("1 name s alone")
    for upcard, phase in (("Qc", "PLAY"), ("Qs", "CALL_ROUND_1"), ("Qd", "CALL_ROUND_1")):
        with book.case(f"buck: {upcard} turned up", "rules.md 3.1, 3.2") as table:
            table.create("buck", dealer=3).deal(upcard=upcard).is_at(phase, 0)
    with book.case("buck: all pass twice, played without trump and maker", "rules.md 3.2") as table:
        table.create("buck", dealer=3).deal(upcard="Qd")
        table.act(*2 * [f"{seat} pass" for seat in range(4)]).is_at("FOLD", 0)
        assert table.told("trumpFixed") == [{"trump": "TRUMP_NO_TRUMP"}]
    with book.case("buck: clubs named in the second round do not forbid folding", "rules.md 3.2") as table:
        table.create("buck", dealer=3).deal(upcard="Qd")
        table.act("0 pass", "1 pass", "2 pass", "3 pass", "0 name c").is_at("FOLD", 1)
    with book.case("buck: club_forces_trump off", "rules.md 3.6") as table:
        table.create("buck", dealer=3, club_forces_trump=False).deal(upcard="Qc").is_at("CALL_ROUND_1", 0)
        table.act("0 order").is_at("EXCHANGE", 3)


def _joker(book: Book) -> None:
    held = {0: "9c Td Jh Qs Ac"}
    for suit in "ch":
        with book.case(f"british: the dealer makes {suit} blind", "rules.md 1.7") as table:
            table.create("british", dealer=0).deal(held, upcard="B").is_at("NAME_JOKER_SUIT", 0)
            table.legal("name c", "name d", "name h", "name s")
            table.refuse(f"1 name {suit}", "NOT_YOUR_TURN").refuse("0 name nt", "TRUMP_NOT_OFFERED")
            table.refuse("0 name h alone", "ALONE_NOT_OFFERED").refuse("0 pass", "WRONG_PHASE")
            seen = table.view(0)
            assert not seen["seats"][0]["cards"], "a blind dealer sees his cards"
            table.act(f"0 name {suit}").is_at("EXCHANGE", 0).refuse("0 decline", "UPCARD_MUST_BE_TAKEN")
            table.act("0 discard 9c")
    with book.case("dealer_proposes_blind: calling follows", "rules.md 1.7") as table:
        table.create(dealer=0, joker=True, joker_upcard="DEALER_PROPOSES_BLIND").deal(held, upcard="B")
        table.act("0 name d").is_at("CALL_ROUND_1", 1).act("1 pass", "2 pass", "3 pass", "0 pass")
        table.refuse("1 name d", "SUIT_TURNED_DOWN", suit="d").act("1 name h")
    for suit in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES"):
        with book.case(f"joker_upcard = {suit}", "rules.md 1.7") as table:
            table.create(dealer=0, joker=True, joker_upcard=suit).deal(held, upcard="B")
            table.act("1 order").is_at("EXCHANGE", 0)
            assert table.told("trumpFixed")[0]["trump"] == f"TRUMP_{suit}"
    with book.case("dealer_must_take: the dealer may not pass the joker", "rules.md 1.7") as table:
        table.create(dealer=0, joker=True, joker_upcard="DEALER_MUST_TAKE").deal(held, upcard="B")
        table.act("1 pass", "2 pass", "3 pass").legal("order").refuse("0 pass", "DEALER_MUST_CALL")
        table.act("0 order").is_at("NAME_TRUMP", 0).legal("name c", "name d", "name h", "name s")
        table.act("0 name s").is_at("EXCHANGE", 0)
    with book.case("joker_upcard = REDEAL: the turn is void", "rules.md 1.7") as table:
        table.create(dealer=0, joker=True, joker_upcard="REDEAL").deal(held, upcard="B")
        table.voided("JOKER_TURNED_UP").is_at("DEAL", 0)
