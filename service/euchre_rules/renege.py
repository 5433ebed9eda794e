"""Calling a renege, where cards that do not follow suit are accepted (`rules.md` 2, 5).

A claim is proved by cards that were shown: a seat did not follow in one trick and played a card of
that suit in a later one. So a claim, proved or not, tells nothing that the table has not seen.
"""

from typing import NamedTuple

from euchre_rules import actions, phases
from euchre_rules.cards import FOLLOWERS
from euchre_rules.errors import Reason, Refusal
from euchre_rules.events import RenegeProved
from euchre_rules.state import State


class Proof(NamedTuple):
    """A renege that the cards shown so far prove: the trick, from 1, and the card shown later."""

    trick_number: int
    shown: int


def proofs(state: State, offender: int) -> list[Proof]:
    """Return every renege of a seat in this hand that is proved, in the order of the tricks."""
    played = _played_by(state, offender)
    found = []
    for number, (led, card) in enumerate(played, 1):
        followers = FOLLOWERS[state.trump][led]
        if followers >> card & 1:
            continue
        shown = next((later for _, later in played[number:] if followers >> later & 1), None)
        if shown is not None:
            found.append(Proof(number, shown))
    return found


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why this seat may not call that renege, or None. Any seat may, at any time."""
    offender = action - actions.CLAIM
    rules = state.rules
    if not rules.claims or not state.hand_number:
        return Refusal(
            Reason.WRONG_PHASE, "No renege can be called here.", {"phase": phases.NAMES[state.phase]}
        )
    if offender >= rules.players or rules.side_of[offender] == rules.side_of[seat]:
        return Refusal(Reason.RENEGE_OWN_SIDE, "You can only call the renege of an opponent.")
    if len(proofs(state, offender)) <= _claimed(state, offender):
        return Refusal(
            Reason.RENEGE_NOT_PROVED,
            "No card shown so far proves that this seat could have followed suit.",
            {"offender": str(offender)},
        )
    return None


def apply(state: State, seat: int, action: int) -> None:
    """Charge the next proved renege of the seat: it loses the points, or its opponents get them.

    The tricks stand. In a partnership game the other side scores, double in a lone hand; where
    all play for themselves the offender loses the points (`rules.md` 2, 5).
    """
    offender = action - actions.CLAIM
    proof = proofs(state, offender)[_claimed(state, offender)]
    rules = state.rules
    good = 1 if rules.counts_up else -1
    changes = [0] * rules.side_count
    if rules.pairs:
        changes[1 - rules.side_of[offender]] = good * rules.renege_points * (2 if state.alone else 1)
    else:
        changes[offender] = -good * rules.renege_points
    for side, change in enumerate(changes):
        state.scores[side] += change
    state.tell(RenegeProved, seat, offender, *proof, tuple(changes), tuple(state.scores))


def would_renege(state: State, seat: int, action: int) -> bool:
    """Tell whether playing this card would be a renege."""
    if not state.trick or actions.KINDS[action] is not actions.Kind.PLAY:
        return False
    followers = FOLLOWERS[state.trump][state.trick[0]]
    return bool(state.hands[seat] & followers) and not followers >> action & 1


def _claimed(state: State, offender: int) -> int:
    """Return how many reneges of this seat were called already."""
    return sum(1 for entry in state.log if entry & 0xFF == actions.CLAIM + offender)


def _played_by(state: State, seat: int) -> list[tuple[int, int]]:
    """Return (card led, card played) for each trick of this hand a seat played to."""
    pairs = []
    for start in range(0, len(state.plays), state.in_play or 1):  # all may have folded
        trick = state.plays[start : start + state.in_play]
        pairs += [(trick[0][1], card) for player, card in trick if player == seat]
    return pairs
