"""`euchre bot serve`: bots of this package as services."""

from __future__ import annotations

import io
import json
import multiprocessing
import signal
import socket
import threading
import time
from contextlib import closing
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]
from typer.testing import CliRunner

from euchre.v1 import bot_service_pb2 as pb
from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2_grpc import BotServiceStub
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import View
from euchre_arena.cli import app
from euchre_arena.remote.asking import question_for, request_for
from euchre_arena.remote.positions import Position
from euchre_arena.remote.stream import ask_by_stream
from euchre_bots import Bot, make
from euchre_client import RulesClient, card_text
from euchre_service.logs import LogFormat, LogLevel, make_logger
from tests.arena.fake_bots import bot_process, channel_to, hosted, positions

SERVICE = "euchre.v1.BotService"


@pytest.fixture(scope="module")
def asked(rules: RulesClient) -> list[Position]:
    return positions(rules, 120, "classic")


class Thinker:
    """A bot that thinks long in its first seat, and fails in its second."""

    name = "thinker"

    def decide(self, view: View) -> Action:
        if view.seat == 0:
            time.sleep(0.5)
        if view.seat == 1:
            raise KeyError(f"holding {card_text(view.seats[1].cards[0])}")
        return view.legal_actions[0].action


def thinker(seed: int, ruleset: Ruleset) -> Bot:
    return Thinker()


def test_process_serves_until_it_is_told_to_end(asked: list[Position]) -> None:
    with bot_process("--bot", "heuristic", "--processes", "1") as (process, address):
        with channel_to(address) as channel:
            stub = BotServiceStub(channel)
            described = stub.Describe(pb.DescribeRequest())
            assert described.name == "heuristic" and described.is_deterministic and not described.presets
            for position in asked[:10]:
                action = stub.Decide(request_for(position), timeout=20).action
                assert action == make("heuristic").decide(position.view)
            health = health_pb2_grpc.HealthStub(channel)
            for service in ("", SERVICE):
                answer = health.Check(health_pb2.HealthCheckRequest(service=service))
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
            listed = reflection_pb2_grpc.ServerReflectionStub(channel).ServerReflectionInfo(
                iter([reflection_pb2.ServerReflectionRequest(list_services="")])
            )
            assert SERVICE in {each.name for each in next(listed).list_services_response.service}
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=20)
        assert process.returncode == 0
        assert json.loads(output.splitlines()[-1])["event"] == "stopped"


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--bot", "nobody"), "No bot is called 'nobody'"),
        (("--port", "70000"), "--port"),
        ((), "does already"),
    ],
)
def test_commands_that_cannot_serve(option: tuple[str, ...], message: str) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        done = CliRunner().invoke(app, ["bot", "serve", "--port", port, *option])
    assert done.exit_code == 1
    assert message in done.stderr and len(done.stderr.splitlines()) == 1


def test_long_decision_does_not_hold_up_short_ones(asked: list[Position]) -> None:
    long = next(position for position in asked if position.view.seat == 0)
    short = next(position for position in asked if position.view.seat == 2)
    with hosted(thinker) as address, channel_to(address) as channel:
        stub = BotServiceStub(channel)
        thinking = stub.Decide.future(request_for(long), timeout=5)
        started = time.monotonic()
        stub.Decide(request_for(short), timeout=5)
        stub.Describe(pb.DescribeRequest(), timeout=5)
        assert time.monotonic() - started < 0.4
        assert not thinking.done()
        assert thinking.result().action == long.view.legal_actions[0].action


def test_stream_answers_as_decisions_are_made(asked: list[Position]) -> None:
    long = next(position for position in asked if position.view.seat == 0)
    short = next(position for position in asked if position.view.seat == 2)
    requests = {7: request_for(long), 0: request_for(short), 5: pb.DecideRequest()}
    with hosted(thinker) as address, channel_to(address) as channel:
        answers = ask_by_stream(BotServiceStub(channel), requests, timeout=5)
    assert list(answers)[-1] == 7
    assert answers[7].action == long.view.legal_actions[0].action
    assert answers[0].action == short.view.legal_actions[0].action
    assert answers[5].error.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]


