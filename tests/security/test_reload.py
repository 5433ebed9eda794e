"""Keys and callers replaced while a server serves: no call is dropped, and every state has its answer."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from typer.testing import CliRunner

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre_arena.cli import app
from euchre_service.callers import Role
from euchre_service.keyring import Keyring
from tests.security.process import Server, server
from tests.security.servers import CREATE, LIST, CallersFile, Metadata, calling, refused

OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]


def keys(*words: str) -> None:
    result = CliRunner().invoke(app, ["keys", *words])
    assert result.exit_code == 0, result.output


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "keys.txt"
    keys("new", str(path))
    return path


@contextmanager
def steady_calls(address: str) -> Iterator[Counter[str]]:
    """Calls without a pause or a retry on connections of their own, until the block ends; counts answers."""
    answers: Counter[str] = Counter()
    over = threading.Event()

    def call() -> None:
        with grpc.insecure_channel(address, options=OWN_CONNECTION) as channel:
            stub = pb_grpc.RulesServiceStub(channel)
            created = stub.CreateGame(CREATE, wait_for_ready=True)
            look = pb.GetViewRequest(state=created.transition.state, key=created.host_key)
            look.view.seat = 0
            while not over.is_set():
                try:
                    stub.GetView(look, timeout=10)
                    stub.CreateGame(CREATE, timeout=10)
                    answers["OK"] += 2
                except grpc.RpcError as error:
                    answers[error.code().name] += 1

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        over.set()
        for thread in threads:
            thread.join()


class Game:
    """A game at a server, whichever of its workers answers."""

    def __init__(self, address: str) -> None:
        self.address = address
        with calling(address) as stub:
            self.created = stub.CreateGame(CREATE)
        self.state = self.created.transition.state
        self.seat = self.created.transition.next.seat

    def turn(self) -> pb.Turn:
        return pb.Turn(state=self.state, seat=self.seat, key=self.created.seat_keys[self.seat])

    def pass_once(self) -> None:
        with calling(self.address) as stub:
            request = pb.BidRequest(turn=self.turn())
            getattr(request, "pass").SetInParent()
            transition = stub.Bid(request).transition
        self.state, self.seat = transition.state, transition.next.seat

    def refusal(self) -> tuple[str, dict[str, str]]:
        request = pb.ListLegalActionsRequest(
            state=self.state, seat=self.seat, key=self.created.seat_keys[self.seat]
        )
        with calling(self.address) as stub:
            return refused(lambda: stub.ListLegalActions(request))[1:]

    @property
    def sealed_with(self) -> str:
        return bytes(self.state[1:5]).hex()


@pytest.mark.parametrize("workers", [1, 2])
def test_keys_are_rotated_and_retired_without_dropping_a_call(workers: int, key_file: Path) -> None:
    first = Keyring.from_file(key_file).primary_id.hex()
    with server("--keys-file", str(key_file), workers=workers) as running:
        game, idle = Game(running.address), Game(running.address)
        with steady_calls(running.address) as answers:
            for _ in range(2):
                keys("rotate", str(key_file))
                running.reload()
            second = Keyring.from_file(key_file).primary_id.hex()
            assert game.sealed_with == first != second
            # What was sealed before still opens, and is sealed anew when somebody acts.
            game.pass_once()
            assert game.sealed_with == second == Game(running.address).sealed_with
            time.sleep(0.3)
        assert answers.keys() == {"OK"}
        assert answers["OK"] > 50

        keys("retire", str(key_file), first, "--yes")
        running.reload()
        for _ in range(4):
            told = ("STATE_KEY_RETIRED", {"key_id": first})
            assert idle.refusal() == told
            # Sealed with the new key, but its seats' keys were made with the old one.
            assert game.refusal() == told
        Game(running.address).pass_once()
        assert running.stop() == 0


def test_a_file_that_cannot_be_used_changes_nothing(key_file: Path) -> None:
    with server("--keys-file", str(key_file)) as running:
        game = Game(running.address)
        key_file.write_text("nonsense")
        running.process.send_signal(signal.SIGHUP)
        running.wait_for(lambda: any(line["level"] == "error" for line in running.lines))
        game.pass_once()
        (error,) = [line for line in running.lines if line["level"] == "error"]
        assert error["form"].startswith("the old keys stay: ")
        assert "nonsense" not in str(running.lines)


@pytest.mark.parametrize("workers", [1, 2])
def test_callers_are_replaced(workers: int, key_file: Path, tmp_path: Path) -> None:
    callers = CallersFile(tmp_path / "callers")
    flags = ["--mode", "production", "--keys-file", str(key_file), "--callers-file", str(callers.path)]
    with server(*flags, workers=workers) as running:

        def served(metadata: Metadata) -> str:
            with calling(running.address) as stub:
                try:
                    stub.ListRulesets(LIST, metadata=metadata)
                except grpc.RpcError as error:
                    return error.code().name
                return "OK"

        old = callers.metadata(Role.HOST)
        assert served(old) == "OK"
        fresh = CallersFile(callers.path)
        running_reload_of_callers(running)
        assert {served(old) for _ in range(6)} == {"UNAUTHENTICATED"}
        assert {served(fresh.metadata(Role.HOST)) for _ in range(6)} == {"OK"}
        callers.path.write_text("nonsense")
        running.process.send_signal(signal.SIGHUP)
        running.wait_for(lambda: sum(line["level"] == "error" for line in running.lines) == workers)
        assert served(fresh.metadata(Role.HOST)) == "OK"


def running_reload_of_callers(running: Server) -> None:
    before = len(running.events("callers"))
    running.process.send_signal(signal.SIGHUP)
    running.wait_for(lambda: len(running.events("callers")) == before + running.workers)


def test_a_server_without_files_ends_when_its_terminal_does() -> None:
    with server() as running:
        running.process.send_signal(signal.SIGHUP)
        assert running.process.wait(timeout=10) == -signal.SIGHUP


def test_a_worker_that_is_replaced_has_the_new_keys(key_file: Path) -> None:
    with server("--keys-file", str(key_file), workers=2) as running:
        keys("rotate", str(key_file), "--at-once")
        running.reload()
        second = Keyring.from_file(key_file).primary_id.hex()
        victim = running.events("serving")[0]["pid"]
        os.kill(victim, signal.SIGKILL)
        running.wait_for(lambda: len(running.events("serving")) == 3)
        assert {Game(running.address).sealed_with for _ in range(12)} == {second}
