"""The end of a hand: what it scores, who deals next, and whether the game is won.

One pure function a scoring scheme: `by_hand` for make, march and set (`rules.md` 1.6, 4.2, 4.3), and
`by_tricks` for games in which each trick counts (`rules.md` 2, 3.3, 4.5).
"""

from typing import NamedTuple

from euchre_rules import actions, phases
from euchre_rules.events import GameWon, HandScored, HandVoided, Outcome, VoidReason
from euchre_rules.options import AllPass, LoneDefenderScore, Simultaneous
from euchre_rules.state import NOBODY, State


class Score(NamedTuple):
    """What a hand is worth: how it ended, each side's tricks and each side's change."""

    outcome: Outcome
    taken: list[int]
    changes: list[int]


# --- ends of a hand ------------------------------------------------------------------------------


def score_hand(state: State, uncontested: bool = False) -> None:
    """Score the hand just played (or won without play) and go on to the next deal or the end."""
    score = by_tricks(state) if state.rules.scores_tricks else by_hand(state)
    if uncontested:
        score = score._replace(outcome=Outcome.UNCONTESTED)
    _settle(state, score)


def concede(state: State, dealer: int) -> None:
    """Let the dealer give the deal up: every other side scores a point (`rules.md` 1.3)."""
    own = state.rules.side_of[dealer]
    point = state.rules.good
    changes = [0 if side == own else point for side in range(state.rules.side_count)]
    _settle(state, Score(Outcome.CONCEDED, state.side_tricks(), changes))


def void(state: State, reason: VoidReason) -> None:
    """End the hand without a score; the deal passes as `all_pass` says."""
    state.tell(HandVoided, reason)
    same = reason is VoidReason.ALL_PASSED and state.rules.all_pass is AllPass.SAME_DEALER
    state.deals_done += 1
    _finish(state, state.dealer if same else state.left_of(state.dealer))


def throw_in(state: State, reason: VoidReason) -> None:
    """Throw the cards in: the same dealer deals again and the hand does not count."""
    state.tell(HandVoided, reason)
    state.phase = phases.DEAL
    state.actor = state.dealer


def _settle(state: State, score: Score) -> None:
    state.changes = score.changes
    for side, change in enumerate(score.changes):
        state.scores[side] += change
    state.result = HandScored(score.outcome, tuple(score.taken), tuple(score.changes), tuple(state.scores))
    state.announce(state.result)
    state.deals_done += 1
    _finish(state, state.left_of(state.dealer))


def _finish(state: State, next_dealer: int) -> None:
    """Move the deal on, unless the game is won (decided at the next deal where reneges are called)."""
    state.phase = phases.DEAL
    if not state.rules.claims and decide(state):
        return
    state.dealer = state.actor = next_dealer


# --- hand scoring --------------------------------------------------------------------------------


def by_hand(state: State) -> Score:
    """Score make, march and set (`rules.md` 1.6).

    Every opponent side gets the points of a set; in a partnership game there is one.
    """
    makers = state.rules.side_of[state.maker]
    tricks = state.side_tricks()
    lone_maker = bool(state.alone & state.maker_mask())
    if _is_made(state, tricks[makers], lone_maker):
        outcome, points = _made_points(state, makers, tricks[makers], lone_maker)
        return Score(outcome, tricks, _to_side(state, makers, points))
    points = _set_points(state, tricks[makers], lone_maker)
    return Score(Outcome.SET, tricks, _to_others(state, makers, points))


def _is_made(state: State, taken: int, lone_maker: bool) -> bool:
    if lone_maker and state.rules.alone_take5 and taken < state.rules.hand_size:
        return False
    return taken >= needed(state, state.maker)


def _made_points(state: State, makers: int, taken: int, lone_maker: bool) -> tuple[Outcome, int]:
    """Return how makers who have what they need ended, and their points (`rules.md` 1.6, 5)."""
    rules = state.rules
    if taken == rules.hand_size:
        if state.bid >= actions.SHOOTER:
            return Outcome.MARCH, _slam_bid_points(state)[0]
        return Outcome.MARCH, rules.loner_march_score if lone_maker else rules.march_score
    if _is_broken(state, makers) or (rules.take4for1 and taken == 3):
        return Outcome.MADE, 0
    if rules.four_trick_tokens and taken == 4 and not lone_maker:
        return Outcome.MADE, rules.make_score + _take_token(state, makers)
    return Outcome.MADE, rules.make_score


