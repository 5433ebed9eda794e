"""Sealed states that every later build must open: one for each phase of each preset.

    python -m tests.service.golden              # add what is missing; nothing that is there changes
    python -m tests.service.golden --replace    # throw all away and make them anew

`--replace` gives up what the file is for: states made by older builds. It is right only when the format of
states changes without a way to read the old one, and then the change must be announced.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import view_pb2
from euchre_arena.conformance import to_json
from euchre_rules import phases
from euchre_rules.presets import PRESETS
from euchre_rules.state import State
from euchre_service.keyring import Keyring, MasterKey
from tests.conformance.deals import base64
from tests.conformance.expectations import closed
from tests.service.desk import Desk
from tests.service.games import game_of, plies

FILE: Final = Path(__file__).with_name("golden_states.json")
KEY: Final = MasterKey(b"gold", bytes(range(100, 132)))
"""Never another one: the states of the file are sealed with it."""

_GAMES: Final = 12
Entries: TypeAlias = dict[str, dict[str, dict[str, Any]]]
"""By preset and phase: the state, its game's host key, the host's view, and the ruleset."""


def desk() -> Desk:
    """The service with the fixed key."""
    return Desk(Keyring([KEY]))


def reached(base: str) -> Iterator[tuple[str, State]]:
    """Every table that random games of a preset come by, with the name of its phase."""
    for number in range(_GAMES):
        for ply in plies(PRESETS[base], random.Random(f"golden {base} {number}"), hands=40):
            yield phases.NAMES[ply.after.phase], ply.after


def look(service: Desk, state: bytes, key: bytes) -> Any:
    """The host's view and the ruleset, absent fields named."""
    selector = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)
    answer = service.call("GetView", pb.GetViewRequest(state=state, key=key, view=selector))
    return closed(to_json(answer), answer.DESCRIPTOR)


def entries_of(base: str, service: Desk) -> dict[str, dict[str, Any]]:
    """For each phase the table with the most history among those that random games come by."""
    richest: dict[str, State] = {}
    for phase, table in reached(base):
        if phase not in richest or len(table.log) > len(richest[phase].log):
            richest[phase] = table
    made = {}
    for phase, table in sorted(richest.items()):
        opened = game_of(table, random.Random(f"{base} {phase}"), KEY.key_id)
        state, key = service.seal(opened), service.host_key(opened)
        made[phase] = {"state": base64(state), "host_key": base64(key), **look(service, state, key)}
    return made


def load() -> Entries:
    """The file's entries."""
    read: Entries = json.loads(FILE.read_text(encoding="utf-8"))
    return read


def save(entries: Entries) -> None:
    """Write the file, an entry a line."""
    lines = [
        f"{json.dumps(base)}:{{\n"
        + ",\n".join(
            f"{json.dumps(phase)}:{json.dumps(entry, separators=(',', ':'))}"
            for phase, entry in sorted(of_base.items())
        )
        + "\n}"
        for base, of_base in sorted(entries.items())
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Add sealed states of new presets and phases.")
    parser.add_argument("--replace", action="store_true", help="throw away the states of older builds")
    there = {} if parser.parse_args().replace or not FILE.exists() else load()
    service = desk()
    for base in PRESETS:
        known = there.setdefault(base, {})
        for phase, entry in entries_of(base, service).items():
            if phase not in known:
                known[phase] = entry
                print(f"added {base} {phase}")
    save(there)


if __name__ == "__main__":
    main()
