from __future__ import annotations

import asyncio
import collections
import re
from typing import Any

import grpc
import grpc.aio
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from euchre_service.boundary import Boundary
from tests.service.fakes import (
    GAME_ID,
    SERVICE,
    Log,
    details,
    error_info,
    failure,
    get_view,
    rich_status,
    running,
)

INTERNAL_TEXT = "internal error; the request id names it in the log"
METHOD = f"/{SERVICE}/GetView"


async def test_ok_call_has_one_log_line(log: Log) -> None:
    async with running(log) as (_, channel):
        call = get_view(channel, "note", metadata=(("x-request-id", "my-Call_1.2"),))
        await call
        assert dict(await call.trailing_metadata())["x-request-id"] == "my-Call_1.2"
        (line,) = await log.wait_for_calls(1)
    assert 0 < line.pop("latency_ms") < 1000
    del line["time"]
    assert line == {
        "event": "call",
        "level": "info",
        "method": METHOD,
        "code": "OK",
        "request_id": "my-Call_1.2",
        "game": line["game"],
        "ply": 7,
    }
    assert re.fullmatch("[0-9a-f]{8}", line["game"])
    assert line["game"] not in GAME_ID.hex()


@pytest.mark.parametrize("sent", [None, "", "a b", "x" * 65, "a/b", "a;b", '"quoted"'])
async def test_request_id_is_made_where_none_or_a_bad_one_is_sent(log: Log, sent: str | None) -> None:
    metadata = () if sent is None else (("x-request-id", sent),)
    async with running(log) as (_, channel):
        calls = [get_view(channel, "ok", metadata=metadata) for _ in range(3)]
        await asyncio.gather(*calls)
        ids = [dict(await call.trailing_metadata())["x-request-id"] for call in calls]
        lines = await log.wait_for_calls(3)
    assert all(re.fullmatch("[0-9a-f]{16}", made) for made in ids)
    assert len(set(ids)) == 3
    assert {line["request_id"] for line in lines} == set(ids)


async def test_refusal(log: Log) -> None:
    async with running(log) as (_, channel):
        error = await failure(get_view(channel, "refuse", metadata=(("x-request-id", "r1"),)))
        (line,) = await log.wait_for_calls(1)
    assert error.code() is grpc.StatusCode.ABORTED
    info = error_info(rich_status(error))
    assert (info.reason, dict(info.metadata)) == ("STALE_PLY", {"expected_ply": "7", "ply": "8"})
    assert dict(error.trailing_metadata())["x-request-id"] == "r1"
    assert (line["code"], line["reason"], line["level"]) == ("ABORTED", "STALE_PLY", "info")


async def test_field_violation(log: Log) -> None:
    async with running(log) as (_, channel):
        error = await failure(get_view(channel, "malformed"))
    (bad,) = details(rich_status(error), error_details_pb2.BadRequest)
    assert bad.field_violations[0].field == "view.seat"


@pytest.mark.parametrize("state", ["key-error:Jd", "chained:Jd", "wrong-type:Jd"])
async def test_nothing_of_an_exception_reaches_client_or_log(
    log: Log, state: str, capfd: pytest.CaptureFixture[str]
) -> None:
    async with running(log) as (_, channel):
        error = await failure(get_view(channel, state))
        (line,) = await log.wait_for_calls(1)
    assert (error.code(), error.details()) == (grpc.StatusCode.INTERNAL, INTERNAL_TEXT)
    assert error_info(rich_status(error)).reason == "INTERNAL"
    assert "Jd" not in f"{error!r} {error.trailing_metadata()} {error.debug_error_string()}"
    assert "Jd" not in log.text()
    assert "Jd" not in "".join(capfd.readouterr())
    assert (line["level"], line["code"], line["reason"]) == ("error", "INTERNAL", "INTERNAL")
    assert line["request_id"] == dict(error.trailing_metadata())["x-request-id"]
    assert line["error"].startswith("builtins.")
    assert line["stack"]
    assert all(re.fullmatch(r"[^:]+:\d+:\w+", place) for place in line["stack"])


def call_raw(channel: grpc.aio.Channel, method: str, request: bytes) -> Any:
    call: Any = channel.unary_unary(method)
    return call(request)


async def test_undecodable_request(log: Log) -> None:
    async with running(log) as (_, channel):
        error = await failure(call_raw(channel, METHOD, b"\xff\xff Jd"))
    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert error_info(rich_status(error)).reason == "MALFORMED_REQUEST"
    assert "Jd" not in str(error)


async def test_unknown_methods_are_one_in_the_log(log: Log) -> None:
    async with running(log) as (_, channel):
        for name in ("/euchre.v1.RulesService/Cheat", "/x/Jd"):
            assert (await failure(call_raw(channel, name, b""))).code() is grpc.StatusCode.UNIMPLEMENTED
        lines = await log.wait_for_calls(2)
    assert {line["method"] for line in lines} == {"unknown"}
    assert {line["code"] for line in lines} == {"UNIMPLEMENTED"}
    assert "Jd" not in log.text()


