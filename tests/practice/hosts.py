"""Hosts of practice tables for tests, and games played at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.action_pb2 import Action
from euchre.v1.practice_service_pb2 import Strength
from euchre.v1.practice_service_pb2_grpc import PracticeServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_bots import make
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.keyring import Keyring, MasterKey
from euchre_service.logs import silent_logger
from euchre_service.server import Registration
from euchre_web.bots import Bots
from euchre_web.sealing import TableSealer
from euchre_web.servicer import PracticeServicer, registration

KEY: Final = MasterKey(b"test", bytes(range(32)))
SEED: Final = bytes(range(100, 132))
# Seconds: the expert may have to be compiled first.
_LONGEST: Final = 240


@contextmanager
def practice_host(rules: str) -> Iterator[str]:
    """Serves practice tables in front of a rules service; yields the address."""

    def assemble(_config: ServerConfig, _keyring: Keyring | None) -> list[Registration]:
        sealer = TableSealer(Keyring([KEY]))
        return [registration(PracticeServicer(rules, Bots(silent_logger()), sealer))]

    with EmbeddedServer(assemble=assemble) as address:
        yield address


class Table(NamedTuple):
    """A table as a page has it."""

    created: pb.CreateTableResponse
    steps: list[pb.ContinueResponse]

    @property
    def state(self) -> bytes:
        return self.steps[-1].state if self.steps else self.created.state

    @property
    def token(self) -> bytes:
        return self.steps[-1].table if self.steps else self.created.table

    @property
    def view(self) -> View:
        return self.steps[-1].view if self.steps else self.created.view

    @property
    def is_over(self) -> bool:
        return self.view.next.phase == Phase.PHASE_GAME_OVER

    def go_on(self, host: PracticeServiceStub, action: Action | None = None) -> list[pb.ContinueResponse]:
        """Goes on, and keeps what comes."""
        request = pb.ContinueRequest(state=self.state, table=self.token, action=action)
        if action is not None:
            request.seat_key = self.created.seat_key
        new = list(host.Continue(request, timeout=_LONGEST))
        self.steps.extend(new)
        return new

    def play(self, host: PracticeServiceStub, *, hands: int = 1000) -> None:
        """Plays on, the person by rules of thumb, until the game is over or so many hands are."""
        bot = make("heuristic")
        while not self.is_over and hands:
            if self.view.next.phase == Phase.PHASE_DEAL:
                self.go_on(host)
            else:
                self.go_on(host, bot.decide(self.view))
            hands -= self.view.next.phase == Phase.PHASE_DEAL


def lay(
    host: PracticeServiceStub,
    ruleset: Ruleset | str = "classic",
    *,
    seat: int = 0,
    strengths: Sequence[Strength.ValueType] = (Strength.STRENGTH_HEURISTIC,),
    seed: bytes = SEED,
    players: Sequence[str] = (),
) -> Table:
    """Lays a table."""
    asked = Ruleset(base=ruleset) if isinstance(ruleset, str) else ruleset
    request = pb.CreateTableRequest(ruleset=asked, seat=seat, strengths=strengths, seed=seed, players=players)
    return Table(host.CreateTable(request, timeout=20), [])
