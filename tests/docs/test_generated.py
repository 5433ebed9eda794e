"""The pages made from the contract and the rules are those that lie in `docs`, and what they show works."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
from google.api import annotations_pb2

import euchre.v1
from euchre.v1 import rules_service_pb2
from euchre.v1.errors_pb2 import ErrorReason
from euchre_arena.games import ruleset_name
from euchre_rules.conflicts import CONFLICTS
from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import OPTION_FIELDS
from euchre_service.embedded import EmbeddedServer
from tests.docs.contract import ROOT, comments
from tests.docs.generate import pages
from tests.docs.links import anchors, slug
from tests.docs.preset_texts import TEXTS

MADE = pages()
STUBS = [
    f"euchre.v1.{found.name}" for found in iter_modules(euchre.v1.__path__) if found.name.endswith("_pb2")
]


@pytest.mark.parametrize("name", MADE)
def test_page_is_a_fresh_one(name: str) -> None:
    stale = f"{name} is not what the sources say: run python -m tests.docs.generate"
    assert (ROOT / name).read_text(encoding="utf-8") == MADE[name], stale


def test_no_heading_of_the_reference_shares_its_anchor() -> None:
    for name in MADE:
        if name.startswith("docs/api/"):
            headings = [slug(heading) for heading in re.findall(r"^#+ (.*)$", MADE[name], re.MULTILINE)]
            assert len(headings) == len(set(headings)), name


def test_reference_has_all_that_the_stubs_have() -> None:
    for module in STUBS:
        file = import_module(module).DESCRIPTOR
        page = MADE[f"docs/api/{Path(file.name).stem}.md"]
        for service in file.services_by_name.values():
            section = page.partition(f"\n## {service.name}\n")[2].partition("\n## ")[0]
            for method in service.methods:
                rpc = section.partition(f"\n### {method.name}\n")[2].partition("\n### ")[0]
                assert f"[{method.input_type.name}](" in rpc and f"[{method.output_type.name}](" in rpc
                assert "\n- HTTP: " in rpc and re.search(
                    r"\n- Idempotency: (no side effects|idempotent)\n", rpc
                )
        for message in file.message_types_by_name.values():
            section = page.partition(f"\n## {message.name}\n")[2].partition("\n## ")[0]
            rows = re.findall(r"^\| `(\w+)` \| .* \| (\d+) \| .* \| .+ \|$", section, re.MULTILINE)
            assert rows == [(field.name, str(field.number)) for field in message.fields], message.name
        for enum in file.enum_types_by_name.values():
            section = page.partition(f"\n## {enum.name}\n")[2].partition("\n## ")[0]
            values = re.findall(r"^\| `(\w+)` \| (\d+) \| .+ \|$", section, re.MULTILINE)
            assert values == [(value.name, str(value.number)) for value in enum.values], enum.name


def test_reference_has_the_routes_that_the_stubs_have() -> None:
    method = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].methods_by_name["Apply"]
    assert method.GetOptions().Extensions[annotations_pb2.http].post == "/v1/games:apply"  # type: ignore[index]
    assert "- HTTP: `POST /v1/games:apply`" in MADE["docs/api/rules_service.md"]


def test_every_preset_has_a_page_and_nothing_else_has() -> None:
    assert {path.stem for path in (ROOT / "docs/presets").iterdir()} == set(PRESETS) == set(TEXTS)


def test_rules_page_links_every_preset() -> None:
    linked = re.findall(r"\(presets/(\w+)\.md\)", (ROOT / "docs/rules.md").read_text(encoding="utf-8"))
    assert linked == sorted(set(linked), key=linked.index)
    assert set(linked) == set(PRESETS)


@pytest.mark.parametrize("name", MADE)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for target, anchor in re.findall(r"\]\(([\w./]*)(?:#([\w-]+))?\)", MADE[name]):
        other = (page.parent / target).resolve() if target else page
        assert other.exists(), target
        assert not anchor or anchor in anchors(other), anchor


def test_experimental_is_said() -> None:
    assert "**Experimental**" in MADE["docs/presets/three_handed_dummy.md"]
    assert sum("**Experimental**" in page for page in MADE.values()) == 1


# --- options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", OPTION_FIELDS, ids=lambda option: str(option.name))
def test_bounds_in_comments_are_those_of_the_rules(option: Any) -> None:
    comment = comments()[f"Ruleset.{option.name}"].text
    if option.metadata:
        # `7, 8 or 9` is 7 to 9; points are 0 to 100 unless it is said otherwise.
        said = re.search(r"(-?\d+)(?: to|, 8 or| or) (\d+)", comment)
        bounds = (int(said[1]), int(said[2])) if said else (0, 100)
        assert bounds == (option.metadata["low"], option.metadata["high"])


def test_every_conflict_is_told_at_both_options() -> None:
    for conflict in CONFLICTS:
        for one, other in ((conflict.option, conflict.other), (conflict.other, conflict.option)):
            section = MADE["docs/options.md"].partition(f"\n## {one}\n")[2].partition("\n## ")[0]
            assert f"- May exclude [{other}](#{other}): {conflict.why}" in section


# --- errors ------------------------------------------------------------------------------------------------


def test_every_reason_has_an_example_of_its_own() -> None:
    examples = [json.loads(text) for text in re.findall(r"```json\n(.*)\n```", MADE["docs/errors.md"])]
    reasons = [name.removeprefix("ERROR_REASON_") for name in ErrorReason.keys()[1:]]
    assert [example["reason"] for example in examples] == reasons
    for example in examples:
        assert example["domain"] == "euchre.v1"
        assert all(isinstance(value, str) for value in example["metadata"].values())


# --- what is shown, works ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with EmbeddedServer() as served:
        yield served


@pytest.mark.parametrize("name", PRESETS)
def test_the_game_starts_as_shown(name: str, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", MADE[f"docs/presets/{name}.md"], re.DOTALL)
    exec(compile(snippet.replace("localhost:50051", address), name, "exec"), {})
    assert re.match(r"scores .* winning sides ", capsys.readouterr().out)


@pytest.mark.parametrize("name", PRESETS)
def test_commands_are_those_there_are(name: str) -> None:
    commands = re.findall(r"^    euchre (\w+) (.*)$", MADE[f"docs/presets/{name}.md"], re.MULTILINE)
    assert [command for command, _ in commands] == ["play", "rulesets", "tournament"]
    assert all(name in rest.split() for _, rest in commands)
    assert ruleset_name(name) == name
