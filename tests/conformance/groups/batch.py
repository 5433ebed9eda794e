"""BatchApply (`rules_service.proto`): each item has its own answer."""

from __future__ import annotations

from tests.conformance.script import Book, Script
from tests.conformance.wording import action, ref

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_SHOWS = "rules_service.proto BatchApply"


def tell(book: Book) -> None:
    """Tell the cases."""
    with book.case("items of one table do not see each other", _SHOWS) as table:
        _dealt(table)
        answer = table.call("BatchApply", {"items": [_item(table, "1 pass"), _item(table, "1 order")]})
        assert [result["transition"]["info"]["ply"] for result in answer["results"]] == [2, 2]
    with book.case("the same item twice has the same answer", _SHOWS) as table:
        _dealt(table)
        one, other = table.call("BatchApply", {"items": 2 * [_item(table, "1 order")]})["results"]
        assert one == other
    with book.case("a refused item does not touch the rest", _SHOWS) as table:
        _dealt(table)
        moves = ("1 pass", "2 pass", "1 play Tc", "1 order")
        answer = table.call("BatchApply", {"items": [_item(table, move) for move in moves]})
        assert ["error" in result for result in answer["results"]] == [False, True, True, False]
    with book.case("every kind of fault in one batch", _SHOWS) as table:
        _dealt(table)
        items = [
            {},
            {"turn": table.turn(1)},
            {"turn": table.turn(1, seat=None), "action": {"pass": {}}},
            {"turn": table.turn(1, state=ref("1.transition.state", cut=1)), "action": {"pass": {}}},
            {"turn": table.turn(1, state=ref("1.transition.state", flip=-1)), "action": {"pass": {}}},
            {"turn": table.turn(1, key=table.key(2)), "action": {"pass": {}}},
            {"turn": table.turn(1, expectedPly=9), "action": {"pass": {}}},
            {"turn": table.turn(1, expectedStateId=ref("0.transition.info.stateId")), "action": {"pass": {}}},
            {"turn": table.turn(1), "action": {"playCard": {}}},
            {"turn": table.turn(1), "action": {"dealHand": {"deck": ["CARD_NINE_OF_CLUBS"]}}},
            _item(table, "1 name nt"),
            _item(table, "1 pass"),
        ]
        answer = table.call("BatchApply", {"items": items})
        reasons = [
            detail["reason"]
            for result in answer["results"]
            if "error" in result
            for detail in result["error"]["details"]
            if "reason" in detail
        ]
        assert reasons == [
            "MALFORMED_REQUEST",
            "MALFORMED_REQUEST",
            "MALFORMED_REQUEST",
            "STATE_CORRUPT",
            "STATE_NOT_OURS",
            "SEAT_KEY_WRONG",
            "STALE_PLY",
            "STATE_FORKED",
            "MALFORMED_REQUEST",
            "HOST_KEY_REQUIRED",
            "WRONG_PHASE",
        ], reasons
    with book.case("tables of three games in one batch", _SHOWS) as table:
        states = []
        for base in ("classic", "ghost_hand", "buck"):
            table.create(base, dealer=0).deal()
            states.append((_item(table, "1 pass"), _item(table, "1 order")))
        table.call("BatchApply", {"items": [item for pair in states for item in pair]})
    with book.case("a batch deals, by a shuffled and by a stacked pack", _SHOWS) as table:
        table.create(dealer=0)
        deal = {"turn": table.turn(0), "action": {"dealHand": {}}}
        deck = [f"CARD_{rank}_OF_{suit}" for suit in _SUITS for rank in _RANKS]
        stacked = {"turn": table.turn(0, key=table.host), "action": {"dealHand": {"deck": deck}}}
        table.call("BatchApply", {"items": [deal, stacked]})
    with book.case("a batch with views", _SHOWS) as table:
        _dealt(table)
        views = [{"audience": "AUDIENCE_SEAT", "seat": 1}, {"audience": "AUDIENCE_PUBLIC"}]
        item = {"turn": table.turn(1, views=views), "action": {"orderUp": {}}}
        table.call("BatchApply", {"items": [item]})
    with book.case("an item's state can be carried on", _SHOWS) as table:
        _dealt(table).call("BatchApply", {"items": [_item(table, "1 pass"), _item(table, "1 order")]})
        turn = {"state": ref("2.results.1.transition.state"), "seat": 0, "key": table.key(0)}
        table.call("Discard", {"turn": turn, "decline": {}})
    with book.case("no item", _SHOWS) as table:
        table.refuse_call("BatchApply", {}, "BATCH_SIZE", size="0", limit="1000")
    with book.case("too many items", _SHOWS) as table:
        table.refuse_call("BatchApply", {"items": 1001 * [{}]}, "BATCH_SIZE", size="1001", limit="1000")
    with book.case("a batch of a hundred", _SHOWS) as table:
        _dealt(table)
        answer = table.call("BatchApply", {"items": 100 * [_item(table, "2 pass")]})
        assert len(answer["results"]) == 100
    with book.case("Apply is the general form of every call", "rules_service.proto Apply") as table:
        _dealt(table).apply("1 order", "0 discard 9c", "1 partner", "3 partner", "2 partner", "0 partner")
        table.apply("1 play Tc", "2 play Td")
    with book.case("Apply deals, swaps and bids", "rules_service.proto Apply") as table:
        table.create("ghost_hand", dealer=2).apply("2 deal", "0 bid 3", "1 swap", "1 bid 4", "2 pass")
        table.apply("1 name s")
    with book.case("Apply of every act of a hand of Buck", "rules_service.proto Apply") as table:
        table.create("buck", dealer=0).deal(_HANDS, upcard="9h")
        table.apply("1 order", "0 discard 9c", "2 fold", "3 stay", "0 stay")


_SUITS = ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
_RANKS = ("NINE", "TEN", "JACK", "QUEEN", "KING", "ACE")


def _dealt(table: Script) -> Script:
    return table.create(dealer=0).deal(_HANDS, upcard="9h")


def _item(table: Script, move: str) -> object:
    seat, words = move.split(" ", 1)
    return {"turn": table.turn(int(seat)), "action": action(words)}
