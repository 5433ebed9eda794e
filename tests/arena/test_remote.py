"""Bots of other programs: what they decide, and every way in which they fail."""

from __future__ import annotations

import pickle
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc import status_pb2

from euchre.v1 import bot_service_pb2 as pb
from euchre.v1 import bot_service_pb2_grpc
from euchre.v1.action_pb2 import Action, Redeal
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_arena.entrants import EntrantError, RemoteEntrant, parse_entrant
from euchre_arena.remote import BotFailure, FailureKind, RemoteBot
from euchre_arena.remote.asking import request_for
from euchre_arena.remote.positions import Position
from euchre_arena.remote.questions import batches, question
from euchre_arena.remote.stream import ask_by_stream
from euchre_bots import make
from euchre_client import RulesClient
from euchre_service.ports import check_free
from tests.arena.fake_bots import (
    Behaviour,
    bot_process,
    channel_to,
    fake_bot,
    first_legal,
    hosted,
    positions,
)

WANTS_BATCHES = pb.DescribeResponse(name="fake", wants_batches=True)


@pytest.fixture(scope="module")
def position(rules: RulesClient) -> Position:
    """One with several legal actions."""
    return next(each for each in positions(rules, 20, "classic") if len(each.view.legal_actions) > 1)


@contextmanager
def remote(address: str, ruleset: Ruleset, limit: float = 2.0) -> Iterator[RemoteBot]:
    with channel_to(address) as channel:
        yield RemoteBot(channel, ruleset, limit=limit)


def failure_of(address: str, position: Position, limit: float = 2.0) -> BotFailure:
    """How a bot fails at a position; within twice the limit, or the test fails."""
    with remote(address, position.ruleset, limit) as bot:
        started = time.monotonic()
        with pytest.raises(BotFailure) as caught:
            bot.decide(position.view)
        assert time.monotonic() - started < limit * 2
    assert not any(legal.text in caught.value.message for legal in position.view.legal_actions)
    return caught.value


# --- decisions ---------------------------------------------------------------------------------------------


def test_hosted_bot_decides_as_in_this_process(rules: RulesClient) -> None:
    asked = positions(rules, 260)
    assert len({position.ruleset.base for position in asked}) == 13
    own = make("heuristic")
    with hosted("heuristic") as address, channel_to(address) as channel:
        for ruleset, views in by_ruleset(asked):
            bot = RemoteBot(channel, ruleset)
            expected = [own.decide(view) for view in views]
            assert [bot.decide(view) for view in views] == expected
            assert bot.decide_many(views) == expected


def by_ruleset(asked: list[Position]) -> Iterator[tuple[Ruleset, list[Any]]]:
    for base in dict.fromkeys(position.ruleset.base for position in asked):
        some = [position for position in asked if position.ruleset.base == base]
        yield some[0].ruleset, [position.view for position in some]


def test_chance_comes_from_the_seed_and_the_view(rules: RulesClient) -> None:
    asked = positions(rules, 60, "classic")
    views = [position.view for position in asked]
    with hosted("random") as address, channel_to(address) as channel:
        one, same, other = (RemoteBot(channel, asked[0].ruleset, seed=seed) for seed in (5, 5, 6))
        answers = one.decide_many(views)
        assert answers == [same.decide(view) for view in views]
        assert answers != other.decide_many(views)


def test_bot_without_batches_is_asked_one_by_one(rules: RulesClient) -> None:
    asked = positions(rules, 100, "buck")
    views = [position.view for position in asked]
    with fake_bot(Decide=first_legal) as address, remote(address, asked[0].ruleset) as bot:
        assert bot.decide_many(views) == [view.legal_actions[0].action for view in views]


def test_bad_item_of_a_batch_keeps_the_others(rules: RulesClient) -> None:
    asked = positions(rules, 10, "classic")

    def decide(request: pb.DecideManyRequest, context: Any) -> pb.DecideManyResponse:
        decisions = [
            pb.Decision(action=question.view.legal_actions[-1].action) for question in request.questions
        ]
        decisions[2] = pb.Decision(error=status_pb2.Status(code=13, message="oops"))
        decisions[4] = pb.Decision(error=status_pb2.Status(code=8, message="busy"))
        decisions[6] = pb.Decision()
        decisions[8] = pb.Decision(action=Action(redeal=Redeal()))
        return pb.DecideManyResponse(decisions=decisions)

    with fake_bot(WANTS_BATCHES, DecideMany=decide) as address, remote(address, asked[0].ruleset) as bot:
        answers = bot.decide_many([position.view for position in asked])
    kinds = [answer.kind if isinstance(answer, BotFailure) else None for answer in answers]
    assert kinds == [None, None, "error", None, "late", None, "illegal", None, "illegal", None]
    for answer, position in zip(answers, asked, strict=True):
        assert isinstance(answer, BotFailure) or answer == position.view.legal_actions[-1].action


