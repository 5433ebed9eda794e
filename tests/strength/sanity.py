"""Figures of classic hands, to hold against what is known of human and other play."""

from __future__ import annotations

from collections import Counter

from euchre.v1.action_pb2 import Action
from euchre.v1.view_pb2 import View
from euchre_bots import Bot
from euchre_rules import cards, game, phases, shuffle
from euchre_rules.events import Outcome
from euchre_rules.presets import CLASSIC
from euchre_rules.state import State
from tests.strength.table import Seats, play_hand, seed_of

_PLACES = ("left", "partner", "right", "dealer")


def sanity(bots: list[Bot], deals: int, seed: int) -> str:
    """Play hands at 0-0 and tell how they went."""
    counts: Counter[str] = Counter()
    by_trumps: dict[int, Counter[str]] = {}
    for deal in range(deals):
        table = game.new_game(CLASSIC, deal % 4)
        held = _Held()
        dealer = table.dealer
        play_hand(table, shuffle.shuffle(seed_of(seed, deal), 1, CLASSIC.deck), Seats(bots, watcher=held))
        if table.result is None:
            counts["passed"] += 1
            continue
        _count(table, dealer, counts)
        by_trumps.setdefault(held.trumps, Counter())[table.result.outcome.name] += 1
    return _report(deals, counts, by_trumps)


class _Held:
    """Watches how many trumps the maker holds when the first card is led."""

    trumps = 0

    def __call__(self, state: State, shown: View, action: Action) -> None:
        if state.phase == phases.PLAY and not state.plays:
            held = cards.members(state.hands[state.maker])
            self.trumps = sum(cards.effective_suit(card, state.trump) == state.trump for card in held)


def _count(table: State, dealer: int, counts: Counter[str]) -> None:
    assert table.result is not None
    maker_side = table.maker % 2
    second = table.upcard_status == phases.TURNED_DOWN
    counts["called"] += 1
    counts[f"by {2 if second else 1} {_PLACES[(table.maker - dealer - 1) % 4]}"] += 1
    counts["points"] += sum(table.result.changes)
    counts["dealing"] += table.result.changes[dealer % 2] - table.result.changes[1 - dealer % 2]
    set_ = table.result.outcome is Outcome.SET
    counts["set"] += set_
    if table.alone & table.maker_mask():
        counts["alone"] += 1
        counts["alone swept"] += table.result.tricks[maker_side] == 5
        counts["alone set"] += set_


def _report(deals: int, counts: Counter[str], by_trumps: dict[int, Counter[str]]) -> str:
    called, alone = counts["called"], max(counts["alone"], 1)
    lines = [
        f"{deals} deals at 0-0, passed {counts['passed'] / deals:.1%}",
        f"euchred {counts['set'] / called:.1%} of calls; points a deal {counts['points'] / deals:.2f}, "
        f"for the dealer's side {counts['dealing'] / deals:+.2f}",
        f"alone {counts['alone'] / called:.1%} of calls: swept {counts['alone swept'] / alone:.1%}, "
        f"set {counts['alone set'] / alone:.1%}",
        "calls, % of deals (round 1, round 2; left, partner, right, dealer): "
        + "; ".join(
            "/".join(f"{100 * counts[f'by {number} {place}'] / deals:.1f}" for place in _PLACES)
            for number in (1, 2)
        ),
    ]
    for trumps, outcomes in sorted(by_trumps.items()):
        total = sum(outcomes.values())
        lines.append(
            f"{trumps} trumps: {total / called:.1%} of calls, made {1 - outcomes['SET'] / total:.1%}"
        )
    return "\n".join(lines)
