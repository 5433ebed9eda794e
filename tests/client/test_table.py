"""Whole games over gRPC, with the real service."""

from __future__ import annotations

import asyncio

import pytest

from euchre.v1.action_pb2 import Action
from euchre.v1.cards_pb2 import Card
from euchre.v1.ruleset_pb2 import DealPattern, Farmers, Renege, Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import Audience, View
from euchre_bots import Bot, make
from euchre_client import (
    AsyncRulesClient,
    AsyncTable,
    CardNotHeld,
    DeckInvalid,
    GameOver,
    GameRecord,
    GameResult,
    NotYourTurn,
    RulesClient,
    StalePly,
    StateForked,
    StateNotOurs,
    Table,
    UnknownRuleset,
    WrongPhase,
    card_text,
)
from tests.bots.house_rules import HOUSE_RULES

SEED = bytes(range(32))
GAMES = {"classic": 4, "ghost_hand": 3, "buck": 4}
PACK = [card for card in Card.values() if card % 16 >= 9 and card >= 16]


def heuristics(seats: int) -> list[Bot]:
    return [make("heuristic") for _ in range(seats)]


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_game_is_played_to_its_end(rules: RulesClient, ruleset: str) -> None:
    table = Table.create(rules, ruleset, seed=SEED)
    result = table.play_with(heuristics(GAMES[ruleset]))
    assert result.finished
    assert table.is_over
    assert table.actor is None
    assert result == table.result == GameResult(table.winners, table.scores, len(table.record.hands), 1)
    assert table.winning_seats == tuple(
        seat for seat in range(table.seats) if table.side_of(seat) in table.winners
    )
    view = table.view(0)
    assert tuple(side.score for side in view.sides) == table.scores
    assert tuple(view.game.sides) == table.winners
    with pytest.raises(GameOver):
        table.deal()


@pytest.mark.parametrize("ruleset", GAMES)
async def test_the_asyncio_table_plays_the_same_game(
    rules: RulesClient, rules_address: str, ruleset: str
) -> None:
    table = Table.create(rules, ruleset, seed=SEED)
    result = table.play_with(heuristics(GAMES[ruleset]))
    async with AsyncRulesClient(rules_address) as client:
        aio_table = await AsyncTable.create(client, ruleset, seed=SEED)
        aio_result = await aio_table.play_with([Slow(bot) for bot in heuristics(GAMES[ruleset])])
        assert (aio_result, aio_table.record) == (result, table.record)
        assert aio_table.state == table.state


