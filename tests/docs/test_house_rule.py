"""docs/house-rule.md: the change that it shows can be made, and does what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.contract import ROOT

PAGE = (ROOT / "docs" / "house-rule.md").read_text(encoding="utf-8")
CHANGE = "".join(re.findall(r"^```diff\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
(COMMANDS,) = re.findall(r'^```sh title="its tests"\n(.*?)^```$', PAGE, re.MULTILINE | re.DOTALL)
PARTS = ("service", "clients/python", "protos", "tests", "hatch_build.py", "pyproject.toml")


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with the change in it."""
    copy = tmp_path_factory.mktemp("changed")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, copy / part)
    applied = subprocess.run(
        ["git", "apply", "-"], cwd=copy, input=CHANGE, capture_output=True, text=True, check=False
    )
    assert applied.returncode == 0, f"docs/house-rule.md does not fit the sources:\n{applied.stderr}"
    assert _run(copy, "hatch_build.py").returncode == 0
    return copy


def test_the_change_is_small() -> None:
    added = [line for line in CHANGE.splitlines() if re.match(r"\+(?!\+\+)", line)]
    assert len(added) <= 32
    assert len(re.findall(r"^\+\+\+ ", CHANGE, re.MULTILINE)) == 5


def test_its_tests_pass(changed: Path) -> None:
    for command in COMMANDS.splitlines():
        ended = _run(changed, *_words(command), "-q", "-p", "no:cacheprovider")
        assert ended.returncode == 0, ended.stdout
    # They would not without the rule itself.
    scoring = changed / "service/euchre_rules/scoring.py"
    with_rule = scoring.read_text(encoding="utf-8")
    scoring.write_text(with_rule.replace("_with_last_trick(state, by_hand(state))", "by_hand(state)"))
    ended = _run(changed, "-m", "pytest", "tests/rules/test_option_vectors.py", "-q", "-k", "last_trick")
    assert ended.returncode == 1, ended.stdout
    scoring.write_text(with_rule, encoding="utf-8")


def test_the_service_knows_the_option(changed: Path) -> None:
    said = _run(
        changed,
        "-c",
        "from euchre.v1.ruleset_pb2 import Ruleset\n"
        "from euchre_client import OptionInvalid, RulesClient\n"
        "from euchre_service.embedded import EmbeddedServer\n"
        "with EmbeddedServer() as address, RulesClient(address) as client:\n"
        "    print(client.resolve_ruleset(Ruleset(base='buck', last_trick_score=2)).last_trick_score)\n"
        "    try:\n"
        "        client.resolve_ruleset(Ruleset(base='buck', last_trick_score=11))\n"
        "    except OptionInvalid as refused:\n"
        "        print('last_trick_score' in refused.message)\n",
    )
    assert said.stdout.splitlines() == ["2", "True"], said.stdout


def _words(command: str) -> list[str]:
    words = re.findall(r'"([^"]*)"|(\S+)', command)
    return [quoted or plain for quoted, plain in words][1:]


def _run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder / "service"), str(folder / "clients/python")])
    # The copy's lines are not the project's: what is measured of them would count as not covered.
    unmeasured = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=unmeasured | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=300,
    )
