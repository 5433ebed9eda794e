"""What a hand is worth under a ruleset, as a table made from its options, and when the game is over."""

from __future__ import annotations

from collections.abc import Iterator

from euchre_rules import actions, options
from euchre_rules.ruleset import Ruleset
from tests.docs.words import number, spoken

Row = tuple[str, str]


def rows(r: Ruleset) -> Iterator[Row]:
    """Gives what may happen in a hand, and what it is worth."""
    yield from _by_tricks(r) if r.scores_tricks else _by_hand(r)
    if r.fold is not options.FoldRule.OFF:
        yield "Folded", _lost(r, r.fold_penalty)
    if r.claims:
        yield "A renege called and proved", _lost(r, r.renege_points)


def _by_hand(r: Ruleset) -> Iterator[Row]:
    makers, each = ("makers", "the defenders") if r.pairs else ("maker", "each opponent")
    allof = f"all {number(r.hand_size)}"
    some = f"{number(r.maker_need)} or more" if r.maker_need else "the number bid or more"
    yield f"The {makers} take {allof} tricks".replace("maker take ", "maker takes "), f"+{r.march_score}"
    yield "... " + some, f"+{r.make_score}"
    yield "... fewer (set)", f"{each} +{r.set_score}"
    if r.super_euchre:
        yield "... none", f"{each} +{r.super_euchre}"
    if r.allow_alone or r.dummy_hand:
        who = "A lone maker" if r.allow_alone else "A maker who left the dummy"
        yield f"{who} takes {allof}", f"+{r.loner_march_score}"
        if not r.alone_take5:
            yield "... " + some, f"+{r.make_score}"
        yield "... fewer (set)", f"{each} +{r.loner_set_score}"
    if r.allow_alone and r.asks_defenders:
        against = "a lone maker" if r.defends_only_against_loner else "the makers"
        if r.lone_defender_score is options.LoneDefenderScore.FLAT4:
            yield f"A lone defender sets {against}", "the defenders +4"
        else:
            yield f"A lone defender sets {against} with fewer than {allof} tricks", "the defenders +2"
            yield f"... with {allof}", "the defenders +4"
    if r.stick_dealer is options.StickDealer.ON_OR_PAY1:
        yield "The dealer gives the deal up", f"{each} +1"


def _by_tricks(r: Ruleset) -> Iterator[Row]:
    side = "side" if r.pairs else "player"
    auction = r.calling is options.Calling.AUCTION
    need = f"{number(r.maker_need)} tricks" if r.maker_need else "the number bid"
    per_trick = f"{r.trick_points:+} a trick"
    maker = "The bidder" if auction else "The maker"
    if r.pairs:
        maker += "'s side"
    yield f"{maker} takes {need} or more", per_trick
    lost = (
        _lost(r, r.set_penalty) if r.set_penalty else f"{'minus' if r.counts_up else 'plus'} the number bid"
    )
    kept = f"and {per_trick}" if r.set_maker_keeps_tricks else "nothing for tricks"
    yield "... fewer (set)", f"{lost}, {kept}"
    if auction and actions.MOON in r.bids:
        yield "A moon made", f"{r.moon_score * r.good:+}"
        yield "A moon set", _lost(r, r.moon_set)
    if auction and actions.SHOOTER in r.bids:
        yield "A shooter made", f"{r.shooter_score * r.good:+}"
        yield "A shooter set", _lost(r, r.shooter_set)
    yield f"Every other {side}, made or set", per_trick
    if r.other_need:
        fewer = "no trick" if r.other_need == 1 else f"fewer than {number(r.other_need)} tricks"
        yield f"... with {fewer}", _lost(r, r.zero_penalty)
    if r.all_pass is options.AllPass.NO_TRUMP or r.club_forces_trump:
        yield f"A hand without a maker: every {side}", "as every other"


def _lost(r: Ruleset, points: int) -> str:
    return f"{-points * r.good:+}" if points else "0"


def ending(r: Ruleset) -> Iterator[str]:
    """Gives sentences about the end of the game."""
    side = "side" if r.pairs else "player"
    reach = f"{r.target} or {'more' if r.counts_up else 'less'}"
    yield f"The game ends after the hand in which a {side} stands at {reach}."
    if r.num_deals:
        yield f"It ends after {r.num_deals} deals in any case."
    if r.out_rule is options.OutRule.CONTRACT_ONLY:
        yield f"A {side} may win {spoken('out_rule', r.out_rule)}."
    if r.sweep_wins_game:
        opponent = ", if an opponent was in the hand" if r.sweep_needs_opponent else ""
        sweeper = f"A {side} {'that' if r.pairs else 'who'} takes every trick of a hand"
        yield f"{sweeper} wins at once, whatever the scores{opponent}."
    if not r.pairs or r.scores_tricks:
        who = spoken("simultaneous", r.simultaneous)
        yield f"When several {side}s could win: {who}."
    if r.laps:
        yield "Points over the target carry into the next game of a match."
    if r.slam:
        yield "A game counts double when the loser has no point."
