"""Judging recorded games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import grpc
import pytest

from euchre.v1 import analysis_service_pb2 as pb
from euchre.v1.analysis_service_pb2_grpc import AnalysisServiceStub
from euchre.v1.ruleset_pb2 import Renege, Ruleset
from euchre.v1.state_pb2 import Phase
from euchre_bots import make
from euchre_client import (
    EuchreError,
    GameRecord,
    MalformedRequest,
    RulesClient,
    SeatAct,
    Table,
    from_rpc_error,
)
from euchre_client.analysis_requests import LABELS
from euchre_client.egn import Game, Remark, game_of, guessed_acts, read, replay, with_remarks, write
from tests.analysis.serving import Served

GAMES: Final = Path(__file__).parents[1] / "data" / "games" / "egn"


def played(rules: RulesClient, ruleset: Ruleset | str, *, hands: int = 2, bot: str = "random") -> GameRecord:
    table = Table.create(rules, ruleset, seed=bytes([7] * 32))
    bots = [make(bot, seed) for seed in range(table.seats)]
    while table.actor is not None:
        if table.phase == Phase.PHASE_DEAL:
            if len(table.record.hands) == hands:
                break
            table.deal()
        else:
            table.act(table.actor, bots[table.actor].decide(table.view(table.actor)))
    return table.record


def read_game(rules: RulesClient, name: str) -> tuple[Game, GameRecord, list[tuple[int, int]]]:
    game = read((GAMES / name).read_text())
    replayed = replay(rules, game)
    record = replayed.to_record(game.players)
    return game, record, guessed_acts(record.hands, replayed.dealt)


def judge(
    served: Served, record: GameRecord, **more: object
) -> tuple[list[pb.AnnotatedDecision], list[pb.SeatSummary]]:
    asked = {"samples": 60, **more}
    messages = list(served.analysis.annotate(record, **asked))  # type: ignore[arg-type]
    kinds = [message.WhichOneof("message") for message in messages]
    assert kinds[0] == "progress"
    assert kinds[-1] == "summary"
    decisions = [message.decision for message in messages if message.HasField("decision")]
    for place, message in enumerate(messages):
        if message.HasField("progress"):
            assert message.progress.done == kinds[:place].count("decision")
            assert message.progress.total == len(decisions)
    return decisions, list(messages[-1].summary.seats)


def test_a_real_game(served: Served) -> None:
    _, record, guessed = read_game(served.rules, "recorded-01.egn")
    decisions, seats = judge(served, record, skip=guessed, samples=100)
    assert len(decisions) > 100
    places = [(each.hand, each.act) for each in decisions]
    assert places == sorted(places)
    assert not set(places) & set(guessed)
    for each in decisions:
        act = record.hands[each.hand].acts[each.act]
        assert (each.seat, each.text) == (act.seat, act.text)
        assert 0 <= each.win_probability_loss < 1
        assert (each.win_probability_loss == 0) == (each.best_text == each.text)
        assert each.remark.startswith(LABELS.get(each.tag, ""))
        assert bool(each.remark) == bool(each.tag)
        assert each.samples >= 100
    assert [seat.seat for seat in seats] == [0, 1, 2, 3]
    for seat in seats:
        own = [each for each in decisions if each.seat == seat.seat]
        assert seat.decisions == len(own)
        assert seat.win_probability_loss == pytest.approx(sum(each.win_probability_loss for each in own))
        assert list(seat.tags) == [sum(each.tag == tag for each in own) for tag in pb.AnnotationTag.values()]


def test_sensible_players_lose_less_than_random_ones(served: Served) -> None:
    def loss(bot: str) -> float:
        record = played(served.rules, "classic", hands=2, bot=bot)
        decisions, _ = judge(served, record)
        return sum(each.win_probability_loss for each in decisions) / len(decisions)

    assert loss("heuristic") < loss("random") / 4


@pytest.mark.parametrize("ruleset", ["ghost_hand", "buck", "three_handed", "two_handed"])
def test_other_games(served: Served, ruleset: str) -> None:
    decisions, seats = judge(served, played(served.rules, ruleset), samples=20)
    assert len(decisions) > 10
    assert sum(seat.decisions for seat in seats) > 10
    assert any(each.HasField("open_points_loss") for each in decisions)


def test_some_seats_only_and_with_values(served: Served) -> None:
    record = played(served.rules, "classic")
    everything, _ = judge(served, record)
    some, seats = judge(served, record, seats=[1, 2], with_values=True)
    assert [seat.seat for seat in seats] == [1, 2]
    assert [(each.hand, each.act) for each in some] == [
        (each.hand, each.act) for each in everything if each.seat in (1, 2)
    ]
    for each in some:
        values = {value.text: value.win_probability for value in each.values}
        assert len(values) > 1
        assert values[each.best_text] - values[each.text] == pytest.approx(
            each.win_probability_loss, abs=2e-6
        )


def test_a_renege_has_no_worth(served: Served) -> None:
    rules = Ruleset(base="classic", renege=Renege.RENEGE_ALLOW_CLAIM)
    table = Table.create(served.rules, rules, seed=bytes([7] * 32))
    table.deal()
    reneged = None
    while reneged is None:
        assert table.actor is not None
        legal = table.legal_actions()
        reneged = next((choice.text for choice in legal if choice.renege), None)
        table.act(table.actor, reneged or legal[-1].text)
    decisions, seats = judge(served, table.record, samples=20)
    last = decisions[-1]
    assert (last.act, last.text) == (len(table.record.hands[0].acts) - 1, reneged)
    assert not last.HasField("win_probability_loss")
    assert not last.tag
    assert sum(seat.decisions for seat in seats) == len(decisions) - 1


def test_a_record_that_the_rules_refuse_is_refused_as_a_whole(served: Served) -> None:
    record = played(served.rules, "classic")
    acts = record.hands[1].acts
    first = next(place for place, act in enumerate(acts) if act.text.startswith("play"))
    acts[first + 1] = SeatAct(acts[first + 1].seat, acts[first].text)
    with pytest.raises(EuchreError, match=f"^Hand 2, act {first + 2}: You do not hold") as refused:
        list(served.analysis.annotate(record))
    assert refused.value.reason_name == "CARD_NOT_HELD"
    assert refused.value.metadata["hand"] == "1"
    assert refused.value.metadata["act"] == str(first + 1)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("record.hands", lambda asked: asked.record.ClearField("hands")),
        ("record.hands[1].deck", lambda asked: asked.record.hands[1].ClearField("deck")),
        ("record.hands[0].dealer", lambda asked: asked.record.hands[0].ClearField("dealer")),
        ("record.hands[0].acts[2].seat", lambda asked: asked.record.hands[0].acts[2].ClearField("seat")),
        ("record.hands[0].acts[2].action", lambda asked: asked.record.hands[0].acts[2].ClearField("action")),
        ("record.ruleset.base", lambda asked: asked.record.ruleset.ClearField("base")),
        ("record.initial_scores", lambda asked: asked.record.initial_scores.append(3)),
        ("record.format_version", lambda asked: setattr(asked.record, "format_version", 9)),
        ("seats[0]", lambda asked: asked.seats.append(4)),
        ("samples", lambda asked: setattr(asked, "samples", 2001)),
        ("skip[0]", lambda asked: asked.skip.add(hand=1)),
        ("record", lambda asked: asked.ClearField("record")),
    ],
)
def test_a_malformed_request_names_its_field(served: Served, path: str, change: object) -> None:
    asked = pb.AnnotateRequest(record=played(served.rules, "classic").to_proto())
    change(asked)  # type: ignore[operator]
    with pytest.raises(grpc.RpcError) as failed:
        list(AnalysisServiceStub(served.channel).Annotate(asked))
    refused = from_rpc_error(failed.value)
    assert isinstance(refused, MalformedRequest)
    assert [violation.field for violation in refused.field_violations] == [path]


def test_remarks_stand_beside_their_acts_in_egn(served: Served) -> None:
    game, record, _ = read_game(served.rules, "recorded-08-annotated.egn")
    remarks = [
        Remark(hand, act, f"[!]{number}")
        for number, (hand, act) in enumerate(
            (hand, act) for hand, told in enumerate(record.hands) for act in range(len(told.acts))
        )
    ]
    marked = with_remarks(game, record.hands, remarks)
    told: Counter[str] = Counter()
    for deal, before, hand in zip(marked.deals, game.deals, record.hands, strict=True):
        texts = [act.text for act in hand.acts]
        plays = [text for text in texts if text.startswith("play")]
        for place, card in enumerate(card for trick in deal.line.tricks for card in trick):
            assert plays[place] == f"play {card}"
            *old, new = deal.line.play_annotations[place]
            assert tuple(old) == before.line.play_annotations.get(place, ())
            told[new] += 1
        for place in range(len(deal.line.calls)):
            old_ones = before.line.call_annotations.get(place, ())
            own = deal.line.call_annotations[place][len(old_ones) :]
            assert "`" not in own[0]
            assert all("`" in text for text in own[1:])
            told.update(text.replace("[!]Seat", "") for text in own)
    assert len(told) == len(remarks)
    assert read(write(marked)) == marked


def test_our_own_record_can_be_marked_too(served: Served) -> None:
    record = played(served.rules, "classic", bot="heuristic")
    marked = with_remarks(game_of(record), record.hands, [Remark(1, 0, "[?]No.")])
    assert marked.deals[1].line.call_annotations == {0: ("[?]No.",)}


def test_guessed_acts_are_those_of_seats_whose_cards_are_not_told(served: Served) -> None:
    game, record, guessed = read_game(served.rules, "recorded-08-annotated.egn")
    for number, hand in enumerate(record.hands):
        own = {act for where, act in guessed if where == number}
        discards = [place for place, act in enumerate(hand.acts) if act.text.startswith("discard")]
        # Where the file does not tell a discard, the dealer's acts up to it are guessed, and none after it.
        if discards and game.deals[number].line.discard is None:
            assert discards[0] in own
            assert not {place for place in own if place > discards[0]} & {
                place for place, act in enumerate(hand.acts) if act.seat == hand.dealer
            }
