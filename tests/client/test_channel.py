"""Retries, deadlines and who closes what, against a server that fails on demand."""

from __future__ import annotations

import asyncio
import json
import time

import grpc
import pytest

from euchre_client import (
    AsyncRulesClient,
    DeadlineExceeded,
    GameOver,
    Overloaded,
    RulesClient,
    TransportError,
    channel_options,
    open_aio_channel,
    open_channel,
    service_config,
)
from tests.client.fake_service import FakeRules, failure, refusal

UNAVAILABLE = failure(grpc.StatusCode.UNAVAILABLE, "restarting")
DROPPED = failure(grpc.StatusCode.CANCELLED, "")
"""What gRPC itself answers in a server where more calls wait than it keeps."""
OVERLOADED = refusal(grpc.StatusCode.RESOURCE_EXHAUSTED, "OVERLOADED", "Too busy.")


def test_a_server_that_is_away_twice_is_asked_three_times(fake: FakeRules, client: RulesClient) -> None:
    fake.failures.extend([UNAVAILABLE, UNAVAILABLE])
    assert [ruleset.base for ruleset in client.list_rulesets()] == ["buck", "classic"]
    assert len(fake.requests) == 3


def test_what_the_server_drops_is_asked_again(fake: FakeRules, client: RulesClient) -> None:
    fake.failures.append(DROPPED)
    assert [ruleset.base for ruleset in client.list_rulesets()] == ["buck", "classic"]
    assert len(fake.requests) == 2


async def test_what_the_caller_gives_up_is_not_asked_again(fake: FakeRules, address: str) -> None:
    fake.delay = 0.3
    async with AsyncRulesClient(address) as client:
        asked = asyncio.create_task(client.list_rulesets())
        while not fake.requests:
            await asyncio.sleep(0.01)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await asyncio.sleep(0.5)
    assert len(fake.requests) == 1


async def test_the_asyncio_client_asks_again_too(fake: FakeRules, address: str) -> None:
    fake.failures.extend([UNAVAILABLE, OVERLOADED])
    async with AsyncRulesClient(address) as client:
        assert len(await client.list_rulesets()) == 2
    assert len(fake.requests) == 3


def test_it_gives_up_after_four_times(fake: FakeRules, client: RulesClient) -> None:
    fake.failures.extend([OVERLOADED] * 5)
    with pytest.raises(Overloaded, match="Too busy"):
        client.list_rulesets()
    assert len(fake.requests) == 4


def test_it_comes_back_when_the_server_says(fake: FakeRules, client: RulesClient) -> None:
    fake.failures.append(OVERLOADED)
    fake.trailers = [("grpc-retry-pushback-ms", "300")]
    begin = time.monotonic()
    client.list_rulesets()
    assert time.monotonic() - begin >= 0.3
    assert len(fake.requests) == 2


def test_a_refusal_is_not_asked_again(fake: FakeRules, client: RulesClient) -> None:
    fake.failures.append(refusal(grpc.StatusCode.FAILED_PRECONDITION, "GAME_OVER"))
    with pytest.raises(GameOver):
        client.list_rulesets()
    assert len(fake.requests) == 1


def test_a_call_ends_at_its_deadline(fake: FakeRules, client: RulesClient) -> None:
    fake.delay = 0.5
    with pytest.raises(DeadlineExceeded) as caught:
        client.list_rulesets(timeout=0.05)
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED


async def test_an_asyncio_call_ends_at_its_deadline(fake: FakeRules, address: str) -> None:
    fake.delay = 0.5
    async with AsyncRulesClient(address) as client:
        with pytest.raises(DeadlineExceeded):
            await client.list_rulesets(timeout=0.05)


def test_the_service_config_sets_a_deadline_of_its_own(fake: FakeRules, address: str) -> None:
    fake.delay = 0.5
    config = service_config().replace('"5s"', '"0.05s"')
    with RulesClient(address, options=[("grpc.service_config", config)]) as client:
        with pytest.raises(DeadlineExceeded):
            client.list_rulesets()
        assert client.replay("classic", []).host_key == b"host"


def test_nobody_there_is_an_error_of_the_transport() -> None:
    with RulesClient("127.0.0.1:1") as client, pytest.raises(TransportError) as caught:
        client.list_rulesets(timeout=2)
    assert caught.value.code is grpc.StatusCode.UNAVAILABLE


def test_the_service_config_is_what_it_is_documented_to_be() -> None:
    config = json.loads(service_config())
    assert config["loadBalancingConfig"] == [{"round_robin": {}}]
    assert "retryThrottling" in config
    everything, long_calls, analysis, annotate = config["methodConfig"]
    assert everything["timeout"] == "5s"
    assert {name["method"] for name in long_calls["name"]} == {"BatchApply", "Replay"}
    assert [name["service"] for name in analysis["name"]] == ["euchre.v1.AnalysisService"]
    assert "retryPolicy" not in annotate  # a stream that has begun cannot be taken up again
    for methods in (everything, long_calls, analysis):
        assert methods["retryPolicy"]["maxAttempts"] == 4
        assert methods["retryPolicy"]["retryableStatusCodes"] == [
            "UNAVAILABLE",
            "RESOURCE_EXHAUSTED",
            "CANCELLED",
        ]


def test_own_options_win() -> None:
    options = channel_options([("grpc.max_receive_message_length", 7), ("grpc.enable_retries", 0)])
    assert dict(options)["grpc.max_receive_message_length"] == 7
    assert len(dict(options)) == len(options) == 4


def test_a_channel_of_ones_own_stays_open(fake: FakeRules, address: str) -> None:
    with open_channel(address) as channel:
        with RulesClient(channel) as client:
            client.list_rulesets()
        with RulesClient(channel) as client:
            client.list_rulesets()
    assert len(fake.requests) == 2


async def test_an_asyncio_channel_of_ones_own_stays_open(fake: FakeRules, address: str) -> None:
    async with open_aio_channel(address) as channel:
        async with AsyncRulesClient(channel) as client:
            await client.list_rulesets()
        async with AsyncRulesClient(channel) as client:
            await client.list_rulesets()
    assert len(fake.requests) == 2


async def test_credentials_make_the_channel_secure(fake: FakeRules, address: str) -> None:
    credentials = grpc.ssl_channel_credentials()
    with RulesClient(address, credentials=credentials) as client, pytest.raises(TransportError):
        client.list_rulesets(timeout=1)
    async with AsyncRulesClient(address, credentials=credentials) as aio_client:
        with pytest.raises(TransportError):
            await aio_client.list_rulesets(timeout=1)
    assert not fake.requests
