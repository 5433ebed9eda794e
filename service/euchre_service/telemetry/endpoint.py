"""The numbers for Prometheus: a page, in its own format or in that of OpenMetrics, which has exemplars too.

Needs the extra `telemetry`. The page is served by threads of its own and asks no caller who it is: its port
is for the inside of a deployment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.samples import Exemplar, Sample
from prometheus_client.utils import floatToGoString

from euchre_service import ports
from euchre_service.telemetry.families import Distribution, Family, Kind, Reading

_NUMBERS: Final[Mapping[Kind, type[CounterMetricFamily | GaugeMetricFamily]]] = {
    Kind.COUNTER: CounterMetricFamily,
    Kind.GAUGE: GaugeMetricFamily,
}


@contextmanager
def endpoint(host: str, port: int, read: Callable[[], Reading]) -> Iterator[str]:
    """Serves the page as long as the context lasts; gives its address, `host:port`.

    Args:
        host: name or address to listen at.
        port: port to listen at; 0 for any free one.
        read: asked, in another thread, each time somebody looks.

    Raises:
        PortTakenError: another program listens at the port.
        AddressError: the address cannot be used for another reason.
    """
    registry = CollectorRegistry()
    registry.register(_Page(read))
    port = ports.check_free(host, port)
    server, thread = start_http_server(port, host, registry)
    try:
        yield ports.join(host, port)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Page(Collector):
    def __init__(self, read: Callable[[], Reading]) -> None:
        self._read = read

    def collect(self) -> Iterable[Metric]:
        read = self._read()
        return [*map(_metric, read.families), *_processes(read)]

    def describe(self) -> Iterable[Metric]:
        # Or it would be read when it is registered, before there is anything.
        return ()


def _metric(family: Family) -> Metric:
    if family.kind is not Kind.HISTOGRAM:
        numbers = _NUMBERS[family.kind](family.name, family.help, labels=family.labels)
        for point in family.points:
            assert not isinstance(point.value, Distribution)
            numbers.add_metric(point.labels, point.value)
        return numbers
    histogram = HistogramMetricFamily(family.name, family.help, labels=family.labels)
    for point in family.points:
        assert isinstance(point.value, Distribution)
        histogram.add_metric(point.labels, _buckets(point.value), point.value.total)
    return histogram


def _buckets(values: Distribution) -> list[tuple[str, float] | tuple[str, float, Exemplar]]:
    """The buckets as Prometheus has them: each holds those below it as well."""
    found: list[tuple[str, float] | tuple[str, float, Exemplar]] = []
    bounds = (*values.bounds, float("inf"))
    for place, (bound, below) in enumerate(zip(bounds, accumulate(values.buckets), strict=True)):
        name = floatToGoString(bound)  # type: ignore[no-untyped-call]
        shown = values.exemplars.get(place)
        if shown is None:
            found.append((name, float(below)))
        else:
            labels = {"trace_id": shown.trace_id, "span_id": shown.span_id}
            found.append((name, float(below), Exemplar(labels, shown.seconds, shown.ended)))
    return found


def _processes(read: Reading) -> Iterator[Metric]:
    """What the system knows of each process, where it tells: memory, processor time, open files."""
    found: dict[str, Metric] = {}
    for worker, process_id in read.processes.items():
        collector = ProcessCollector(pid=partial(int, process_id), registry=None)
        for metric in collector.collect():
            samples = metric.samples
            metric.samples = []
            family = found.setdefault(metric.name, metric)
            family.samples += [
                Sample(each.name, {"worker": str(worker), **each.labels}, each.value) for each in samples
            ]
    yield from found.values()
