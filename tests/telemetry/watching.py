"""A server as its operators see it: its page of metrics, and calls whose numbers are known."""

from __future__ import annotations

import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import grpc
from prometheus_client.metrics_core import Metric
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client.parser import text_string_to_metric_families

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre.v1 import ruleset_pb2, view_pb2
from euchre_service.wire_actions import CARD_TO_WIRE
from tests.security.process import Server
from tests.service.fakes import error_info, rich_status

SERVICE: Final = "euchre.v1.RulesService"
METRICS: Final = ("--metrics", "prometheus", "--metrics-port", "0")
OPENMETRICS: Final = "application/openmetrics-text; version=1.0.0"

Kind = tuple[str, str, str]
"""Method, code and reason."""


class Page:
    """A scrape.

    Attributes:
        text: as it came.
        families: the same, understood.
    """

    def __init__(self, text: str, families: list[Metric]) -> None:
        self.text = text
        self.families = families

    def value(self, name: str, **labels: str) -> float:
        """The sum of the samples of this name that have these labels."""
        return sum(
            sample.value
            for family in self.families
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def labels(self) -> dict[str, set[str]]:
        """The names of the labels of each sample, by its name."""
        found: dict[str, set[str]] = {}
        for family in self.families:
            for sample in family.samples:
                found.setdefault(sample.name, set()).update(sample.labels)
        return found

    def calls(self) -> Counter[Kind]:
        """How many calls of this service there were of each kind."""
        found: Counter[Kind] = Counter()
        for family in self.families:
            for sample in family.samples:
                if sample.name == "euchre_calls_total" and SERVICE in sample.labels["method"]:
                    method = sample.labels["method"].rpartition("/")[2]
                    found[method, sample.labels["code"], sample.labels["reason"]] += int(sample.value)
        return found


def scrape(server: Server, accept: str = "text/plain") -> Page:
    """Asks a server for its numbers, as Prometheus does."""
    (line,) = server.events("metrics")
    request = urllib.request.Request(f"http://{line['address']}/metrics", headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=10) as response:
        text = response.read().decode()
    parse: Callable[[str], Any] = (
        openmetrics.text_string_to_metric_families
        if accept == OPENMETRICS
        else text_string_to_metric_families
    )
    return Page(text, list(parse(text)))


def scrape_when(server: Server, enough: Callable[[Page], bool]) -> Page:
    """The first scrape that is as wanted: a call is counted a moment after its answer."""
    pages: list[Page] = []

    def is_enough() -> bool:
        pages[:] = [scrape(server)]
        return enough(pages[0])

    server.wait_for(is_enough)
    return pages[0]


def scrape_after(server: Server, calls: int) -> Page:
    """The first scrape that tells of so many calls of this service."""
    return scrape_when(server, lambda page: page.calls().total() >= calls)


class Player:
    """Calls of a connection of its own; remembers how each ended.

    Attributes:
        kinds: how many calls of each kind were made.
        secrets: bytes that nobody else may see: keys and states.
    """

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = pb_grpc.RulesServiceStub(channel)
        self.kinds: Counter[Kind] = Counter()
        self.secrets: list[bytes] = []
        self.cards: list[str] = []

    def call(self, method: str, request: Any, **options: Any) -> Any:
        """Makes a call; its answer, or None if it was refused."""
        options = {"timeout": 20, "wait_for_ready": True, **options}
        try:
            answer = getattr(self._stub, method)(request, **options)
        except grpc.RpcError as caught:
            error: Any = caught
            self.kinds[method, error.code().name, error_info(rich_status(error)).reason] += 1
            return None
        self.kinds[method, "OK", ""] += 1
        return answer

    def table(self, **options: Any) -> pb.CreateGameResponse:
        """A new game, dealt, with the host's view."""
        request = pb.CreateGameRequest(
            ruleset=ruleset_pb2.Ruleset(base="classic"), seed=bytes(range(32)), deal=True
        )
        request.views.add(audience=view_pb2.AUDIENCE_TABLE)
        created: pb.CreateGameResponse = self.call("CreateGame", request, **options)
        self.secrets += [created.host_key, *created.seat_keys, created.transition.state]
        return created

    def apply(self, created: pb.CreateGameResponse) -> pb.ApplyRequest:
        """The first act that the table allows, by its host."""
        at = created.transition
        action = at.views[0].legal_actions[0].action
        return pb.ApplyRequest(
            turn=pb.Turn(state=at.state, seat=at.next.seat, key=created.host_key), action=action
        )


@contextmanager
def player(address: str) -> Iterator[Player]:
    """One who calls."""
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        yield Player(channel)


def play_a_little(someone: Player) -> pb.CreateGameResponse:
    """Twelve calls of six kinds, one of them a batch of three with a refusal in it."""
    created = someone.table()
    act = someone.apply(created)
    for _ in range(4):
        someone.call("Apply", act)
    someone.call("BatchApply", pb.BatchApplyRequest(items=[act, act, pb.ApplyRequest()]))
    view = pb.GetViewRequest(state=created.transition.state, key=created.host_key)
    view.view.audience = view_pb2.AUDIENCE_TABLE
    for _ in range(2):
        someone.call("GetView", view)
    someone.call("GetView", pb.GetViewRequest(state=created.transition.state, key=b"0123456789abcdef"))
    someone.call("Play", pb.PlayRequest(turn=act.turn, card=CARD_TO_WIRE[0]))
    stale = pb.ApplyRequest()
    stale.CopyFrom(act)
    stale.turn.expected_ply = 77
    someone.call("Apply", stale)
    someone.call("GetView", pb.GetViewRequest(state=b"\x01" * 80, key=b"k"))
    return created
