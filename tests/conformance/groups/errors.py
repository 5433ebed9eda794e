"""Every reason for a refusal that a client can provoke, and every malformed field (errors.proto)."""

from __future__ import annotations

from base64 import b64decode
from typing import Any, Final

from euchre_arena.conformance_cases import Json
from euchre_service import codec
from euchre_service.codec import PAYLOAD_BYTES
from euchre_service.seal import PlainStates
from tests.conformance.deals import base64
from tests.conformance.script import SEED, Book, Script
from tests.conformance.wording import ref

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_SHOWS = "errors.proto"


def tell(book: Book) -> None:
    """Tell the cases."""
    _malformed_turns(book)
    _malformed_acts(book)
    _malformed_games(book)
    _states(book)
    _keys(book)
    _lineage(book)
    _decks(book)


def _dealt(table: Script, base: str = "classic", **options: Any) -> Script:
    return table.create(base, dealer=0, **options).deal(_HANDS[: 3 if base == "ghost_hand" else 4])


_ACTS: Final[dict[str, Json]] = {
    "Deal": {},
    "Bid": {"pass": {}},
    "Swap": {},
    "Discard": {"decline": {}},
    "Exchange": {"pass": {}},
    "GoAlone": {"alone": True},
    "Fold": {"fold": True},
    "Play": {"card": "CARD_NINE_OF_CLUBS"},
    "CallRenege": {"offender": 1},
    "Apply": {"action": {"pass": {}}},
}
"""A request of every act, without its turn."""


def _malformed_turns(book: Book) -> None:
    for rpc, act in _ACTS.items():
        with book.case(f"{rpc}: a turn that is missing, or lacks its seat", _SHOWS) as table:
            table.create(dealer=0, deal=True)
            table.refuse_call(rpc, act, "MALFORMED_REQUEST", field="turn")
            for field, turn in (
                ("turn.seat", table.turn(0, seat=None)),
                ("turn.seat", table.turn(4, key=table.host)),
            ):
                table.refuse_call(rpc, {"turn": turn, **act}, "MALFORMED_REQUEST", field=field)
    for rpc in ("ListLegalActions", "GetView"):
        with book.case(f"{rpc}: a seat that is missing or not at the table", _SHOWS) as table:
            table.create(dealer=0, deal=True)
            for seat in (None, 4):
                asked = {} if seat is None else {"seat": seat}
                request: object = {"state": table.state, "key": table.host, **asked}
                if rpc == "GetView":
                    request = {"state": table.state, "key": table.host, "view": asked}
                field = "seat" if rpc == "ListLegalActions" else "view.seat"
                table.refuse_call(rpc, request, "MALFORMED_REQUEST", field=field)
    with book.case("a turn that asks for views that cannot be", _SHOWS) as table:
        table.create(dealer=0, deal=True)
        for views, field in (
            (9 * [{"audience": "AUDIENCE_PUBLIC"}], "turn.views"),
            ([{"seat": 1}, {"seat": 9}], "turn.views[1].seat"),
            ([{"audience": 7}], "turn.views[0].audience"),
            ([{"audience": "AUDIENCE_SEAT"}], "turn.views[0].seat"),
        ):
            request = {"turn": table.turn(1, key=table.host, views=views), "pass": {}}
            table.refuse_call("Bid", request, "MALFORMED_REQUEST", field=field)


def _malformed_acts(book: Book) -> None:
    wrong: tuple[tuple[str, Json, str], ...] = (
        ("Bid", {}, "call"),
        ("Bid", {"nameTrump": {}}, "name_trump.trump"),
        ("Bid", {"nameTrump": {"trump": 9}}, "name_trump.trump"),
        ("Bid", {"tricksBid": {}}, "tricks_bid.amount"),
        ("Bid", {"tricksBid": {"tricks": 0}}, "tricks_bid.amount"),
        ("Bid", {"tricksBid": {"tricks": 3, "trump": 9}}, "tricks_bid.trump"),
        ("Discard", {}, "exchange"),
        ("Discard", {"card": 1}, "card"),
        ("Exchange", {}, "exchange"),
        ("Exchange", {"layDown": {}}, "lay_down.card"),
        ("Exchange", {"giveCard": {"card": 99}}, "give_card.card"),
        ("GoAlone", {}, "alone"),
        ("Fold", {}, "fold"),
        ("Play", {}, "card"),
        ("Play", {"card": 16}, "card"),
        ("CallRenege", {}, "offender"),
        ("CallRenege", {"offender": 4}, "offender"),
        ("Deal", {"deck": ["CARD_NINE_OF_CLUBS", 0]}, "deck[1]"),
        ("Apply", {}, "action"),
        ("Apply", {"action": {}}, "action"),
        ("Apply", {"action": {"playCard": {}}}, "action.play_card.card"),
        ("Apply", {"action": {"discard": {"card": 7}}}, "action.discard.card"),
        ("Apply", {"action": {"layDown": {}}}, "action.lay_down.card"),
        ("Apply", {"action": {"giveCard": {}}}, "action.give_card.card"),
        ("Apply", {"action": {"nameTrump": {}}}, "action.name_trump.trump"),
        ("Apply", {"action": {"tricksBid": {}}}, "action.tricks_bid.amount"),
        ("Apply", {"action": {"claimRenege": {}}}, "action.claim_renege.offender"),
        ("Apply", {"action": {"dealHand": {"deck": [0]}}}, "action.deal_hand.deck[0]"),
    )
    for called in dict.fromkeys(rpc for rpc, _, _ in wrong):
        with book.case(f"{called}: what is done is missing or has no meaning", _SHOWS) as table:
            table.create(dealer=0, deal=True)
            for rpc, act, field in wrong:
                if rpc == called:
                    request = {"turn": table.turn(1), **act}
                    table.refuse_call(rpc, request, "MALFORMED_REQUEST", field=field)


