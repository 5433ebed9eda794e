"""Every line of a hand with open cards, between two sides. Runs in a worker process.

What is said before the cards are played is followed through the rules, choice by choice. The play after
each line is left to the solver, all lines in one call. Then everybody chooses what is best for his side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from euchre_analysis.honest import honest_actions
from euchre_analysis.jobs import Outcome
from euchre_bots.solver import Contract, card_values
from euchre_bots.solver.solving import tricks_many
from euchre_rules import game, phases, scoring
from euchre_rules.state import NOBODY, State

MAX_LINES: Final = 6_000
"""Ways to come to the play of the cards that are followed at most: some tenths of a second's work."""


class NoSolution(Exception):
    """There is no exact result; the text says why, as a sentence."""


def sides_of(state: State) -> tuple[int, ...] | None:
    """Returns by seat one of two sides, 0 or 1; None where more than two have interests of their own.

    Where every seat plays for itself but a hand is scored as a whole, a maker stands against all others,
    who gain or lose together.
    """
    rules = state.rules
    if rules.side_count == 2:
        return rules.side_of
    if rules.scores_tricks or state.maker == NOBODY:
        return None
    return tuple(0 if seat == state.maker else 1 for seat in range(rules.players))


def outcomes(state: State, sides: tuple[int, ...]) -> list[Outcome]:
    """Returns what every honest action leads to, if everybody does his best afterwards.

    Args:
        state: the table, at a decision.
        sides: by seat, 0 or 1.

    Raises:
        NoSolution: the points depend on more than who wins how many tricks, or there are too many lines.
    """
    if state.rules.fast_break:
        raise NoSolution("Where a fast break counts, points depend on the order of the tricks.")
    if state.phase == phases.PLAY:
        return _after_cards(state, sides)
    ends: list[_Node] = []
    choices = list(_choices(state, ends))
    _play_out(ends, sides)
    return [_outcome(choice.chosen(), state) for choice in choices]


@dataclass
class _Node:
    """A point of a line.

    Attributes:
        state: the table there.
        choices: what may follow; none at the line's end.
        score: what the hand brings, at an end.
    """

    state: State
    choices: list[_Node] = field(default_factory=list)
    score: _Score | None = None

    def chosen(self) -> _Score:
        """Returns what the hand brings if everybody does his best from here on."""
        if self.score is None:
            actor = self.state.actor
            found = [choice.chosen() for choice in self.choices]
            self.score = max(found, key=lambda score: score.points(self.state, actor))
        return self.score


@dataclass(frozen=True)
class _Score:
    """What a hand brings: changes and tricks by side of the ruleset; no tricks where none is played."""

    changes: tuple[int, ...]
    tricks: tuple[int, ...]

    def points(self, state: State, seat: int) -> float:
        """Returns a seat's points against the mean of the others, more being better."""
        own = self.changes[state.rules.side_of[seat]]
        others = (sum(self.changes) - own) / (len(self.changes) - 1)
        return state.rules.good * (own - others)


def _choices(state: State, ends: list[_Node]) -> Iterator[_Node]:
    """Yields what may follow, with everything that may follow after it; ends are gathered."""
    for action in honest_actions(state):
        following = state.copy()
        following.events = None
        game.perform(following, action)
        node = _Node(following)
        if following.phase == phases.PLAY:
            ends.append(node)
            if len(ends) > MAX_LINES:
                raise NoSolution(f"There are more than {MAX_LINES} ways to come to the play of the cards.")
        elif following.phase in (phases.DEAL, phases.GAME_OVER):
            changes = following.result.changes if following.result else (0,) * state.rules.side_count
            node.score = _Score(changes, ())
        else:
            node.choices = list(_choices(following, ends))
        yield node


def _play_out(ends: Sequence[_Node], sides: tuple[int, ...]) -> None:
    """Solves the play of the cards at the ends of all lines."""
    if not ends:
        return
    states = [end.state for end in ends]
    seats = range(states[0].rules.players)
    taken = tricks_many(
        [state.trump + 1 for state in states],
        [state.hands for state in states],
        [state.actor for state in states],
        [_sides_now(state, sides) for state in states],
        [[not state.is_out(seat) for seat in seats] for state in states],
    )
    for end, number in zip(ends, taken, strict=True):
        end.score = _scored(end.state, _sides_now(end.state, sides), int(number))


def _sides_now(state: State, sides: tuple[int, ...]) -> tuple[int, ...]:
    return sides_of(state) or sides


def _after_cards(state: State, sides: tuple[int, ...]) -> list[Outcome]:
    """Returns what every card that may be played leads to."""
    seats = range(state.rules.players)
    contract = Contract(state.trump + 1, sides, tuple(not state.is_out(seat) for seat in seats))
    trick = state.plays[len(state.winners) * state.in_play :]
    cards, further = card_values(contract, [state.hands], state.actor, trick)
    already = sum(won for won, side in zip(state.tricks, sides, strict=True) if side == 0)
    by_card = dict(zip(cards, further[0], strict=True))
    return [
        _outcome(_scored(state, sides, already + int(by_card[card])), state) for card in honest_actions(state)
    ]


def _scored(state: State, sides: tuple[int, ...], taken: int) -> _Score:
    """Returns what the hand brings if side 0 has so many of its tricks at the end."""
    final = state.copy()
    final.tricks = [0] * state.rules.players
    final.tricks[sides.index(0)] = taken
    final.tricks[sides.index(1)] = state.rules.hand_size - taken
    score = scoring.by_tricks(final) if state.rules.scores_tricks else scoring.by_hand(final)
    tricks = tuple(score.taken) if state.rules.side_count == 2 else ()
    return _Score(tuple(score.changes), tricks)


def _outcome(score: _Score, state: State) -> Outcome:
    return Outcome(score.points(state, state.actor), score.changes, score.tricks)
