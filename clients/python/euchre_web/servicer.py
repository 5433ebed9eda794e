"""`euchre.v1.PracticeService` on the wire: checks requests, and hands them to who does the work."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from euchre.v1 import analysis_service_pb2, practice_service_pb2_grpc
from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.practice_service_pb2 import Strength
from euchre_client import AsyncRulesClient, RulesClient, open_aio_channel, seat_view
from euchre_service.refusal import malformed
from euchre_service.server import Registration
from euchre_web.bots import Bots, no_such_strength
from euchre_web.playing import proceed
from euchre_web.reading import read_record
from euchre_web.recording import record_of
from euchre_web.relaying import relaying
from euchre_web.sealing import TableSealer
from euchre_web.table import SEED_BYTES, PracticeTable, strengths_by_seat

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]

MAX_NAME_LENGTH: Final = 40
_ANALYSIS: Final = analysis_service_pb2.DESCRIPTOR.services_by_name["AnalysisService"].full_name


class PracticeServicer(practice_service_pb2_grpc.PracticeServiceServicer):
    """Answers every RPC of `euchre.v1.PracticeService`.

    Args:
        target: the rules service, `host:port`.
        bots: who sits beside the person.
        sealer: seals tables.
        credentials: what to connect with; None for plain text.
    """

    def __init__(
        self,
        target: str,
        bots: Bots,
        sealer: TableSealer,
        *,
        credentials: grpc.ChannelCredentials | None = None,
    ) -> None:
        self._target = target
        self._credentials = credentials
        self._bots = bots
        self._sealer = sealer

    # Opened by the first call, for it belongs to the event loop that answers.
    @cached_property
    def _channel(self) -> grpc.aio.Channel:
        return open_aio_channel(self._target, credentials=self._credentials)

    @cached_property
    def _rules(self) -> AsyncRulesClient:
        return AsyncRulesClient(self._channel)

    async def DescribeHost(
        self, request: pb.DescribeHostRequest, context: _Context
    ) -> pb.DescribeHostResponse:
        """Say which bots there are and whether hints are to be had."""
        return pb.DescribeHostResponse(
            strengths=self._bots.strengths, has_analysis=await self._has_analysis()
        )

    async def CreateTable(self, request: pb.CreateTableRequest, context: _Context) -> pb.CreateTableResponse:
        """Lay a table."""
        _check_names(request.players)
        if len(request.seed) not in (0, SEED_BYTES):
            raise malformed("seed", f"A seed has {SEED_BYTES} bytes.")
        seat, seed = request.seat, request.seed or secrets.token_bytes(SEED_BYTES)
        with relaying():
            ruleset = await self._rules.resolve_ruleset(request.ruleset)
            strengths = self._strengths(request, ruleset.players)
            game = await self._rules.create_game(ruleset, seed=seed, views=[seat_view(seat)])
        info = game.transition.info
        names = tuple(request.players)
        table = PracticeTable(
            info.game_id, info.state_id, game.host_key, seed, seat, strengths, players=names
        )
        return pb.CreateTableResponse(
            state=game.transition.state,
            table=self._sealer.seal(table),
            seat=seat,
            seat_key=game.seat_keys[seat],
            ruleset=ruleset,
            view=game.transition.views[0],
            strengths=strengths,
        )

    async def Continue(
        self, request: pb.ContinueRequest, context: _Context
    ) -> AsyncIterator[pb.ContinueResponse]:
        """Go on."""
        async for response in proceed(request, self._rules, self._bots, self._sealer):
            yield response

    async def GetRecord(self, request: pb.GetRecordRequest, context: _Context) -> pb.GetRecordResponse:
        """Write down the hands that are over."""
        return await record_of(request, self._rules, self._sealer)

    async def ReadRecord(self, request: pb.ReadRecordRequest, context: _Context) -> pb.ReadRecordResponse:
        """Read a file with a game."""
        return await asyncio.to_thread(self._read, request.content)

    async def close(self) -> None:
        """Ends the connections and the bots."""
        await self._channel.close()
        await asyncio.to_thread(self._bots.close)

    def _read(self, content: bytes) -> pb.ReadRecordResponse:
        with RulesClient(self._target, credentials=self._credentials) as rules:
            return read_record(content, rules)

    def _strengths(self, request: pb.CreateTableRequest, seats: int) -> tuple[Strength.ValueType, ...]:
        """Returns the strengths by seat, and makes sure that they are to be had."""
        if request.seat >= seats:
            raise malformed("seat", f"This game has {seats} seats, from 0 to {seats - 1}.")
        if len(request.players) not in (0, seats):
            raise malformed("players", f"There are {seats} players: a name for each, or none.")
        strengths = strengths_by_seat(request.strengths, seats, request.seat)
        if strengths is None:
            raise malformed("strengths", f"Say how well the bots play: once, or for each of {seats} seats.")
        for seat, strength in enumerate(strengths):
            if seat != request.seat and strength not in self._bots.strengths:
                raise no_such_strength(strength)
        return strengths

    async def _has_analysis(self) -> bool:
        """Asks the rules server's health, which knows no services that are not offered."""
        stub = health_pb2_grpc.HealthStub(self._channel)
        try:
            answer = await stub.Check(health_pb2.HealthCheckRequest(service=_ANALYSIS), timeout=5)
        except grpc.RpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def registration(servicer: PracticeServicer) -> Registration:
    """Makes the registration of the host with a server."""
    return Registration(
        add=practice_service_pb2_grpc.add_PracticeServiceServicer_to_server,
        servicer=servicer,
        name=pb.DESCRIPTOR.services_by_name["PracticeService"].full_name,
        close=servicer.close,
    )


def _check_names(names: Sequence[str]) -> None:
    if any(len(name) > MAX_NAME_LENGTH for name in names):
        raise malformed("players", f"A name has at most {MAX_NAME_LENGTH} characters.")
