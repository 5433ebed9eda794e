"""Calls as servers of games get them: single acts, looks at a table, small batches."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import view_pb2
from tests.bench.load import BATCH_METHOD, PLAY_METHOD, plays
from tests.faults.wire_load import Call

_SERVICE: Final = "/euchre.v1.RulesService/"
_TABLES: Final = 64
_BATCH: Final = 20


def acts(address: str) -> list[Call]:
    """Returns single card plays, each answered with the next seat's view: the cheapest calls there are."""
    return [(PLAY_METHOD, _play(act)) for act in _recorded(address)]


def mixed(address: str) -> list[Call]:
    """Returns calls of which half are single card plays.

    A fifth are acts answered with every seat's view, as a `Table` asks for, a fifth are batches of 20 acts,
    and a tenth are looks at a seat's view.
    """
    recorded = _recorded(address)
    chance = random.Random(1)

    def batch(_: pb.ApplyRequest) -> Call:
        return BATCH_METHOD, pb.BatchApplyRequest(items=chance.sample(recorded, _BATCH)).SerializeToString()

    kinds: Sequence[Callable[[pb.ApplyRequest], Call]] = (
        *5 * [lambda act: (PLAY_METHOD, _play(act))],
        *2 * [_apply],
        *2 * [batch],
        _look,
    )
    return [chance.choice(kinds)(chance.choice(recorded)) for _ in range(2000)]


def _recorded(address: str) -> list[pb.ApplyRequest]:
    return [act for hand in plays(address, _TABLES) for act, _ in hand]


def _play(act: pb.ApplyRequest) -> bytes:
    return pb.PlayRequest(turn=act.turn, card=act.action.play_card.card).SerializeToString()


def _apply(act: pb.ApplyRequest) -> Call:
    wide = pb.ApplyRequest()
    wide.CopyFrom(act)
    del wide.turn.views[:]
    for seat in range(4):
        wide.turn.views.add(audience=view_pb2.AUDIENCE_SEAT, seat=seat)
    return f"{_SERVICE}Apply", wide.SerializeToString()


def _look(act: pb.ApplyRequest) -> Call:
    selector = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_SEAT, seat=act.turn.seat)
    look = pb.GetViewRequest(state=act.turn.state, key=act.turn.key, view=selector)
    return f"{_SERVICE}GetView", look.SerializeToString()
