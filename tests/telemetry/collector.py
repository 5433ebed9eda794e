"""A collector of spans and metrics in this process, which speaks OTLP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager
from typing import Any

import grpc
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2 as metrics
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2_grpc as metrics_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2 as traces
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2_grpc as traces_grpc
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric, ResourceMetrics
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, Span


class Collector(traces_grpc.TraceServiceServicer, metrics_grpc.MetricsServiceServicer):
    """What was sent to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spans: list[ResourceSpans] = []
        self._metrics: list[ResourceMetrics] = []

    def Export(self, request: Any, context: grpc.ServicerContext) -> Any:
        """Both services have one method, of the same name."""
        with self._lock:
            if isinstance(request, traces.ExportTraceServiceRequest):
                self._spans += request.resource_spans
                return traces.ExportTraceServiceResponse()
            self._metrics += request.resource_metrics
            return metrics.ExportMetricsServiceResponse()

    def text(self) -> str:
        """All of it, in the text form of protobuf."""
        with self._lock:
            return "".join(str(each) for each in (*self._spans, *self._metrics))

    def resources(self) -> list[dict[str, str]]:
        """What the senders of spans say they are."""
        with self._lock:
            return [
                {each.key: each.value.string_value for each in sent.resource.attributes}
                for sent in self._spans
            ]

    def spans(self) -> list[Span]:
        with self._lock:
            return [span for sent in self._spans for scope in sent.scope_spans for span in scope.spans]

    def metrics(self) -> dict[str, Metric]:
        """The latest of each name."""
        with self._lock:
            return {
                metric.name: metric
                for sent in self._metrics
                for scope in sent.scope_metrics
                for metric in scope.metrics
            }

    def wait_for(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < end, self.text()
            time.sleep(0.02)


def attributes(span: Span) -> dict[str, str | int]:
    return {
        each.key: each.value.int_value if each.value.HasField("int_value") else each.value.string_value
        for each in span.attributes
    }


@contextmanager
def collecting() -> Iterator[tuple[Collector, dict[str, str]]]:
    """Collects; gives the environment variables by which a server finds the way here."""
    collector = Collector()
    server = grpc.server(futures.ThreadPoolExecutor(2))
    traces_grpc.add_TraceServiceServicer_to_server(collector, server)  # type: ignore[no-untyped-call]
    metrics_grpc.add_MetricsServiceServicer_to_server(collector, server)  # type: ignore[no-untyped-call]
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield (
            collector,
            {
                "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{port}",
                "OTEL_BSP_SCHEDULE_DELAY": "50",
                "OTEL_METRIC_EXPORT_INTERVAL": "100",
            },
        )
    finally:
        server.stop(None).wait()


if __name__ == "__main__":
    # Collects until it is ended, and tells the way here.
    with collecting() as (_, variables):
        print(variables["OTEL_EXPORTER_OTLP_ENDPOINT"], flush=True)
        threading.Event().wait()
