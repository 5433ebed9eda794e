"""Fewer lines for calls that succeed; every line for those that do not."""

from __future__ import annotations

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre_service.config import ConfigError, ServerConfig
from tests.security.process import server
from tests.telemetry.watching import player

CALLS = 400


def test_a_sample_of_successes_and_all_failures_are_logged() -> None:
    with server("--log-sample", "0.25") as running, player(running.address) as someone:
        for _ in range(CALLS):
            someone.call("ListRulesets", pb.ListRulesetsRequest())
        for _ in range(20):
            someone.call("Play", pb.PlayRequest())
        assert running.stop() == 0
        assert running.events("metrics") == []
        (stopped,) = running.events("stopped")
        assert 0 <= stopped["drain_seconds"] < 5
    lines = running.events("call")
    good = [line for line in lines if line["code"] == "OK"]
    # Five standard deviations about the mean, which is 100.
    assert 100 - 5 * 8.7 < len(good) < 100 + 5 * 8.7
    assert {line["sample_rate"] for line in good} == {0.25}
    bad = [line for line in lines if line["code"] != "OK"]
    assert len(bad) == someone.kinds["Play", "INVALID_ARGUMENT", "MALFORMED_REQUEST"] == 20
    assert all("sample_rate" not in line for line in bad)


@pytest.mark.parametrize("rate", [-0.1, 1.5])
def test_a_rate_is_a_part_of_one(rate: float) -> None:
    with pytest.raises(ConfigError, match="--log-sample"):
        ServerConfig(log_sample=rate)


@pytest.mark.parametrize("names", ["statsd", "otlp,statsd", "none,otlp", ""])
def test_metrics_go_to_those_that_are_known(names: str) -> None:
    with pytest.raises(ConfigError, match="--metrics"):
        ServerConfig(metrics=names)


def test_traces_are_not_for_prometheus() -> None:
    with pytest.raises(ConfigError, match="--traces"):
        ServerConfig(traces="prometheus")
    config = ServerConfig(metrics="prometheus, otlp")
    assert config.serves_metrics and config.pushes_metrics and not config.sends_traces
