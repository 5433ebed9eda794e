"""Acts that are real but for one thing."""

from __future__ import annotations

import random

from euchre.v1 import action_pb2
from euchre.v1 import rules_service_pb2 as pb
from tests.security.hostile.inputs import SERVICE, Hostile
from tests.security.hostile.material import Material, Point


class Forger:
    """Makes acts from what an attacker has.

    Args:
        material: real states and keys.
        chance: chooses.
    """

    def __init__(self, material: Material, chance: random.Random) -> None:
        self._points = material.points
        self._states = material.states
        self._chance = chance

    def _point(self) -> Point:
        return self._chance.choice(self._points)

    def _turn(self, point: Point, key: bytes) -> pb.Turn:
        return pb.Turn(state=point.state, seat=point.seat, key=key)

    def _act(self, turn: pb.Turn, point: Point, refusals: frozenset[str]) -> Hostile:
        request = pb.ApplyRequest(turn=turn, action=action_pb2.Action.FromString(point.action))
        return Hostile(f"{SERVICE}Apply", request.SerializeToString(), refusals)

    def _forged(self) -> pb.ApplyRequest:
        """A real act in a real state, whose key is the only thing that is wrong."""
        point = self._point()
        return pb.ApplyRequest(
            turn=self._turn(point, self._chance.randbytes(16)),
            action=action_pb2.Action.FromString(point.action),
        )
