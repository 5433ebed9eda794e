"""Several server processes on one port, and the parent that looks after them.

Python uses one core a process. The kernel gives each new connection to one of the processes that listen at
the port (SO_REUSEPORT); as no process remembers anything, any of them will do.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Final

from structlog.typing import FilteringBoundLogger

from euchre_service import ports, process
from euchre_service.assembly import Assemble, reload_keyring, reloads
from euchre_service.config import ServerConfig
from euchre_service.keyring import Keyring
from euchre_service.logs import make_logger
from euchre_service.telemetry import gather
from euchre_service.telemetry.setup import showing

_FIRST_BACKOFF: Final = 0.1
_LONGEST_BACKOFF: Final = 5.0
_MAX_FAILURES: Final = 5
"""A worker that ends so often in a row without having served for a while is not worth another try."""
_HEALTHY_AFTER: Final = 30.0
_STOP_MARGIN: Final = 5.0
_END: Final = b"end"
_RELOAD: Final = b"reload"
_RENEW: Final = b"renew"


@dataclass
class _Worker:
    number: int
    process: SpawnProcess | None = None
    pipe: Connection | None = None
    started: float = 0.0
    failures: int = 0
    restart_at: float = 0.0
    renewed: bool = False
    """Whether it was told to end so that another takes its place."""


class Supervisor:
    """The parent process.

    Args:
        config: how to serve; `workers` says with how many processes.
        keyring: the keys, the same for all of them, ephemeral ones too.
        assemble: makes the services in each process; an importable function.
        log: the parent's log.
    """

    def __init__(
        self,
        config: ServerConfig,
        keyring: Keyring | None,
        assemble: Assemble,
        log: FilteringBoundLogger,
    ) -> None:
        self._config = config
        self._keyring = keyring
        self._assemble = assemble
        self._log = log
        # Not fork: gRPC does not survive one.
        self._spawn: SpawnContext = multiprocessing.get_context("spawn")
        self._workers = [_Worker(number) for number in range(config.workers)]
        # A signal handler may interrupt anything, so it does no more than fill this pipe.
        self._signalled, self._signal = self._spawn.Pipe(duplex=False)
        self._starting: set[int] = set()
        """Numbers of workers that do not serve yet."""
        self._to_renew: list[_Worker] = []
        self._announced = False
        self._reload_waits = False
        self._stopping = False
        self._stop_by: float | None = None
        self._failed = False
        self._numbers = gather.Workers(self._spawn) if config.serves_metrics else None

    def run(self, ready: process.Ready) -> int:
        """Serves until SIGTERM or SIGINT, which it passes on; must be called in the main thread.

        A worker that crashes is started again, later each time. The server ends if one keeps crashing, or
        if one cannot even start at the beginning. Upon SIGUSR2 the workers drain and are replaced, one after
        the other, each when the one before it serves.

        Args:
            ready: called with the address, once every worker serves.

        Returns:
            The exit code: 0 when every worker drained.

        Raises:
            PortTakenError: another program listens at the port.
            AddressError: the address cannot be used for another reason.
        """
        with ports.reserve(self._config.host, self._config.port) as port:
            self._config = replace(self._config, port=port)
            meanings = {signal.SIGTERM: _END, signal.SIGINT: _END, signal.SIGUSR2: _RENEW}
            if reloads(self._config):
                meanings[signal.SIGHUP] = _RELOAD
            before = {
                number: signal.signal(number, lambda *_, word=word: self._signal.send_bytes(word))
                for number, word in meanings.items()
            }
            try:
                with ExitStack() as stack:
                    if self._numbers is not None:
                        stack.enter_context(showing(self._config, self._log, self._numbers.read))
                    self._supervise(ready, ports.join(self._config.host, port))
            finally:
                for number, handler in before.items():
                    signal.signal(number, handler)
                for worker in self._workers:
                    if worker.process is not None and worker.process.is_alive():
                        worker.process.kill()
        return int(self._failed)

    def _supervise(self, ready: process.Ready, address: str) -> None:
        while True:
            now = time.monotonic()
            for worker in self._workers:
                if worker.process is None and not self._stopping and worker.restart_at <= now:
                    self._start(worker)
            self._renew_next()
            alive = [worker for worker in self._workers if worker.process is not None]
            if self._stopping and not alive:
                return
            if self._stop_by is not None and now > self._stop_by:
                self._kill("the drain took too long")
                self._stop_by = None
            watched: dict[Connection | int, _Worker] = {}
            for worker in alive:
                assert worker.process is not None
                watched[worker.process.sentinel] = worker
                if worker.pipe is not None and worker.number in self._starting:
                    watched[worker.pipe] = worker
            for thing in wait([*watched, self._signalled], timeout=self._next_deadline(now)):
                if thing is self._signalled:
                    self._on_signal(self._signalled.recv_bytes())
                    continue
                assert isinstance(thing, Connection | int)
                worker = watched[thing]
                if isinstance(thing, Connection):
                    with suppress(EOFError, OSError):  # it ended instead, as its sentinel says
                        thing.recv()
                        self._starting.discard(worker.number)
                else:
                    self._ended(worker)
            if not self._starting and not self._announced:
                self._announced = True
                ready(address)
                if self._reload_waits:
                    self._reload()

    def _next_deadline(self, now: float) -> float | None:
        restarts = [worker.restart_at for worker in self._workers if worker.process is None]
        deadline = self._stop_by if self._stopping else min(restarts, default=None)
        return None if deadline is None else max(0.0, deadline - now)

    def _start(self, worker: _Worker) -> None:
        self._starting.add(worker.number)
        mine, theirs = self._spawn.Pipe()
        asks = self._numbers.connect(worker.number) if self._numbers is not None else None
        worker.process = self._spawn.Process(
            target=_work,
            args=(self._config, self._keyring, self._assemble, worker.number, theirs, asks),
            name=f"euchre-worker-{worker.number}",
        )
        worker.process.start()
        theirs.close()
        if asks is not None:
            asks.close()
        worker.pipe = mine
        worker.started = time.monotonic()

    def _ended(self, worker: _Worker) -> None:
        assert worker.process is not None
        worker.process.join()
        code = worker.process.exitcode
        worker.process.close()
        worker.process = None
        if worker.pipe is not None:
            worker.pipe.close()
            worker.pipe = None
        if self._stopping:
            self._failed |= code not in {0, -signal.SIGTERM}
            return
        now = time.monotonic()
        if worker.renewed:
            worker.renewed, worker.restart_at = False, now
            self._log.info("replacing worker", worker=worker.number, exit_code=code)
            return
        if self._numbers is not None:
            self._numbers.crashed(worker.number)
        worker.failures = 1 if now - worker.started > _HEALTHY_AFTER else worker.failures + 1
        if worker.failures > _MAX_FAILURES or not self._announced:
            self._log.error("giving up", worker=worker.number, exit_code=code)
            self._failed = True
            self._stop()
            return
        backoff = min(_FIRST_BACKOFF * 2 ** (worker.failures - 1), _LONGEST_BACKOFF)
        worker.restart_at = now + backoff
        self._log.error("worker ended", worker=worker.number, exit_code=code, restart_in_seconds=backoff)

    def _reload(self) -> None:
        """Has every worker read its files again; those that start later get the keys from here."""
        if not self._announced:
            # A worker that is not ready for the signal would be ended by it.
            self._reload_waits = True
            return
        if not reload_keyring(self._config, self._keyring, self._log):
            return
        for worker in self._workers:
            if worker.process is not None and worker.process.pid is not None and worker.process.is_alive():
                os.kill(worker.process.pid, signal.SIGHUP)

    def _renew_next(self) -> None:
        """Has the next worker drain that is to be replaced, once all others serve."""
        if self._stopping or not self._to_renew or self._starting:
            return
        if all(worker.process is not None for worker in self._workers):
            worker = self._to_renew.pop(0)
            assert worker.process is not None
            worker.renewed = True
            # Until the one in its place serves.
            self._starting.add(worker.number)
            worker.process.terminate()

    def _on_signal(self, meaning: bytes) -> None:
        if meaning == _RELOAD:
            self._reload()
        elif meaning == _RENEW:
            self._to_renew = [*self._workers]
        elif self._stopping:
            self._kill("a second signal")
        else:
            self._stop()

    def _stop(self) -> None:
        self._stopping = True
        drain = self._config.drain_delay_seconds + self._config.drain_seconds
        self._stop_by = time.monotonic() + drain + _STOP_MARGIN
        for worker in self._workers:
            # One that is renewed drains already, and a second signal would cut that short.
            if worker.process is not None and worker.process.is_alive() and not worker.renewed:
                worker.process.terminate()

    def _kill(self, cause: str) -> None:
        self._failed = True
        self._log.warning("killing workers", cause=cause)
        for worker in self._workers:
            if worker.process is not None and worker.process.is_alive():
                worker.process.kill()


def _work(
    config: ServerConfig,
    keyring: Keyring | None,
    assemble: Assemble,
    number: int,
    pipe: Connection,
    asks: Connection | None,
) -> None:
    """What a worker does. The pipe tells the parent that it serves, and the worker of the parent's end."""
    # A terminal sends Ctrl-C to parent and workers alike; the parent passes it on as SIGTERM.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log = make_logger(config.log_format, config.log_level).bind(worker=number, pid=os.getpid())

    def ready(address: str) -> None:
        # If the parent is gone already, the pipe's end will say so.
        with suppress(OSError):
            pipe.send(address)

    code = process.run(
        config,
        assemble(config, keyring),
        log,
        ready,
        reload=partial(reload_keyring, config, keyring, log) if reloads(config) else None,
        lifeline=pipe.fileno(),
        signals=(signal.SIGTERM,),
        worker=number,
        asks=asks,
    )
    sys.exit(code)
