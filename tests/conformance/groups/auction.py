"""Auctions and the swap with the ghost hand (`rules.md` 2, 4.5)."""

from __future__ import annotations

from tests.conformance.script import Book

_SUITS = ("name c", "name d", "name h", "name s")
_BIDS = ("bid 3", "bid 4", "bid 5", "moon")
_PARTNERS_BIDS = ("bid 3", "bid 4", "bid 5", "shooter", "moon")


def tell(book: Book) -> None:
    """Tell the cases."""
    _bids(book)
    _swaps(book)
    _partners(book)
    _options(book)


def _bids(book: Book) -> None:
    for place, low in enumerate(_BIDS):
        with book.case(f"ghost: after {low} only more may be bid", "rules.md 2") as table:
            table.create("ghost_hand", dealer=2).deal().legal("pass", "swap", *_BIDS).act(f"0 {low}")
            table.legal("pass", "swap", *_BIDS[place + 1 :])
            for again in _BIDS[: place + 1]:
                table.refuse(f"1 {again}", "BID_TOO_LOW", bid=again, high=low)
            table.act("1 pass", "2 pass").is_at("NAME_TRUMP", 0).legal(*_SUITS)
    for winner in range(3):
        with book.case(f"ghost: seat {winner} wins the auction, names and leads", "rules.md 2") as table:
            table.create("ghost_hand", dealer=2).deal()
            table.act(*(f"{seat} {'bid 4' if seat == winner else 'pass'}" for seat in range(3)))
            table.refuse(f"{(winner + 1) % 3} name h", "NOT_YOUR_TURN", actor=str(winner))
            table.refuse(f"{winner} name nt", "TRUMP_NOT_OFFERED").act(f"{winner} name h")
            table.is_at("PLAY", winner)
    for dealer in range(3):
        with book.case(f"ghost: dealer {dealer} bids last, then all passed", "rules.md 2") as table:
            table.create("ghost_hand", dealer=dealer).deal()
            table.act(*(f"{(dealer + step) % 3} pass" for step in (1, 2, 3)))
            table.voided("ALL_PASSED").is_at("DEAL", (dealer + 1) % 3)
    with book.case("ghost: bids the game does not have", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2).deal()
        for bid in ("bid 1", "bid 2", "bid 6", "bid 7", "shooter"):
            table.refuse(f"0 {bid}", "BID_NOT_OFFERED", bid=bid)
        table.refuse("0 bid 3 h", "TRUMP_NOT_OFFERED", trump="h").refuse("1 bid 3", "NOT_YOUR_TURN")


def _swaps(book: Book) -> None:
    hands = ["9c Tc Kc Qd 9d Th", "9s Ts Qh 9h Td Qc", "Qs Jc Kh Jh Ad Kd"]
    ghost = "Js As Ks Ac Ah Jd"
    with book.case("ghost: a swap, then a bid (rules.md 6b 19)", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2).deal(hands, ghost=ghost).act("0 bid 3")
        table.legal("pass", "swap", *_BIDS[1:]).refuse("1 bid 3", "BID_TOO_LOW").act("1 swap")
        table.is_at("AUCTION", 1).legal("pass", *_BIDS[1:]).refuse("1 swap", "SWAP_ALREADY_USED")
        table.act("1 bid 4").legal("pass", "bid 5", "moon").refuse("2 swap", "SWAP_ALREADY_USED")
        table.act("2 pass").is_at("NAME_TRUMP", 1).refuse("1 swap", "SWAP_TOO_LATE")
        table.act("1 name s").is_at("PLAY", 1).refuse("0 swap", "SWAP_TOO_LATE")
    with book.case("ghost: after a moon others may swap and pass (rules.md 6b 20)", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2).deal(hands, ghost=ghost).act("0 moon")
        table.legal("pass", "swap").act("1 swap").legal("pass").act("1 pass").legal("pass").act("2 pass")
        table.is_at("NAME_TRUMP", 0)
    with book.case("ghost: nobody swapped before the dealer (rules.md 6b 20)", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2).deal(hands, ghost=ghost).act("0 moon", "1 pass")
        table.legal("pass", "swap").act("2 swap").legal("pass").act("2 pass")
    with book.case("ghost: who swapped sees the new hand, nobody else does", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2).deal(hands, ghost=ghost).act("0 swap")
        assert len(table.told("handSwapped")[0]["cards"]) == 6
        for seat in range(3):
            table.view(seat)
        table.view(audience="TABLE")
    with book.case("ghost: a swap and a pass of all", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2).deal(hands, ghost=ghost)
        table.act("0 swap", "0 pass", "1 pass", "2 pass").voided("ALL_PASSED")
    with book.case("ghost_swap = OFF", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2, ghost_swap="OFF").deal().legal("pass", *_BIDS)
        table.refuse("0 swap", "WRONG_PHASE", phase="AUCTION")
    with book.case("classic has no swap", "rules.md 2") as table:
        table.create(dealer=0).deal().refuse("1 swap", "WRONG_PHASE", phase="CALL_ROUND_1")