def test_bad_questions_of_a_batch_keep_the_others(asked: list[Position]) -> None:
    sound = next(position for position in asked if position.view.seat == 2)
    fails = next(position for position in asked if position.view.seat == 1)
    seedless = question_for(sound)
    seedless.ClearField("seed")
    questions = [question_for(sound), question_for(fails), pb.Question(seed=1), seedless, question_for(sound)]
    with hosted(thinker) as address, channel_to(address) as channel:
        request = pb.DecideManyRequest(ruleset=sound.ruleset, questions=questions)
        decisions = BotServiceStub(channel).DecideMany(request, timeout=5).decisions
    internal, malformed = (
        code.value[0] for code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.INVALID_ARGUMENT)
    )
    assert [decision.error.code for decision in decisions] == [0, internal, malformed, malformed, 0]
    assert decisions[0].action == decisions[4].action == sound.view.legal_actions[0].action
    assert "questions[2].view.legal_actions" in str(decisions[2].error.details[0].value)


@pytest.mark.parametrize("size", [0, 1001])
def test_batch_size(size: int, asked: list[Position]) -> None:
    request = pb.DecideManyRequest(ruleset=asked[0].ruleset, questions=[pb.Question(seed=1)] * size)
    with hosted() as address, channel_to(address) as channel, pytest.raises(grpc.RpcError) as refused:
        BotServiceStub(channel).DecideMany(request, timeout=5)
    assert code_of(refused.value) is grpc.StatusCode.INVALID_ARGUMENT


def code_of(error: Any) -> grpc.StatusCode:
    code = error.code()
    assert isinstance(code, grpc.StatusCode)
    return code


def test_log_says_what_failed_and_shows_no_card(asked: list[Position]) -> None:
    fails = next(position for position in asked if position.view.seat == 1)
    written = io.BytesIO()
    log = make_logger(LogFormat.JSON, LogLevel.DEBUG, written)
    with hosted(thinker, log=log) as address, channel_to(address) as channel:
        stub = BotServiceStub(channel)
        with pytest.raises(grpc.RpcError) as failed:
            stub.Decide(request_for(fails), timeout=5)
        assert code_of(failed.value) is grpc.StatusCode.INTERNAL
        stub.DecideMany(
            pb.DecideManyRequest(ruleset=fails.ruleset, questions=[question_for(fails)] * 2), timeout=5
        )
    lines = written.getvalue().decode()
    events = [json.loads(line) for line in lines.splitlines()]
    assert [event["error"] for event in events if event["event"] == "bot failed"] == ["builtins.KeyError"] * 3
    (batch,) = [event for event in events if event.get("method", "").endswith("DecideMany")]
    assert (batch["items"], batch["refused"]) == (2, 2)
    assert "holding" not in lines
    assert not any(legal.text in lines for legal in fails.view.legal_actions)


def test_processes_think_alike_and_a_killed_one_is_replaced(asked: list[Position]) -> None:
    expected = [make("heuristic").decide(position.view) for position in asked]
    request = pb.DecideManyRequest(
        ruleset=asked[0].ruleset, questions=[question_for(position) for position in asked]
    )
    threads = set(threading.enumerate())
    others = set(multiprocessing.active_children())
    with hosted("heuristic", processes=1) as address, channel_to(address) as channel:
        stub = BotServiceStub(channel)
        answer = stub.DecideMany(request, timeout=30)
        assert [decision.action for decision in answer.decisions] == expected
        (child,) = set(multiprocessing.active_children()) - others
        child.kill()
        child.join()
        answers = [stub.DecideMany(request, timeout=30) for _ in range(3)]
        assert [decision.action for decision in answers[-1].decisions] == expected
    assert not set(multiprocessing.active_children()) - others
    assert not {thread for thread in threading.enumerate() if thread.name.startswith("bot_")} - threads
