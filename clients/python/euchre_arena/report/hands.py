"""Points a hand by seat and by call, read from a tournament's store."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from euchre_arena.report.clusters import BlockMean
from euchre_arena.report.figures import HandPoints
from euchre_arena.tournament.store import Store

_CALLS: Final = {
    "order": "orders up",
    "name": "names trump",
    "moon": "shoots the moon",
    "shooter": "calls a shooter",
}
_MADE: Final = ("made", "march", "uncontested")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class SideOfHand:
    """One finished hand as one side had it.

    Attributes:
        block: the block of its game.
        entrant: who played the side.
        seat: where it sat, in words.
        call: what it did, or defended against, in words.
        points: more is better.
        made: whether its call was made; `None` if it made none.
    """

    block: tuple[int, int]
    entrant: int
    seat: str
    call: str
    points: int
    made: bool | None


def points_by_seat(hands: Iterable[SideOfHand], labels: Sequence[str]) -> tuple[HandPoints, ...]:
    """Adds hands up by where an entrant sat."""
    return _added_up(((hand, hand.seat) for hand in hands), labels)


def points_by_call(hands: Iterable[SideOfHand], labels: Sequence[str]) -> tuple[HandPoints, ...]:
    """Adds hands up by the call that was made or defended against."""
    return _added_up(((hand, hand.call) for hand in hands), labels)


def hands_of(store: Store, *, countdown: bool) -> Iterator[SideOfHand]:
    """Reads every finished hand, once for each side.

    Args:
        store: the tournament.
        countdown: whether scores count down, so that a point is one taken off.
    """
    sign = -1 if countdown else 1
    places: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for game, side, entrant in store.query("SELECT game, side, entrant FROM places ORDER BY game, seat"):
        places[game].append((side, entrant))
    for game, contest, block, dealer, maker, call, bid, alone, outcome, points in store.query(
        "SELECT game, contest, block, dealer, maker, call, bid, alone, outcome, hands.points "
        "FROM hands JOIN games USING (game) WHERE hands.points != '[]' ORDER BY game, number"
    ):
        table = places[game]
        makers = None if maker is None else table[maker][0]
        called = _call_words(call, bid, alone=bool(alone))
        for side, change in enumerate(json.loads(points)):
            seats = [seat for seat, (own, _) in enumerate(table) if own == side]
            yield SideOfHand(
                (contest, block),
                table[seats[0]][1],
                _seat_words([(seat - dealer) % len(table) for seat in seats], len(table)),
                called if side == makers else _other_words(makers, alone=bool(alone)),
                sign * change,
                outcome in _MADE if side == makers else None,
            )


def _added_up(hands: Iterable[tuple[SideOfHand, str]], labels: Sequence[str]) -> tuple[HandPoints, ...]:
    points: defaultdict[tuple[str, int], BlockMean] = defaultdict(BlockMean)
    made: defaultdict[tuple[str, int], list[bool]] = defaultdict(list)
    for hand, kind in hands:
        points[kind, hand.entrant].add(hand.block, hand.points)
        if hand.made is not None:
            made[kind, hand.entrant].append(hand.made)
    return tuple(
        HandPoints(labels[entrant], kind, mean.count, mean.estimate(), _share(made, (kind, entrant)))
        for (kind, entrant), mean in sorted(points.items(), key=lambda item: (_order(item[0][0]), item[0][1]))
    )


def _share(made: Mapping[tuple[str, int], list[bool]], key: tuple[str, int]) -> float | None:
    return sum(made[key]) / len(made[key]) if key in made else None


def _call_words(call: str | None, bid: int | None, *, alone: bool) -> str:
    words = f"bids {bid}" if call == "bid" else _CALLS.get(call or "", "makes trump without a call")
    return f"{words}, lone hand" if alone else words


def _other_words(makers: int | None, *, alone: bool) -> str:
    if makers is None:
        return "nobody calls"
    return "defends against a lone hand" if alone else "defends"


def _seat_words(places: Sequence[int], seats: int) -> str:
    """Says where a side sat; `places` counts seats from the dealer on, to the left."""
    if len(places) > 1:
        return "dealer's side" if 0 in places else "other side"
    (place,) = places
    if place == 0:
        return "dealer"
    return "dealer's opponent" if seats == 2 else f"{_ORDINALS[place - 1]} from the dealer's left"


def _order(kind: str) -> tuple[bool, bool, bool, str]:
    """Sorts the dealer last, as he speaks last, and those who did not call after those who did."""
    return kind == "nobody calls", kind.startswith("defends"), kind.startswith("dealer"), kind
