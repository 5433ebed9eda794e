"""The service over gRPC: servers, and tables that a test plays at."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import grpc
import pytest
from google.rpc import status_pb2

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre.v1 import ruleset_pb2, state_pb2, view_pb2
from euchre_rules import actions, cards
from euchre_rules.actions import Kind
from euchre_service.assembly import services
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.keyring import Keyring
from euchre_service.server import Registration
from euchre_service.wire_actions import CARD_TO_WIRE, to_wire
from tests.service.desk import KEY
from tests.service.fakes import rich_status

Stub = pb_grpc.RulesServiceStub
SEED: Final = bytes(range(32))

_PROGRAM: Final = """
from euchre_service.config import ServerConfig
from euchre_service.logs import LogLevel
from euchre_service.main import serve

def ready(address):
    print("serving at", address, flush=True)

raise SystemExit(serve(ServerConfig(port=0, log_level=LogLevel.ERROR), ready))
"""


def assemble(config: ServerConfig, _keyring: Keyring | None) -> list[Registration]:
    return services(config, None if config.plain else Keyring([KEY]))


@contextmanager
def served(**settings: Any) -> Iterator[Stub]:
    """The service in a thread of this process, always with the same keys."""
    config = ServerConfig(**{"drain_seconds": 2.0, **settings})
    with EmbeddedServer(config, assemble=assemble) as address, grpc.insecure_channel(address) as channel:
        yield Stub(channel)


@contextmanager
def served_elsewhere() -> Iterator[Stub]:
    """The same in a process of its own."""
    environment = {**os.environ, "EUCHRE_KEYS": KEY.to_line()}
    command = [sys.executable, "-c", _PROGRAM]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert line.startswith("serving at "), line
            with grpc.insecure_channel(line.split()[-1]) as channel:
                yield Stub(channel)
        finally:
            process.terminate()
            process.communicate(timeout=30)


def refusal(call: Callable[[], Any]) -> status_pb2.Status:
    """The status with which a call is refused."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return rich_status(caught.value)  # type: ignore[arg-type]  # it has all that is looked at


def wire_deck(deck: Sequence[int]) -> list[Any]:
    return [CARD_TO_WIRE[card] for card in deck]


def by_name(stub: Stub, turn: pb.Turn, action: int, phase: int, deck: Sequence[int] = ()) -> pb.Transition:
    """Do something by the RPC that is named after it."""
    kind = actions.KINDS[action]
    wire: Any = to_wire(action)
    field = wire.WhichOneof("kind")
    one_of = {field: getattr(wire, field)}
    response: Any
    if kind is Kind.DEAL:
        response = stub.Deal(pb.DealRequest(turn=turn, deck=wire_deck(deck)))
    elif kind is Kind.PASS and phase in (state_pb2.PHASE_FARMERS, state_pb2.PHASE_DUMMY):
        response = stub.Exchange(pb.ExchangeRequest(turn=turn, **one_of))
    elif kind in (Kind.PASS, Kind.ORDER, Kind.NAME, Kind.BID):
        response = stub.Bid(pb.BidRequest(turn=turn, **one_of))
    elif kind is Kind.SWAP:
        response = stub.Swap(pb.SwapRequest(turn=turn))
    elif kind is Kind.DISCARD:
        response = stub.Discard(pb.DiscardRequest(turn=turn, card=wire.discard.card))
    elif kind is Kind.DECLINE:
        response = stub.Discard(pb.DiscardRequest(turn=turn, decline=wire.decline_upcard))
    elif kind in (Kind.ALONE, Kind.PARTNER):
        response = stub.GoAlone(pb.GoAloneRequest(turn=turn, alone=kind is Kind.ALONE))
    elif kind in (Kind.FOLD, Kind.STAY):
        response = stub.Fold(pb.FoldRequest(turn=turn, fold=kind is Kind.FOLD))
    elif kind is Kind.PLAY:
        response = stub.Play(pb.PlayRequest(turn=turn, card=wire.play_card.card))
    elif kind is Kind.CLAIM:
        response = stub.CallRenege(pb.CallRenegeRequest(turn=turn, offender=wire.claim_renege.offender))
    else:
        response = stub.Exchange(pb.ExchangeRequest(turn=turn, **one_of))
    transition: pb.Transition = response.transition
    return transition


