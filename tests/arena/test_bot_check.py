"""`euchre bot check`: what a good bot passes and where a bad one fails."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from euchre.v1 import bot_service_pb2 as pb
from euchre_service.embedded import EmbeddedServer
from euchre_service.ports import check_free
from tests.arena.conftest import Run
from tests.arena.fake_bots import Behaviour, fake_bot, first_legal, hosted

DESCRIPTION: dict[str, Any] = {"name": "fake", "version": "1", "author": "tests"}


def outcomes(run: Run, address: str, *options: object) -> tuple[int, dict[str, tuple[str, str]]]:
    done = run("bot", "check", address, "--json", "--positions", 60, *options)
    checks = json.loads(done.stdout)["checks"]
    return done.exit_code, {each["check"]: (each["outcome"], each["detail"]) for each in checks}


@pytest.mark.parametrize("bot", ["heuristic", "random"])
def test_own_bots_pass(bot: str, run: Run) -> None:
    with hosted(bot) as address:
        done = run("bot", "check", address, "--positions", 130)
    assert done.exit_code == 0, done.stdout
    assert "130 decisions in 13 presets" in done.stdout
    assert "The bot may enter." in done.stdout
    assert "skipped" not in done.stdout and "failed" not in done.stdout


def strict(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    """The smallest bot that passes."""
    if not request.question.view.legal_actions:
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "no legal actions")
    return first_legal(request, context)


def test_smallest_bot_passes(run: Run) -> None:
    with fake_bot(pb.DescribeResponse(**DESCRIPTION, presets=["buck"]), Decide=strict) as address:
        code, found = outcomes(run, address)
    assert code == 0
    assert found["legal actions"] == ("passed", "60 decisions in 1 preset")
    assert {name for name, (outcome, _) in found.items() if outcome == "skipped"} == {
        "same again",
        "batches",
        "stream",
    }


@pytest.mark.parametrize(
    ("presets", "plays_variants", "told"),
    [
        ([], True, "plays everything"),
        ([], False, "plays all presets, but not with house rules"),
        (["buck"], True, "plays buck, also with house rules"),
        (["buck", "classic"], False, "plays buck, classic, but not with house rules"),
    ],
)
def test_what_a_bot_plays_is_told(presets: list[str], plays_variants: bool, told: str, run: Run) -> None:
    description = pb.DescribeResponse(**DESCRIPTION, presets=presets, plays_variants=plays_variants)
    with fake_bot(description, Decide=strict) as address:
        assert outcomes(run, address)[1]["description"] == ("passed", told)


def test_a_bot_without_a_name_has_a_heading(run: Run) -> None:
    with fake_bot(pb.DescribeResponse(version="7", presets=["buck"]), Decide=strict) as address:
        done = run("bot", "check", address, "--positions", 20)
    assert done.exit_code == 1
    assert done.stdout.startswith("A bot without a name 7\n")


def often_silent(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    response = strict(request, context)
    if len(request.question.view.legal_actions) > 3:
        response.action.Clear()
    return response


_coin = itertools.count()


def fickle(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    response = strict(request, context)
    legal = request.question.view.legal_actions
    response.action.CopyFrom(legal[next(_coin) % len(legal)].action)
    return response


def dawdling(request: pb.DecideRequest, context: Any) -> pb.DecideResponse:
    time.sleep(0.2)
    return strict(request, context)


@pytest.mark.parametrize(
    ("behaviour", "says", "fails"),
    [
        (often_silent, {}, "legal actions"),
        (fickle, {"is_deterministic": True}, "same again"),
        (first_legal, {}, "malformed requests"),
        (strict, {"wants_batches": True}, "batches"),
        (strict, {"has_stream": True}, "stream"),
        (strict, {"presets": ["whist"]}, "positions"),
    ],
)
def test_bad_bot_fails(behaviour: Behaviour, says: dict[str, Any], fails: str, run: Run) -> None:
    with fake_bot(pb.DescribeResponse(**DESCRIPTION, **says), Decide=behaviour) as address:
        code, found = outcomes(run, address)
    assert code == 1
    assert found[fails][0] == "failed", found


def test_slow_bot_fails_soon(run: Run) -> None:
    started = time.monotonic()
    with fake_bot(pb.DescribeResponse(**DESCRIPTION), Decide=dawdling) as address:
        code, found = outcomes(run, address, "--limit", 0.05)
    assert code == 1
    assert found["legal actions"][0] == found["time for a decision"][0] == "failed"
    assert "5 late of 5" in found["legal actions"][1]
    assert time.monotonic() - started < 5


def test_stream_that_forgets_is_found(run: Run) -> None:
    def forgetful(asked: Iterator[pb.DecideStreamRequest], context: Any) -> Iterator[pb.DecideStreamResponse]:
        for place, each in enumerate(asked):
            if place != 3:
                action = each.request.question.view.legal_actions[0].action
                yield pb.DecideStreamResponse(id=each.id, decision=pb.Decision(action=action))

    description = pb.DescribeResponse(**DESCRIPTION, has_stream=True)
    with fake_bot(description, Decide=strict, DecideStream=forgetful) as address:
        code, found = outcomes(run, address)
    assert code == 1
    assert found["stream"] == ("failed", "the stream ended with 1 question open")
    assert found["still there"][0] == "passed"


def test_nobody_there(run: Run) -> None:
    done = run("bot", "check", f"localhost:{check_free('localhost', 0)}")
    assert done.exit_code == 1
    assert done.stderr.startswith("euchre: Nobody answers at localhost:")
    assert len(done.stderr.splitlines()) == 1


def test_something_else_there(run: Run) -> None:
    with EmbeddedServer() as address:
        done = run("bot", "check", address)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"euchre: Whatever answers at {address} is no bot, or one that fails (")