def _set_points(state: State, taken: int, lone_maker: bool) -> int:
    """Return what each opponent side gets for a set (`rules.md` 1.6)."""
    rules = state.rules
    points = rules.loner_set_score if lone_maker else rules.set_score
    if state.bid >= actions.SHOOTER:
        points = _slam_bid_points(state)[1]
    if state.alone & ~state.maker_mask():
        all_five = taken == 0 or rules.lone_defender_score is LoneDefenderScore.FLAT4
        points = max(points, 4 if all_five else 2)
    return max(points, rules.super_euchre) if taken == 0 else points


def _is_broken(state: State, makers: int) -> bool:
    """Tell whether a fast break cancels the makers' point: defenders win tricks 1 and 2 only."""
    if not state.rules.fast_break:
        return False
    by_makers = [state.rules.side_of[winner] == makers for winner in state.winners]
    return by_makers == [False, False, True, True, True]


def _take_token(state: State, side: int) -> int:
    """Give a side a four-trick token; return the point that a fourth token buys (`rules.md` 5)."""
    state.tokens[side] += 1
    if state.tokens[side] < 4:
        return 0
    state.tokens[side] = 0
    return 1


def _to_side(state: State, side: int, points: int) -> list[int]:
    good = state.rules.good
    return [good * points if each == side else 0 for each in range(state.rules.side_count)]


def _to_others(state: State, side: int, points: int) -> list[int]:
    good = state.rules.good
    return [0 if each == side else good * points for each in range(state.rules.side_count)]


# --- trick scoring -------------------------------------------------------------------------------


def by_tricks(state: State) -> Score:
    """Score each trick, and what is lost for a failed duty (`rules.md` 2, 3.3, 4.5)."""
    rules = state.rules
    taken = state.side_tricks()
    changes = [_side_change(state, side, taken[side]) for side in range(rules.side_count)]
    if state.maker == NOBODY:
        return Score(Outcome.NO_MAKER, taken, changes)
    makers = rules.side_of[state.maker]
    if taken[makers] < needed(state, state.maker):
        return Score(Outcome.SET, taken, changes)
    return Score(Outcome.MARCH if taken[makers] == rules.hand_size else Outcome.MADE, taken, changes)


def needed(state: State, seat: int) -> int:
    """Return how many tricks a seat's side needs (`rules.md` 2, 3.2)."""
    rules = state.rules
    if state.maker_mask() >> seat & 1:
        if state.bid >= actions.SHOOTER:
            return rules.hand_size
        return rules.maker_need or state.bid
    dealers_side = rules.side_of[seat] == rules.side_of[state.dealer]
    if dealers_side and state.maker == NOBODY and state.upcard_status == phases.TAKEN:
        return rules.club_dealer_need
    return rules.other_need


def _side_change(state: State, side: int, taken: int) -> int:
    rules = state.rules
    seats = [seat for seat in range(rules.players) if rules.side_of[seat] == side]
    bad = -state.rules.good
    if all(state.folded >> seat & 1 for seat in seats):
        return bad * rules.fold_penalty
    by_trick = rules.trick_points * taken
    made = taken >= needed(state, seats[0])
    if state.maker not in seats:
        return by_trick if made else bad * rules.zero_penalty
    if made:
        return -bad * _slam_bid_points(state)[0] if state.bid >= actions.SHOOTER else by_trick
    return bad * _trick_penalty(state) + (by_trick if rules.set_maker_keeps_tricks else 0)


def _trick_penalty(state: State) -> int:
    """Return what a set maker loses: the bid, a fixed number, or a failed moon's (`rules.md` 2, 3.3)."""
    if state.bid >= actions.SHOOTER:
        return _slam_bid_points(state)[1]
    return state.rules.set_penalty or state.bid


def _slam_bid_points(state: State) -> tuple[int, int]:
    """Return what a moon or shooter scores made and costs set."""
    rules = state.rules
    if state.bid == actions.MOON:
        return rules.moon_score, rules.moon_set
    return rules.shooter_score, rules.shooter_set


