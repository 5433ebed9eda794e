"""Which options exclude each other, and the check of a whole ruleset."""

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from euchre_rules import options
from euchre_rules.errors import Reason, Refusal, RulesetError
from euchre_rules.ruleset import OPTION_FIELDS, Ruleset


class Conflict(NamedTuple):
    """Two options that exclude each other when `found` says so."""

    option: str
    other: str
    why: str
    found: Callable[[Ruleset], bool]


def _order_up(r: Ruleset) -> bool:
    return r.calling is options.Calling.ORDER_UP


def _auction(r: Ruleset) -> bool:
    return r.calling is options.Calling.AUCTION


CONFLICTS: Final = (
    Conflict(
        "teams", "players", "partners sit opposite at a table of four", lambda r: r.pairs and r.players != 4
    ),
    Conflict(
        "teams",
        "players",
        "one against the rest needs at least three seats",
        lambda r: r.teams is options.Teams.MAKER_VS_REST and r.players < 3,
    ),
    Conflict(
        "hand_size", "min_rank", "the pack has too few cards for these hands", lambda r: r.kitty_size < 0
    ),
    Conflict(
        "first_dealer",
        "players",
        "that seat does not exist",
        lambda r: r.first_dealer.value - options.FirstDealer.SEAT_0.value >= r.players,
    ),
    Conflict(
        "ghost_hand",
        "dummy_hand",
        "only one hand lies beside the players'",
        lambda r: r.ghost_hand and r.dummy_hand,
    ),
    Conflict("dummy_hand", "teams", "partners have no dummy", lambda r: r.dummy_hand and r.pairs),
    Conflict(
        "dummy_hand",
        "calling",
        "the dummy belongs to an ordered trump",
        lambda r: r.dummy_hand and _auction(r),
    ),
    Conflict(
        "dummy_hand",
        "trick_points",
        "a dummy game is scored by the hand",
        lambda r: r.dummy_hand and r.scores_tricks,
    ),
    Conflict(
        "calling", "upcard", "two rounds of calling need an up-card", lambda r: _order_up(r) and not r.upcard
    ),
    Conflict("calling", "upcard", "an auction has no up-card", lambda r: _auction(r) and r.upcard),
    Conflict(
        "discard_may_be_upcard",
        "dealer_pickup",
        "laying the up-card down again is declining it, which is an act of its own",
        lambda r: r.discard_may_be_upcard and r.dealer_pickup is not options.DealerPickup.MANDATORY,
    ),
    Conflict(
        "stick_dealer",
        "calling",
        "an auction forces the dealer by all_pass = FORCE_DEALER_MIN",
        lambda r: r.stick_dealer is not options.StickDealer.OFF and _auction(r),
    ),
    Conflict(
        "all_pass",
        "calling",
        "a minimum bid needs an auction",
        lambda r: r.all_pass is options.AllPass.FORCE_DEALER_MIN and _order_up(r),
    ),
    Conflict(
        "all_pass",
        "trick_points",
        "a hand without maker scores by tricks",
        lambda r: r.all_pass is options.AllPass.NO_TRUMP and not r.scores_tricks,
    ),
    Conflict(
        "club_forces_trump",
        "trick_points",
        "a hand without maker scores by tricks",
        lambda r: r.club_forces_trump and not r.scores_tricks,
    ),
    Conflict(
        "club_forces_trump", "upcard", "it needs an up-card", lambda r: r.club_forces_trump and not r.upcard
    ),
    Conflict(
        "club_dealer_takes",
        "club_forces_trump",
        "the dealer takes a club that forced trump",
        lambda r: r.club_dealer_takes and not r.club_forces_trump,
    ),
    Conflict(
        "club_dealer_need",
        "hand_size",
        "there are not so many tricks",
        lambda r: r.club_dealer_need > r.hand_size,
    ),
    Conflict(
        "min_bid",
        "hand_size",
        "there are not so many tricks",
        lambda r: _auction(r) and r.min_bid > r.hand_size,
    ),
    Conflict(
        "max_bid",
        "hand_size",
        "there are not so many tricks",
        lambda r: _auction(r) and r.max_bid > r.hand_size,
    ),
    Conflict(
        "min_bid", "max_bid", "no number is left to bid", lambda r: _auction(r) and 0 < r.max_bid < r.min_bid
    ),
    Conflict(
        "ghost_swap",
        "ghost_hand",
        "there is no ghost hand to swap with",
        lambda r: r.ghost_swap is not options.GhostSwap.OFF and not r.ghost_hand,
    ),
    Conflict(
        "ghost_swap",
        "calling",
        "the swap belongs to a turn of an auction",
        lambda r: r.ghost_swap is not options.GhostSwap.OFF and _order_up(r),
    ),
    Conflict("shooter", "calling", "a shooter is a bid of an auction", lambda r: r.shooter and _order_up(r)),
    Conflict("shooter", "teams", "a shooter needs a partner", lambda r: r.shooter and not r.pairs),
    Conflict(
        "allow_alone", "teams", "only a partner can be left out", lambda r: r.allow_alone and not r.pairs
    ),
    Conflict(
        "allow_alone",
        "trick_points",
        "lone hands are scored by the hand",
        lambda r: r.allow_alone and r.scores_tricks,
    ),
    Conflict(
        "alone_timing",
        "bid_form",
        "a bid of number and suit carries no alone",
        lambda r: r.alone_with_call and _auction(r) and r.bid_form is options.BidForm.NUMBER_AND_SUIT,
    ),
    Conflict("canadian", "allow_alone", "nobody may play alone", lambda r: r.canadian and not r.allow_alone),
    Conflict("canadian", "calling", "nobody assists in an auction", lambda r: r.canadian and _auction(r)),
    Conflict(
        "partners_best",
        "allow_alone",
        "nobody may play alone",
        lambda r: r.partners_best is not options.PartnersBest.OFF and not r.allow_alone,
    ),
    Conflict(
        "alone_take5", "allow_alone", "nobody may play alone", lambda r: r.alone_take5 and not r.allow_alone
    ),
    Conflict(
        "fold",
        "teams",
        "only those who play for themselves fold",
        lambda r: r.fold is not options.FoldRule.OFF and r.teams is not options.Teams.SOLO,
    ),
    Conflict(
        "fold",
        "trick_points",
        "folding needs a score by tricks",
        lambda r: r.fold is not options.FoldRule.OFF and not r.scores_tricks,
    ),
    Conflict("start_score", "target", "nobody could win", lambda r: r.start_score == r.target),
    Conflict(
        "trick_points",
        "target",
        "tricks must count towards the target",
        lambda r: r.scores_tricks and (r.trick_points > 0) != r.counts_up,
    ),
    Conflict(
        "simultaneous",
        "target",
        "the better score is the other one",
        lambda r: (
            r.simultaneous is (options.Simultaneous.LOWEST if r.counts_up else options.Simultaneous.HIGHEST)
        ),
    ),
    Conflict("maker_need", "hand_size", "there are not so many tricks", lambda r: r.maker_need > r.hand_size),
    Conflict(
        "maker_need",
        "calling",
        "without an auction nothing is bid",
        lambda r: r.maker_need == 0 and _order_up(r),
    ),
    Conflict("other_need", "hand_size", "there are not so many tricks", lambda r: r.other_need > r.hand_size),
    Conflict(
        "farmers",
        "go_under",
        "both exchange the same three cards",
        lambda r: r.farmers is options.Farmers.EXCHANGE3 and r.go_under,
    ),
    Conflict(
        "farmers",
        "upcard",
        "the exchange comes before calling over an up-card",
        lambda r: r.farmers is options.Farmers.EXCHANGE3 and not r.upcard,
    ),
    Conflict(
        "go_under",
        "upcard",
        "the exchange comes before calling over an up-card",
        lambda r: r.go_under and not r.upcard,
    ),
    Conflict(
        "farmers",
        "hand_size",
        "fewer than three cards stay undealt",
        lambda r: r.farmers is options.Farmers.EXCHANGE3 and r.kitty_size < 3,
    ),
    Conflict(
        "go_under",
        "hand_size",
        "fewer than three cards stay undealt",
        lambda r: r.go_under and r.kitty_size < 3,
    ),
    Conflict(
        "fast_break", "hand_size", "it is a rule of five tricks", lambda r: r.fast_break and r.hand_size != 5
    ),
    Conflict(
        "fast_break",
        "trick_points",
        "it cancels the point of a made hand",
        lambda r: r.fast_break and r.scores_tricks,
    ),
    Conflict(
        "four_trick_tokens",
        "hand_size",
        "it is a rule of five tricks",
        lambda r: r.four_trick_tokens and r.hand_size != 5,
    ),
    Conflict(
        "four_trick_tokens",
        "trick_points",
        "it adds to the point of a made hand",
        lambda r: r.four_trick_tokens and r.scores_tricks,
    ),
    Conflict(
        "take4for1",
        "trick_points",
        "it is about the point of a made hand",
        lambda r: r.take4for1 and r.scores_tricks,
    ),
    Conflict(
        "take4for1",
        "maker_need",
        "it is about makers who need three tricks",
        lambda r: r.take4for1 and r.maker_need != 3,
    ),
    Conflict(
        "min_trump_to_call",
        "calling",
        "a bidder names no trump yet",
        lambda r: r.min_trump_to_call and _auction(r),
    ),
    Conflict(
        "laps",
        "target",
        "points over the target exist only when counting up",
        lambda r: r.laps and not r.counts_up,
    ),
)
"""Every pair of options that exclude each other, in the order in which they are reported."""