def _malformed_games(book: Book) -> None:
    with book.case("a new game with a field that cannot be", _SHOWS) as table:
        for field, more in (
            ("seed", {"seed": base64(SEED[:31])}),
            ("seed", {"seed": base64(SEED + b"\0")}),
            ("label", {"label": 65 * "x"}),
            ("initial_scores", {"initialScores": [1]}),
            ("initial_scores", {"initialScores": [0, 10]}),
            ("initial_scores", {"initialScores": [-1001, 0]}),
            ("views", {"views": 9 * [{}]}),
            ("views[0].seat", {"views": [{}]}),
        ):
            request = {"ruleset": {"base": "classic"}, **more}
            table.refuse_call("CreateGame", request, "MALFORMED_REQUEST", field=field)
    with book.case("a label of 64 characters, scores at their bounds", "rules_service.proto") as table:
        table.create(dealer=0, label=64 * "\u00e9", scores=[-1000, 9], keys=True)
    with book.case("a game without a seed", "rules_service.proto") as table:
        request = {"ruleset": {"base": "classic", "firstDealer": "FIRST_DEALER_SEAT_2"}}
        table.call("CreateGame", request, open_answer=True)
    with book.case(
        "the same request makes the same game, another label another", "rules_service.proto"
    ) as table:
        table.create(dealer=0, deal=True, keys=True).create(dealer=0, deal=True, keys=True)
        table.create(dealer=0, deal=True, keys=True, label="other")
        first, again, other = table.answers
        assert first == again
        assert first["hostKey"] != other["hostKey"]


def _states(book: Book) -> None:
    for name, reason, state in (
        ("no bytes", "MALFORMED_REQUEST", ""),
        ("a state's first bytes", "STATE_CORRUPT", ref("1.transition.state", cut=361)),
        ("too many bytes", "STATE_CORRUPT", base64(bytes(401))),
        ("a state without its last byte", "STATE_CORRUPT", ref("1.transition.state", cut=1)),
        ("a state with another last bit", "STATE_NOT_OURS", ref("1.transition.state", flip=-1)),
        ("a state with another bit inside", "STATE_NOT_OURS", ref("1.transition.state", flip=100)),
    ):
        with book.case(f"{name} instead of a state", _SHOWS) as table:
            _dealt(table)
            table.refuse("1 pass", reason, turn={"state": state})
            request = {"state": state, "key": table.host, "view": {"audience": "AUDIENCE_PUBLIC"}}
            table.refuse_call("GetView", request, reason)
            request = {"state": state, "seat": 1, "key": table.host}
            table.refuse_call("ListLegalActions", request, reason)
    with book.case("a state of a newer version", _SHOWS, needs="plain") as table:
        _dealt(table)
        newer = bytes([0x80 | 9]) + _raw(table)[1:]
        table.refuse("1 pass", "STATE_VERSION_NEWER", turn={"state": base64(newer)}, version="9")
    with book.case(
        "a state whose game has a key that the service does not have", _SHOWS, needs="plain"
    ) as table:
        _dealt(table)
        states = PlainStates(PAYLOAD_BYTES)
        opened = codec.decode(states.open(_raw(table)), trusted=True)
        opened.key_id = bytes.fromhex("5f1c02aa")
        foreign = states.seal(codec.encode(opened))
        table.refuse("1 pass", "STATE_KEY_UNKNOWN", turn={"state": base64(foreign)}, key_id="5f1c02aa")
    with book.case(
        "a plain state that is consistent in itself but for one card", _SHOWS, needs="plain"
    ) as table:
        _dealt(table)
        states = PlainStates(PAYLOAD_BYTES)
        opened = codec.decode(states.open(_raw(table)), trusted=True)
        opened.table.hands[0] |= opened.table.hands[1]
        table.refuse("1 pass", "STATE_CORRUPT", turn={"state": base64(states.seal(codec.encode(opened)))})


