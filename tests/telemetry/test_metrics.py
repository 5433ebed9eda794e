"""The page of metrics of a real server tells exactly what was called."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from euchre_service.telemetry.families import SHED
from euchre_service.telemetry.recorder import LATENCY_BOUNDS
from tests.security.process import Server, server
from tests.telemetry.watching import (
    METRICS,
    OPENMETRICS,
    Kind,
    Page,
    play_a_little,
    player,
    scrape,
    scrape_after,
    scrape_when,
)

Played = tuple[Server, Page, Counter[Kind]]


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    """A server that has answered known calls, its page, and those calls."""
    with server(*METRICS) as running, player(running.address) as someone:
        play_a_little(someone)
        yield running, scrape_after(running, someone.kinds.total()), someone.kinds


def test_calls_are_counted_by_method_code_and_reason(
    played: Played,
) -> None:
    _, page, made = played
    assert page.calls() == made
    assert made == {
        ("CreateGame", "OK", ""): 1,
        ("Apply", "OK", ""): 4,
        ("Apply", "ABORTED", "STALE_PLY"): 1,
        ("BatchApply", "OK", ""): 1,
        ("GetView", "OK", ""): 2,
        ("GetView", "PERMISSION_DENIED", "SEAT_KEY_WRONG"): 1,
        ("GetView", "INVALID_ARGUMENT", "STATE_CORRUPT"): 1,
        ("Play", "FAILED_PRECONDITION", "WRONG_PHASE"): 1,
    }


def test_each_call_falls_into_one_bucket(played: Played) -> None:
    _, page, made = played
    labels = {"method": "euchre.v1.RulesService/GetView", "code": "OK"}
    name = "euchre_call_duration_seconds"
    assert page.value(f"{name}_count", **labels) == made["GetView", "OK", ""] == 2
    buckets = [page.value(f"{name}_bucket", **labels, le=f"{bound!r}") for bound in LATENCY_BOUNDS]
    assert buckets == sorted(buckets)
    assert buckets[-1] <= page.value(f"{name}_bucket", **labels, le="+Inf") == 2
    assert 0 < page.value(f"{name}_sum", **labels) < 20


def test_batches_and_states_are_measured(played: Played) -> None:
    _, page, _ = played
    assert page.value("euchre_batch_items_count") == 1
    assert page.value("euchre_batch_items_sum") == 3
    assert page.value("euchre_batch_items_bucket", le="2.0") == 0
    assert page.value("euchre_batch_items_bucket", le="5.0") == 1
    assert page.value("euchre_batch_items_refused_total") == 1
    # One for the game and one for its deal, one for each act.
    sealed = page.value("euchre_state_bytes_count")
    assert sealed == 2 + 4 + 2
    assert 0 < page.value("euchre_state_bytes_sum") / sealed <= 400


def test_what_runs_and_how_it_fares(played: Played) -> None:
    running, page, _ = played
    assert page.value("euchre_build_info", grpc=grpc.__version__) == 1
    assert page.value("euchre_drain_seconds") == page.value("euchre_calls_in_flight") == 0
    assert page.value("process_resident_memory_bytes", worker="0") > 1e7
    assert page.value("process_open_fds") > 5
    assert all(page.value("euchre_calls_shed_total", reason=reason) == 0 for reason in SHED)
    assert running.process.poll() is None


def test_health_calls_have_their_own_method(
    played: Played,
) -> None:
    running, before, made = played
    with grpc.insecure_channel(running.address) as channel:
        health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
    labels = {"method": "grpc.health.v1.Health/Check", "code": "OK", "reason": ""}
    after = scrape_when(running, lambda page: page.value("euchre_calls_total", **labels) == 1)
    assert after.calls() == made == before.calls()


def test_a_method_that_nobody_has_is_one_label(
    played: Played,
) -> None:
    running, _, _ = played
    with grpc.insecure_channel(running.address) as channel:
        for name in ("/a.B/C", "/x-secret-x/Y", "/euchre.v1.RulesService/Nothing"):
            ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(name)
            with pytest.raises(grpc.RpcError):
                ask(b"")
    labels = {"method": "unknown", "code": "UNIMPLEMENTED"}
    page = scrape_when(running, lambda page: page.value("euchre_calls_total", **labels) == 3)
    assert "secret" not in page.text and "Nothing" not in page.text


def test_both_formats_tell_the_same(played: Played) -> None:
    running, _, made = played
    open_form = scrape(running, OPENMETRICS)
    assert open_form.text.endswith("# EOF\n")
    assert open_form.calls() == made


def test_calls_that_are_shed_are_counted_by_reason() -> None:
    flags = ("--max-concurrent-calls", "1", "--caller-rate", "0.001", "--caller-burst", "2")
    with server(*METRICS, *flags) as running, player(running.address) as someone:
        created = someone.table()
        act = someone.apply(created)
        for _ in range(4):
            someone.call("Apply", act)
        page = scrape_after(running, 5)
        assert page.calls() == someone.kinds
        limited = someone.kinds["Apply", "RESOURCE_EXHAUSTED", "RATE_LIMITED"]
        assert page.value("euchre_calls_shed_total", reason="RATE_LIMITED") == limited == 3
        assert page.value("euchre_calls_shed_total") == 3


def test_a_taken_port_ends_the_start(played: Played) -> None:
    running, _, _ = played
    (line,) = running.events("metrics")
    result = started("--metrics", "prometheus", "--metrics-port", line["address"].rpartition(":")[2])
    assert result.returncode == 1
    assert "another program does already" in result.stderr


@pytest.mark.parametrize(
    ("flags", "missing"),
    [
        (("--metrics", "prometheus"), "prometheus_client"),
        (("--metrics", "otlp"), "opentelemetry"),
        (("--traces", "otlp"), "opentelemetry"),
    ],
)
def test_without_the_extra_the_server_says_what_to_install(flags: tuple[str, str], missing: str) -> None:
    result = started(*flags, without=missing)
    assert result.returncode == 2
    hint = "needs the extra telemetry: pip install 'euchre-rules-service[telemetry]'"
    assert result.stderr == f"euchre-server: {flags[0]}: {hint}\n"
    assert result.stdout == ""


def started(*flags: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """A server that is not expected to come up, perhaps without a package."""
    program = f"import sys; sys.modules[{without!r}] = None\n" if without else ""
    program += "from euchre_service.main import main; main()"
    command = [sys.executable, "-c", program, "--port", "0", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
