"""The numbers by OTLP, sent from time to time: for collectors that are not Prometheus.

Needs the extra `telemetry`. Where they are sent, how and how often, the environment variables of
OpenTelemetry say (`OTEL_EXPORTER_OTLP_...`, `OTEL_METRIC_EXPORT_INTERVAL`). Each worker sends its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
from opentelemetry.sdk.metrics import Exemplar
from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    Gauge,
    Histogram,
    HistogramDataPoint,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from euchre_service import about
from euchre_service.telemetry.families import Distribution, Family, Kind, Point, families
from euchre_service.telemetry.recorder import Snapshot

_SCOPE: Final = InstrumentationScope("euchre_service", about.version())


class Push:
    """Sends the numbers of this process, at intervals and once more when it is closed.

    Args:
        resource: what this process is.
        worker: its number.
        snapshot: asked for the numbers, in another thread.
        seconds: from one sending to the next.
    """

    def __init__(
        self, resource: Resource, worker: int, snapshot: Callable[[], Snapshot], seconds: float
    ) -> None:
        self._resource = resource
        self._worker = worker
        self._snapshot = snapshot
        self._seconds = seconds
        self._exporter = OTLPMetricExporter()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="euchre-push", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Sends them for the last time."""
        self._ended.set()
        self._thread.join()
        self._exporter.shutdown()

    def _run(self) -> None:
        while not self._ended.wait(self._seconds):
            self._send()
        self._send()

    def _send(self) -> None:
        snapshot = self._snapshot()
        metrics = [_metric(family, snapshot) for family in families({self._worker: snapshot})]
        scope = ScopeMetrics(scope=_SCOPE, metrics=metrics, schema_url="")
        # A failure is in the log: the exporter has tried again, and says so there.
        self._exporter.export(
            MetricsData([ResourceMetrics(resource=self._resource, scope_metrics=[scope], schema_url="")])
        )


def _metric(family: Family, snapshot: Snapshot) -> Metric:
    times = (round(snapshot.started * 1e9), time.time_ns())
    data: Sum | Gauge | Histogram
    if family.kind is Kind.HISTOGRAM:
        histograms = [_histogram(family, point, times) for point in family.points]
        data = Histogram(histograms, AggregationTemporality.CUMULATIVE)
    else:
        numbers = [_number(family, point, times) for point in family.points]
        data = (
            Sum(numbers, AggregationTemporality.CUMULATIVE, is_monotonic=True)
            if family.kind is Kind.COUNTER
            else Gauge(numbers)
        )
    return Metric(name=family.name, description=family.help, unit=family.unit, data=data)


def _number(family: Family, point: Point, times: tuple[int, int]) -> NumberDataPoint:
    assert not isinstance(point.value, Distribution)
    return NumberDataPoint(_attributes(family, point), *times, value=point.value)


def _histogram(family: Family, point: Point, times: tuple[int, int]) -> HistogramDataPoint:
    values = point.value
    assert isinstance(values, Distribution)
    return HistogramDataPoint(
        _attributes(family, point),
        *times,
        count=sum(values.buckets),
        sum=values.total,
        bucket_counts=values.buckets,
        explicit_bounds=values.bounds,
        # Not kept, and so left out of the message.
        min=None,  # type: ignore[arg-type]
        max=None,  # type: ignore[arg-type]
        exemplars=[
            Exemplar({}, each.seconds, round(each.ended * 1e9), int(each.span_id, 16), int(each.trace_id, 16))
            for each in values.exemplars.values()
        ],
    )


def _attributes(family: Family, point: Point) -> dict[str, str]:
    return {name: value for name, value in zip(family.labels, point.labels, strict=True) if value}
