"""The words and numbers of a report."""

from __future__ import annotations

from typing import Final

from euchre_arena.report.figures import Figures
from euchre_arena.tournament.estimates import Estimate
from euchre_arena.tournament.statistics import Standing

_MINUS: Final = "\N{MINUS SIGN}"
_SEPARATOR: Final = "\N{NARROW NO-BREAK SPACE}"

PROOF: Final = 0.95
"""Likelihood of superiority that a report calls proof."""


def number(value: float, digits: int = 0) -> str:
    """Returns a number with a true minus sign and its thousands set apart."""
    text = f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.removeprefix("-")
    return text.replace(",", _SEPARATOR).replace("-", _MINUS)


def signed(value: float, digits: int = 0) -> str:
    """Returns a number that always has a sign, except 0."""
    text = number(value, digits)
    return text if text.startswith(_MINUS) or not text.strip("0.") else f"+{text}"


def percent(share: float, digits: int = 1) -> str:
    """Returns a share in percent."""
    return f"{number(100 * share, digits)}{_SEPARATOR}%"


def likelihood(share: float) -> str:
    """Returns a likelihood in percent, never rounded to certainty."""
    if share > 0.999:
        return f"over{_SEPARATOR}99.9{_SEPARATOR}%"
    if share < 0.001:
        return f"under{_SEPARATOR}0.1{_SEPARATOR}%"
    return percent(share)


def milliseconds(value: float) -> str:
    """Returns a duration in milliseconds with about three significant digits."""
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 3
    return number(value, digits)


def duration(seconds: float) -> str:
    """Returns a duration in words."""
    if seconds < 60:
        return f"{number(seconds, 1)} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def interval(estimate: Estimate, digits: int = 0, *, share: bool = False) -> str:
    """Returns the bounds of an interval, in words where it has none."""
    if not estimate.bounded:
        return "no interval yet"
    if share:
        return f"{number(100 * estimate.low, digits)} to {percent(estimate.high, digits)}"
    return f"{number(estimate.low, digits)} to {number(estimate.high, digits)}"


def counted(count: int, noun: str) -> str:
    """Returns a count with its noun, such as '1 game' or '2 games'."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def headline(figures: Figures) -> str:
    """Returns the result of a tournament in a sentence or two."""
    first = next((standing for standing in figures.standings if standing.games), None)
    if first is None:
        return f"No game between {_listed(figures.entrants)} is finished yet."
    won = (
        f"won {percent(first.won.mean)} of {counted(first.games, 'game')} "
        f"({'' if figures.course.fair == 0.5 else f'a fair share is {percent(figures.course.fair, 0)}; '}"
        f"95{_SEPARATOR}% interval {interval(first.won, 1, share=True)})"
    )
    closest = _closest(figures, first)
    if closest is None:
        return f"{first.label} {won}."
    opponent, superiority = closest
    if superiority < PROOF:
        return (
            f"Nobody is proved the best: {first.label} {won}, but it is better than {opponent} "
            f"with a likelihood of only {likelihood(superiority)}."
        )
    return (
        f"{first.label} is the best: it {won}, and is better than {opponent} "
        f"with a likelihood of {likelihood(superiority)}."
    )


def _closest(figures: Figures, own: Standing) -> tuple[str, float] | None:
    """Returns the opponent that an entrant is least surely better than, and how sure that is."""
    met = [(one.better, one.second) for one in figures.pairings if one.first == own.entrant]
    if not met:
        return None
    superiority, opponent = min(met)
    return figures.entrants[opponent], superiority


def _listed(names: tuple[str, ...]) -> str:
    if len(names) > 4:
        return f"{len(names)} bots"
    return f"{', '.join(names[:-1])} and {names[-1]}"
