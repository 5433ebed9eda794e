"""What the server asks a worker process, and what it gets back. Both go through a pipe, pickled."""

from __future__ import annotations

from dataclasses import dataclass

from euchre.v1.analysis_service_pb2 import SolutionConcept
from euchre_rules.state import State


@dataclass(frozen=True)
class Judge:
    """Says what a seat's choices are worth, from what it knows.

    Attributes:
        view: the seat's `View`, as bytes; all that the bot gets to see of the table.
        rules: the whole `Ruleset`, as bytes.
        samples: how many samples to take; if not given, as many as the bot does.
        deadline: when to stop, on the clock of `time.monotonic`, which all processes share.
    """

    view: bytes
    rules: bytes
    samples: int | None = None
    deadline: float | None = None


@dataclass(frozen=True)
class Value:
    """What one action is worth; see `ActionValue` of the contract.

    Attributes:
        points: the points expected; None where a sweep may win the game, which the bot counts as a great
            many points.
        win_probability: the chance of winning the game.
        standard_error: of the chance.
        samples: how many samples were taken; 0, and the rest means nothing, for a rule of thumb.
    """

    points: float | None
    win_probability: float
    standard_error: float
    samples: int


@dataclass(frozen=True)
class Judged:
    """What a seat's choices are worth.

    Attributes:
        values: by action, in the order of the view's legal actions without reneges.
        best: the place of the best of them.
        obvious: the place of the one that rules of thumb choose.
        cut_short: whether time ran out.
    """

    values: tuple[Value, ...]
    best: int
    obvious: int
    cut_short: bool


@dataclass(frozen=True)
class Solve:
    """Says what every action leads to with open cards.

    Attributes:
        state: the table.
        view: the acting seat's `View`, as bytes.
        rules: the whole `Ruleset`, as bytes.
    """

    state: State
    view: bytes
    rules: bytes


@dataclass(frozen=True)
class Outcome:
    """What one action leads to; see `SolvedAction` of the contract.

    Attributes:
        points: for the acting side against the others.
        changes: of the score, by side; empty where they are not known.
        tricks: by side; likewise.
    """

    points: float
    changes: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Solved:
    """What every action leads to.

    Attributes:
        outcomes: by action, in the order of the view's legal actions without reneges; None where there is
            no solution.
        concept: what is meant by a result.
        obstacle: why there is no solution, as a sentence.
    """

    outcomes: tuple[Outcome, ...] | None
    concept: SolutionConcept.ValueType = SolutionConcept.SOLUTION_CONCEPT_UNSPECIFIED
    obstacle: str = ""


Job = Judge | Solve