def applying(turn: pb.Turn, action: int, deck: Sequence[int] = ()) -> pb.ApplyRequest:
    request = pb.ApplyRequest(turn=turn, action=to_wire(action))
    if deck:
        request.action.deal_hand.deck.extend(wire_deck(deck))
    return request


class Table:
    """A game on a server, played in words such as `"1 order"`, each seat with its own key."""

    def __init__(
        self, stub: Stub, base: str = "classic", *, scores: Sequence[int] = (), **rules: Any
    ) -> None:
        self.stub = stub
        self.created: pb.CreateGameResponse = stub.CreateGame(
            pb.CreateGameRequest(
                ruleset=ruleset_pb2.Ruleset(base=base, **rules), seed=SEED, initial_scores=scores
            )
        )
        self.state = self.created.transition.state
        self.last = self.created.transition

    @property
    def actor(self) -> int:
        return self.last.next.seat

    @property
    def phase(self) -> str:
        return state_pb2.Phase.Name(self.last.next.phase).removeprefix("PHASE_")

    def key(self, seat: int) -> bytes:
        return self.created.seat_keys[seat]

    def turn(self, seat: int, **more: Any) -> pb.Turn:
        return pb.Turn(**{"state": self.state, "seat": seat, "key": self.key(seat), **more})

    def deal(self, deck: Sequence[int] = ()) -> Table:
        """Deal, as the host: from the seed, or this deck."""
        turn = self.turn(self.actor, key=self.created.host_key)
        return self.went(self.stub.Deal(pb.DealRequest(turn=turn, deck=wire_deck(deck))).transition)

    def act(self, *moves: str) -> Table:
        """Make moves, each by the RPC named after it."""
        for move in moves:
            seat, words = move.split(" ", 1)
            turn = self.turn(int(seat))
            self.went(by_name(self.stub, turn, actions.parse(words), self.last.next.phase))
        return self

    def play(self, plays: str) -> list[int]:
        """Play cards such as `"1:Jd 2:9h"`; return who won tricks with them."""
        winners = []
        for play in plays.split():
            self.act(play.replace(":", " play "))
            winners += [event.trick_won.seat for event in self.last.events if event.HasField("trick_won")]
        return winners

    def refused(self, move: str, **turn: Any) -> status_pb2.Status:
        """The status with which a move is refused; the state stays good."""
        seat, words = move.split(" ", 1)
        action, phase = actions.parse(words), self.last.next.phase
        return refusal(lambda: by_name(self.stub, self.turn(int(seat), **turn), action, phase))

    def legal(self, seat: int | None = None) -> set[str]:
        """What a seat, or else the one whose turn it is, may do."""
        seat = self.actor if seat is None else seat
        request = pb.ListLegalActionsRequest(state=self.state, seat=seat, key=self.key(seat))
        return {legal.text for legal in self.stub.ListLegalActions(request).actions}

    def view(self) -> view_pb2.View:
        """The whole table, as the host sees it."""
        request = pb.GetViewRequest(
            state=self.state,
            key=self.created.host_key,
            view=view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE),
        )
        response: pb.GetViewResponse = self.stub.GetView(request)
        return response.view

    def scores(self) -> list[int]:
        return [side.score for side in self.view().sides]

    def tricks(self) -> list[int]:
        return [seat.tricks for seat in self.view().seats]

    def changes(self) -> list[int]:
        """What the hand just scored changed, by side."""
        return [side.change for side in self.view().result.sides]

    def went(self, transition: pb.Transition) -> Table:
        """Go on from there."""
        self.state, self.last = transition.state, transition
        return self


def text(card: int) -> str:
    """The text form of a wire card."""
    return cards.text(CARD_TO_WIRE.index(card))
