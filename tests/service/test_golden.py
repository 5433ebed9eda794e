"""States that older builds sealed open, and show the table that they showed."""

from __future__ import annotations

from base64 import b64decode

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre_arena.conformance import differences
from euchre_rules.presets import PRESETS
from tests.service import golden

ENTRIES = golden.load()
CASES = [(base, phase) for base, phases in ENTRIES.items() for phase in phases]


@pytest.mark.parametrize(("base", "phase"), CASES, ids="-".join)
def test_opens_and_shows_what_it_showed(base: str, phase: str) -> None:
    entry = ENTRIES[base][phase]
    seen = golden.look(golden.desk(), b64decode(entry["state"]), b64decode(entry["host_key"]))
    assert seen["view"]["next"]["phase"] == f"PHASE_{phase}"
    told = {"view": entry["view"], "ruleset": entry["ruleset"]}
    # What later versions add to a view or a ruleset is no difference.
    assert list(differences(told, seen, pb.GetViewResponse.DESCRIPTOR)) == []


@pytest.mark.parametrize("base", PRESETS)
def test_every_phase_that_random_games_reach_is_there(base: str) -> None:
    assert {phase for phase, _ in golden.reached(base)} <= ENTRIES[base].keys()


def test_sealing_again_makes_the_same_bytes() -> None:
    service = golden.desk()
    for base, phase in CASES:
        state = b64decode(ENTRIES[base][phase]["state"])
        assert service.seal(service.open(state)) == state, (base, phase)


def test_the_command_changes_nothing_that_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pytest.TempPathFactory
) -> None:
    copy = tmp_path / "golden.json"  # type: ignore[operator]
    before = golden.FILE.read_bytes()
    without = {base: dict(phases) for base, phases in ENTRIES.items()}
    del without["classic"]["PLAY"]
    monkeypatch.setattr(golden, "FILE", copy)
    monkeypatch.setattr(golden, "PRESETS", {"classic": PRESETS["classic"]})
    monkeypatch.setattr("sys.argv", ["golden"])
    golden.save(without)
    golden.main()
    assert copy.read_bytes() == before
