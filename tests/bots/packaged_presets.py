"""The presets as the bots carry them: `python -m tests.bots.packaged_presets` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import euchre_bots.data
from euchre.v1.rules_service_pb2 import ListRulesetsResponse
from euchre_rules.presets import PRESETS
from euchre_service.wire_rulesets import to_wire

PACKAGED: Final = Path(next(iter(euchre_bots.data.__path__))) / "presets.binpb"


def content() -> bytes:
    """Return the packaged file as it should be."""
    listed = ListRulesetsResponse(rulesets=[to_wire(rules) for rules in PRESETS.values()])
    return listed.SerializeToString(deterministic=True)


if __name__ == "__main__":
    PACKAGED.write_bytes(content())