# --- the end of the game -------------------------------------------------------------------------


def decide(state: State) -> bool:
    """Declare the game won if it is; tell whether it is over (`rules.md` 1.1, 2, 3.4, 3.5, 5)."""
    sides = _winning_sides(state)
    if not sides:
        return False
    rules = state.rules
    scores = tuple(state.scores)
    losers = [side for side in range(rules.side_count) if side not in sides]
    double = rules.slam and losers and all(scores[side] == rules.start_score for side in losers)
    over = [
        max(0, scores[side] - rules.target) if rules.laps and side in sides else 0
        for side in range(rules.side_count)
    ]
    state.won = GameWon(tuple(sides), scores, 2 if double else 1, tuple(over))
    state.announce(state.won)
    state.phase = phases.GAME_OVER
    state.actor = NOBODY
    return True


def _winning_sides(state: State) -> list[int]:
    """Return the side that has won; several only when a fixed number of deals ends level."""
    rules = state.rules
    swept = _sweeping_side(state)
    if swept != NOBODY:
        return [swept]
    there = _sides_at_target(state)
    if len(there) > 1:
        there = _settle_tie(state, there)
    if len(there) == 1:
        return there
    if rules.num_deals and state.deals_done >= rules.num_deals:
        return _best(state, list(range(rules.side_count)))
    return []


def _sweeping_side(state: State) -> int:
    """Return the side that won every trick where that wins the game, else NOBODY (`rules.md` 3.4)."""
    rules = state.rules
    if not rules.sweep_wins_game or state.result is None:
        return NOBODY
    for side, taken in enumerate(state.result.tricks):
        if taken == rules.hand_size:
            opposed = any(
                rules.side_of[seat] != side and not state.is_out(seat) for seat in range(rules.players)
            )
            if opposed or not rules.sweep_needs_opponent:
                return side
    return NOBODY


def _sides_at_target(state: State) -> list[int]:
    """Return the sides whose score ends the game and that may go out with this hand."""
    rules, target = state.rules, state.rules.target
    if rules.counts_up:
        there = [side for side, score in enumerate(state.scores) if score >= target]
    else:
        there = [side for side, score in enumerate(state.scores) if score <= target]
    if there and rules.contract_only:
        return [side for side in there if _may_go_out(state, side)]
    return there


def _may_go_out(state: State, side: int) -> bool:
    """Tell whether the out rule lets this side win with this hand (`rules.md` 4.5)."""
    if state.result is None:
        return False
    if state.result.outcome is Outcome.CONCEDED:
        return state.changes[side] != 0
    if state.maker == NOBODY:
        return False
    own_contract = state.rules.side_of[state.maker] == side
    return own_contract is not (state.result.outcome is Outcome.SET)


def _best(state: State, sides: list[int]) -> list[int]:
    scores = [state.scores[side] for side in sides]
    best = max(scores) if state.rules.counts_up else min(scores)
    return [side for side, score in zip(sides, scores, strict=True) if score == best]


def _settle_tie(state: State, sides: list[int]) -> list[int]:
    """Return who of several sides wins; several again mean another hand (`rules.md` 2, 3.5)."""
    rules = state.rules
    if rules.simultaneous is Simultaneous.MAKER_FIRST and state.maker != NOBODY:
        makers = rules.side_of[state.maker]
        if makers in sides:
            return [makers]
    if rules.simultaneous is Simultaneous.TRICK_ORDER and rules.scores_tricks and state.result is not None:
        arrivals = {side: _arrival(state, side) for side in sides}
        first = min(arrivals.values())
        sides = [side for side in sides if arrivals[side] == first]
    return _best(state, sides)


def _arrival(state: State, side: int) -> int:
    """Return after how many tricks of this hand a side stood at the target."""
    rules = state.rules
    score = state.scores[side] - state.changes[side]
    if not (score < rules.target if rules.counts_up else score > rules.target):
        return 0
    for number, winner in enumerate(state.winners, 1):
        if rules.side_of[winner] == side:
            score += rules.trick_points
            if score >= rules.target if rules.counts_up else score <= rules.target:
                return number
    return len(state.winners)
