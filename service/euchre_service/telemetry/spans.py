"""A span of each call, sent by OTLP.

Needs the extra `telemetry`. Where spans are sent and how many of them, the environment variables of
OpenTelemetry say (`OTEL_EXPORTER_OTLP_...`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_...`). A span says what the log
line says, but for caller, game and request id. Of what a caller sends it takes `traceparent` alone, whose
form is fixed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, format_span_id, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from euchre_service import about
from euchre_service.calllog import CallLog, Trace

TRACEPARENT: Final = "traceparent"

_FAULTS: Final = frozenset(
    {"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"}
)
"""Codes that make a server's span an error, by OpenTelemetry's convention: others are the caller's doing."""


class Spans:
    """Makes the spans of one process.

    Args:
        resource: what this process is.
    """

    def __init__(self, resource: Resource) -> None:
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("euchre_service", about.version())
        self._parents = TraceContextTextMapPropagator()

    def begin(self, call: CallLog, metadata: Iterable[tuple[str, str | bytes]]) -> None:
        """Begins the span of a call, below that of its caller if the metadata names one."""
        method = call.method.lstrip("/")
        span = self._tracer.start_span(
            method,
            context=self._parent(metadata),
            kind=SpanKind.SERVER,
            attributes={"rpc.system.name": "grpc", "rpc.method": method},
        )
        ids = span.get_span_context()
        call.trace = Trace(
            format_trace_id(ids.trace_id), format_span_id(ids.span_id), span.is_recording(), span
        )

    def end(self, call: CallLog) -> None:
        """Ends the span of a call that has ended."""
        if call.trace is None:
            return
        span = call.trace.span
        if call.trace.kept:
            code = call.code or "UNKNOWN"
            span.set_attribute("rpc.response.status_code", code)
            if code != "OK":
                span.set_attribute("error.type", call.reason or code)
            if code in _FAULTS:
                span.set_status(Status(StatusCode.ERROR))
            if call.items is not None:
                span.set_attribute("euchre.batch.items", call.items)
                span.set_attribute("euchre.batch.refused", call.refused or 0)
        span.end()

    def close(self) -> None:
        """Sends what is left."""
        self._provider.shutdown()

    def _parent(self, metadata: Iterable[tuple[str, str | bytes]]) -> Context:
        for name, value in metadata:
            if name == TRACEPARENT and isinstance(value, str):
                return self._parents.extract({TRACEPARENT: value}, Context())
        return Context()