def faults(rules: Ruleset) -> list[Refusal]:
    """Return everything wrong with a ruleset; empty when it is playable."""
    wrong = []
    for option in OPTION_FIELDS:
        value = getattr(rules, option.name)
        if not option.metadata:
            if type(value) is not type(option.default):
                wrong.append(_invalid(option.name, f"{option.name} has no value {value!r}."))
        elif type(value) is not int or not option.metadata["low"] <= value <= option.metadata["high"]:
            low, high = option.metadata["low"], option.metadata["high"]
            wrong.append(_invalid(option.name, f"{option.name} must be {low} to {high}."))
    if wrong:
        return wrong
    return [
        Refusal(
            Reason.OPTION_CONFLICT,
            f"{_said(rules, conflict.option)} excludes {_said(rules, conflict.other)}: {conflict.why}.",
            {"option": conflict.option, "other": conflict.other},
        )
        for conflict in CONFLICTS
        if conflict.found(rules)
    ]


def check(rules: Ruleset) -> None:
    """Accept a playable ruleset.

    Raises:
        RulesetError: options are out of range (OPTION_INVALID) or exclude each other
            (OPTION_CONFLICT); it has all of them.
    """
    wrong = faults(rules)
    if wrong:
        raise RulesetError(*wrong)


def _invalid(option: str, message: str) -> Refusal:
    return Refusal(Reason.OPTION_INVALID, message, {"option": option})


def _said(rules: Ruleset, option: str) -> str:
    value = getattr(rules, option)
    return f"{option} = {value.name if isinstance(value, Enum) else value}"
