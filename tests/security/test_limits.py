"""What one caller may ask for: requests and batch items a second, and calls at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2

from euchre.v1 import rules_service_pb2 as pb
from euchre_client import RateLimited, RulesClient
from euchre_service import limits
from euchre_service.callers import Role
from euchre_service.limits import CallerLimits, extra_weight
from euchre_service.refusal import ServiceError
from tests.security.servers import LIST, CallersFile, calling, serving
from tests.service.fakes import Log, details, error_info, failure, get_view, rich_status, running

EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def enter(counted: CallerLimits, name: str = "alice") -> str:
    try:
        counted.enter(name)
    except ServiceError as error:
        return error.reason
    counted.leave(name)
    return "in"


def test_a_bucket_empties_and_fills() -> None:
    clock = Clock()
    counted = CallerLimits(10, 5, 0, clock)
    assert [enter(counted) for _ in range(7)] == ["in"] * 5 + ["RATE_LIMITED"] * 2
    assert enter(counted, "bob") == "in"
    clock.now += 0.1
    assert [enter(counted) for _ in range(2)] == ["in", "RATE_LIMITED"]
    clock.now += 3600
    assert [enter(counted) for _ in range(6)] == ["in"] * 5 + ["RATE_LIMITED"]


def test_a_batch_is_let_in_and_paid_for_afterwards() -> None:
    clock = Clock()
    counted = CallerLimits(100, 100, 0, clock)
    counted.enter("alice")
    counted.charge("alice", 999)
    with pytest.raises(ServiceError) as caught:
        counted.enter("alice")
    assert caught.value.retry_after == pytest.approx(9.011)
    clock.now += 9.0
    assert enter(counted) == "RATE_LIMITED"
    clock.now += 0.011
    assert enter(counted) == "in"


def test_refused_calls_cost_nothing() -> None:
    clock = Clock()
    counted = CallerLimits(1, 1, 0, clock)
    assert enter(counted) == "in"
    for _ in range(1000):
        assert enter(counted) == "RATE_LIMITED"
    clock.now += 1.0
    assert enter(counted) == "in"


def test_a_clock_that_stands_still_gives_nothing() -> None:
    counted = CallerLimits(1000, 1, 0, Clock())
    assert [enter(counted) for _ in range(3)] == ["in", "RATE_LIMITED", "RATE_LIMITED"]


def test_accounts_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MAX_ACCOUNTS", 100)
    counted = CallerLimits(1, 1, 2, Clock())
    counted.enter("busy")
    for number in range(10_000):
        assert enter(counted, f"caller-{number}") == "in"
    assert len(counted) <= 100
    # Who has a call in progress is not forgotten, or its calls would not be counted any more.
    assert enter(counted, "busy") == "RATE_LIMITED"
    counted.leave("busy")
    assert enter(counted, "caller-9999") == "RATE_LIMITED"


def test_what_a_request_weighs() -> None:
    batch = pb.BatchApplyRequest(items=[pb.ApplyRequest()] * 1000)
    replay = pb.ReplayRequest(hands=[pb.RecordedHand(actions=[pb.SeatAction()] * 30)] * 4)
    assert (extra_weight(batch), extra_weight(replay), extra_weight(LIST)) == (999, 120, 0)
    assert extra_weight(pb.BatchApplyRequest()) == 0


# --- over gRPC ---------------------------------------------------------------------------------------------


def test_rates_over_grpc(tmp_path: Path) -> None:
    callers = CallersFile(tmp_path / "callers")
    settings = {"caller_rate": 50.0, "caller_burst": 20.0}
    with serving(callers_file=callers.path, **settings) as address, calling(address) as stub:
        host, player = callers.metadata(Role.HOST), callers.metadata(Role.PLAYER)
        batch = pb.BatchApplyRequest(items=[pb.ApplyRequest()] * 100)
        assert len(stub.BatchApply(batch, metadata=host).results) == 100
        with pytest.raises(grpc.RpcError) as caught:
            stub.ListRulesets(LIST, metadata=host)
        error: Any = caught.value
        status = rich_status(error)
        info = error_info(status)
        (retry,) = details(status, error_details_pb2.RetryInfo)
        assert (error.code(), info.reason, dict(info.metadata)) == (
            EXHAUSTED,
            "RATE_LIMITED",
            {"per_second": "50"},
        )
        delay = retry.retry_delay.ToMilliseconds()
        assert 1000 < delay <= 1700
        assert dict(error.trailing_metadata())["grpc-retry-pushback-ms"] == str(delay)
        assert stub.ListRulesets(LIST, metadata=player).rulesets
        time.sleep(delay / 1000)
        assert stub.ListRulesets(LIST, metadata=host).rulesets


def test_strangers_of_one_address_share_an_account() -> None:
    with serving(caller_rate=0.001, caller_burst=10.0) as address:
        answers = Counter[str]()
        for _ in range(6):
            with calling(address) as stub:
                for _ in range(4):
                    try:
                        stub.ListRulesets(LIST)
                        answers["in"] += 1
                    except grpc.RpcError as error:
                        answers[error.code().name] += 1
    assert answers == {"in": 10, "RESOURCE_EXHAUSTED": 14}


def test_our_client_repeats_a_call_when_it_is_told_to() -> None:
    with (
        serving(host="127.0.0.1", caller_rate=20.0, caller_burst=5.0) as address,
        RulesClient(address) as client,
    ):
        started = time.monotonic()
        for _ in range(8):
            client.list_rulesets()
        assert time.monotonic() - started > 0.12
    with (
        serving(host="127.0.0.1", caller_rate=0.01, caller_burst=1.0) as address,
        RulesClient(address) as client,
    ):
        client.list_rulesets()
        # So long a wait is not for gRPC's retries, which would end in a mere passed deadline.
        with pytest.raises(RateLimited) as caught:
            client.list_rulesets(timeout=1.0)
        assert caught.value.metadata == {"per_second": "0.01"}
        assert caught.value.retry_after is not None and caught.value.retry_after > 50


async def test_calls_at_once(log: Log, tmp_path: Path) -> None:
    callers = CallersFile(tmp_path / "callers")
    host, player = callers.metadata(Role.HOST), callers.metadata(Role.PLAYER)
    async with running(log, callers_file=callers.path, caller_calls=3) as (server, channel):
        slow = [get_view(channel, "sleep:0.6", metadata=host) for _ in range(3)]
        while server._boundary.running < 3:
            await asyncio.sleep(0.01)
        error = await failure(get_view(channel, "ok", metadata=host))
        info = error_info(rich_status(error))
        assert (error.code(), info.reason, dict(info.metadata)) == (
            EXHAUSTED,
            "TOO_MANY_CALLS",
            {"limit": "3"},
        )
        assert dict(error.trailing_metadata())["grpc-retry-pushback-ms"] == "200"
        await get_view(channel, "ok", metadata=player)
        for call in slow:
            await call
        for _ in range(10):
            await get_view(channel, "ok", metadata=host)
        # However a call ends, its place is free again.
        for _ in range(5):
            assert (await failure(get_view(channel, "key-error:x", metadata=host))).code()
            late = get_view(channel, "sleep:5", metadata=host, timeout=0.05)
            assert (await failure(late)).code() is grpc.StatusCode.DEADLINE_EXCEEDED
        await asyncio.sleep(0.1)
        await get_view(channel, "ok", metadata=host)


def test_limits_hold_under_a_flood() -> None:
    with serving(caller_rate=100.0, caller_burst=50.0) as address, calling(address) as stub:
        started = time.monotonic()
        gate = threading.Barrier(8)

        def flood(_: int) -> Counter[str]:
            gate.wait(10)
            answers = Counter[str]()
            for _ in range(200):
                try:
                    stub.ListRulesets(LIST)
                    answers["in"] += 1
                except grpc.RpcError as error:
                    answers[error.code().name] += 1
            return answers

        with ThreadPoolExecutor(8) as threads:
            answers = sum(threads.map(flood, range(8)), Counter[str]())
        seconds = time.monotonic() - started
    assert 50 <= answers["in"] <= 50 + 100 * seconds + 1
    assert answers.keys() == {"in", "RESOURCE_EXHAUSTED"}


def test_weight_counts_only_for_who_was_let_in() -> None:
    counted = CallerLimits(1, 1, 0, Clock())
    counted.charge("nobody", 1000)
    counted.leave("nobody")
    assert len(counted) == 0
