"""The claims of docs/security.md about states, keys and lineage: what they give, and what they do not.

A test of what is *not* given passes while that is so. When one fails, the page has to change too.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import ruleset_pb2, view_pb2
from euchre_rules import actions, shuffle
from euchre_service import codec
from euchre_service.callers import Role
from euchre_service.codec import PAYLOAD_BYTES
from euchre_service.keyring import Keyring
from euchre_service.seal import SealedStates
from euchre_service.wire_actions import CARD_TO_WIRE
from tests.rules.tables import CLASSIC, deck_for
from tests.security.pki import Authority
from tests.security.servers import CREATE, LIST, CallersFile, bearer, calling, refused, serving
from tests.service.desk import KEY
from tests.service.fakes import error_info
from tests.service.wire import SEED, Stub, Table, by_name, refusal, served

PAGE = Path(__file__).parents[2] / "docs/security.md"
HANDS = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
OTHER_HANDS = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jh Ah Ac Kd 9d", "Jd Kh As Ks Td"]


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


def dealt(stub: Stub, hands: list[str] = HANDS) -> Table:
    table = Table(stub, first_dealer=ruleset_pb2.FIRST_DEALER_SEAT_0)
    return table.deal(deck_for(CLASSIC, 0, hands, upcard="Qh"))


def look(stub: Stub, state: bytes, key: bytes, seat: int) -> view_pb2.View:
    request = pb.GetViewRequest(state=state, key=key, view=view_pb2.ViewSelector(seat=seat))
    return stub.GetView(request).view


# --- a relay: carries states, has no key ------------------------------------------------------------------


def test_a_relay_learns_nothing_from_a_states_length_or_bytes(stub: Stub) -> None:
    """States of one game with other hidden cards differ, look like noise, and are as long as any other."""
    one, other = dealt(stub), dealt(stub, OTHER_HANDS)
    assert one.state != other.state
    lengths = {len(one.created.transition.state), len(one.state), len(one.act("1 pass").state)}
    assert lengths == {len(other.state)}
    # What both show is the version, the key's id, and the nonce, which is the same for one game.
    assert one.created.transition.state[:17] == one.state[:17]
    hidden = one.state[17:]
    assert SEED not in one.state
    assert len(set(hidden)) > len(hidden) // 3


def test_a_relay_can_tell_that_two_states_are_the_same(stub: Stub) -> None:
    """NOT GIVEN: sealing is deterministic, so that calls can be repeated."""
    table = dealt(stub)
    before = table.state
    first = table.act("1 pass").state
    table.state = before
    assert table.act("1 pass").state == first


def test_a_relay_cannot_act_or_look(stub: Stub) -> None:
    state = dealt(stub).state
    for key in (b"", bytes(16), state[-16:]):
        assert look_reason(stub, state, key) == "SEAT_KEY_WRONG"


def look_reason(stub: Stub, state: bytes, key: bytes) -> str:
    return error_info(refusal(lambda: look(stub, state, key, 0))).reason


# --- a player: has the key of one seat ---------------------------------------------------------------------


def test_a_seat_key_is_for_one_seat_of_one_game(stub: Stub) -> None:
    table, other = dealt(stub), Table(stub, target=11)
    for seat in range(4):
        for key in (*(table.key(s) for s in range(4) if s != seat), other.key(seat)):
            request = pb.GetViewRequest(state=table.state, key=key, view=view_pb2.ViewSelector(seat=seat))
            assert error_info(refusal(lambda r=request: stub.GetView(r))).reason == "SEAT_KEY_WRONG"  # type: ignore[misc]


def test_a_leaked_seat_key_is_that_seat_until_the_games_end(stub: Stub) -> None:
    """NOT GIVEN: a key cannot be called back; but it opens its own seat and no other."""
    table = dealt(stub)
    leaked = table.key(1)
    table.act("1 pass", "2 pass", "3 pass", "0 pass")
    seen = look(stub, table.state, leaked, 1)
    assert [len(seat.cards) for seat in seen.seats if seat.seat == 1] == [5]
    by_name(stub, table.turn(1, key=leaked), actions.parse("name c"), table.last.next.phase)
    assert look_reason(stub, table.state, leaked) == "SEAT_KEY_WRONG"


def test_who_holds_a_state_and_a_key_can_try_an_act_in_private(stub: Stub) -> None:
    """NOT GIVEN: seat 0 swaps for the ghost hand, sees it, and goes on from the state before."""
    table = Table(stub, "ghost_hand").deal()
    while "swap" not in table.legal():
        table.act(f"{table.actor} pass")
    seat, before = table.actor, table.state
    mine = look(stub, before, table.key(seat), seat)
    table.act(f"{seat} swap")
    ghost = look(stub, table.state, table.key(seat), seat)
    assert hand_of(ghost, seat) != hand_of(mine, seat)
    table.state = before
    assert look(stub, table.state, table.key(seat), seat) == mine


def hand_of(view: view_pb2.View, seat: int) -> list[int]:
    return next(list(entry.cards) for entry in view.seats if entry.seat == seat)


# --- the table's host: has the host key, and decides which state counts ------------------------------------


def test_a_host_sees_and_does_everything(stub: Stub) -> None:
    """NOT GIVEN: the host key is every seat's."""
    table = dealt(stub)
    assert [len(seat.cards) for seat in table.view().seats] == [5] * 4
    by_name(stub, table.turn(1, key=table.created.host_key), actions.PASS, table.last.next.phase)


