"""deploy/compose.yaml and deploy/systemd, by the tools that know these formats."""

from __future__ import annotations

import inspect
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

from euchre_service.main import server_command
from tests.deploy.dockerfile_reading import read
from tests.deploy.dry_build import DOCKERFILE, ROOT
from tests.deploy.programs import machine_tool, tool

COMPOSE = ROOT / "deploy" / "compose.yaml"
UNIT = ROOT / "deploy" / "systemd" / "euchre-server.service"
FLAGS = {f"EUCHRE_{name.upper()}" for name in inspect.signature(server_command).parameters}

OF_THE_SYSTEM = {"MALLOC_ARENA_MAX"}
"""Variables that the C library reads."""


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
    return content


def check_schema(file: Path) -> int:
    command = [tool("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", str(file)]
    return subprocess.run(command, check=False, capture_output=True).returncode


def test_compose_file_is_one(tmp_path: Path) -> None:
    assert check_schema(COMPOSE) == 0
    worse = tmp_path / "compose.yaml"
    worse.write_text(COMPOSE.read_text().replace("read_only: true", "readonly: true"))
    assert check_schema(worse) != 0


def test_compose_has_no_privilege_and_no_secret() -> None:
    for service in compose()["services"].values():
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    assert [*compose()["secrets"]["euchre_keys"]] == ["file"]


def test_compose_gives_the_time_to_drain() -> None:
    rules = compose()["services"]["rules"]
    settings = rules["environment"]
    assert set(settings) <= FLAGS | OF_THE_SYSTEM
    drain = int(settings["EUCHRE_DRAIN_DELAY_SECONDS"]) + int(settings["EUCHRE_DRAIN_SECONDS"])
    assert int(rules["stop_grace_period"].rstrip("s")) >= drain + 5


def test_compose_names_what_is_there() -> None:
    rules, envoy = compose()["services"]["rules"], compose()["services"]["envoy"]
    assert (COMPOSE.parent / rules["build"]["context"] / rules["build"]["dockerfile"]).resolve() == DOCKERFILE
    config = yaml.safe_load((ROOT / "deploy" / "envoy" / "envoy.yaml").read_text())
    endpoint = config["static_resources"]["clusters"][0]["load_assignment"]["endpoints"][0]["lb_endpoints"][0]
    address = endpoint["endpoint"]["address"]["socket_address"]
    assert address["address"] in rules["networks"]["inside"]["aliases"]
    assert str(address["port_value"]) == read(DOCKERFILE)["runtime"].environment["EUCHRE_PORT"]
    for volume in envoy["volumes"]:
        source = volume.split(":")[0]
        assert source.startswith("$") or (COMPOSE.parent / source).exists(), source


def unit(folder: Path) -> Path:
    """The unit, with a program that is there on every machine."""
    file = folder / UNIT.name
    file.write_text(UNIT.read_text().replace("/opt/euchre/bin/euchre-server", "/bin/true"))
    return file


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [machine_tool("systemd-analyze"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    result = analyze("verify", "--man=no", str(unit(tmp_path)))
    assert (result.returncode, result.stderr) == (0, "")
    worse = tmp_path / "worse.service"
    worse.write_text(unit(tmp_path).read_text().replace("ProtectClock=yes", "ProtectClocks=yes"))
    assert "ProtectClocks" in analyze("verify", "--man=no", str(worse)).stderr


def test_systemd_finds_the_unit_shut_in(tmp_path: Path) -> None:
    # From 0, best, to 100.
    result = analyze("security", "--offline=true", "--threshold=15", str(unit(tmp_path)))
    assert result.returncode == 0, result.stdout


def test_the_unit_gives_the_time_to_drain() -> None:
    text = UNIT.read_text()
    settings = dict(re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE))
    assert set(settings) <= FLAGS | OF_THE_SYSTEM
    drain = int(settings["EUCHRE_DRAIN_DELAY_SECONDS"]) + int(settings["EUCHRE_DRAIN_SECONDS"])
    (stop,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
    assert int(stop) >= drain + 5


def test_a_reload_reaches_the_main_process() -> None:
    (command,) = re.findall(r"^ExecReload=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert command == "/bin/kill -HUP $MAINPID"


def test_one_heap_for_all_threads_everywhere() -> None:
    assert "Environment=MALLOC_ARENA_MAX=1\n" in UNIT.read_text()
    assert compose()["services"]["rules"]["environment"]["MALLOC_ARENA_MAX"] == "1"
    assert read(DOCKERFILE)["runtime"].environment["MALLOC_ARENA_MAX"] == "1"
