"""States that older builds sealed open, and show the table that they showed."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre_arena.conformance import differences
from euchre_rules.presets import PRESETS
from tests.service import golden

ENTRIES = golden.load()
CASES = [(base, phase) for base, phases in ENTRIES.items() for phase in phases]


@pytest.mark.parametrize(("base", "phase"), CASES, ids=map("-".join, CASES))
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


def test_the_command_adds_what_is_missing_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    marked = {"classic": {phase: dict(entry) for phase, entry in ENTRIES["classic"].items()}}
    marked["classic"]["DEAL"]["state"] = "made by an older build"
    missing = marked["classic"].pop("PLAY")
    monkeypatch.setattr(golden, "FILE", tmp_path / "golden.json")
    monkeypatch.setattr(golden, "PRESETS", {"classic": PRESETS["classic"]})
    monkeypatch.setattr("sys.argv", ["golden"])
    golden.save(marked)
    golden.main()
    written = golden.load()
    assert written["classic"].pop("PLAY").keys() == missing.keys()
    assert written == marked