def test_a_host_can_fork_a_table_and_seats_that_compare_can_tell(stub: Stub) -> None:
    """NOT GIVEN: both branches are good; GIVEN: their lineage shows that they are two."""
    table = dealt(stub)
    before = table.state
    passed = table.act("1 pass").last.info
    table.state = before
    ordered = table.act("1 order").last.info
    assert (passed.ply, passed.parent_state_id) == (ordered.ply, ordered.parent_state_id)
    assert passed.state_id != ordered.state_id
    told = table.refused("0 discard 9c", expected_state_id=passed.state_id)
    assert error_info(told).reason == "STATE_FORKED"


def test_an_old_state_can_be_replayed_and_who_expects_a_ply_is_told(stub: Stub) -> None:
    """NOT GIVEN: the service does not know which state is the newest; GIVEN: a caller who does is told."""
    table = dealt(stub)
    old = table.state
    table.act("1 pass", "2 pass")
    assert look(stub, old, table.key(1), 1).info.ply < table.last.info.ply
    table.state = old
    assert error_info(table.refused("1 pass", expected_ply=3)).reason == "STALE_PLY"
    table.act("1 pass")


def test_going_back_draws_no_other_cards(stub: Stub) -> None:
    table = Table(stub, first_dealer=ruleset_pb2.FIRST_DEALER_SEAT_0)
    before = table.state
    table.deal()
    first = [hand_of(table.view(), seat) for seat in range(4)]
    table.state = before
    table.last = table.created.transition
    table.deal()
    assert [hand_of(table.view(), seat) for seat in range(4)] == first


def test_a_host_can_make_games_until_it_likes_a_deal(stub: Stub) -> None:
    """NOT GIVEN: each game has its own cards, and nobody sees how many were thrown away."""
    hands = set()
    for _ in range(8):
        created = stub.CreateGame(CREATE)
        hands.add(tuple(hand_of(look(stub, created.transition.state, created.host_key, 0), 0)))
    assert len(hands) == 8


def test_a_chosen_deck_is_announced_and_a_chosen_seed_is_not(stub: Stub) -> None:
    table = Table(stub, first_dealer=ruleset_pb2.FIRST_DEALER_SEAT_0)
    before = table.state
    table.deal(deck_for(CLASSIC, 0, HANDS, upcard="Qh"))
    assert [event.dealt.stacked for event in table.last.events if event.HasField("dealt")] == [True]
    table.state, table.last = before, table.created.transition
    table.deal()
    assert [event.dealt.stacked for event in table.last.events if event.HasField("dealt")] == [False]
    # And who gave the seed knows every card, as the shuffle is published.
    deck = shuffle.shuffle(SEED, 1, CLASSIC.deck)
    known = {CARD_TO_WIRE[card] for card in deck[:20]}
    assert {card for seat in range(4) for card in hand_of(table.view(), seat)} == known


