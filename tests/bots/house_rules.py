"""Tables by house rules, so that every phase there is comes up."""

from __future__ import annotations

from euchre.v1 import ruleset_pb2 as rules
from euchre.v1.ruleset_pb2 import Ruleset

HOUSE_RULES = {
    "british": Ruleset(
        base="classic", joker=True, joker_upcard=rules.JokerUpcard.JOKER_UPCARD_DEALER_MAKES_BLIND
    ),
    "joker proposed blind": Ruleset(
        base="classic", joker=True, joker_upcard=rules.JokerUpcard.JOKER_UPCARD_DEALER_PROPOSES_BLIND
    ),
    "railroad": Ruleset(
        base="classic",
        joker=True,
        joker_upcard=rules.JokerUpcard.JOKER_UPCARD_HEARTS,
        lone_maker_side=rules.LoneMakerSide.LONE_MAKER_SIDE_MAKER_ONLY,
        lone_defender=rules.LoneDefender.LONE_DEFENDER_VS_LONE_MAKER,
        partners_best=rules.PartnersBest.PARTNERS_BEST_MAKER_AND_DEFENDER,
        laps=True,
        slam=True,
    ),
    "canadian, card received first": Ruleset(
        base="classic",
        canadian=True,
        alone_timing=rules.AloneTiming.ALONE_TIMING_WITH_CALL,
        partners_best=rules.PartnersBest.PARTNERS_BEST_MAKER,
        best_order=rules.BestOrder.BEST_ORDER_RECEIVE_FIRST,
    ),
    "farmer's hand, stuck dealer": Ruleset(
        base="classic",
        min_rank=7,
        farmers=rules.Farmers.FARMERS_REDEAL_ALL_LOW,
        stick_dealer=rules.StickDealer.STICK_DEALER_ON_OR_PAY1,
    ),
    "go under": Ruleset(base="classic", go_under=True, alone_take5=True),
    "three with a dummy": Ruleset(
        base="classic",
        players=3,
        teams=rules.Teams.TEAMS_MAKER_VS_REST,
        dummy_hand=True,
        allow_alone=False,
        march_score=3,
    ),
    "two": Ruleset(base="classic", players=2, teams=rules.Teams.TEAMS_SOLO, allow_alone=False),
    "partners bid": Ruleset(
        base="ghost_hand",
        players=4,
        teams=rules.Teams.TEAMS_PAIRS,
        ghost_hand=False,
        ghost_swap=rules.GhostSwap.GHOST_SWAP_OFF,
        no_trump=rules.NoTrump.NO_TRUMP_HIGH_LOW,
        shooter=True,
        all_pass=rules.AllPass.ALL_PASS_FORCE_DEALER_MIN,
    ),
    "partners bid suits": Ruleset(
        base="ghost_hand",
        players=4,
        teams=rules.Teams.TEAMS_PAIRS,
        ghost_hand=False,
        ghost_swap=rules.GhostSwap.GHOST_SWAP_OFF,
        bid_form=rules.BidForm.BID_FORM_NUMBER_AND_SUIT,
        auction_rounds=rules.AuctionRounds.AUCTION_ROUNDS_UNTIL_PASSES,
    ),
    "buck with a forced dealer": Ruleset(
        base="buck",
        club_dealer_takes=True,
        club_dealer_need=2,
        round2_no_trump=True,
        uncontested=rules.Uncontested.UNCONTESTED_PLAY_OUT,
        fold_answers=rules.FoldAnswers.FOLD_ANSWERS_HIDDEN,
    ),
    "reneges": Ruleset(base="ghost_hand", renege=rules.Renege.RENEGE_ALLOW_CLAIM),
}