def _raw(table: Script) -> bytes:
    return b64decode(table.last["state"])


def _keys(book: Book) -> None:
    with book.case("the key of another seat", _SHOWS) as table:
        _dealt(table).refuse("1 pass", "SEAT_KEY_WRONG", turn={"key": table.key(2)})
        request = {"state": table.state, "seat": 1, "key": table.key(0)}
        table.refuse_call("ListLegalActions", request, "SEAT_KEY_WRONG")
        table.act("1 pass", key=table.host)
    with book.case("a key that is none", _SHOWS) as table:
        _dealt(table)
        for key in (ref("0.seatKeys.1", flip=0), ref("0.seatKeys.1", cut=1), "AAAA"):
            table.refuse("1 pass", "SEAT_KEY_WRONG", turn={"key": key})
    with book.case("the key of the same seat in another game", _SHOWS) as table:
        _dealt(table).create(dealer=0, label="other").deal(_HANDS)
        table.refuse("1 pass", "SEAT_KEY_WRONG", turn={"key": ref("0.seatKeys.1")}).act("1 pass")
    with book.case(
        "an empty key is the host's where states are plain", "rules_service.proto Turn.key", needs="plain"
    ) as t:
        _dealt(t).act("1 pass", key=None)
    with book.case("only the host may choose the cards", _SHOWS) as table:
        _dealt(table).act(*2 * ["1 pass", "2 pass", "3 pass", "0 pass"])
        deck = table.steps[1]["request"]["deck"]
        request = {"turn": table.turn(1), "deck": deck}
        table.refuse_call("Deal", request, "HOST_KEY_REQUIRED").act("1 deal")
    with book.case("a view of the table is the host's", _SHOWS) as table:
        _dealt(table)
        request = {"turn": table.turn(1, views=[{"audience": "AUDIENCE_TABLE"}]), "pass": {}}
        table.refuse_call("Bid", request, "HOST_KEY_REQUIRED")
        request = {"turn": table.turn(1, views=[{"seat": 2}]), "pass": {}}
        table.refuse_call("Bid", request, "SEAT_KEY_WRONG")


def _lineage(book: Book) -> None:
    with book.case("the expected ply", _SHOWS) as table:
        _dealt(table).act("1 pass", expectedPly=1)
        table.refuse("2 pass", "STALE_PLY", turn={"expectedPly": 1}, expected_ply="1", ply="2")
        table.refuse("2 pass", "STALE_PLY", turn={"expectedPly": 0}, expected_ply="0", ply="2")
        table.act("2 pass", expectedPly=2)
    with book.case("the expected state", _SHOWS) as table:
        _dealt(table).act("1 pass", expectedStateId=ref("1.transition.info.stateId"))
        table.refuse("2 pass", "STATE_FORKED", turn={"expectedStateId": ref("1.transition.info.stateId")})
    with book.case("two acts on one state make a fork", _SHOWS) as table:
        _dealt(table).act("1 pass")
        fork = {"turn": {"state": ref("1.transition.state"), "seat": 1, "key": table.key(1)}, "orderUp": {}}
        table.call("Bid", fork)
        again = {"expectedPly": 2, "expectedStateId": ref("2.transition.info.stateId")}
        table.refuse("0 decline", "STATE_FORKED", turn=again, ply="2")
    with book.case("a repeated call has the same answer", "rules_service.proto") as table:
        _dealt(table)
        request = {"turn": table.turn(1), "orderUp": {}}
        assert table.call("Bid", request) == table.call("Bid", request)


def _decks(book: Book) -> None:
    with book.case("packs that are not the game's", _SHOWS) as table:
        table.create(dealer=0)
        deck = [
            f"CARD_{rank}_OF_{suit}" for suit in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES") for rank in _RANKS
        ]
        for wrong in (deck[1:], [*deck[1:], deck[1]], [*deck, deck[0]], ["CARD_JOKER", *deck[1:]]):
            request = {"turn": table.turn(0, key=table.host), "deck": wrong}
            table.refuse_call("Deal", request, "DECK_INVALID")
        table.call("Deal", {"turn": table.turn(0, key=table.host), "deck": deck})
    with book.case("a pack of 32 cards", "rules.md 1.7") as table:
        table.create("classic_32", dealer=0)
        deck = [f"CARD_{rank}_OF_CLUBS" for rank in ("SEVEN", "EIGHT", *_RANKS)]
        request = {"turn": table.turn(0, key=table.host), "deck": deck}
        table.refuse_call("Deal", request, "DECK_INVALID").deal()


_RANKS = ("NINE", "TEN", "JACK", "QUEEN", "KING", "ACE")
