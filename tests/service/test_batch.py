"""BatchApply: many acts, each answered on its own, as a single call would have answered it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.rpc import code_pb2, status_pb2

from euchre.v1 import rules_service_pb2 as pb
from euchre_rules import actions
from euchre_service.tables import Tables
from tests.service.desk import Desk, apply_request
from tests.service.fakes import error_info, rich_status
from tests.service.games import RULESETS, game_of, plies
from tests.service.wire import Stub, Table, applying, refusal, served


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


def items(count: int, seed: int, *, mixed: bool) -> list[pb.ApplyRequest]:
    """Acts at tables of all sorts; if mixed, many that are refused, for all sorts of reasons."""
    rng = random.Random(seed)
    desk = Desk.sealed()
    made: list[pb.ApplyRequest] = []
    while len(made) < count:
        rules = rng.choice(list(RULESETS.values()))
        for ply in plies(rules, rng, hands=1):
            at = game_of(ply.before, rng, desk.states.key_id)
            seat, action = ply.seat, ply.action
            turn = pb.Turn(state=desk.seal(at), seat=seat, key=desk.seat_key(at, seat))
            if mixed and rng.random() < 0.5:
                action = rng.choice(actions.ALL_ACTIONS)
                turn.seat = rng.randrange(5)
                turn.state = turn.state[: rng.choice([3, 393, 400])]
                turn.expected_ply = rng.choice([at.ply, 1])
            made.append(apply_request(turn, action))
    return made[:count]


def single(stub: Stub, item: pb.ApplyRequest) -> pb.BatchApplyResult:
    try:
        return pb.BatchApplyResult(transition=stub.Apply(item).transition)
    except grpc.RpcError as error:
        return pb.BatchApplyResult(error=rich_status(error))  # type: ignore[arg-type]


def test_results_are_those_of_single_calls_in_order(stub: Stub) -> None:
    asked = items(400, 1, mixed=True)
    answers = stub.BatchApply(pb.BatchApplyRequest(items=asked)).results
    assert list(answers) == [single(stub, item) for item in asked]
    reasons = {error_info(answer.error).reason for answer in answers if answer.HasField("error")}
    assert {"STATE_CORRUPT", "SEAT_KEY_WRONG", "STALE_PLY", "WRONG_PHASE"} <= reasons
    assert 100 < sum(answer.HasField("transition") for answer in answers) < 300


def test_thousand_items(stub: Stub) -> None:
    asked = items(1000, 2, mixed=False)
    answers = stub.BatchApply(pb.BatchApplyRequest(items=asked)).results
    assert len(answers) == 1000
    assert all(answer.HasField("transition") for answer in answers)


@pytest.mark.parametrize("size", [0, 1001])
def test_too_few_or_too_many_items(stub: Stub, size: int) -> None:
    status = refusal(lambda: stub.BatchApply(pb.BatchApplyRequest(items=[pb.ApplyRequest()] * size)))
    info = error_info(status)
    assert status.code == code_pb2.INVALID_ARGUMENT
    assert (info.reason, dict(info.metadata)) == ("BATCH_SIZE", {"size": str(size), "limit": "1000"})


def test_malformed_item_names_its_own_field(stub: Stub) -> None:
    turn = Table(stub).deal().turn(0)
    (answer,) = stub.BatchApply(pb.BatchApplyRequest(items=[pb.ApplyRequest(turn=turn)])).results
    assert dict(error_info(answer.error).metadata) == {"field": "action"}


def test_items_may_repeat_and_do_not_see_each_other(stub: Stub) -> None:
    table = Table(stub).deal()
    request = applying(table.turn(table.actor), actions.PASS)
    answers = stub.BatchApply(pb.BatchApplyRequest(items=[request] * 3)).results
    assert answers[0].HasField("transition")
    assert answers[0] == answers[1] == answers[2]


def test_fault_in_one_item_spoils_no_other(stub: Stub, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = items(60, 3, mixed=False)
    wanted = [single(stub, item) for item in asked]
    act = Tables.act

    def broken(self: Tables, turn: pb.Turn, *rest: Any) -> Any:
        if turn.state == asked[7].turn.state:
            raise KeyError(f"the seat holds Jd: {turn.key.hex()}")
        return act(self, turn, *rest)

    monkeypatch.setattr(Tables, "act", broken)
    answers = list(stub.BatchApply(pb.BatchApplyRequest(items=asked)).results)
    spoilt = answers[7].error
    assert answers[:7] + answers[8:] == wanted[:7] + wanted[8:]
    assert error_info(spoilt).reason == "INTERNAL"
    assert spoilt.code == code_pb2.INTERNAL
    told = spoilt.SerializeToString()
    assert b"Jd" not in told
    assert asked[7].turn.key.hex().encode() not in told
    assert spoilt == refusal(lambda: stub.Apply(asked[7]))
    assert status_pb2.Status.FromString(told) == spoilt
