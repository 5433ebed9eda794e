"""The parent's questions to its workers, with workers that are threads of this process."""

from __future__ import annotations

import multiprocessing
import time

from euchre_service.calllog import CallLog
from euchre_service.telemetry.families import Distribution
from euchre_service.telemetry.gather import Workers, answer
from euchre_service.telemetry.recorder import Recorder


def recorder_of(calls: int) -> Recorder:
    recorder = Recorder()
    for _ in range(calls):
        call = CallLog("/euchre.v1.RulesService/Play", "id")
        call.code = "OK"
        recorder.record(call)
    return recorder


def calls(workers: Workers) -> dict[str, float]:
    """How many calls each worker tells of."""
    named = {family.name: family for family in workers.read().families}
    return {
        point.labels[0]: point.value
        for point in named["euchre_calls"].points
        if not isinstance(point.value, Distribution)
    }


def test_each_worker_tells_its_own() -> None:
    workers = Workers(multiprocessing.get_context("spawn"))
    for number, made in enumerate((3, 5)):
        answer(workers.connect(number), recorder_of(made).snapshot)
    assert calls(workers) == {"0": 3, "1": 5}


def test_one_that_hangs_for_long_blocks_nobody_and_comes_back() -> None:
    workers = Workers(multiprocessing.get_context("spawn"))
    answer(workers.connect(0), recorder_of(3).snapshot)
    silent = workers.connect(1)
    start = time.monotonic()
    assert calls(workers) == calls(workers) == {"0": 3}
    assert time.monotonic() - start < 10
    # It was asked once, however often somebody looked; then it goes on.
    assert silent.poll()
    answer(silent, recorder_of(5).snapshot)
    assert calls(workers) == {"0": 3, "1": 5}


def test_one_that_has_ended_is_missing_until_it_is_started_again() -> None:
    workers = Workers(multiprocessing.get_context("spawn"))
    workers.connect(0).close()
    assert calls(workers) == {}
    answer(workers.connect(0), recorder_of(2).snapshot)
    assert calls(workers) == {"0": 2}
    told = {family.name: family.points for family in workers.read().families}
    (starts,), (crashes,) = told["euchre_worker_starts"], told["euchre_worker_crashes"]
    assert (starts.value, crashes.value) == (2, 0)
    workers.crashed(0)
    (crashes,) = {family.name: family.points for family in workers.read().families}["euchre_worker_crashes"]
    assert crashes.value == 1
