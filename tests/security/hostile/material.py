"""What an attacker may have got hold of: states and keys of real games, at many points of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre.v1 import ruleset_pb2

PRESETS = ("classic", "ghost_hand", "buck")


class Point(NamedTuple):
    """A game at one point of it."""

    state: bytes
    seat: int
    """Who acts."""
    keys: Sequence[bytes]
    """Of the seats."""
    host_key: bytes
    action: bytes
    """What the seat did next, an `Action`."""


class Material:
    """Real games, played for the occasion at the server that is attacked."""

    def __init__(self, stub: pb_grpc.RulesServiceStub, chance: random.Random, acts: int = 25) -> None:
        self.points: list[Point] = []
        self.secrets: list[bytes] = []
        for base in PRESETS:
            for _ in range(2):
                self._play(stub, chance, base, acts)

    @property
    def states(self) -> list[bytes]:
        return [point.state for point in self.points]

    def _play(self, stub: pb_grpc.RulesServiceStub, chance: random.Random, base: str, acts: int) -> None:
        ruleset = ruleset_pb2.Ruleset(base=base)
        created = stub.CreateGame(pb.CreateGameRequest(ruleset=ruleset, deal=True))
        self.secrets += [created.host_key, *created.seat_keys]
        at = created.transition
        for _ in range(acts):
            if not at.next.HasField("seat"):
                return
            seat, key = at.next.seat, created.host_key
            listed = stub.ListLegalActions(
                pb.ListLegalActionsRequest(state=at.state, seat=seat, key=key)
            ).actions
            action = chance.choice(listed).action
            self.points.append(
                Point(at.state, seat, created.seat_keys, created.host_key, action.SerializeToString())
            )
            turn = pb.Turn(state=at.state, seat=seat, key=key)
            at = stub.Apply(pb.ApplyRequest(turn=turn, action=action)).transition
