"""Requests of real games, and a client that sends prepared bytes as fast as answers come."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import NamedTuple

import grpc.aio
import uvloop

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc, ruleset_pb2, state_pb2, view_pb2

PLAY_METHOD = "/euchre.v1.RulesService/Play"
BATCH_METHOD = "/euchre.v1.RulesService/BatchApply"


class Play(NamedTuple):
    """A card play as a request, and its answer."""

    request: pb.ApplyRequest
    answer: pb.Transition


class Table:
    """A table on its way through its first hand, and the card plays recorded of it."""

    def __init__(self, created: pb.CreateGameResponse) -> None:
        """Start from a created game whose first hand is dealt."""
        self.key = created.host_key
        self.at = created.transition
        self.plays: list[Play] = []

    @property
    def is_over(self) -> bool:
        """Whether the hand is."""
        return self.at.next.phase in (state_pb2.PHASE_DEAL, state_pb2.PHASE_GAME_OVER)

    def act(self, chance: random.Random) -> pb.ApplyRequest:
        """Return a random act of the acting seat, by its host, who asks to see the whole table."""
        turn = pb.Turn(state=self.at.state, seat=self.at.next.seat, key=self.key)
        turn.views.add(audience=view_pb2.AUDIENCE_TABLE)
        return pb.ApplyRequest(turn=turn, action=chance.choice(self.at.views[0].legal_actions).action)


def plays(address: str, tables: int) -> list[list[Play]]:
    """Return, for each of so many tables, the card plays of a random classic hand.

    Each asks for the view of whoever is next, as the host does that relays it.
    """
    chance = random.Random(7)
    options = [("grpc.max_receive_message_length", -1)]
    with grpc.insecure_channel(address, options=options) as channel:
        stub = rules_service_pb2_grpc.RulesServiceStub(channel)
        found = [Table(stub.CreateGame(_new_game(number))) for number in range(tables)]
        while going := [table for table in found if not table.is_over]:
            _advance(stub, going, chance)
    return [table.plays for table in found]


def _new_game(number: int) -> pb.CreateGameRequest:
    request = pb.CreateGameRequest(
        ruleset=ruleset_pb2.Ruleset(base="classic"), seed=number.to_bytes(32, "big"), deal=True
    )
    request.views.add(audience=view_pb2.AUDIENCE_TABLE)
    return request


def _advance(
    stub: rules_service_pb2_grpc.RulesServiceStub, tables: list[Table], chance: random.Random
) -> None:
    """Let each table do one act; record those that play a card."""
    acts = [table.act(chance) for table in tables]
    answers = stub.BatchApply(pb.BatchApplyRequest(items=acts)).results
    played: list[tuple[Table, pb.ApplyRequest]] = []
    for table, act, answer in zip(tables, acts, answers, strict=True):
        was_play = table.at.next.phase == state_pb2.PHASE_PLAY
        table.at = answer.transition
        if was_play and table.at.next.HasField("seat"):
            del act.turn.views[:]
            act.turn.views.add(audience=view_pb2.AUDIENCE_SEAT, seat=table.at.next.seat)
            played.append((table, act))
    if played:
        recorded = stub.BatchApply(pb.BatchApplyRequest(items=[act for _, act in played])).results
        for (table, act), answer in zip(played, recorded, strict=True):
            table.plays.append(Play(act, answer.transition))


def calls_per_second(address: str, method: str, tables: Sequence[Sequence[bytes]], seconds: float) -> float:
    """Send each table's requests in order, over and over for a while, all tables at once.

    One connection for all; a table sends its next request when its last one is answered.
    """
    return uvloop.run(_load(address, method, tables, seconds))


async def _load(address: str, method: str, tables: Sequence[Sequence[bytes]], seconds: float) -> float:
    options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    async with grpc.aio.insecure_channel(address, options=options) as channel:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
        done = 0
        await call(tables[0][0])
        start = time.perf_counter()

        async def play(requests: Sequence[bytes]) -> None:
            nonlocal done
            while time.perf_counter() - start < seconds:
                for request in requests:
                    await call(request)
                    done += 1

        await asyncio.gather(*(play(requests) for requests in tables))
        return done / (time.perf_counter() - start)
