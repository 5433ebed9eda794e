"""The short form of `python -m tests.security.hostile`."""

from __future__ import annotations

from pathlib import Path

from tests.security.hostile.run import run


def test_a_server_stands_hostile_inputs(tmp_path: Path) -> None:
    verdict = run(2000, 7, tmp_path)
    assert verdict.sent.total() >= 2000
    found = (verdict.accepted, verdict.internal, verdict.wrong, verdict.leaks)
    assert found == (0, 0, 0, 0), verdict.examples
    assert verdict.honest > 10
    assert verdict.honest_failed == 0
    assert verdict.descriptors_after <= verdict.descriptors_before + 5
    assert verdict.exit_code == 0
