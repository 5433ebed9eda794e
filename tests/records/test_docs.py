"""What docs/records.md shows, works, and it names everything that EGN cannot say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from euchre.v1 import record_pb2
from euchre_client.egn import Unsayable

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text()
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs(snippet: str, rules_address: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet.replace("localhost:50051", rules_address), "records.md", "exec"), {})
    assert "False" not in capsys.readouterr().out


def test_every_refusal_is_explained() -> None:
    table = PAGE.partition("### What EGN cannot say")[2]
    assert set(re.findall(r"`([A-Z_]{4,})`", table)) >= set(Unsayable)


def test_the_example_has_the_fields_of_the_format() -> None:
    example = PAGE.partition("## A small example")[2].partition("| Field")[0]
    told = set(re.findall(r'"(\w+)":', example))
    for message in (record_pb2.GameRecord, record_pb2.HandResult, record_pb2.RecordedAct):
        assert {field.name for field in message.DESCRIPTOR.fields} <= told
