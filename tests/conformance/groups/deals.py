"""Verifiable deals (`docs/shuffle.md`): the commitment before, what seats add, the secret afterwards."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from euchre_arena.conformance_cases import Json
from tests.conformance.deals import base64
from tests.conformance.script import Book, Script
from tests.conformance.wording import wire_cards

_SHOWS: Final = "rules_service.proto RevealDeal"
_HANDS: Final = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_PASSED_OUT: Final = 2 * ("1 pass", "2 pass", "3 pass", "0 pass")
_TABLE: Final = [{"audience": "AUDIENCE_TABLE"}]


def tell(book: Book) -> None:
    """Tell the cases."""
    for base in ("classic", "ghost_hand", "buck"):
        with book.case(f"{base}: committed to, every seat adds, played, revealed", _SHOWS) as table:
            table.create(base, dealer=0)
            seats = range(table.rules.players)
            _deal(table, entropy=[_given(seat) for seat in reversed(seats)], views=_TABLE)
            (dealt,) = table.told("dealt")
            assert [given["seat"] for given in dealt["entropy"]] == list(seats)
            _play_out(table)
            _reveal(table, 1)
    for base in ("railroad", "classic_32", "british"):
        with book.case(f"{base}: dealt from the seed", _SHOWS) as table:
            table.create(base, dealer=0)
            _deal(table, views=_TABLE)
    with book.case("everybody is told the same before a deal", _SHOWS) as table:
        table.create(dealer=0).legal()
        for seat in range(4):
            table.view(seat)
        table.view(audience="PUBLIC")
        table.view(audience="TABLE")
    with book.case("one seat adds to the shuffle, by Apply", _SHOWS) as table:
        table.create(dealer=0)
        deal = {"dealHand": {"entropy": [_given(2)]}}
        table.call("Apply", {"turn": table.turn(0, views=_TABLE, key=table.host), "action": deal})
    with book.case("a hand that is passed out counts", _SHOWS) as table:
        table.create(dealer=0)
        _deal(table)
        table.act(*_PASSED_OUT).voided("ALL_PASSED")
        _reveal(table, 1)
        _deal(table)
        _reveal(table, 1)
        table.refuse_call("RevealDeal", _request(table, 2), "HAND_NOT_OVER", hand_number="2")
    with book.case("a first hand that is dealt with its game", _SHOWS) as table:
        table.create(dealer=0, deal=True)
        (dealt,) = table.told("dealt")
        assert len(dealt["commitment"]) == 44
    with book.case("hands that are dealt in the call before", _SHOWS) as table:
        table.create(dealer=0)
        _deal(table)
        table.act(*_PASSED_OUT[:-1])
        table.act(_PASSED_OUT[-1], playOn="PLAY_ON_FORCED_AND_DEAL", key=table.host)
        assert [dealt["handNumber"] for dealt in table.told("dealt")] == [2]
        _reveal(table, 1)
    _refusals(book)


def _refusals(book: Book) -> None:
    with book.case("revealed too early", _SHOWS) as table:
        table.create(dealer=0)
        table.refuse_call("RevealDeal", _request(table, 1), "HAND_NOT_DEALT")
        _deal(table)
        table.refuse_call("RevealDeal", _request(table, 1), "HAND_NOT_OVER", hand_number="1")
        table.refuse_call("RevealDeal", _request(table, 2), "HAND_NOT_DEALT")
        table.act("1 order").refuse_call("RevealDeal", _request(table, 1), "HAND_NOT_OVER")
    with book.case("revealed while reneges may be called", _SHOWS) as table:
        table.create(dealer=0, renege="ALLOW_CLAIM")
        _deal(table)
        table.act(*_PASSED_OUT)
        table.refuse_call("RevealDeal", _request(table, 1), "HAND_NOT_OVER", hand_number="1")
        _deal(table)
        _reveal(table, 1)
    with book.case("a deck that was given", _SHOWS) as table:
        table.create(dealer=0).deal(_HANDS, upcard="9h").act(*_PASSED_OUT)
        table.refuse_call("RevealDeal", _request(table, 1), "HAND_STACKED", hand_number="1")
    with book.case("only the host may ask", _SHOWS) as table:
        table.create(dealer=0)
        _deal(table)
        table.act(*_PASSED_OUT)
        for seat in range(4):
            asked = {**_request(table, 1), "key": table.key(seat)}
            table.refuse_call("RevealDeal", asked, "HOST_KEY_REQUIRED")
        table.refuse_call("RevealDeal", {**_request(table, 1), "key": base64(bytes(16))}, "SEAT_KEY_WRONG")
    with book.case("malformed", _SHOWS) as table:
        table.create(dealer=0)
        for number in (None, 0):
            asked = {**_request(table, 1), "handNumber": number}
            asked = {name: value for name, value in asked.items() if value is not None}
            table.refuse_call("RevealDeal", asked, "MALFORMED_REQUEST", field="hand_number")
        good = _given(0)
        for field, wrong in (
            ("entropy[0].seat", [{"value": good["value"]}]),
            ("entropy[1].seat", [good, good]),
            ("entropy[1].value", [good, {"seat": 1, "value": base64(bytes(31))}]),
            ("entropy[0].value", [{"seat": 1}]),
            ("entropy[0].seat", [_given(4)]),
        ):
            for rpc, prefix in (("Deal", ""), ("Apply", "action.deal_hand.")):
                deal: Json = {"entropy": wrong}
                body = deal if rpc == "Deal" else {"action": {"dealHand": deal}}
                asked = {"turn": table.turn(0, key=table.host), **body}
                table.refuse_call(rpc, asked, "MALFORMED_REQUEST", field=prefix + field)

    with book.case("a seat that is not at this table", _SHOWS) as table:
        table.create("ghost_hand", dealer=0)
        asked = {"turn": table.turn(0), "entropy": [_given(0), _given(3)]}
        table.refuse_call("Deal", asked, "MALFORMED_REQUEST", field="entropy")
    with book.case("a deck that is given is not shuffled", _SHOWS) as table:
        table.create(dealer=0)
        deck = wire_cards(table.rules.deck)
        asked = {"turn": table.turn(0, key=table.host), "deck": deck, "entropy": [_given(0)]}
        table.refuse_call("Deal", asked, "MALFORMED_REQUEST", field="entropy")


def _given(seat: int) -> Json:
    """What a seat adds."""
    return {"seat": seat, "value": base64(sha256(f"seat {seat}".encode()).digest())}


def _deal(table: Script, entropy: Json = (), views: Json = ()) -> None:
    request: dict[str, Any] = {"turn": table.turn(table.actor, key=table.host)}
    if views:
        request["turn"]["views"] = views
    if entropy:
        request["entropy"] = list(entropy)
    promised = table.last["next"]["dealCommitment"]
    table.call("Deal", request)
    (dealt,) = table.told("dealt")
    assert dealt["commitment"] == promised


def _play_out(table: Script) -> None:
    """The hand, each seat doing what comes last among what is legal."""
    while table.phase not in ("DEAL", "GAME_OVER"):
        asked = {"state": table.state, "seat": table.actor, "key": table.key(table.actor)}
        legal = table.call("ListLegalActions", asked)["actions"]
        table.act(f"{table.actor} {legal[-1]['text']}")


def _request(table: Script, hand: int) -> Json:
    return {"state": table.state, "key": table.host, "handNumber": hand}


def _reveal(table: Script, hand: int) -> None:
    table.call("RevealDeal", _request(table, hand))
