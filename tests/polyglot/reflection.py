"""Explores a server with grpcurl, as `docs/languages.md` says. Not collected by `make test`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from tests.polyglot.conftest import Figure, need
from tests.polyglot.page import block, filled, run

SECTION: Final = "Without stubs"
# grpcurl adds 64 to the status code, here FAILED_PRECONDITION.
REFUSED: Final = 64 + 9


def test_a_generic_client_explores_and_plays(server: str, tmp_path: Path, figure: Figure) -> None:
    need("go", "jq")
    run(block(SECTION, "install"))

    explored = run(filled(block(SECTION, "explore"), server=server))
    assert "euchre.v1.RulesService\n" in explored
    assert "rpc Play ( .euchre.v1.PlayRequest )" in explored
    assert '"card": "CARD_UNSPECIFIED"' in explored

    created = run(filled(block(SECTION, "game"), server=server), directory=tmp_path)
    assert json.loads(created) == {"phase": "PHASE_CALL_ROUND_1", "seat": 1}

    refused = run(filled(block(SECTION, "refused"), server=server), directory=tmp_path, expect=REFUSED)
    documented = json.loads(block(SECTION, ""))
    assert json.loads(refused) == documented
    figure("grpcurl, refused as documented", documented["details"][0]["reason"])
