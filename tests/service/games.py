"""Games for tests: rulesets of every kind, played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any, Final, NamedTuple

from euchre_rules import actions, cards, conflicts, game, options, phases, presets
from euchre_rules.errors import RulesetError
from euchre_rules.ruleset import OPTION_NAMES, Ruleset, option_values
from euchre_rules.state import State
from euchre_service import ruleset_code
from euchre_service.codec import Game

BID_PARTNERS: Final = {
    "teams": options.Teams.PAIRS,
    "players": 4,
    "ghost_hand": False,
    "ghost_swap": options.GhostSwap.OFF,
    "no_trump": options.NoTrump.HIGH_LOW,
    "shooter": True,
    "simultaneous": options.Simultaneous.MAKER_FIRST,
    "out_rule": options.OutRule.CONTRACT_ONLY,
}

_HOUSE_RULES: Final[Mapping[str, tuple[str, dict[str, Any]]]] = {
    "makes_blind": ("classic", {"joker": True}),
    "proposes_blind": (
        "classic",
        {"joker": True, "joker_upcard": options.JokerUpcard.DEALER_PROPOSES_BLIND, "canadian": True},
    ),
    "must_take": ("classic", {"joker": True, "joker_upcard": options.JokerUpcard.DEALER_MUST_TAKE}),
    "joker_redeal": ("egn", {"joker": True, "joker_upcard": options.JokerUpcard.REDEAL}),
    "railroad": (
        "classic",
        {
            "joker": True,
            "joker_upcard": options.JokerUpcard.HEARTS,
            "lone_maker_side": options.LoneMakerSide.MAKER_ONLY,
            "lone_defender": options.LoneDefender.VS_LONE_MAKER,
            "partners_best": options.PartnersBest.MAKER_AND_DEFENDER,
            "laps": True,
            "slam": True,
        },
    ),
    "receive_first": (
        "classic",
        {
            "partners_best": options.PartnersBest.MAKER,
            "best_order": options.BestOrder.RECEIVE_FIRST,
            "alone_timing": options.AloneTiming.BEFORE_EXCHANGE,
            "renege": options.Renege.ALLOW_CLAIM,
        },
    ),
    "farmers": ("classic", {"farmers": options.Farmers.REDEAL_NO_ACE_NO_FACE, "min_rank": 8}),
    "go_under": ("classic", {"go_under": True, "min_rank": 8, "min_trump_to_call": True}),
    "stuck": (
        "openspiel",
        {
            "stick_dealer": options.StickDealer.ON_OR_PAY1,
            "round2_no_trump": True,
            "discard_may_be_upcard": True,
            "four_trick_tokens": True,
            "fast_break": True,
        },
    ),
    "two_handed": ("classic", {"players": 2, "teams": options.Teams.SOLO, "allow_alone": False}),
    "dummy": (
        "classic",
        {"players": 3, "teams": options.Teams.MAKER_VS_REST, "allow_alone": False, "dummy_hand": True},
    ),
    "bid_partners": ("ghost_hand", BID_PARTNERS),
    "bid_suits": (
        "ghost_hand",
        {
            **BID_PARTNERS,
            "bid_form": options.BidForm.NUMBER_AND_SUIT,
            "auction_rounds": options.AuctionRounds.UNTIL_PASSES,
            "all_pass": options.AllPass.FORCE_DEALER_MIN,
            "dealer_may_equal": True,
        },
    ),
    "ghost_claims": ("ghost_hand", {"renege": options.Renege.ALLOW_CLAIM}),
    "hidden_folds": ("buck", {"fold_answers": options.FoldAnswers.HIDDEN}),
    "play_out": (
        "buck",
        {
            "club_dealer_takes": True,
            "club_dealer_need": 2,
            "uncontested": options.Uncontested.PLAY_OUT,
            "fold_penalty": 1,
            "renege": options.Renege.ALLOW_CLAIM,
            "renege_points": 3,
        },
    ),
}

RULESETS: Final[Mapping[str, Ruleset]] = {
    **presets.PRESETS,
    **{name: presets.resolve(base, changes) for name, (base, changes) in _HOUSE_RULES.items()},
}
"""The presets, and house rules that between them reach every phase and every hidden card."""

CARD_ACTIONS: Final = (actions.PLAY, actions.DISCARD, actions.LAY, actions.GIVE)
"""Where the actions that name a card begin; each is followed by one action a card."""


class Ply(NamedTuple):
    """One act of a game: the table before it, who did what, and the table after it."""

    before: State
    seat: int
    action: int
    deck: tuple[int, ...]
    """The pack, for a deal."""
    after: State


def random_rules(rng: random.Random) -> Ruleset:
    """A playable ruleset: one of the above with some options drawn anew."""
    while True:
        base = rng.choice(list(RULESETS.values()))
        names = rng.sample(OPTION_NAMES, rng.randint(1, 9))
        rules = replace(base, **{name: _drawn(name, rng) for name in names})
        try:
            conflicts.check(rules)
        except RulesetError:
            continue
        return rules


def _drawn(name: str, rng: random.Random) -> Any:
    values = option_values(name)
    if isinstance(values[0], Enum | bool):
        return rng.choice(values)
    return rng.randint(*values)


def random_deck(rules: Ruleset, rng: random.Random) -> tuple[int, ...]:
    """A shuffled pack; with a joker in it, often the one in which it is turned up."""
    deck = list(rules.deck)
    rng.shuffle(deck)
    if rules.joker and rules.upcard and rng.random() < 0.4:
        top, joker = rules.hands_dealt * rules.hand_size, deck.index(cards.JOKER)
        deck[top], deck[joker] = deck[joker], deck[top]
    return tuple(deck)


def plies(rules: Ruleset, rng: random.Random, hands: int = 1000) -> Iterator[Ply]:
    """Play a game at random for so many hands, or to its end."""
    state = game.new_game(rules, rng.randrange(rules.players))
    reluctance = rng.random()
    while state.phase != phases.GAME_OVER:
        if state.phase == phases.DEAL and state.hand_number >= hands:
            return
        before = state.copy()
        seat, action = _chosen(state, rng, reluctance)
        deck: tuple[int, ...] = ()
        if action == actions.DEAL:
            deck = random_deck(rules, rng)
            game.deal(state, seat, deck, stacked=True)
        else:
            game.apply(state, seat, action)
        yield Ply(before, seat, action, deck, state.copy())


def _chosen(state: State, rng: random.Random, reluctance: float) -> tuple[int, int]:
    if state.rules.claims and rng.random() < 0.2:
        seat, claim = rng.randrange(state.rules.players), actions.CLAIM + rng.randrange(4)
        if game.refusal(state, seat, claim) is None:
            return seat, claim
    legal = game.legal_actions(state)
    if legal[0] == actions.PASS and rng.random() < reluctance:
        return state.actor, actions.PASS
    return state.actor, rng.choice(legal)


def game_of(table: State, rng: random.Random, key_id: bytes) -> Game:
    """A table as a state of some game."""
    return Game(
        game_id=rng.randbytes(16),
        key_id=key_id,
        ply=rng.randrange(1 << 31),
        parent=rng.randbytes(16),
        seed=rng.randbytes(32),
        rules_code=ruleset_code.encode(table.rules),
        table=table,
    )
