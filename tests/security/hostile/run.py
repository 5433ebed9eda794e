"""Sends the hostile inputs while an honest player plays, and judges what became of the server."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre_client import channel_options
from euchre_service.config import DEFAULT_MAX_MESSAGE_BYTES
from euchre_service.keyring import Keyring, Purpose
from tests.security.hostile.calls import Attacker
from tests.security.hostile.inputs import CANARY, EVERY_ITEM, Hostile, is_refusal_right
from tests.security.hostile.material import Material
from tests.security.hostile.wires import HostileConnections
from tests.security.process import Server, server
from tests.security.servers import CREATE, CallersFile
from tests.service.test_hostile_states import OURS, sealer

AT_ONCE: Final = 32
ONE_COSTLY_IN: Final = 400
ONE_CONNECTION_IN: Final = 60
_PARTS: Final = 9
_SIGNS_OF_CODE: Final = ("Traceback", ".py", "object at 0x", "Error(", "self.", "<class")
_RETRIES_OFF: Final = [("grpc.enable_retries", 0), ("grpc.max_metadata_size", 1 << 20)]


@dataclass
class Verdict:
    """What became of it.

    Attributes:
        sent: hostile inputs by kind.
        accepted: those that were obeyed.
        internal: those answered INTERNAL or UNKNOWN, or that the log calls a fault.
        wrong: those refused for another reason than theirs.
        shed: those turned away by a server that was full just then.
        leaks: answers and log lines with something that must not be in them.
        honest: calls of an honest player meanwhile.
        honest_failed: those of them that failed, after the retries that every client of ours has.
        honest_slowest: seconds of the slowest.
        megabytes_before: the server's memory after a burst of everything, and a tenth of the inputs.
        megabytes_after: the same at the end.
        megabytes: the same on the way, after each ninth of the inputs.
        descriptors_before: its open files after a warm-up.
        descriptors_after: the same at the end.
        seconds: how long it took.
        exit_code: of the server, which is told to end at the end.
        examples: a few of what should not have been.
    """

    sent: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    internal: int = 0
    wrong: int = 0
    shed: int = 0
    leaks: int = 0
    honest: int = 0
    honest_failed: int = 0
    honest_slowest: float = 0.0
    megabytes_before: float = 0.0
    megabytes_after: float = 0.0
    megabytes: list[float] = field(default_factory=list)
    descriptors_before: int = 0
    descriptors_after: int = 0
    seconds: float = 0.0
    exit_code: int = -1
    examples: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether the server stood it all."""
        faults = (self.accepted, self.internal, self.wrong, self.leaks, self.honest_failed, self.exit_code)
        grown = self.megabytes_after - self.megabytes_before
        return (
            not any(faults)
            and self.honest > 0
            and grown <= 0.1 * self.megabytes_before
            and self.descriptors_after <= self.descriptors_before + 5
        )

    def to_json(self) -> str:
        return json.dumps({"inputs": self.sent.total(), **vars(self), "good": self.good})


def run(count: int, seed: int, directory: Path) -> Verdict:
    """Attacks a server of its own with so many inputs.

    Args:
        count: how many hostile inputs.
        seed: the same one makes the same inputs.
        directory: where the server's files go.
    """
    keys, callers = directory / "keys", CallersFile(directory / "callers")
    keys.write_text(f"{OURS.to_line()}\n")
    flags = ["--mode", "production", "--keys-file", str(keys), "--callers-file", str(callers.path)]
    # What is turned away because others wait is not looked at, and every input is to be.
    flags += ["--max-waiting-calls", "0"]
    with server(*flags, "--allow-anonymous", "--host", "127.0.0.1") as running:
        attack = _Attack(running, seed, list(callers.tokens.values()))
        asyncio.run(attack.run(count))
        attack.verdict.exit_code = running.stop()
        attack.judge_log()
    return attack.verdict


