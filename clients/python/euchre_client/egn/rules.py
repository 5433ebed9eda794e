"""From the ruleset of a file to a ruleset of the service."""

from __future__ import annotations

from typing import Final, TypeVar

from euchre.v1.ruleset_pb2 import (
    BestOrder,
    DealPattern,
    LoneDefender,
    LonerLead,
    PartnersBest,
    Ruleset,
    StickDealer,
)
from euchre_client.egn.faults import NOT_SUPPORTED, EgnError, Fault
from euchre_client.egn.model import Game

_NO_LIMIT: Final = 1000

_Value = TypeVar("_Value")


def ruleset_of(game: Game) -> Ruleset:
    """Returns the rules of a recorded game, on top of the preset `egn`.

    `farmers` and `go_under` need nothing: EGN leaves their effect to the house, and a deal in which nobody
    makes use of them is played as any other.

    Args:
        game: the game.

    Returns:
        The ruleset, incomplete: the service completes and checks it.

    Raises:
        EgnError: the file's rules have no equal here.
    """
    told = game.rules
    if told.get("num_players", 4) != 4:
        raise EgnError(Fault(NOT_SUPPORTED, f"Games of {told['num_players']} players cannot be replayed."))
    rules = Ruleset(
        base="egn",
        # How the cards came is not recorded, so they come in the simplest way.
        deal_pattern=DealPattern.DEAL_PATTERN_ONE,
        # The dealer may lay down any card of six; that is how a file shows an up-card that nobody plays.
        discard_may_be_upcard=True,
        stick_dealer=_switch(
            told.get("std", True), StickDealer.STICK_DEALER_ON, StickDealer.STICK_DEALER_OFF
        ),
        lone_defender=_switch(
            told.get("defend_alone", False),
            LoneDefender.LONE_DEFENDER_VS_LONE_MAKER,
            LoneDefender.LONE_DEFENDER_NEVER,
        ),
        partners_best=_switch(
            told.get("partners_best", False),
            PartnersBest.PARTNERS_BEST_MAKER,
            PartnersBest.PARTNERS_BEST_OFF,
        ),
        best_order=BestOrder.BEST_ORDER_RECEIVE_FIRST,
        loner_lead=_switch(
            told.get("loner_lead", "LEFT_OF_DEALER") == "LEFT_OF_LONER",
            LonerLead.LONER_LEAD_LEFT_OF_LONER,
            LonerLead.LONER_LEAD_LEFT_OF_DEALER,
        ),
        canadian=told.get("canadian", False),
        joker=told.get("joker", False),
        min_rank=told.get("min_rank", 9),
        round2_no_trump=told.get("allow_no_trump", False),
        fast_break=told.get("fast_break", False),
        four_trick_tokens=told.get("four_trick_tokens", False),
        loner_march_score=told.get("loner_march_score", 4),
        loner_set_score=told.get("loner_euchred_score", 2),
        num_deals=told.get("num_deals", 0),
    )
    # Without a word about it a fixed number of deals has no winning score beside it.
    default_target = 0 if rules.num_deals else 10
    rules.target = told.get("winning_score", default_target) or _NO_LIMIT
    return rules


def unending(rules: Ruleset) -> Ruleset:
    """Returns the same rules for a deal taken by itself, which ends no game."""
    copy = Ruleset()
    copy.CopyFrom(rules)
    copy.num_deals = 0
    copy.target = _NO_LIMIT
    return copy


def _switch(on: bool, yes: _Value, no: _Value) -> _Value:
    return yes if on else no