async def test_too_many_calls_are_told_to_come_back(log: Log) -> None:
    async with running(log, max_concurrent_calls=8) as (server, channel):
        results = await asyncio.gather(
            *(get_view(channel, "sleep:0.2") for _ in range(40)), return_exceptions=True
        )
        errors = [result for result in results if isinstance(result, grpc.aio.AioRpcError)]
        assert len(errors) == 32
        for error in errors:
            assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            status = rich_status(error)
            assert error_info(status).reason == "OVERLOADED"
            (retry,) = details(status, error_details_pb2.RetryInfo)
            trailers = dict(error.trailing_metadata())
            assert trailers["grpc-retry-pushback-ms"] == str(retry.retry_delay.ToMilliseconds()) == "200"
            assert trailers["x-request-id"]
        await get_view(channel, "ok")
        lines = await log.wait_for_calls(41)
        assert server._boundary.running == 0
    assert collections.Counter(line["code"] for line in lines) == {"OK": 9, "RESOURCE_EXHAUSTED": 32}
    assert {line["level"] for line in lines if line["code"] != "OK"} == {"warning"}


async def test_health_answers_when_the_server_is_full(log: Log) -> None:
    async with running(log, max_concurrent_calls=1) as (_, channel):
        busy = get_view(channel, "sleep:0.3")
        await asyncio.sleep(0.1)
        answer = await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        assert (await failure(get_view(channel, "ok"))).code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        await busy


@pytest.mark.parametrize("state", ["spin:0.0003", "sleep:0.02"])
async def test_a_flood_is_never_answered_with_bare_cancelled(log: Log, state: str) -> None:
    # gRPC itself would drop calls beyond the first thousand or so.
    async with running(log) as (_, channel):
        results = await asyncio.gather(
            *(get_view(channel, state) for _ in range(3000)), return_exceptions=True
        )
    codes = collections.Counter(
        result.code() if isinstance(result, grpc.aio.AioRpcError) else grpc.StatusCode.OK
        for result in results
    )
    assert set(codes) <= {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert codes[grpc.StatusCode.OK] >= 256


async def test_deadline_ends_the_work(log: Log) -> None:
    async with running(log) as (server, channel):
        error = await failure(get_view(channel, "sleep:5", timeout=0.05))
        assert error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        (line,) = await log.wait_for_calls(1)
        assert server._boundary.running == 0
    assert line["code"] == "DEADLINE_EXCEEDED"
    assert line["latency_ms"] < 1000


async def test_one_millisecond_deadlines(log: Log) -> None:
    async with running(log) as (server, channel):
        for _ in range(20):
            assert (
                await failure(get_view(channel, "sleep:1", timeout=0.001))
            ).code() is grpc.StatusCode.DEADLINE_EXCEEDED
        await get_view(channel, "ok")
        await asyncio.sleep(0.1)
        assert server._boundary.running == 0


class LateContext:
    """Of a call that waited in the queue for longer than its client had time."""

    def __init__(self) -> None:
        self.aborted: tuple[object, ...] = ()

    def set_trailing_metadata(self, _metadata: object) -> None:
        pass

    def time_remaining(self) -> float:
        return 0.0

    async def abort(self, *status: object) -> None:
        self.aborted = status
        raise grpc.aio.AbortError


class LateCall:
    method = METHOD
    invocation_metadata = ()


async def test_a_call_whose_time_is_up_is_not_begun(log: Log) -> None:
    async def begun(_request: object, _context: object) -> None:
        raise AssertionError("begun")

    async def find(_details: object) -> grpc.RpcMethodHandler[Any, Any]:
        return grpc.unary_unary_rpc_method_handler(begun)

    context = LateContext()

    async def call() -> None:
        handler = await Boundary(log.logger, 1).intercept_service(find, LateCall())  # type: ignore[arg-type]
        await handler.unary_unary(b"", context)  # type: ignore[arg-type,misc]

    with pytest.raises(grpc.aio.AbortError):
        await asyncio.create_task(call())
    assert context.aborted[0] is grpc.StatusCode.DEADLINE_EXCEEDED
    (line,) = await log.wait_for_calls(1)
    assert (line["code"], line["reason"]) == ("DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED")


async def test_cancelled_by_the_client(log: Log) -> None:
    async with running(log) as (server, channel):
        call = get_view(channel, "sleep:5")
        await asyncio.sleep(0.1)
        call.cancel()
        (line,) = await log.wait_for_calls(1)
        assert server._boundary.running == 0
    assert line["code"] == "CANCELLED"


async def test_librarys_own_abort_passes(log: Log) -> None:
    async with running(log) as (_, channel):
        stub = health_pb2_grpc.HealthStub(channel)
        error = await failure(stub.Check(health_pb2.HealthCheckRequest(service="nobody")))
        (line,) = await log.wait_for_calls(1)
    assert error.code() is grpc.StatusCode.NOT_FOUND
    assert dict(error.trailing_metadata())["x-request-id"]
    assert line["code"] == "NOT_FOUND"


async def test_no_forbidden_field_in_the_log_of_many_calls(log: Log) -> None:
    states = ["ok", "note", "refuse", "malformed", "key-error:Jd", "sleep:0"]
    async with running(log) as (_, channel):
        await asyncio.gather(*(get_view(channel, state) for state in states * 5), return_exceptions=True)
        lines = await log.wait_for_calls(30)
    assert len(lines) == 30
    allowed = {
        "event",
        "level",
        "time",
        "method",
        "code",
        "reason",
        "latency_ms",
        "request_id",
        "game",
        "ply",
    }
    assert {name for line in lines for name in line} <= allowed | {"error", "caused_by", "stack"}