class Slow:
    """A player who thinks in a coroutine."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot

    async def decide(self, view: View) -> Action:
        await asyncio.sleep(0)
        return self._bot.decide(view)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_record_replays_to_the_same_result(rules: RulesClient, ruleset: str) -> None:
    table = Table.create(rules, ruleset)
    table.play_with(heuristics(GAMES[ruleset]))
    record = GameRecord.from_json(table.record.to_json())
    assert record == table.record
    assert record.players == ("heuristic",) * GAMES[ruleset]

    replayed = rules.replay(record.ruleset, record.recorded_hands(), initial_scores=record.initial_scores)
    assert not replayed.HasField("fault"), replayed.fault
    assert [tuple(hand.scores) for hand in replayed.hands] == [hand.scores for hand in record.hands]
    assert tuple(replayed.hands[-1].scores) == record.scores
    assert replayed.transition.next.phase == Phase.PHASE_GAME_OVER
    view = rules.get_view(
        state=replayed.transition.state, key=replayed.host_key, audience=Audience.AUDIENCE_TABLE
    ).view
    assert tuple(view.game.sides) == record.winners


@pytest.mark.slow
def test_every_preset_and_house_rule_is_recorded_and_replayed(rules: RulesClient) -> None:
    presets = rules.list_rulesets()
    assert set(GAMES) <= {preset.base for preset in presets}
    for ruleset in (*presets, *HOUSE_RULES.values()):
        for kind in ("heuristic", "random"):
            table = Table.create(rules, ruleset, seed=SEED, label=kind)
            table.play_with([make(kind, seed) for seed in range(table.seats)], max_hands=8)
            record = table.record
            hands = record.recorded_hands()
            replayed = rules.replay(record.ruleset, hands, initial_scores=record.initial_scores)
            assert not replayed.HasField("fault"), (ruleset, replayed.fault)
            assert [tuple(hand.scores) for hand in replayed.hands] == [hand.scores for hand in record.hands]


def test_a_stale_act_is_refused_and_changes_nothing(rules: RulesClient) -> None:
    table = Table.create(rules, seed=SEED)
    table.deal()
    first = table.actor
    assert first is not None
    seen = table.view(first).info
    table.act(first, "pass", seen=seen)
    state, record = table.state, table.record.to_json()
    with pytest.raises(StalePly) as caught:
        table.act(first, "pass", seen=seen)
    assert caught.value.metadata["expected_ply"] == str(seen.ply)
    with pytest.raises(StalePly):
        table.act(first, "deal", seen=seen)
    assert (table.state, table.record.to_json()) == (state, record)


def test_an_act_for_a_fork_is_refused(rules: RulesClient) -> None:
    table, fork = (Table.create(rules, seed=SEED) for _ in range(2))
    table.deal()
    fork.deal(deck=PACK)
    actor = table.actor
    assert actor is not None
    assert (table.info.ply, table.info.game_id) == (fork.info.ply, fork.info.game_id)
    with pytest.raises(StateForked):
        table.act(actor, "pass", seen=fork.info)


async def test_of_two_acts_at_once_the_second_is_refused(rules_address: str) -> None:
    async with AsyncRulesClient(rules_address) as client:
        table = await AsyncTable.create(client, seed=SEED)
        assert table.actor is not None
        assert not (await table.play_with(heuristics(4), max_hands=0)).finished
        await table.act(table.actor, "deal")
        actor = table.actor
        answers = await asyncio.gather(*(table.act(actor, "pass") for _ in range(2)), return_exceptions=True)
    assert [type(answer).__name__ for answer in answers] == ["Transition", "StalePly"]


def test_the_errors_are_those_of_the_service(rules: RulesClient) -> None:
    with pytest.raises(UnknownRuleset):
        Table.create(rules, "whist")
    table = Table.create(rules, seed=SEED)
    with pytest.raises(DeckInvalid):
        table.deal(deck=["9c"])
    table.deal(deck=PACK)
    assert table.actor is not None
    with pytest.raises(NotYourTurn):
        table.act((table.actor + 1) % 4, "pass")
    with pytest.raises(WrongPhase):
        table.act(table.actor, "play 9c")
    for _ in range(3):
        table.act(table.actor, "pass")
    table.act(table.actor, "order")
    dealer = table.view(table.actor)
    other = next(card for card in PACK if card not in (*dealer.seats[table.actor].cards, dealer.upcard))
    with pytest.raises(CardNotHeld) as caught:
        table.act(table.actor, f"discard {card_text(other)}")
    assert caught.value.metadata["card"] == card_text(other)
    with pytest.raises(StateNotOurs):
        rules.get_view(state=table.state[:-1] + bytes([table.state[-1] ^ 1]), key=table.host_key, seat=0)


def test_views_come_with_the_act_and_only_the_others_are_fetched(rules: RulesClient) -> None:
    everybody = Table.create(rules, seed=SEED)
    one = Table.create(rules, seed=SEED, watch=[1])
    for table in (everybody, one):
        table.deal()
    assert sorted(everybody._views) == [0, 1, 2, 3]
    assert list(one._views) == [1]
    for seat in range(4):
        assert one.view(seat).seats[seat].cards == everybody.view(seat).seats[seat].cards
        assert len(one.view(seat).seats[seat].cards) == 5
    assert sorted(one._views) == [0, 1, 2, 3]
    assert one.view(1).seats[0].cards == []


def test_a_table_shows_everything_to_its_host_and_little_to_the_public(rules: RulesClient) -> None:
    table = Table.create(rules, seed=SEED)
    assert len(table.seat_keys) == 4
    table.deal(deck=PACK)
    assert table.record.hands[0].deck is not None
    assert sorted(table.record.hands[0].deck) == sorted(PACK)
    assert all(len(seat.cards) == 5 for seat in table.table_view().seats)
    assert not any(seat.cards for seat in table.public_view().seats)
    assert {legal.text for legal in table.legal_actions()} == {"pass", "order"}
    assert table.legal_actions(table.view(0).dealer) == []


@pytest.mark.parametrize("pattern", [name for name, value in DealPattern.items() if value])
@pytest.mark.parametrize("base", [*GAMES, "three with a dummy"])
def test_the_recorded_pack_deals_the_same_hands(rules: RulesClient, base: str, pattern: str) -> None:
    ruleset = Ruleset()
    ruleset.CopyFrom(HOUSE_RULES.get(base, Ruleset(base=base)))
    ruleset.deal_pattern = DealPattern.Value(pattern)
    tables = []
    deck: tuple[Card.ValueType, ...] = ()
    for _ in range(2):
        table = Table.create(rules, ruleset, seed=SEED)
        table.deal(deck=deck)
        view = table.table_view()
        tables.append((view.upcard, view.kitty, view.ghost, [seat.cards for seat in view.seats]))
        deck = table.record.hands[0].deck or ()
    assert len(deck) == 24
    assert tables[0] == tables[1]


def test_a_hand_that_everybody_passes_is_void(rules: RulesClient) -> None:
    table = Table.create(rules, seed=SEED)
    table.deal()
    while (seat := table.actor) is not None and table.phase != Phase.PHASE_DEAL:
        table.act(seat, "pass")
    assert len(table.record.hands[0].acts) == 8
    assert (table.record.hands[0].outcome, table.record.hands[0].scores) == ("void", (0, 0))


def test_initial_scores_and_rules_of_ones_own(rules: RulesClient) -> None:
    table = Table.create(rules, Ruleset(base="classic", target=5), initial_scores=[4, 3])
    assert table.scores == (4, 3)
    result = table.play_with(heuristics(4))
    assert max(result.scores) >= 5
    assert table.record.initial_scores == (4, 3)
    assert table.record.hands[-1].scores == result.scores


def test_a_game_can_be_broken_off_and_resumed(rules: RulesClient) -> None:
    table = Table.create(rules, seed=SEED)
    broken = table.play_with(heuristics(4), max_hands=3)
    assert not broken.finished
    assert broken.hands == 3

    resumed = Table.resume(rules, state=table.state, host_key=table.host_key, seat_keys=table.seat_keys)
    assert (resumed.scores, resumed.phase, resumed.actor) == (table.scores, table.phase, table.actor)
    assert resumed.record.hands == []
    assert resumed.play_with(heuristics(4)).winners == table.play_with(heuristics(4)).winners
    assert resumed.state == table.state
    assert resumed.record.hands == table.record.hands[3:]
    assert Table.resume(rules, state=table.state, host_key=table.host_key).winners == table.winners


async def test_a_hand_in_progress_is_resumed(rules: RulesClient, rules_address: str) -> None:
    table = Table.create(rules, seed=SEED)
    table.deal()
    async with AsyncRulesClient(rules_address) as client:
        resumed = await AsyncTable.resume(client, state=table.state, host_key=table.host_key)
        assert (await resumed.legal_actions()) == table.legal_actions()
        assert (await resumed.public_view()).dealer == (await resumed.table_view()).dealer
        result = await resumed.play_with(heuristics(4))
    assert result == table.play_with(heuristics(4))
    assert resumed.record.hands[0].deck is None
    with pytest.raises(ValueError, match="pack of hand 1 is not known"):
        resumed.record.replay_request()


def test_every_seat_needs_its_player(rules: RulesClient) -> None:
    with pytest.raises(ValueError, match="4 seats need 4 players, not 3"):
        Table.create(rules).play_with(heuristics(3))


def test_a_renege_is_called_between_hands(rules: RulesClient) -> None:
    ruleset = Ruleset(base="ghost_hand", renege=Renege.RENEGE_ALLOW_CLAIM)
    table = Table.create(rules, ruleset, seed=SEED)
    table.deal()
    bot = make("heuristic")
    offender = None
    while table.phase != Phase.PHASE_DEAL:
        seat = table.actor
        assert seat is not None
        view = table.view(seat)
        wrong = [legal.text for legal in view.legal_actions if legal.renege]
        if wrong and offender is None:
            offender = seat
            table.act(seat, wrong[0])
        else:
            table.act(seat, bot.decide(view))
    assert offender is not None
    scores = table.scores
    table.act((offender + 1) % 3, f"claim {offender}")
    assert table.scores[offender] == scores[offender] - 2
    assert table.record.hands[-1].acts[-1].text == f"claim {offender}"
    assert table.record.hands[-1].scores == table.scores


def test_a_pack_that_cannot_be_told_is_not_recorded(rules: RulesClient) -> None:
    ruleset = Ruleset(base="classic", min_rank=7, farmers=Farmers.FARMERS_EXCHANGE3)
    table = Table.create(rules, ruleset, seed=SEED)
    table.deal()
    assert table.record.hands[0].deck is None
