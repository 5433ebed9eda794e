"""Honest games prove themselves: over gRPC, in the record alone, however the hands came about."""

from __future__ import annotations

import asyncio

import pytest

from euchre.v1.action_pb2 import SeatEntropy
from euchre.v1.events_pb2 import Dealt
from euchre.v1.ruleset_pb2 import Renege
from euchre.v1.state_pb2 import Phase
from euchre_client import (
    AsyncRulesClient,
    AsyncTable,
    DealProof,
    GameRecord,
    HandNotOver,
    HandStacked,
    HostKeyRequired,
    Notes,
    RulesClient,
    Table,
    Verdict,
    deal_commitment,
    new_entropy,
    recreate,
    verify_deals,
)
from euchre_client.proofs import noted
from tests.deals.tables import KINDS, house_rules, passed_out, played, verdicts

DECK = [f"{rank}{suit}" for suit in "cdhs" for rank in "9TJQKA"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_each_kind(rules: RulesClient, kind: str) -> None:
    table = played(rules, kind, hands=6)
    record = table.record
    assert {Verdict.NOT_REVEALED} == set(verdicts(record))
    table.reveal_deals()
    record = GameRecord.from_json(record.to_json())
    *past, last = verdicts(record)
    assert past
    assert set(past) == {Verdict.PROVED}
    assert last is (Verdict.PROVED if table.is_over else Verdict.NOT_REVEALED)
    with_entropy = [bool(hand.proof and hand.proof.entropy) for hand in record.hands]
    assert set(with_entropy) == {True, False}


def test_to_the_end_of_the_game(rules: RulesClient) -> None:
    table = played(rules, house_rules("classic", target=2), hands=100)
    assert table.is_over
    table.reveal_deals()
    assert set(verdicts(table.record)) == {Verdict.PROVED}


def test_a_recorded_game_with_entropy_is_recreated_from_its_seed(rules: RulesClient) -> None:
    table = Table.create(rules, "buck", seed=bytes(range(32)), watch=())
    table.deal(entropy={1: new_entropy()})
    twin = recreate(rules, GameRecord.from_json(table.record.to_json()))
    assert twin.state == table.state
    assert twin.record.hands[0].proof == table.record.hands[0].proof


@pytest.mark.parametrize(
    "base",
    ["railroad", "british", "classic_32", "two_handed", "three_handed", "three_handed_dummy", "bid_partners"],
)
def test_other_packs_and_ways_to_deal(rules: RulesClient, base: str) -> None:
    table = played(rules, base, hands=4, seed=3)
    table.reveal_deals()
    assert set(verdicts(table.record)[:-1]) == {Verdict.PROVED}


def test_hands_that_are_void_at_once_count(rules: RulesClient) -> None:
    """A joker turned up is dealt again: the hand was dealt all the same, and can be proved."""
    base = house_rules("egn", joker=True, joker_upcard="JOKER_UPCARD_REDEAL")
    table = Table.create(rules, base, watch=())
    for _ in range(200):
        if table.phase == Phase.PHASE_DEAL:
            table.deal()
        if table.record.hands[-1].outcome == "void" and not table.record.hands[-1].acts:
            break
        while table.actor is not None and table.phase != Phase.PHASE_DEAL:
            legal = table.legal_actions()
            table.act(table.actor, legal[0].action)
        if table.is_over:
            table = Table.create(rules, base, watch=())
    table.deal()
    table.reveal_deals()
    assert table.record.hands[-2].outcome == "void"
    assert set(verdicts(table.record)[:-1]) == {Verdict.PROVED}


def test_where_reneges_may_be_called_a_hand_is_past_when_the_next_is_dealt(rules: RulesClient) -> None:
    table = Table.create(rules, house_rules("classic", renege=Renege.RENEGE_ALLOW_CLAIM), watch=())
    passed_out(table)
    with pytest.raises(HandNotOver):
        rules.reveal_deal(state=table.state, key=table.host_key, hand_number=1)
    table.reveal_deals()
    assert verdicts(table.record) == [Verdict.NOT_REVEALED]
    table.deal()
    table.reveal_deals()
    assert verdicts(table.record) == [Verdict.PROVED, Verdict.NOT_REVEALED]


def test_a_stacked_hand_says_so_and_the_others_are_proved(rules: RulesClient) -> None:
    table = Table.create(rules, watch=())
    passed_out(table)
    table.deal(deck=DECK)
    while table.phase != Phase.PHASE_DEAL:
        assert table.actor is not None
        table.act(table.actor, "pass")
    with pytest.raises(HandStacked):
        rules.reveal_deal(state=table.state, key=table.host_key, hand_number=2)
    passed_out(table)
    table.reveal_deals()
    assert verdicts(table.record) == [Verdict.PROVED, Verdict.STACKED, Verdict.PROVED]


def test_a_game_taken_up_again_is_proved_from_there_on(rules: RulesClient) -> None:
    first = Table.create(rules, watch=())
    passed_out(first)
    table = Table.resume(rules, state=first.state, host_key=first.host_key, watch=())
    assert table.commitment == first.commitment
    passed_out(table)
    table.reveal_deals()
    (check,) = verify_deals(table.record, Notes(first_hand=2))
    assert (check.hand_number, check.verdict) == (2, Verdict.PROVED)
    # Nothing in the record tells it from one whose first hand was left away.
    assert verdicts(table.record) == [Verdict.NUMBER_FALSE, Verdict.PROVED]


def test_a_hand_dealt_with_the_game_is_committed_to_late(rules: RulesClient) -> None:
    """The commitment comes with the deal: before any seat acts, but too late for entropy."""
    table = Table(rules, rules.create_game("classic", deal=True), watch=())
    proof = table.record.hands[0].proof
    assert proof is not None
    assert proof.told_late
    while table.phase != Phase.PHASE_DEAL:
        assert table.actor is not None
        table.act(table.actor, "pass")
    table.reveal_deals()
    # That pack is not in the record, as the host did not look at the table when it was dealt.
    assert verdicts(table.record) == [Verdict.DECK_UNKNOWN]
    revealed = rules.reveal_deal(state=table.state, key=table.host_key, hand_number=1)
    assert deal_commitment(revealed.game_id, 1, revealed.secret) == proof.commitment


def test_what_was_told_before_the_deal_counts_not_what_is_told_with_it() -> None:
    dealt = Dealt(hand_number=3, commitment=b"with the deal", entropy=[SeatEntropy(seat=1, value=b"e")])
    assert noted(dealt, b"before") == DealProof(3, b"before", entropy={1: b"e"})
    assert noted(dealt, b"") == DealProof(3, b"with the deal", told_late=True, entropy={1: b"e"})
    assert noted(Dealt(hand_number=3, stacked=True), b"before") is None
    assert noted(Dealt(hand_number=3), b"before") is None  # a service that knows nothing of commitments


def test_seats_see_the_commitment_by_themselves_and_may_not_ask_for_the_secret(rules: RulesClient) -> None:
    table = Table.create(rules, watch=())
    for seat, key in enumerate(table.seat_keys):
        shown = rules.get_view(state=table.state, key=key, seat=seat).view
        assert shown.next.deal_commitment == table.commitment
    noted, given = table.commitment, new_entropy()
    table.deal(entropy={2: given})
    own = rules.get_view(state=table.state, key=table.seat_keys[2], seat=2).view
    assert not own.next.deal_commitment
    while table.phase != Phase.PHASE_DEAL:
        assert table.actor is not None
        table.act(table.actor, "pass")
    with pytest.raises(HostKeyRequired):
        rules.reveal_deal(state=table.state, key=table.seat_keys[2], hand_number=1)
    table.reveal_deals()
    notes = Notes(commitments={1: noted}, entropy={(1, 2): given})
    (check,) = verify_deals(table.record, notes)
    assert check.verdict is Verdict.PROVED
    assert check.layout is not None
    assert set(check.layout.hands[2]) == set(own.seats[2].cards)


def test_an_asyncio_table_keeps_the_same_proofs(rules_address: str) -> None:
    async def game() -> GameRecord:
        async with AsyncRulesClient(rules_address) as client:
            table = await AsyncTable.create(client, "classic", watch=())
            for _ in range(2):
                await table.deal(entropy={0: new_entropy()})
                while table.phase != Phase.PHASE_DEAL:
                    assert table.actor is not None
                    await table.act(table.actor, "pass")
            await table.reveal_deals()
            return table.record

    assert verdicts(asyncio.run(game())) == [Verdict.PROVED] * 2
