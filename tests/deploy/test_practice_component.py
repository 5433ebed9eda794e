"""deploy/kubernetes/components/practice, added to the production overlay."""

from __future__ import annotations

import inspect
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from euchre_arena.commands.practice import DEFAULT_PORT, practice
from tests.deploy.dry_build import ROOT
from tests.deploy.programs import kustomize, tool

OVERLAY = ROOT / "deploy" / "kubernetes" / "overlays" / "production"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What kustomize makes of the production overlay with the component."""
    folder = tmp_path_factory.mktemp("deploy") / "deploy"
    # Kustomize takes files only from below the folder that it is started for.
    subprocess.run(["cp", "-r", str(ROOT / "deploy"), str(folder)], check=True)
    overlay = folder / "kubernetes" / "overlays" / "production"
    wanted = yaml.safe_load((overlay / "kustomization.yaml").read_text())
    wanted["components"].append("../../components/practice")
    (overlay / "kustomization.yaml").write_text(yaml.safe_dump(wanted))
    made = folder / "built.yaml"
    made.write_bytes(subprocess.run([*kustomize(), str(overlay)], check=True, capture_output=True).stdout)
    return made


@pytest.fixture(scope="module")
def resources(built: Path) -> dict[tuple[str, str], dict[str, Any]]:
    return {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(built.read_text())}


def test_schemas_accept_it(built: Path) -> None:
    command = [tool("kubernetes-validate"), "--strict", "-k", "1.37.0", str(built)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_envoy_finds_the_host(resources: dict[tuple[str, str], dict[str, Any]]) -> None:
    config = yaml.safe_load((ROOT / "deploy" / "envoy" / "envoy.yaml").read_text())
    (cluster,) = (each for each in config["static_resources"]["clusters"] if each["name"] == "practice")
    (endpoint,) = cluster["load_assignment"]["endpoints"][0]["lb_endpoints"]
    where = endpoint["endpoint"]["address"]["socket_address"]
    assert where == {"address": "euchre-practice", "port_value": DEFAULT_PORT}
    service = resources["Service", "euchre-practice"]
    labels = resources["Deployment", "euchre-practice"]["spec"]["template"]["metadata"]["labels"]
    assert service["spec"]["selector"].items() <= labels.items()
    assert [port["port"] for port in service["spec"]["ports"]] == [DEFAULT_PORT]


def test_the_command_takes_what_it_is_given(resources: dict[tuple[str, str], dict[str, Any]]) -> None:
    pod = resources["Deployment", "euchre-practice"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    known = {f"--{name.replace('_', '-')}" for name in inspect.signature(practice).parameters}
    assert {argument.partition("=")[0] for argument in container["args"]} <= known
    assert container["image"] == "registry.example.com/euchre-rules-service:0.1.0"
    target = next(each for each in container["args"] if each.startswith("--target="))
    assert ("Service", target.rpartition("/")[2].partition(":")[0]) in resources
