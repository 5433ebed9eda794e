"""Records of practice games, and files that are read for the page."""

from __future__ import annotations

import json
from pathlib import Path

import grpc
import pytest

from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.action_pb2 import Action
from euchre.v1.practice_service_pb2_grpc import PracticeServiceStub
from euchre.v1.ruleset_pb2 import Renege, Ruleset
from euchre_client import GameRecord, MatchRecord, RulesClient, action_text, from_rpc_error, recreate
from euchre_client.egn import read
from euchre_web.recording import finished_hands
from euchre_web.table import Act
from tests.practice.hosts import SEED, Table, lay

EGN = Path(__file__).parents[1] / "data" / "games" / "egn"


def record_of(host: PracticeServiceStub, table: Table) -> pb.GetRecordResponse:
    return host.GetRecord(pb.GetRecordRequest(state=table.state, table=table.token), timeout=30)


def read_by(host: PracticeServiceStub, content: bytes) -> list[pb.ReadGame]:
    return list(host.ReadRecord(pb.ReadRecordRequest(content=content), timeout=60).games)


def refusal_of(host: PracticeServiceStub, content: bytes) -> str:
    with pytest.raises(grpc.RpcError) as refused:
        read_by(host, content)
    error = from_rpc_error(refused.value)
    assert (error.reason_name, error.metadata["field"]) == ("MALFORMED_REQUEST", "content")
    return error.message


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(base="classic", target=3),
        Ruleset(base="buck"),
        Ruleset(base="classic", target=2, renege=Renege.RENEGE_ALLOW_CLAIM),
    ],
    ids=["classic", "buck", "claims"],
)
def test_a_record_tells_the_whole_game(
    host: PracticeServiceStub, rules: RulesClient, ruleset: Ruleset
) -> None:
    table = lay(host, ruleset, players=["Ann", "Bot 1", "Bot 2", "Bot 3"])
    table.play(host, hands=8)
    record = GameRecord.from_proto(record_of(host, table).record)
    assert record.players == ("Ann", "Bot 1", "Bot 2", "Bot 3")
    assert record.scores == tuple(side.score for side in table.view.sides)
    assert record.winners == tuple(table.view.game.sides)
    # Every act that the person was told of is in it, and the rules give the same result.
    told = [
        (step.seat, action_text(event.called.action))
        for step in table.steps
        for event in step.view.events
        if event.HasField("called")
    ]
    written = [(act.seat, act.text) for hand in record.hands for act in hand.acts]
    assert [act for act in written if act in told] and set(told) <= set(written)
    replay = record.replay_request()
    again = rules.replay(replay.ruleset, replay.hands, initial_scores=replay.initial_scores)
    assert not again.HasField("fault")
    assert tuple(again.hands[-1].scores) == record.scores


def test_a_record_with_its_seed_is_the_game_itself(host: PracticeServiceStub, rules: RulesClient) -> None:
    table = lay(host, Ruleset(base="classic", target=2))
    table.play(host)
    record = GameRecord.from_proto(record_of(host, table).record)
    record.seed = SEED
    again = recreate(rules, record)
    assert again.state == table.state, "the same state, byte for byte"


def test_before_the_first_hand_is_over_a_record_has_none(host: PracticeServiceStub) -> None:
    table = lay(host)
    assert not record_of(host, table).record.hands
    table.go_on(host)
    response = record_of(host, table)
    assert not response.record.hands and response.record.ruleset.base == "classic"


def test_egn_comes_along_where_it_has_words(host: PracticeServiceStub) -> None:
    table = lay(host, "egn", players=["Ann", "B", "C", "D"])
    table.play(host, hands=2)
    response = record_of(host, table)
    assert response.egn and not response.egn_refusal
    game = read(response.egn)
    assert len(game.deals) == len(response.record.hands) and game.players[0] == "Ann"
    (opened,) = read_by(host, response.egn.encode())
    assert [hand.scores for hand in opened.record.hands] == [hand.scores for hand in response.record.hands]
    other = lay(host, "ghost_hand")
    other.play(host, hands=1)
    refused = record_of(host, other)
    assert not refused.egn and "four players" in refused.egn_refusal


def test_own_records_are_read_back(host: PracticeServiceStub) -> None:
    table = lay(host, Ruleset(base="classic", target=2))
    table.play(host)
    record = GameRecord.from_proto(record_of(host, table).record)
    for content in (record.to_json().encode(), record.to_bytes()):
        (game,) = read_by(host, content)
        assert game.record == record.to_proto()
    match = MatchRecord(games=[record, record])
    assert len(read_by(host, match.to_json().encode())) == 2


def test_a_played_game_in_egn_is_read_with_its_remarks(host: PracticeServiceStub) -> None:
    (game,) = read_by(host, (EGN / "recorded-08-annotated.egn").read_bytes())
    source = read((EGN / "recorded-08-annotated.egn").read_text())
    written = sum(
        len(texts)
        for deal in source.deals
        for side in (deal.line.call_annotations, deal.line.play_annotations)
        for texts in side.values()
    )
    assert len(game.remarks) == written > 10
    for remark in game.remarks:
        act = game.record.hands[remark.place.hand].acts[remark.place.act]
        assert act.action.WhichOneof("kind") in ("pass", "order_up", "name_trump", "play_card")
    assert all(hand.deck for hand in game.record.hands)


def test_what_is_no_game_is_told_so(host: PracticeServiceStub) -> None:
    assert "JSON" in refusal_of(host, b"{") or refusal_of(host, b"{")
    assert refusal_of(host, b"no game at all")
    assert "1 MiB" in refusal_of(host, bytes((1 << 20) + 1))
    assert "Deal" in refusal_of(host, (EGN / "invalid-renege.egn").read_bytes())


def test_a_record_that_breaks_the_rules_is_refused(host: PracticeServiceStub) -> None:
    table = lay(host, Ruleset(base="classic", target=2))
    table.play(host, hands=1)
    told = GameRecord.from_proto(record_of(host, table).record).to_dict()
    acts = told["hands"][0]["acts"]
    acts[-1]["action"], acts[-2]["action"] = acts[-2]["action"], acts[-1]["action"]
    assert "Deal 1, trick " in refusal_of(host, json.dumps(told).encode())


def test_hands_end_before_one_whose_pack_is_not_known() -> None:
    deal, act = Action(), Action()
    deal.deal_hand.SetInParent()
    act.fold.SetInParent()
    known, unknown = Act(0, deal, bytes(range(25, 31))), Act(1, deal)
    played = Act(1, act)
    acts = [known, played, known, played, unknown, played]
    assert len(finished_hands(acts, is_between_hands=True)) == 2
    assert len(finished_hands(acts, is_between_hands=False)) == 2
    assert len(finished_hands(acts[:4], is_between_hands=False)) == 1
    assert len(finished_hands([*acts[:3], unknown], is_between_hands=True)) == 3
