"""A worker process: `python -m euchre_analysis.worker` reads jobs from its input and writes answers.

It is started by `workers` and by nobody else. It ends with its input, so it does not outlive its server. It
is nice to other processes: players who wait for the rules come before analysis.
"""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO, Final

from euchre_analysis import pipes
from euchre_analysis.jobs import Job, Judge
from euchre_analysis.judging import Cancelled, judge
from euchre_analysis.solving import solve
from euchre_bots.expert import prepare
from euchre_service.logs import describe_exception

_NICENESS: Final = 10


class Worker:
    """Does one job after another.

    Args:
        jobs: where they come from.
        answers: where answers go.
    """

    def __init__(self, jobs: BinaryIO, answers: BinaryIO) -> None:
        self._input = jobs
        self._output = answers
        self._waiting: SimpleQueue[tuple[int, Job] | None] = SimpleQueue()
        self._cancelled: float = -1

    def run(self) -> None:
        """Works until the input ends."""
        threading.Thread(target=self._read, daemon=True).start()
        prepare(lambda line: self._send(pipes.Notice(line)))
        self._send(pipes.Ready())
        while (item := self._waiting.get()) is not None:
            self._send(self._answer(*item))

    def _read(self) -> None:
        while (message := pipes.read(self._input)) is not None:
            if isinstance(message, pipes.Cancel):
                self._cancelled = message.number
            elif isinstance(message, pipes.Ask):
                self._waiting.put((message.number, message.job))
        self._cancelled = math.inf
        self._waiting.put(None)

    def _send(self, message: pipes.Message) -> None:
        pipes.write(self._output, message)

    def _answer(self, number: int, job: Job) -> pipes.Answer | pipes.Failure:
        def is_cancelled() -> bool:
            return self._cancelled >= number

        try:
            return pipes.Answer(judge(job, is_cancelled) if isinstance(job, Judge) else solve(job))
        except Cancelled:
            return pipes.Answer(None)
        except Exception as error:
            return pipes.Failure(json.dumps(describe_exception(error)))


def main() -> None:
    """Works on what comes through standard input."""
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(_NICENESS)
    # Ctrl-C in a terminal reaches this process too, and is the server's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a library prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(BrokenPipeError):
        Worker(sys.stdin.buffer, answers).run()


if __name__ == "__main__":
    main()