class _Attack:
    def __init__(self, running: Server, seed: int, tokens: list[str]) -> None:
        self.verdict = Verdict()
        self._running = running
        self._process = Path(f"/proc/{running.process.pid}")
        chance = random.Random(seed)
        with grpc.insecure_channel(running.address) as channel:
            material = Material(pb_grpc.RulesServiceStub(channel), chance)
        ours = sealer(OURS)
        payloads = [ours.open(state) for state in material.states]
        self._attacker = Attacker(material, payloads, chance, DEFAULT_MAX_MESSAGE_BYTES)
        self._connections = HostileConnections(running.address, chance)
        self._chance = chance
        secrets = [OURS.secret, *material.secrets, Keyring([OURS]).subkey(OURS.key_id, Purpose.STATE)]
        self._forbidden = [CANARY, *tokens, *(text for secret in secrets for text in _texts(secret))]

    async def run(self, count: int) -> None:
        over = asyncio.Event()
        async with grpc.aio.insecure_channel(self._running.address, options=_RETRIES_OFF) as channel:
            honest = asyncio.create_task(self._honest(over))
            started = time.monotonic()
            # First all at once, then a tenth of the inputs: caches fill, and the memory allocator keeps what
            # the worst moment took. What grows after that is a leak.
            await self._burst(channel, min(AT_ONCE, max(count // 500, 1)))
            warm = count // 10
            await self._send(channel, warm)
            self._connections.close()
            self.verdict.megabytes_before, self.verdict.descriptors_before = await self._settled()
            for _ in range(_PARTS):
                await self._send(channel, (count - warm) // _PARTS)
                self.verdict.megabytes.append(self._megabytes())
            self._connections.close()
            self.verdict.seconds = round(time.monotonic() - started, 1)
            self.verdict.megabytes_after, self.verdict.descriptors_after = await self._settled()
            over.set()
            await honest

    async def _burst(self, channel: grpc.aio.Channel, times: int) -> None:
        """Every kind of bad connection, and of costly call, many times at once."""
        for kind in self._connections.kinds:
            await asyncio.gather(*(self._connect(kind) for _ in range(times)))
        for make in self._attacker.costly:
            await asyncio.gather(*(self._call(channel, make) for _ in range(times)))

    async def _connect(self, kind: Callable[[], None]) -> None:
        self.verdict.sent[f"connection_{kind.__name__}"] += 1
        await asyncio.to_thread(kind)

    async def _send(self, channel: grpc.aio.Channel, count: int) -> None:
        left = iter(range(count))

        async def one_after_another() -> None:
            for number in left:
                if number % ONE_CONNECTION_IN == 0:
                    kinds = self._connections.kinds
                    await self._connect(kinds[number // ONE_CONNECTION_IN % len(kinds)])
                    continue
                costly = number % ONE_COSTLY_IN == 1
                made = self._attacker.costly if costly else self._attacker.kinds
                make = made[number // ONE_COSTLY_IN % len(made) if costly else number % len(made)]
                await self._call(channel, make)

        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))

    async def _call(self, channel: grpc.aio.Channel, make: Callable[[], Hostile]) -> None:
        name, hostile = make.__name__, make()
        self.verdict.sent[name] += 1
        method: Any = channel.unary_unary(hostile.method)
        try:
            answer = await method(hostile.request, metadata=hostile.metadata, timeout=30)
        except grpc.aio.AioRpcError as error:
            self._judge(name, hostile, error)
            return
        if hostile.refusals == EVERY_ITEM:
            results = pb.BatchApplyResponse.FromString(answer).results
            if results and all(result.HasField("error") for result in results):
                for result in results:
                    self._judge_text(name, str(result.error))
                    if result.error.code == grpc.StatusCode.INTERNAL.value[0]:
                        self._note("internal", name, "an item")
                return
        self._note("accepted", name, answer[:60].hex())

    def _judge(self, name: str, hostile: Hostile, error: grpc.aio.AioRpcError) -> None:
        code, reason = error.code().name, ""
        text = f"{error.details()} {error.debug_error_string()}"
        for key, value in error.trailing_metadata() or ():
            if key == "grpc-status-details-bin" and isinstance(value, bytes):
                status = status_pb2.Status.FromString(value)
                info = error_details_pb2.ErrorInfo()
                if status.details and status.details[0].Unpack(info):
                    reason = info.reason
                text += str(status)
            elif key != "x-request-id" or CANARY not in str(value):
                # A caller gets back the request id that it sent, which is what it is for.
                text += f" {value!r}"
        if code in {"INTERNAL", "UNKNOWN"}:
            self._note("internal", name, f"{code} {error.details()}")
        elif reason == "OVERLOADED":
            # The floods among the inputs fill the server for a moment, and it says so.
            self.verdict.shed += 1
        elif not is_refusal_right(hostile, code, reason):
            self._note("wrong", name, f"{code} {reason} {error.details()}")
        self._judge_text(name, text)

    def _judge_text(self, name: str, text: str) -> None:
        for forbidden in (*self._forbidden, *_SIGNS_OF_CODE):
            if forbidden in text:
                self._note("leaks", name, f"{forbidden} in {text[:200]}")

    def judge_log(self) -> None:
        """Looks through what the server wrote in the meantime."""
        for line in self._running.lines:
            own = {name: value for name, value in line.items() if name != "request_id"}
            text = json.dumps(own)
            if line.get("code") in {"INTERNAL", "UNKNOWN"} or line.get("level") == "error":
                self._note("internal", "log", text[:300])
            if any(forbidden in text for forbidden in self._forbidden):
                self._note("leaks", "log", text[:300])

    async def _honest(self, over: asyncio.Event) -> None:
        """Somebody who just plays, on a connection of its own, as long as the attack lasts."""
        options = channel_options([("grpc.use_local_subchannel_pool", 1)])
        async with grpc.aio.insecure_channel(self._running.address, options=options) as channel:
            stub = pb_grpc.RulesServiceStub(channel)
            while not over.is_set():
                started = time.monotonic()
                self.verdict.honest += 1
                try:
                    created: Any = await stub.CreateGame(CREATE, timeout=20)
                    look = pb.GetViewRequest(state=created.transition.state, key=created.seat_keys[0])
                    await stub.GetView(look, timeout=20)
                except grpc.aio.AioRpcError as error:
                    self._note("honest_failed", error.code().name, error.details() or "")
                self.verdict.honest_slowest = max(
                    self.verdict.honest_slowest, round(time.monotonic() - started, 3)
                )
                await asyncio.sleep(0.02)

    async def _settled(self) -> tuple[float, int]:
        """The server's memory in megabytes and its open files, once it had a moment."""
        await asyncio.sleep(2)
        return self._megabytes(), len(list(self._process.joinpath("fd").iterdir()))

    def _megabytes(self) -> float:
        (line,) = [text for text in (self._process / "status").read_text().splitlines() if "VmRSS" in text]
        return round(int(line.split()[1]) / 1024, 1)

    def _note(self, what: str, name: str, text: str) -> None:
        setattr(self.verdict, what, getattr(self.verdict, what) + 1)
        if len(self.verdict.examples) < 20:
            self.verdict.examples.append(f"{what}: {name}: {text}")


def _texts(secret: bytes) -> tuple[str, ...]:
    """A secret as it might stand in a text."""
    return secret.hex(), base64.b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]
