"""Puts together what a configuration asks for, and takes it down again."""

from __future__ import annotations

import importlib
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final

from structlog.typing import FilteringBoundLogger

from euchre_service import about
from euchre_service.config import ConfigError, ServerConfig
from euchre_service.telemetry import gather
from euchre_service.telemetry.families import Reading, reading
from euchre_service.telemetry.recorder import Recorder

if TYPE_CHECKING:  # they need the extra
    from opentelemetry.sdk.resources import Resource

    from euchre_service.telemetry.spans import Spans

SERVICE_NAME: Final = "euchre-server"
"""What a server is called by OTLP if OTEL_SERVICE_NAME does not say otherwise."""

_HINT: Final = "needs the extra telemetry: pip install 'euchre-rules-service[telemetry]'"
_CLOSING_SECONDS: Final = 2.0
"""How long the last numbers and spans may take to be sent; a collector that is gone must not stop the end."""


@dataclass(frozen=True, slots=True)
class Telemetry:
    """What a serving process writes its calls to.

    Attributes:
        recorder: counts calls; None where nobody asks for numbers.
        spans: makes spans; None where nobody asks for traces.
    """

    recorder: Recorder | None = None
    spans: Spans | None = None


NONE: Final = Telemetry()
"""What a server has that nobody watches."""


def check(config: ServerConfig) -> None:
    """Makes sure that what a configuration asks for can be had.

    Raises:
        ConfigError: it is not installed, and the message says what to install; or an environment variable
            has no meaning.
    """
    asked = (
        ("--metrics", config.serves_metrics, "prometheus_client"),
        ("--metrics", config.pushes_metrics, "opentelemetry.exporter.otlp.proto.grpc.metric_exporter"),
        ("--traces", config.sends_traces, "opentelemetry.exporter.otlp.proto.grpc.trace_exporter"),
    )
    for flag, wanted, module in asked:
        if wanted:
            try:
                importlib.import_module(module)
            except ModuleNotFoundError:
                raise ConfigError(flag, _HINT) from None
    if config.pushes_metrics:
        _push_seconds()


@contextmanager
def observing(
    config: ServerConfig, log: FilteringBoundLogger, worker: int = 0, asks: Connection | None = None
) -> Iterator[Telemetry]:
    """Has all that a configuration asks for, in a process that serves, for as long as the context lasts.

    Args:
        config: says what is asked for.
        log: told where the numbers are.
        worker: the process's number.
        asks: where a parent asks for the numbers, to show them together with those of other workers.

    Raises:
        PortTakenError: another program listens at the port for metrics.
        AddressError: the address for metrics cannot be used for another reason.
    """
    recorder = Recorder() if config.counts_calls else None
    closers: list[Callable[[], None]] = []
    spans: Spans | None = None
    if (config.pushes_metrics or config.sends_traces) and not _disabled():
        resource = _resource(config)
        if config.sends_traces:
            from euchre_service.telemetry.spans import Spans

            spans = Spans(resource)
            closers.append(spans.close)
        if config.pushes_metrics and recorder is not None:
            from euchre_service.telemetry.push import Push

            closers.append(Push(resource, worker, recorder.snapshot, _push_seconds()).close)
    with ExitStack() as stack:
        stack.callback(_close, closers)
        if recorder is not None and asks is not None:
            gather.answer(asks, recorder.snapshot)
        elif recorder is not None and config.serves_metrics:
            counted = recorder
            stack.enter_context(showing(config, log, lambda: reading({worker: counted.snapshot()})))
        yield Telemetry(recorder, spans)


@contextmanager
def showing(config: ServerConfig, log: FilteringBoundLogger, read: Callable[[], Reading]) -> Iterator[None]:
    """Shows numbers to Prometheus, for as long as the context lasts.

    Args:
        config: says where.
        log: told where.
        read: asked for them, in another thread.

    Raises:
        PortTakenError: another program listens at the port.
        AddressError: the address cannot be used for another reason.
    """
    from euchre_service.telemetry.endpoint import endpoint

    with endpoint(config.metrics_host or config.host, config.metrics_port, read) as address:
        log.info("metrics", address=address)
        yield


def _resource(config: ServerConfig) -> Resource:
    """What this process is; the environment variables of OpenTelemetry may say more."""
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource

    ours: dict[str, str] = {"service.name": SERVICE_NAME, "host.name": socket.gethostname()}
    if version := about.version():
        ours["service.version"] = version
    if config.environment:
        ours["deployment.environment.name"] = config.environment
    said = Resource.create(ours).merge(OTELResourceDetector().detect())
    # Of each process its own, also where several share a name, or one follows another.
    return said.merge(Resource({"service.instance.id": str(uuid.uuid4())}))


def _disabled() -> bool:
    return os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"


def _push_seconds() -> float:
    """How often numbers are sent.

    Raises:
        ConfigError: the environment variable for it is no number of milliseconds.
    """
    text = os.environ.get("OTEL_METRIC_EXPORT_INTERVAL") or "60000"
    if not text.isdecimal() or not int(text):
        raise ConfigError("OTEL_METRIC_EXPORT_INTERVAL", f"must be a number of milliseconds, not {text!r}")
    return int(text) / 1e3


def _close(closers: list[Callable[[], None]]) -> None:
    """Sends the last numbers and spans, all at once, but waits no longer than it should."""
    threads = [threading.Thread(target=close, daemon=True) for close in closers]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + _CLOSING_SECONDS
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
