"""The named games: each a value of the same options (`rules.md` 6a)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from euchre_rules.conflicts import check
from euchre_rules.errors import Reason, Refusal, RulesetError
from euchre_rules.options import (
    AllPass,
    AloneTiming,
    Calling,
    DealerPickup,
    DealPattern,
    FirstLead,
    FoldRule,
    GhostSwap,
    JokerUpcard,
    LoneDefender,
    LoneDefenderScore,
    LoneMakerSide,
    LonerLead,
    NoTrump,
    OutRule,
    PartnersBest,
    Simultaneous,
    StickDealer,
    Teams,
)
from euchre_rules.ruleset import OPTION_NAMES, Ruleset

CLASSIC: Final = Ruleset(base="classic")
"""Partnership Euchre as the governing text has it (`rules.md` 1)."""

GHOST_HAND: Final = Ruleset(
    base="ghost_hand",
    players=3,
    teams=Teams.SOLO,
    hand_size=6,
    ghost_hand=True,
    upcard=False,
    deal_pattern=DealPattern.ONE,
    calling=Calling.AUCTION,
    ghost_swap=GhostSwap.ON_TURN_ONCE,
    allow_alone=False,
    first_lead=FirstLead.MAKER,
    target=32,
    trick_points=1,
    maker_need=0,
)
"""Ghost Hand Euchre for three (`rules.md` 2)."""

BUCK: Final = Ruleset(
    base="buck",
    teams=Teams.SOLO,
    deal_pattern=DealPattern.TWO_THREE,
    dealer_pickup=DealerPickup.MANDATORY,
    all_pass=AllPass.NO_TRUMP,
    club_forces_trump=True,
    allow_alone=False,
    fold=FoldRule.AFTER_TRUMP,
    start_score=25,
    target=0,
    trick_points=-1,
    set_penalty=5,
    zero_penalty=5,
    other_need=1,
    sweep_wins_game=True,
    simultaneous=Simultaneous.LOWEST,
    renege_points=0,
)
"""Buck Euchre, cut-throat and counting down (`rules.md` 3)."""

EGN: Final = replace(
    CLASSIC,
    base="egn",
    dealer_pickup=DealerPickup.MANDATORY,
    stick_dealer=StickDealer.ON,
    lone_maker_side=LoneMakerSide.MAKER_ONLY,
    lone_defender=LoneDefender.NEVER,
    alone_timing=AloneTiming.WITH_CALL,
    loner_lead=LonerLead.LEFT_OF_DEALER,
    lone_defender_score=LoneDefenderScore.FLAT4,
)
"""What Euchre Game Notation assumes when a file says nothing else (`rules.md` 5)."""

OPENSPIEL: Final = replace(
    EGN, base="openspiel", deal_pattern=DealPattern.ONE_FROM_DEALER, alone_timing=AloneTiming.AFTER_EXCHANGE
)
"""OpenSpiel's euchre with its default flags (`rules.md` 5)."""

TURN_UP: Final = replace(CLASSIC, base="turn_up")
"""Another name for the classic game (`rules.md` 4.1)."""

CLASSIC_32: Final = replace(CLASSIC, base="classic_32", min_rank=7)
"""Classic with sevens and eights (`rules.md` 1.7)."""

BRITISH: Final = replace(CLASSIC, base="british", joker=True, joker_upcard=JokerUpcard.DEALER_MAKES_BLIND)
"""Classic with the joker, called Benny, as the highest trump (`rules.md` 1.7)."""

RAILROAD: Final = replace(
    CLASSIC,
    base="railroad",
    joker=True,
    joker_upcard=JokerUpcard.HEARTS,
    lone_maker_side=LoneMakerSide.MAKER_ONLY,
    lone_defender=LoneDefender.VS_LONE_MAKER,
    lone_defender_score=LoneDefenderScore.FLAT4,
    partners_best=PartnersBest.MAKER_AND_DEFENDER,
    laps=True,
    slam=True,
)
"""Joker, calling for the partner's best, laps and slam (`rules.md` 4.4)."""

TWO_HANDED: Final = replace(
    CLASSIC,
    base="two_handed",
    players=2,
    teams=Teams.SOLO,
    deal_pattern=DealPattern.TWO_THREE,
    allow_alone=False,
)
"""For two, with half the pack asleep (`rules.md` 4.2)."""

THREE_HANDED: Final = replace(
    CLASSIC,
    base="three_handed",
    players=3,
    teams=Teams.MAKER_VS_REST,
    dealer_pickup=DealerPickup.MANDATORY,
    allow_alone=False,
    march_score=3,
)
"""For three: the maker against the two others (`rules.md` 4.3)."""

THREE_HANDED_DUMMY: Final = replace(THREE_HANDED, base="three_handed_dummy", dummy_hand=True)
"""For three with a dummy that the maker may take up. Experimental: sources disagree (`rules.md` 4.3)."""

BID_PARTNERS: Final = Ruleset(
    base="bid_partners",
    hand_size=6,
    upcard=False,
    deal_pattern=DealPattern.ONE,
    calling=Calling.AUCTION,
    no_trump=NoTrump.HIGH_LOW,
    shooter=True,
    allow_alone=False,
    first_lead=FirstLead.MAKER,
    target=32,
    trick_points=1,
    maker_need=0,
    simultaneous=Simultaneous.MAKER_FIRST,
    out_rule=OutRule.CONTRACT_ONLY,
)
"""Bid Euchre in partnerships, single pack, with shooter and moon (`rules.md` 4.5)."""

PRESETS: Final[Mapping[str, Ruleset]] = {
    preset.base: preset
    for preset in (
        BID_PARTNERS,
        BRITISH,
        BUCK,
        CLASSIC,
        CLASSIC_32,
        EGN,
        GHOST_HAND,
        OPENSPIEL,
        RAILROAD,
        THREE_HANDED,
        THREE_HANDED_DUMMY,
        TURN_UP,
        TWO_HANDED,
    )
}
"""Every preset by its name, sorted."""


def resolve(base: str, changes: Mapping[str, Any] | None = None) -> Ruleset:
    """Return the preset `base` with `changes` (option name to value), checked.

    Raises:
        RulesetError: no such preset (UNKNOWN_RULESET), no such option or value (OPTION_INVALID),
            or two options exclude each other (OPTION_CONFLICT).
    """
    preset = PRESETS.get(base)
    if preset is None:
        known = ", ".join(sorted(PRESETS))
        raise RulesetError(
            Refusal(
                Reason.UNKNOWN_RULESET,
                f"There is no ruleset {_shown(base)!r}; there are {known}.",
                {"base": _shown(base)},
            )
        )
    unknown = next((name for name in changes or {} if name not in OPTION_NAMES), None)
    if unknown is not None:
        raise RulesetError(
            Refusal(
                Reason.OPTION_INVALID, f"There is no option {_shown(unknown)!r}.", {"option": _shown(unknown)}
            )
        )
    rules = replace(preset, **(changes or {}))
    check(rules)
    return rules


def _shown(name: str) -> str:
    """Return a name that somebody made up, short and plain enough to be repeated in an error."""
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in name[:40])
