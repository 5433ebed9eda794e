from __future__ import annotations

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import state_pb2
from euchre_service.wire_bytes import field, head, number_of, varint


@pytest.mark.parametrize("ply", [0, 1, 127, 128, 2047, 2048, 16383, 16384, (1 << 31) - 1])
def test_numbers_are_those_of_the_wire(ply: int) -> None:
    tag = varint(number_of(state_pb2.StateInfo, "ply") << 3)
    assert state_pb2.StateInfo.FromString(tag + varint(ply)).ply == ply
    if ply:
        assert tag + varint(ply) == state_pb2.StateInfo(ply=ply).SerializeToString()


@pytest.mark.parametrize("size", [0, 1, 127, 128, 2047, 2048, 20_000])
def test_fields_one_after_another_are_a_message(size: int) -> None:
    whole = pb.Transition(state=bytes(size), info=state_pb2.StateInfo(ply=7))
    state, info = number_of(pb.Transition, "state"), number_of(pb.Transition, "info")
    parts = field(state, whole.state) + field(info, whole.info.SerializeToString())
    assert pb.Transition.FromString(parts) == whole
    assert head(state, size) + whole.state == field(state, whole.state)