# --- the operator: has the master keys and the log ---------------------------------------------------------


def test_a_master_key_opens_every_state(stub: Stub) -> None:
    """NOT GIVEN: who has the key file has every game of the deployment."""
    table = dealt(stub)
    opened = codec.decode(SealedStates(Keyring([KEY]), "", PAYLOAD_BYTES).open(table.state), trusted=True)
    assert opened.seed == SEED
    assert all(opened.table.hands)


# --- callers -----------------------------------------------------------------------------------------------


def test_a_role_is_no_seat(tmp_path: Path) -> None:
    """A known host without a game's keys can do nothing at that game."""
    callers = CallersFile(tmp_path / "callers")
    with serving(callers_file=callers.path) as address, calling(address) as stub:
        host = callers.metadata(Role.HOST)
        state = stub.CreateGame(CREATE, metadata=host).transition.state
        asked = pb.GetViewRequest(state=state, key=bytes(16))
        assert refused(lambda: stub.GetView(asked, metadata=host))[1] == "SEAT_KEY_WRONG"


def test_a_leaked_token_is_its_caller(tmp_path: Path) -> None:
    """NOT GIVEN: a bearer token is whoever bears it, from anywhere, until it is taken out of the file."""
    callers = CallersFile(tmp_path / "callers")
    leaked = bearer(callers.tokens[Role.HOST])
    with serving(callers_file=callers.path) as address:
        for _ in range(2):
            with calling(address) as stub:
                assert stub.CreateGame(CREATE, metadata=leaked).host_key


# --- the network -------------------------------------------------------------------------------------------


@contextmanager
def overheard(address: str) -> Iterator[tuple[str, bytearray]]:
    """A listener on the way to a server: its address, and all the bytes that passed."""
    host, port = address.rsplit(":", 1)
    heard = bytearray()
    ends: list[socket.socket] = []
    listening = socket.create_server(("localhost", 0))

    def carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # one of the two has hung up
            while data := source.recv(65_536):
                heard.extend(data)
                target.sendall(data)

    def accept() -> None:
        near, _ = listening.accept()
        far = socket.create_connection((host, int(port)))
        ends.extend((near, far))
        threading.Thread(target=carry, args=(near, far), daemon=True).start()
        threading.Thread(target=carry, args=(far, near), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    with listening:
        yield f"localhost:{listening.getsockname()[1]}", heard
    for end in ends:
        end.close()


def test_without_tls_the_network_has_every_key(tmp_path: Path) -> None:
    """NOT GIVEN: plain text shows the keys of seats, and tokens, to whoever overhears it."""
    callers = CallersFile(tmp_path / "callers")
    with (
        serving(host="127.0.0.1", callers_file=callers.path) as address,
        overheard(address) as (near, heard),
        calling(near) as stub,
    ):
        created = stub.CreateGame(CREATE, metadata=callers.metadata(Role.HOST), timeout=10)
        assert created.host_key in heard


def test_with_tls_the_network_has_noise(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    own = authority.issue("server", "localhost")
    with (
        serving(host="127.0.0.1", tls_cert=own.certificate, tls_key=own.key) as address,
        overheard(address) as (near, heard),
        calling(near, tls_ca=authority.certificate) as stub,
    ):
        created = stub.CreateGame(CREATE, timeout=10)
        stub.ListRulesets(LIST, timeout=10)
        time.sleep(0.1)
        assert len(heard) > len(created.SerializeToString())
        for secret in (created.host_key, *created.seat_keys, created.transition.state, b"RulesService"):
            assert secret not in heard


# --- the page ----------------------------------------------------------------------------------------------


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE.read_text())
    assert len(named) > 25
    for file, test in named:
        text = (PAGE.parents[1] / file).read_text()
        assert re.search(rf"^(async )?def {test}\(", text, re.MULTILINE), f"{file}::{test}"
