"""What docs/shuffle.md shows works, and docs/cli.md explains every verdict."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from euchre_client import Verdict

DOCS = Path(__file__).parents[2] / "docs"


def test_the_snippet_of_the_shuffle_page(rules_address: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "shuffle.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(snippet.replace("localhost:50051", rules_address), "shuffle.md", "exec"), {})
    assert capsys.readouterr().out == "['PROVED']\n"


def test_every_verdict_is_explained() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    table = page.partition("## verify-deal")[2].partition("## annotate")[0]
    assert set(re.findall(r"`([A-Z]+(?:_[A-Z]+)*)`", table)) >= set(Verdict)