def _partners(book: Book) -> None:
    for bid in _PARTNERS_BIDS:
        with book.case(f"bid_partners: {bid} wins, and names trump", "rules.md 4.5") as table:
            table.create("bid_partners", dealer=3).deal().legal("pass", *_PARTNERS_BIDS)
            table.act("0 pass", f"1 {bid}", "2 pass", "3 pass").is_at("NAME_TRUMP", 1)
            table.legal(*_SUITS, "name nt", "name low").refuse("1 name h alone", "ALONE_NOT_OFFERED")
            table.act("1 name low")
            if bid == "shooter":
                table.is_at("BEST_CARD", 1).legal()
                low = table.answers[-1]["actions"][0]["text"]
                table.act(f"1 {low}").is_at("BEST_CARD", 3).legal()
                table.act(f"3 {table.answers[-1]['actions'][-1]['text']}")
            table.is_at("PLAY", 1)
    with book.case("bid_partners: a partner may be overbid", "rules.md 4.5") as table:
        table.create("bid_partners", dealer=3).deal().act("0 bid 3", "1 pass", "2 bid 4", "3 pass")
        table.is_at("NAME_TRUMP", 2)
    with book.case("bid_partners: the moon is played alone", "rules.md 4.5") as table:
        table.create("bid_partners", dealer=3).deal().act("0 moon", "1 pass", "2 pass", "3 pass")
        assert table.told("seatOut") == [{"seat": 2, "reason": "OUT_REASON_PARTNER_ALONE"}]
        table.act("0 name h").is_at("PLAY", 0)
    with book.case("bid_partners: the moon over the shooter, not the other way", "rules.md 4.5") as table:
        table.create("bid_partners", dealer=3).deal().act("0 shooter").legal("pass", "moon").act("1 moon")
        table.legal("pass").refuse("2 shooter", "BID_TOO_LOW", high="moon")
    with book.case("bid_partners: low reverses every suit", "rules.md 4.5") as table:
        hands = ["9h Th Jh Qh Kh Ah", "9c Tc Jc Qc Kc Ac", "9d Td Jd Qd Kd Ad", "9s Ts Js Qs Ks As"]
        table.create("bid_partners", dealer=3).deal(hands).act("0 bid 3", "1 pass", "2 pass", "3 pass")
        table.act("0 name low").play("0:9h 1:9c 2:9d 3:9s")
        assert table.told("trickWon")[0]["seat"] == 0


def _options(book: Book) -> None:
    with book.case("all_pass = FORCE_DEALER_MIN", "rules.md 2, 4.5") as table:
        table.create("ghost_hand", dealer=2, all_pass="FORCE_DEALER_MIN").deal().act("0 pass", "1 pass")
        table.legal("swap", "bid 3").refuse("2 pass", "DEALER_MUST_CALL")
        table.refuse("2 bid 4", "BID_NOT_OFFERED", bid="bid 4").act("2 bid 3").is_at("NAME_TRUMP", 2)
    with book.case("all_pass = SAME_DEALER", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2, all_pass="SAME_DEALER").deal().act("0 pass", "1 pass", "2 pass")
        table.is_at("DEAL", 2)
    with book.case("dealer_may_equal", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2, dealer_may_equal=True).deal().act("0 bid 4")
        table.refuse("1 bid 4", "BID_TOO_LOW").act("1 pass").legal("pass", "swap", "bid 4", "bid 5", "moon")
        table.act("2 bid 4").is_at("NAME_TRUMP", 2)
    with book.case("auction_rounds = UNTIL_PASSES", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2, auction_rounds="UNTIL_PASSES").deal()
        table.act("0 bid 3", "1 bid 4", "2 pass").is_at("AUCTION", 0).refuse("0 swap", "SWAP_TOO_LATE")
        table.act("0 bid 5").is_at("AUCTION", 1).act("1 pass").is_at("NAME_TRUMP", 0)
    with book.case("bid_form = NUMBER_AND_SUIT: trump comes with the bid", "rules.md 4.5") as table:
        table.create("bid_partners", dealer=3, bid_form="NUMBER_AND_SUIT").deal()
        table.refuse("0 bid 3", "BID_NOT_OFFERED").act("0 bid 3 h").refuse("1 bid 3 nt", "BID_TOO_LOW")
        table.act("1 bid 4 low", "2 pass", "3 pass").is_at("PLAY", 1)
        assert table.told("trumpFixed") == [{"trump": "TRUMP_NO_TRUMP_LOW", "maker": 1}]
    with book.case("no_trump = HIGH", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2, no_trump="HIGH").deal().act("0 bid 3", "1 pass", "2 pass")
        table.legal(*_SUITS, "name nt").refuse("0 name low", "TRUMP_NOT_OFFERED").act("0 name nt")
    with book.case("max_bid: no moon above it", "rules.md 2") as table:
        table.create("ghost_hand", dealer=2, min_bid=2, max_bid=4).deal()
        table.legal("pass", "swap", "bid 2", "bid 3", "bid 4").refuse("0 moon", "BID_NOT_OFFERED", bid="moon")
    with book.case("first_lead = LEFT_OF_DEALER", "rules.md 6a") as table:
        table.create("ghost_hand", dealer=2, first_lead="LEFT_OF_DEALER").deal()
        table.act("0 pass", "1 bid 3", "2 pass", "1 name d").is_at("PLAY", 0)
