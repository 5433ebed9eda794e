"""What EGN cannot say: the rules it has no words for, and the error that names them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, NoReturn

from euchre.v1.ruleset_pb2 import (
    Calling,
    FirstLead,
    FoldRule,
    LoneDefender,
    LonerLead,
    OutRule,
    PartnersBest,
    Ruleset,
    StickDealer,
    Teams,
)
from euchre_client.egn.faults import EgnError, Fault
from euchre_client.record import GameRecord
from euchre_client.rulesets import counts_down


class Unsayable(StrEnum):
    """What EGN 1.4 has no words for. The values are the reasons of `NotInEgn`'s fault."""

    PLAYERS = "PLAYERS"
    """A table of other than four players."""
    SIDES = "SIDES"
    """Scores of other than two sides."""
    GHOST_HAND = "GHOST_HAND"
    """A hand beside those of the players: ghost or dummy."""
    HAND_SIZE = "HAND_SIZE"
    """Other than five cards a hand, or no card turned up."""
    AUCTION = "AUCTION"
    """Bids of tricks."""
    FOLD = "FOLD"
    """Hands that are folded."""
    SCORING = "SCORING"
    """Points that EGN's rules do not give."""
    TRUMP = "TRUMP"
    """Trump made in a way that EGN does not know: by nobody, a turned-down suit, no trump with nine high."""
    JOKER_UPCARD = "JOKER_UPCARD"
    """A joker turned up: EGN does not tell the suit it stands for."""
    PARTNER_ALONE = "PARTNER_ALONE"
    """The maker's partner plays alone: EGN's one mark for it belongs to the caller."""
    LONE_DEFENDER = "LONE_DEFENDER"
    """A defender plays alone against two."""
    EXCHANGE = "EXCHANGE"
    """Cards exchanged in a way EGN does not record: with the kitty, or for a lone defender."""
    REDEAL = "REDEAL"
    """A hand thrown in, conceded, or dealt again by the same dealer."""
    RENEGE = "RENEGE"
    """A card that did not follow suit although it could, or the call of one."""
    PACK_UNKNOWN = "PACK_UNKNOWN"
    """A hand of which the record does not tell the pack."""


class NotInEgn(EgnError):
    """A game that EGN cannot tell.

    Attributes:
        what: what it has no words for.
        fault: the same with its place: the hand and the seat, where there are any.
    """

    def __init__(self, what: Unsayable, message: str, hand: int | None = None, seat: int | None = None):
        super().__init__(Fault(str(what), message, deal=hand, seat=seat))
        self.what = what


_FIXED: Final[tuple[tuple[str, Any, Unsayable, str], ...]] = (
    ("players", 4, Unsayable.PLAYERS, "EGN tells games of four players only."),
    ("teams", Teams.TEAMS_PAIRS, Unsayable.SIDES, "EGN has the scores of two partnerships only."),
    ("ghost_hand", False, Unsayable.GHOST_HAND, "EGN has no ghost hand."),
    ("dummy_hand", False, Unsayable.GHOST_HAND, "EGN has no dummy hand."),
    ("calling", Calling.CALLING_ORDER_UP, Unsayable.AUCTION, "EGN has no bids of tricks."),
    ("hand_size", 5, Unsayable.HAND_SIZE, "In EGN a hand has five cards."),
    ("upcard", True, Unsayable.HAND_SIZE, "In EGN a card is turned up."),
    ("fold", FoldRule.FOLD_RULE_OFF, Unsayable.FOLD, "EGN has no folding."),
    ("club_forces_trump", False, Unsayable.TRUMP, "In EGN a club turned up does not make trump."),
    ("trick_points", 0, Unsayable.SCORING, "In EGN tricks score no points by themselves."),
    ("make_score", 1, Unsayable.SCORING, "In EGN three or four tricks score 1."),
    ("march_score", 2, Unsayable.SCORING, "In EGN all the tricks score 2."),
    ("set_score", 2, Unsayable.SCORING, "In EGN a set scores 2."),
    ("super_euchre", 0, Unsayable.SCORING, "EGN has no super-euchre."),
    ("maker_need", 3, Unsayable.SCORING, "In EGN the makers need three tricks."),
    ("alone_take5", False, Unsayable.SCORING, "In EGN a lone hand short of all the tricks is not set."),
    ("take4for1", False, Unsayable.SCORING, "In EGN three tricks score the makers' point."),
    ("sweep_wins_game", False, Unsayable.SCORING, "In EGN no hand wins the game by itself."),
    ("out_rule", OutRule.OUT_RULE_FREE, Unsayable.SCORING, "In EGN any side may win on any hand."),
    (
        "first_lead",
        FirstLead.FIRST_LEAD_LEFT_OF_DEALER,
        Unsayable.TRUMP,
        "In EGN the dealer's left leads.",
    ),
)
"""Options that EGN has no words for, and their value in every EGN game. What only matters in some hands,
such as the turned-down suit, is found there."""


def refuse(what: Unsayable, message: str, hand: int | None = None, seat: int | None = None) -> NoReturn:
    """Says that EGN cannot tell something."""
    raise NotInEgn(what, message, hand, seat)


def options_of(record: GameRecord) -> Mapping[str, Any]:
    """Returns the rules of a game as EGN's options.

    Args:
        record: the game.

    Returns:
        The options by EGN's names.

    Raises:
        NotInEgn: EGN has no words for these rules.
    """
    rules = record.ruleset
    for name, value, what, message in _FIXED:
        if getattr(rules, name) != value:
            refuse(what, message)
    if counts_down(rules):
        refuse(Unsayable.SCORING, "EGN does not count down.")
    options: dict[str, Any] = {
        "std": rules.stick_dealer != StickDealer.STICK_DEALER_OFF,
        "canadian": rules.canadian,
        "loner_lead": "LEFT_OF_LONER"
        if rules.loner_lead == LonerLead.LONER_LEAD_LEFT_OF_LONER
        else "LEFT_OF_DEALER",
    }
    others = {
        "min_rank": (rules.min_rank, 9),
        "joker": (rules.joker, False),
        "loner_march_score": (rules.loner_march_score, 4),
        "loner_euchred_score": (rules.loner_set_score, 2),
        "defend_alone": (rules.lone_defender != LoneDefender.LONE_DEFENDER_NEVER, False),
        "partners_best": (rules.partners_best != PartnersBest.PARTNERS_BEST_OFF, False),
        "allow_no_trump": (rules.round2_no_trump, False),
        "fast_break": (rules.fast_break, False),
        "four_trick_tokens": (rules.four_trick_tokens, False),
    }
    options |= {name: value for name, (value, default) in others.items() if value != default}
    return {**options, **_end(record.ruleset, record.scores)}


def _end(rules: Ruleset, scores: tuple[int, ...]) -> dict[str, int]:
    """Returns what ends the game: EGN allows a score or a number of deals, not both.

    Where the rules have both, it is the one that ended this game.
    """
    if rules.num_deals and max(scores, default=0) < rules.target:
        return {"num_deals": rules.num_deals}
    return {} if rules.target == 10 else {"winning_score": rules.target}