def test_batch_with_too_few_answers_fails(position: Position) -> None:
    def decide(request: pb.DecideManyRequest, context: Any) -> pb.DecideManyResponse:
        return pb.DecideManyResponse(decisions=[pb.Decision()])

    with fake_bot(WANTS_BATCHES, DecideMany=decide) as address, remote(address, position.ruleset) as bot:
        (one, other) = bot.decide_many([position.view] * 2)
    assert isinstance(one, BotFailure) and isinstance(other, BotFailure)
    assert one.kind is other.kind is FailureKind.ERROR


def test_batches_fit_into_a_server_with_the_usual_limits(position: Position) -> None:
    asked = question(position.view, 0)
    sizes = [len(batch) for batch in batches([asked] * 2500)]
    assert sum(sizes) == 2500 and max(sizes) <= 1000
    asked.table = "x" * 5000
    assert all(sum(each.ByteSize() for each in batch) < 4 * 2**20 for batch in batches([asked] * 1000))


# --- failures ----------------------------------------------------------------------------------------------


def slow(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    time.sleep(1)
    return first_legal(request, context)


def illegal(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    return pb.DecideResponse(action=Action(redeal=Redeal()))


def silent(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    return pb.DecideResponse()


def broken(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    raise RuntimeError("a bug")


def status(code: grpc.StatusCode) -> Behaviour:
    def abort(request: Any, context: Any) -> None:
        context.abort(code, "as the test says")

    return abort


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (slow, "late"),
        (status(grpc.StatusCode.RESOURCE_EXHAUSTED), "late"),
        (status(grpc.StatusCode.DEADLINE_EXCEEDED), "late"),
        (status(grpc.StatusCode.UNAVAILABLE), "dead"),
        (illegal, "illegal"),
        (silent, "illegal"),
        (broken, "error"),
        (status(grpc.StatusCode.INTERNAL), "error"),
        (status(grpc.StatusCode.UNIMPLEMENTED), "error"),
    ],
)
def test_failure(behaviour: Behaviour, kind: str, position: Position) -> None:
    limit = 0.3 if behaviour is slow else 2.0
    with fake_bot(Decide=behaviour) as address:
        assert failure_of(address, position, limit).kind == kind
        with remote(address, position.ruleset, limit) as bot:
            answers = bot.decide_many([position.view] * 3)
    assert [answer.kind for answer in answers if isinstance(answer, BotFailure)] == [kind] * 3


def test_garbage_is_an_error(position: Position) -> None:
    def serve(method: Any) -> Any:
        return grpc.unary_unary_rpc_method_handler(lambda _request, _context: b"\xff\xff\xff")

    server = grpc.server(ThreadPoolExecutor(2))
    generic = grpc.method_handlers_generic_handler("euchre.v1.BotService", {"Decide": serve(None)})
    server.add_generic_rpc_handlers((generic,))
    port = server.add_insecure_port("localhost:0")
    server.start()
    try:
        assert failure_of(f"localhost:{port}", position).kind is FailureKind.ERROR
    finally:
        server.stop(None).wait()


def test_nobody_there_is_dead(position: Position) -> None:
    address = f"localhost:{check_free('localhost', 0)}"
    failure = failure_of(address, position)
    assert failure.kind is FailureKind.DEAD
    with remote(address, position.ruleset) as bot:
        (answer,) = bot.decide_many([position.view])
    assert isinstance(answer, BotFailure) and answer.kind is FailureKind.DEAD


def test_bot_that_stays_away_is_soon_told_without_delay(position: Position) -> None:
    with remote(f"localhost:{check_free('localhost', 0)}", position.ruleset) as bot:
        for _ in range(10):
            with pytest.raises(BotFailure, match="dead: "):
                bot.decide(position.view)
        started = time.monotonic()
        for _ in range(50):
            with pytest.raises(BotFailure, match="dead: "):
                bot.decide(position.view)
        assert time.monotonic() - started < 2


def test_bot_that_is_killed_is_dead_and_one_that_comes_back_is_asked_again(position: Position) -> None:
    with bot_process() as (process, address), remote(address, position.ruleset, 3.0) as bot:
        assert bot.decide(position.view) == make("heuristic").decide(position.view)
        process.kill()
        process.wait()
        started = time.monotonic()
        with pytest.raises(BotFailure, match="dead: "):
            bot.decide(position.view)
        # It was waited for, but not longer than a decision may take, and not again.
        assert 3 <= time.monotonic() - started < 6
        started = time.monotonic()
        with pytest.raises(BotFailure, match="dead: "):
            bot.decide(position.view)
        assert time.monotonic() - started < 2
        with bot_process("--port", address.rpartition(":")[2]):
            assert eventually(lambda: bot.decide(position.view)) == make("heuristic").decide(position.view)


def eventually(call: Any) -> Any:
    for _ in range(20):
        try:
            return call()
        except BotFailure:
            time.sleep(0.2)
    return call()


def test_bot_that_is_away_for_a_moment_is_asked_again_by_grpc(position: Position) -> None:
    calls = iter(range(10))

    def decide(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
        if next(calls) < 2:
            context.abort(grpc.StatusCode.UNAVAILABLE, "in a moment")
        return first_legal(request, context)

    with fake_bot(Decide=decide) as address, remote(address, position.ruleset) as bot:
        assert bot.decide(position.view) == position.view.legal_actions[0].action
    assert next(calls) == 3


def test_failures_can_be_sent_between_processes() -> None:
    failure = pickle.loads(pickle.dumps(BotFailure(FailureKind.ILLEGAL, "no")))
    assert (type(failure), failure.kind, str(failure)) == (BotFailure, FailureKind.ILLEGAL, "illegal: no")


def test_guide_says_what_is_done_about_every_failure() -> None:
    guide = (Path(__file__).parents[2] / "docs/bots.md").read_text(encoding="utf-8")
    kinds = re.findall(r"^\| `(\w+)` \|", guide.partition("### When a bot fails")[2], re.MULTILINE)
    assert kinds == [str(kind) for kind in FailureKind]


# --- streams -----------------------------------------------------------------------------------------------


def test_stream_may_answer_in_any_order(rules: RulesClient) -> None:
    requests = {n * 7: request_for(each) for n, each in enumerate(positions(rules, 40, "classic"))}

    def backwards(asked: Iterator[pb.DecideStreamRequest], context: Any) -> Iterator[pb.DecideStreamResponse]:
        for each in reversed(list(asked)):
            action = each.request.question.view.legal_actions[0].action
            yield pb.DecideStreamResponse(id=each.id, decision=pb.Decision(action=action))

    with fake_bot(DecideStream=backwards) as address, channel_to(address) as channel:
        answers = ask_by_stream(bot_service_pb2_grpc.BotServiceStub(channel), requests, timeout=5)
    assert list(answers) == list(reversed(requests))
    for number, request in requests.items():
        assert answers[number].action == request.question.view.legal_actions[0].action


@pytest.mark.parametrize(
    ("ids", "message"),
    [([0, 0], "0, which is not open"), ([5], "5, which is not open"), ([0], "with 1 question open")],
)
def test_stream_with_wrong_answers_fails(ids: list[int], message: str, position: Position) -> None:
    def answers(asked: Iterator[pb.DecideStreamRequest], context: Any) -> Iterator[pb.DecideStreamResponse]:
        list(asked)
        for number in ids:
            yield pb.DecideStreamResponse(id=number, decision=pb.Decision())

    requests = {number: request_for(position) for number in range(2)}
    with (
        fake_bot(DecideStream=answers) as address,
        channel_to(address) as channel,
        pytest.raises(BotFailure, match=message),
    ):
        ask_by_stream(bot_service_pb2_grpc.BotServiceStub(channel), requests, timeout=5)


# --- entrants ----------------------------------------------------------------------------------------------


def test_entrants_of_both_kinds(position: Position) -> None:
    own = parse_entrant("random")
    own.check(position.ruleset)
    assert not own.is_shared
    assert own.make(3, position.ruleset).decide(position.view) == make("random", 3).decide(position.view)
    with hosted("heuristic") as address:
        there = parse_entrant(f"strong={address}", limit=1.0)
        there.check(position.ruleset)
        bot = there.make(3, position.ruleset)
        assert (there.name, bot.name, there.is_shared) == ("strong", "strong", True)
        assert bot.decide(position.view) == make("heuristic").decide(position.view)
        there.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "no bot is called 'nobody'"),
        ("heuristic=localhost:1", "under another name"),
        ("my bot=localhost:1", "a name has 1 to 40"),
        ("=localhost:1", "a name has 1 to 40"),
        ("mine=localhost", "write mine=host:port"),
        ("mine=localhost:70000", "write mine=host:port"),
        ("mine=", "write mine=host:port"),
    ],
)
def test_what_is_no_entrant(text: str, message: str) -> None:
    with pytest.raises(EntrantError, match=message):
        parse_entrant(text)


@pytest.mark.parametrize("address", ["[::1]:7000", "dns:///bots.example:7000", "localhost:1"])
def test_addresses(address: str) -> None:
    entrant = parse_entrant(f"mine={address}")
    assert isinstance(entrant, RemoteEntrant) and entrant.address == address


def test_entrant_that_is_not_there_or_does_not_play_is_refused(position: Position) -> None:
    away = parse_entrant(f"mine=localhost:{check_free('localhost', 0)}")
    with pytest.raises(EntrantError, match="mine: nobody answers at localhost:"):
        away.check(position.ruleset)
    away.close()
    only = pb.DescribeResponse(name="fake", presets=["buck"])
    with fake_bot(only) as address:
        entrant = parse_entrant(f"mine={address}")
        with pytest.raises(EntrantError, match="does not play classic, only buck"):
            entrant.check(position.ruleset)
        entrant.close()
