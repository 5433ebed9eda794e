"""docs/deploy.md: every command is run, by the real program or else by one that notes the call."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from euchre_service.keyring import Keyring
from tests.deploy.dockerfile_reading import read
from tests.deploy.dry_build import DOCKERFILE, ROOT
from tests.deploy.programs import machine_tool, tool
from tests.deploy.stack import Proxy

BLOCKS = re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs" / "deploy.md").read_text(), re.MULTILINE | re.DOTALL)
(GAME,) = (block for block in BLOCKS if "curl" in block)

# Programs that need an engine, a cluster, root or a server: these note what they were told, and do nothing.
NOTED = ("docker", "kubectl", "sudo", "pip", "euchre-health")


class Desk:
    """A folder with the sources, and programs to run the page's commands with.

    Attributes:
        calls: what the programs that only note calls were told, each with its name first.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "sources"
        self.folder.mkdir()
        for name in ("Makefile", "pyproject.toml", "hatch_build.py", "constraints.txt", "protos", "clients"):
            (self.folder / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "deploy", self.folder / "deploy")
        self._programs = folder / "programs"
        self._programs.mkdir()
        self._notes = folder / "notes"
        self._notes.touch()
        for name in NOTED:
            self._program(
                name,
                f"{sys.executable} -c 'import json, sys; print(json.dumps(sys.argv[1:]))' {name} \"$@\" "
                f">> {self._notes}",
            )
        self._program("make", f'{machine_tool("make")} --dry-run "$@"')
        self._program("envoy", f'{tool("envoy")} --mode validate "$@"')
        self._program("python", f'{sys.executable} "$@"')
        self._program("euchre-server", f'{sys.executable} -m euchre_service.main "$@"')

    def _program(self, name: str, command: str) -> None:
        file = self._programs / name
        file.write_text(f"#!/bin/sh\n{command}\n")
        file.chmod(0o755)

    @property
    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in self._notes.read_text().splitlines()]

    def run(self, block: str, **environment: str) -> str:
        """Runs commands, stopping at the first that fails; returns what they printed."""
        # What the page installs, this machine need not have.
        commands = block.replace("/opt/euchre/bin/", "")
        found = {
            "PATH": f"{self._programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path)),
        }
        result = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.folder,
            env=os.environ | found | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert result.returncode == 0, f"{block}\n{result.stdout}\n{result.stderr}"
        return result.stdout


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_every_command_can_be_given(desk: Desk) -> None:
    for block in BLOCKS:
        if block != GAME:
            desk.run(block)
    assert {call[0] for call in desk.calls} == set(NOTED)
    assert Keyring.from_file(desk.folder / "keys.txt")
    assert (desk.folder / "keys.txt").stat().st_mode & 0o077 == 0
    for call in desk.calls:
        for word in call:
            if word.startswith("deploy/") and word != "deploy/keys.txt":
                assert (ROOT / word).exists(), call
        if "--target" in call:
            assert call[call.index("--target") + 1] in read(DOCKERFILE)
        if call[:2] == ["kubectl", "apply"] and "-k" in call:
            assert (ROOT / call[-1] / "kustomization.yaml").exists()


def test_secrets_of_the_page_are_those_of_the_manifests(desk: Desk) -> None:
    manifests = "".join(file.read_text() for file in (ROOT / "deploy").rglob("*.yaml"))
    for block in BLOCKS:
        if "kubectl" in block:
            desk.run(block)
    made = {(call[call.index("secret") + 2]) for call in desk.calls if "secret" in call}
    assert made == set(re.findall(r"secretName: ([\w-]+)", manifests))


def test_the_game_by_curl_is_played_to_its_end(desk: Desk, envoy: Proxy) -> None:
    for program in ("curl", "jq"):
        machine_tool(program)
    sides, reason, sentence = desk.run(GAME, URL=f"http://{envoy.target}").splitlines()
    assert max(side["score"] for side in json.loads(sides)) >= 2
    assert (reason, sentence) == ("GAME_OVER", "The game is over.")
