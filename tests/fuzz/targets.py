"""What is fuzzed. A target takes bytes and returns; anything it raises is a finding.

Each has seeds: real inputs from which the fuzzer starts.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from google.protobuf.message import DecodeError

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import ruleset_pb2, view_pb2
from euchre_client import EuchreError, RulesClient
from euchre_client.egn import EgnError, read, replay
from euchre_rules import actions, game, invariants, phases, presets
from euchre_rules.view import PUBLIC, TABLE, events_for, view
from euchre_service import codec, wire_views
from euchre_service.refusal import ServiceError
from euchre_service.seal import PlainStates
from tests.fuzz.inprocess import Desk, InProcessChannel

EGN_FILES = Path(__file__).parents[1] / "data" / "games" / "egn"
_INTERNAL = 13
"""The number of gRPC's INTERNAL."""
_DESK = Desk()
_CLIENT = RulesClient(InProcessChannel(_DESK))
_METHODS = [method.name for method in pb.DESCRIPTOR.services_by_name["RulesService"].methods]


class Target(NamedTuple):
    """A target, and inputs to start from."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]


# --- states --------------------------------------------------------------------------------------


def state(data: bytes) -> None:
    """A state opens or is refused; what opens can be looked at, and anything legal be done with it."""
    _refused_or(lambda: _DESK.call("GetView", pb.GetViewRequest(state=data)))
    payload = data[: codec.PAYLOAD_BYTES].ljust(codec.PAYLOAD_BYTES, b"\0")
    opened = _refused_or(lambda: codec.decode(payload, trusted=False))
    if opened is None:
        return
    table = opened.table
    assert invariants.broken(table) is None
    assert codec.decode(codec.encode(opened), trusted=False).table == table
    for reader in (*range(table.rules.players), PUBLIC, TABLE):
        wire_views.view(table, view(table, reader), b"", events_for(table, reader))
    for action in game.legal_actions(table):
        if action != actions.DEAL:
            game.apply(table.copy(), table.actor, action)


def _states() -> Iterator[bytes]:
    plain = PlainStates()
    for seed in _requests():
        if _METHODS[seed[0]] == "Apply":
            token = pb.ApplyRequest.FromString(seed[1:]).turn.state
            yield plain.open(token)
            yield token


# --- requests ------------------------------------------------------------------------------------


def request(data: bytes) -> None:
    """Any request of any method is answered or refused; the first byte chooses the method."""
    if not data:
        return
    method = _METHODS[data[0] % len(_METHODS)]
    try:
        message = getattr(pb, f"{method}Request").FromString(data[1:])
    except DecodeError:
        return
    answer = _refused_or(lambda: _DESK.call(method, message))
    if answer is not None and method == "BatchApply":
        assert all(result.error.code != _INTERNAL for result in answer.results)


def _requests() -> Iterator[bytes]:
    """Give the requests of a game of each preset, as `Apply`, and one of each other method."""
    for number, base in enumerate(sorted(presets.PRESETS)):
        chance = random.Random(number)
        ruleset = ruleset_pb2.Ruleset(base=base)
        create = pb.CreateGameRequest(ruleset=ruleset, seed=bytes([number]) * 32, deal=True)
        yield _tagged("CreateGame", create)
        at = _DESK.call("CreateGame", create).transition
        for _ in range(60):
            if at.next.phase == phases.GAME_OVER:
                break
            seat = at.next.seat
            legal = _DESK.call(
                "ListLegalActions", pb.ListLegalActionsRequest(state=at.state, seat=seat)
            ).actions
            turn = pb.Turn(state=at.state, seat=seat)
            turn.views.add(audience=view_pb2.AUDIENCE_TABLE)
            apply = pb.ApplyRequest(turn=turn, action=chance.choice(legal).action)
            yield _tagged("Apply", apply)
            at = _DESK.call("Apply", apply).transition
        turn = pb.Turn(state=at.state, seat=at.next.seat)
        yield _tagged("BatchApply", pb.BatchApplyRequest(items=[pb.ApplyRequest(turn=turn)]))
        yield _tagged("ResolveRuleset", pb.ResolveRulesetRequest(ruleset=ruleset))
        for method in ("Deal", "Bid", "Swap", "Discard", "Exchange", "GoAlone", "Fold", "Play", "CallRenege"):
            yield _tagged(method, getattr(pb, f"{method}Request")(turn=turn))
        yield _tagged("RevealDeal", pb.RevealDealRequest(state=at.state, hand_number=1))


def _tagged(method: str, message: Any) -> bytes:
    return bytes([_METHODS.index(method)]) + bytes(message.SerializeToString())


# --- recorded games ------------------------------------------------------------------------------


def egn(data: bytes) -> None:
    """A file is read and replayed, or refused with a typed fault."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    try:
        replay(_CLIENT, read(text))
    except (EgnError, EuchreError):
        return


def _games() -> Iterator[bytes]:
    for path in sorted(EGN_FILES.glob("*.egn")):
        whole = json.loads(path.read_text())
        yield json.dumps(whole).encode()
        for deal in whole["deals"][:3]:
            # Small ones are what a fuzzer can work with.
            yield json.dumps(whole | {"deals": [deal | {"dealNumber": 0}]}).encode()


def _refused_or(work: Callable[[], Any]) -> Any:
    """Return what the work returns; None when the service refuses it for a reason of the caller's."""
    try:
        return work()
    except ServiceError as error:
        if error.reason == "INTERNAL":
            raise
        return None


TARGETS = {
    "state": Target(state, _states),
    "request": Target(request, _requests),
    "egn": Target(egn, _games),
}
