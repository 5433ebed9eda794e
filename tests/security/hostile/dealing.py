"""Hostile calls about deals: for secrets that are not to be told, with entropy that is none."""

from __future__ import annotations

from euchre.v1 import action_pb2
from euchre.v1 import rules_service_pb2 as pb
from tests.security.hostile.forging import Forger
from tests.security.hostile.inputs import SERVICE, Hostile


class DealAttacker(Forger):
    """Makes hostile calls about deals."""

    def secret_of_a_hand(self) -> Hostile:
        """By a seat, by a stranger, or of a hand that is still to come."""
        point = self._point()
        key, hand, reason = self._chance.choice(
            [
                (self._chance.choice(point.keys), self._chance.randrange(1, 4), "HOST_KEY_REQUIRED"),
                (self._chance.randbytes(16), self._chance.randrange(1, 4), "SEAT_KEY_WRONG"),
                (point.host_key, self._chance.randrange(1000, 1 << 32), "HAND_NOT_DEALT"),
                (point.host_key, 0, "MALFORMED_REQUEST"),
            ]
        )
        request = pb.RevealDealRequest(state=point.state, key=key, hand_number=hand)
        return Hostile(f"{SERVICE}RevealDeal", request.SerializeToString(), frozenset({reason}))

    def entropy_that_is_none(self) -> Hostile:
        point = self._point()
        given = self._chance.choice(
            [
                [action_pb2.SeatEntropy(value=bytes(32))],
                [action_pb2.SeatEntropy(seat=0)],
                [action_pb2.SeatEntropy(seat=0, value=bytes(self._chance.choice([1, 31, 33, 5000])))],
                [action_pb2.SeatEntropy(seat=0, value=bytes(32))] * self._chance.choice([2, 1000]),
                [action_pb2.SeatEntropy(seat=self._chance.randrange(4, 1 << 32), value=bytes(32))],
            ]
        )
        request = pb.DealRequest(turn=self._turn(point, point.host_key), entropy=given)
        return Hostile(f"{SERVICE}Deal", request.SerializeToString(), frozenset({"MALFORMED_REQUEST"}))
