"""Valuing what is said and exchanged before the first card, over an up-card."""

from __future__ import annotations

import numpy as np

from euchre.v1 import ruleset_pb2
from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import UpcardStatus
from euchre_bots.expert.auction import exchange, speak_on
from euchre_bots.expert.cards import FloatArray, bit_of
from euchre_bots.expert.judgement import call_model
from euchre_bots.expert.settling import Contracts, settle
from euchre_bots.expert.sight import NOBODY, Sight, Worlds

Changes = list[FloatArray]
"""For one action the changes of the scores in every world: several when the seat can choose later."""


def call_changes(sight: Sight, worlds: Worlds, action: Action) -> Changes:
    """Values an order, a named trump or a pass.

    Args:
        sight: what the seat knows.
        worlds: how the cards may lie.
        action: what it may say.

    Returns:
        The changes of the scores by world and side, for every way the seat can go on.
    """
    kind = action.WhichOneof("kind")
    if kind == "pass":
        return [settle(sight, after_pass(sight, worlds))]
    order = kind == "order_up"
    trump = int(sight.view.proposed) if order else int(action.name_trump.trump)
    alone = action.order_up.alone if order else action.name_trump.alone
    hands = worlds.hands
    if order:
        takes = np.ones(len(hands), bool)
        hands = exchange(hands, takes, sight.upcard, np.full(len(hands), trump), sight.dealer)
    if alone:
        return [settle(sight, Contracts.same(hands, trump, sight.seat, lone_maker=sight.seat))]
    ways = [settle(sight, Contracts.same(hands, trump, sight.seat))]
    if _may_go_alone_later(sight):
        ways.append(settle(sight, Contracts.same(hands, trump, sight.seat, lone_maker=sight.seat)))
    return ways


def alone_changes(sight: Sight, worlds: Worlds, action: Action) -> Changes:
    """Values playing alone, and playing with the partner."""
    lone_maker, lone_defender = lone_seats(sight)
    if action.HasField("go_alone"):
        if sight.side_of[sight.seat] == sight.side_of[sight.maker]:
            lone_maker = sight.seat
        else:
            lone_defender = sight.seat
    contract = Contracts.same(
        worlds.hands, sight.trump, sight.maker, lone_maker=lone_maker, lone_defender=lone_defender
    )
    return [settle(sight, contract)]


def exchange_changes(sight: Sight, worlds: Worlds, action: Action) -> Changes:
    """Values a discard, or leaving the up-card."""
    hands = worlds.hands.copy()
    if action.HasField("discard"):
        hands[:, sight.seat] = (sight.hand | 1 << sight.upcard) & ~(1 << bit_of(action.discard.card))
    lone_maker, _ = lone_seats(sight)
    ways = [settle(sight, Contracts.same(hands, sight.trump, sight.maker, lone_maker=lone_maker))]
    if sight.maker == sight.seat and lone_maker == NOBODY and _may_go_alone_later(sight):
        ways.append(settle(sight, Contracts.same(hands, sight.trump, sight.maker, lone_maker=sight.seat)))
    return ways


def after_pass(sight: Sight, worlds: Worlds) -> Contracts:
    """Returns what the other seats make of a pass, in every world."""
    rules, view = sight.rules, sight.view
    second = view.next.phase == Phase.PHASE_CALL_ROUND_2
    count = len(worlds)
    none = np.full(count, NOBODY, np.int64)
    if second and sight.seat == sight.dealer:
        return Contracts.same(worlds.hands, 0, NOBODY)
    calls, alone_model = call_model()
    proposed = int(view.proposed)
    barred = proposed if rules.round2_turned_suit == ruleset_pb2.ROUND2_TURNED_SUIT_BARRED else 0
    trumps, makers, alone = speak_on(
        calls,
        alone_model,
        worlds.hands,
        sight.upcard,
        proposed,
        barred,
        sight.dealer,
        (sight.seat + 1) % sight.players,
        second or sight.seat == sight.dealer,
        rules.stick_dealer != ruleset_pb2.STICK_DEALER_OFF,
        rules.allow_alone and rules.teams == ruleset_pb2.TEAMS_PAIRS,
    )
    takes = (trumps == proposed) & (view.upcard_status == UpcardStatus.UPCARD_STATUS_FACE_UP)
    if second or sight.seat == sight.dealer:
        takes[:] = False
    hands = exchange(worlds.hands, takes, sight.upcard, trumps, sight.dealer)
    lone = np.where(alone & (makers >= 0), makers, NOBODY)
    return Contracts(hands, trumps, makers, lone, none, np.zeros(count, np.int64))


def _may_go_alone_later(sight: Sight) -> bool:
    """Whether the seat will be asked about playing alone after its call."""
    rules = sight.rules
    return (
        rules.allow_alone
        and rules.teams == ruleset_pb2.TEAMS_PAIRS
        and rules.alone_timing != ruleset_pb2.ALONE_TIMING_WITH_CALL
    )


def lone_seats(sight: Sight) -> tuple[int, int]:
    """Returns the maker's side's seat and the defender that are alone already."""
    maker, defender = NOBODY, NOBODY
    for each in sight.view.seats:
        if each.alone and sight.side_of[each.seat] == sight.side_of[sight.maker]:
            maker = each.seat
        elif each.alone:
            defender = each.seat
    return maker, defender
