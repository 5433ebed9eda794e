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


class Exchange(NamedTuple):
    """A request and the size of its answer."""

    request: bytes
    answer_bytes: int


def plays(address: str, games: int) -> list[tuple[pb.ApplyRequest, pb.ApplyResponse]]:
    """Return card plays of random classic games, each asking for the next seat's view."""
    chance = random.Random(7)
    found = []
    with grpc.insecure_channel(address) as channel:
        stub = rules_service_pb2_grpc.RulesServiceStub(channel)
        for number in range(games):
            created = stub.CreateGame(
                pb.CreateGameRequest(
                    ruleset=ruleset_pb2.Ruleset(base="classic"), seed=number.to_bytes(32, "big"), deal=True
                )
            )
            at = created.transition
            while at.next.phase not in (state_pb2.PHASE_DEAL, state_pb2.PHASE_GAME_OVER):
                legal = stub.ListLegalActions(
                    pb.ListLegalActionsRequest(state=at.state, seat=at.next.seat, key=created.host_key)
                ).actions
                turn = pb.Turn(state=at.state, seat=at.next.seat, key=created.seat_keys[at.next.seat])
                request = pb.ApplyRequest(turn=turn, action=chance.choice(legal).action)
                after = stub.Apply(request).transition
                if at.next.phase == state_pb2.PHASE_PLAY and after.next.HasField("seat"):
                    # The host relays, and asks for the view of whoever is next.
                    view = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_SEAT, seat=after.next.seat)
                    request.turn.key = created.host_key
                    request.turn.views.append(view)
                    found.append((request, stub.Apply(request)))
                at = after
    return found


def calls_per_second(
    address: str, method: str, requests: Sequence[bytes], seconds: float, concurrency: int
) -> float:
    """Send the requests over and over for a while, so many at once over one connection."""
    return uvloop.run(_load(address, method, requests, seconds, concurrency))


async def _load(
    address: str, method: str, requests: Sequence[bytes], seconds: float, concurrency: int
) -> float:
    options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    async with grpc.aio.insecure_channel(address, options=options) as channel:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method)
        done = 0
        await call(requests[0])
        start = time.perf_counter()

        async def worker(first: int) -> None:
            nonlocal done
            place = first
            while time.perf_counter() - start < seconds:
                await call(requests[place % len(requests)])
                place += concurrency
                done += 1

        await asyncio.gather(*(worker(first) for first in range(concurrency)))
        return done / (time.perf_counter() - start)
