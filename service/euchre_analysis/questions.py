"""Reads requests: opens the state, checks the key, and says what a worker is to be asked."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias

from euchre.v1.analysis_service_pb2 import EvaluateRequest, SuggestRequest
from euchre.v1.view_pb2 import View
from euchre_analysis.jobs import Judge, Solve
from euchre_rules import actions, phases
from euchre_rules import game as rules_game
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from euchre_rules.view import view as view_of
from euchre_service import wire_rulesets, wire_views
from euchre_service.readers import host_required, seat_of
from euchre_service.refusal import ServiceError, malformed
from euchre_service.tables import Tables, refused

MAX_SAMPLES: Final = 100_000
MAX_BUDGET_MS: Final = 60_000


SeatRequest: TypeAlias = SuggestRequest | EvaluateRequest
"""The two requests of a seat, which have the same fields."""


class Decision:
    """What a seat is to decide, as it sees it.

    Args:
        table: the table.
        seat: the seat, which acts.

    Attributes:
        seat: the seat.
        honest: the legal actions that are no reneges, in order.
        texts: their text forms.
    """

    def __init__(self, table: State, seat: int) -> None:
        self._table = table
        self.seat = seat
        # Without the ids of the state: no table that looks the same to the seat shall differ.
        view = View.FromString(wire_views.view(table, view_of(table, seat), b"", ()))
        self._view = view.SerializeToString(deterministic=True)
        self.honest = [legal for legal in view.legal_actions if not legal.renege]
        self.texts = [legal.text for legal in self.honest]

    def judge(self, samples: int | None, deadline: float | None) -> Judge:
        """Returns the question what the choices are worth; it holds what the seat may know and no more."""
        return Judge(self._view, _rules(self._table.rules), samples, deadline)

    def solve(self) -> Solve:
        """Returns the question what the choices lead to with open cards."""
        return Solve(self._table, self._view, _rules(self._table.rules))

    def unsolvable(self, obstacle: str) -> ServiceError:
        """Returns the refusal of a position that has no solution."""
        metadata = {"base": self._table.rules.base, "phase": phases.NAMES[self._table.phase]}
        return ServiceError("NOT_SOLVABLE", obstacle, metadata)


def decision_of(tables: Tables, request: SeatRequest) -> Decision:
    """Returns the decision that a seat asks about.

    Raises:
        ServiceError: the request is malformed, the state or the key is wrong, or the seat does not act; the
            reasons are decided in the order that errors.proto gives.
    """
    if not request.HasField("seat"):
        raise malformed("seat", "The seat is missing.")
    number_of(request, "samples", MAX_SAMPLES)
    number_of(request, "budget_ms", MAX_BUDGET_MS)
    opened = tables.open(request.state, request.key)
    seat = seat_of(request.seat, opened, "seat")
    return _due(opened.game.table, seat)


def open_decision_of(tables: Tables, state: bytes, key: bytes) -> Decision:
    """Returns the decision that the host asks about: that of the seat that acts.

    Raises:
        ServiceError: as `decision_of`, and HOST_KEY_REQUIRED.
    """
    opened = tables.open(state, key)
    if not opened.authority.host:
        raise host_required()
    return _due(opened.game.table, opened.game.table.actor)


def number_of(request: Any, name: str, limit: int) -> int | None:
    """Returns an optional number of a request, from 1 to a limit; None if it is absent.

    Raises:
        ServiceError: MALFORMED_REQUEST.
    """
    if not request.HasField(name):
        return None
    number = int(getattr(request, name))
    if not 1 <= number <= limit:
        raise malformed(name, f"Give 1 to {limit}, or leave it away.")
    return number


def _due(table: State, seat: int) -> Decision:
    """Returns what a seat is to decide now; refuses if it is nothing."""
    is_between_hands = table.phase in (phases.DEAL, phases.GAME_OVER)
    # What it tries is legal where the seat acts, so a refusal is about the phase or the turn.
    tried = actions.PASS if is_between_hands else rules_game.legal_actions(table)[0]
    refusal = rules_game.refusal(table, seat, tried)
    if refusal is not None:
        raise refused(refusal)
    return Decision(table, seat)


@lru_cache(maxsize=256)
def _rules(rules: Ruleset) -> bytes:
    return wire_rulesets.to_wire(rules).SerializeToString(deterministic=True)
