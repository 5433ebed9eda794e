"""Spans of a real server, as a collector receives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.security.process import Server, server
from tests.telemetry.collector import Collector, attributes, collecting
from tests.telemetry.watching import (
    METRICS,
    OPENMETRICS,
    Player,
    play_a_little,
    player,
    scrape,
    scrape_after,
)

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
Traced = tuple[Server, Collector, Player]


@pytest.fixture(scope="module")
def traced() -> Iterator[Traced]:
    """A server whose calls are traced, after a few of them; the first is part of a trace of its caller."""
    with (
        collecting() as (collector, environment),
        server(
            *METRICS,
            environment={
                **environment,
                "OTEL_TRACES_EXPORTER": "otlp",
                "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=a-test",
            },
        ) as running,
        player(running.address) as someone,
    ):
        someone.table(
            metadata=(("traceparent", f"00-{TRACE}-{PARENT}-01"), ("tracestate", "other=x-secret-x"))
        )
        play_a_little(someone)
        collector.wait_for(lambda: len(collector.spans()) == someone.kinds.total())
        running.wait_for(lambda: len(running.events("call")) == someone.kinds.total())
        yield running, collector, someone


def test_every_call_has_a_span(traced: Traced) -> None:
    _, collector, someone = traced
    spans = Counter(
        (
            span.name.rpartition("/")[2],
            str(attributes(span)["rpc.response.status_code"]),
            str(attributes(span).get("error.type", "")),
        )
        for span in collector.spans()
    )
    assert spans == someone.kinds
    for span in collector.spans():
        assert span.kind == Span.SPAN_KIND_SERVER
        assert span.end_time_unix_nano > span.start_time_unix_nano
        assert attributes(span)["rpc.method"] == span.name
        # All refusals here are the caller's doing.
        assert span.status.code == Status.STATUS_CODE_UNSET


def test_a_span_is_below_that_of_its_caller(traced: Traced) -> None:
    _, collector, _ = traced
    below = [span for span in collector.spans() if span.trace_id.hex() == TRACE]
    assert [(span.name, span.parent_span_id.hex()) for span in below] == [
        ("euchre.v1.RulesService/CreateGame", PARENT)
    ]
    assert {span.parent_span_id for span in collector.spans()} == {b"", bytes.fromhex(PARENT)}
    assert "x-secret-x" not in collector.text()


def test_the_log_names_trace_and_span(traced: Traced) -> None:
    running, collector, _ = traced
    sent = {(span.trace_id.hex(), span.span_id.hex()) for span in collector.spans()}
    assert {(line["trace_id"], line["span_id"]) for line in running.events("call")} == sent
    assert running.events("call")[0]["trace_id"] == TRACE


def test_a_batch_says_how_large_it_was(traced: Traced) -> None:
    _, collector, _ = traced
    (batch,) = (attributes(span) for span in collector.spans() if span.name.endswith("/BatchApply"))
    assert (batch["euchre.batch.items"], batch["euchre.batch.refused"]) == (3, 1)


def test_the_server_says_what_it_is(traced: Traced) -> None:
    _, collector, _ = traced
    names = {(each["service.name"], each["deployment.environment.name"]) for each in collector.resources()}
    assert names == {("euchre-server", "a-test")}
    assert len({each["service.instance.id"] for each in collector.resources()}) == 1


def test_buckets_show_calls_that_can_be_looked_up(traced: Traced) -> None:
    running, collector, _ = traced
    sent = {(span.trace_id.hex(), span.span_id.hex()) for span in collector.spans()}
    page = scrape(running, OPENMETRICS)
    shown = [
        (sample.exemplar.labels["trace_id"], sample.exemplar.labels["span_id"])
        for family in page.families
        for sample in family.samples
        if sample.exemplar is not None
    ]
    assert len(shown) > 3
    assert set(shown) <= sent


def test_callers_that_do_not_sample_send_nothing() -> None:
    with (
        collecting() as (collector, environment),
        server("--traces", "otlp", environment=environment) as running,
        player(running.address) as someone,
    ):
        someone.table(metadata=(("traceparent", f"00-{TRACE}-{PARENT}-00"),))
        someone.table(metadata=(("traceparent", "not one"),))
        running.wait_for(lambda: len(running.events("call")) == 2)
        assert running.events("call")[0]["trace_id"] == TRACE
        # What is left is sent when it ends.
        assert running.stop() == 0
        (span,) = collector.spans()
        assert span.parent_span_id == b"" and span.trace_id.hex() != TRACE


def test_metrics_by_otlp_are_those_of_the_page() -> None:
    with (
        collecting() as (collector, environment),
        server(
            "--metrics-port", "0", environment={**environment, "OTEL_METRICS_EXPORTER": "prometheus,otlp"}
        ) as running,
        player(running.address) as someone,
    ):
        play_a_little(someone)
        page = scrape_after(running, someone.kinds.total())
        assert running.stop() == 0
        sent = collector.metrics()
        assert set(sent) == {family.name for family in page.families if family.name.startswith("euchre_")}
        calls = sum(point.as_double for point in sent["euchre_calls"].sum.data_points)
        assert calls == someone.kinds.total() and sent["euchre_calls"].sum.is_monotonic
        (batches,) = sent["euchre_batch_items"].histogram.data_points
        assert (batches.count, batches.sum, sum(batches.bucket_counts)) == (1, 3, 1)
        assert not batches.HasField("min")
        assert sent["euchre_call_duration_seconds"].unit == "s"
        (drain,) = sent["euchre_drain_seconds"].gauge.data_points
        assert drain.as_double > 0  # the last were sent after the drain


def test_a_collector_that_is_not_there_keeps_nobody_from_ending() -> None:
    away = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    with (
        server("--traces", "otlp", "--metrics", "otlp", environment=away) as running,
        player(running.address) as someone,
    ):
        play_a_little(someone)
        assert running.stop() == 0
        # Operators see where it was sent to, and why not.
        assert all("%s" not in line["text"] for line in running.events("library"))
        assert any("127.0.0.1:9" in line["text"] for line in running.events("library"))
