"""deploy/Dockerfile: linted, its steps carried out, and what they make started as a container would."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from euchre_service.keyring import MasterKey
from tests.deploy.dockerfile_reading import Stage, read
from tests.deploy.dry_build import DOCKERFILE, ROOT, build, container, into
from tests.deploy.programs import machine_tool, tool
from tests.ports import free_port

LOCKS = ROOT / "deploy" / "locks"
ANYBODY = {"EUCHRE_ALLOW_ANONYMOUS": "true"}


@dataclass(frozen=True)
class Image:
    folder: Path
    stage: Stage

    @property
    def root(self) -> Path:
        return self.folder / self.stage.name

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a command to its end, as in a container of this image."""
        return subprocess.run(
            [*container(self.root, self.stage, environment), *command],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def probe(self, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run(*self.stage.health, **environment)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Image:
    """The image, built once for all processes that share the tests between them."""
    machine_tool("bwrap")
    shared = tmp_path_factory.getbasetemp()
    shared = shared if worker_id == "master" else shared.parent
    folder = shared / "image"
    with (shared / "image.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build(folder, ["runtime", "sbom"])
            # Hundreds of megabytes, while pytest keeps folders for a while.
            for name in ("builder", "sbom-builder"):
                shutil.rmtree(folder / name)
    return Image(folder, read(DOCKERFILE)["runtime"])


@contextmanager
def serving(image: Image, **environment: str) -> Iterator[int]:
    """Starts the entry point and gives the process id, on this machine, of the server in it."""
    log, told = os.pipe()
    command = [*container(image.root, image.stage, environment), *image.stage.entrypoint]
    bwrap, *arguments = command
    process = subprocess.Popen(
        [bwrap, "--info-fd", str(told), *arguments], pass_fds=[told], stdout=subprocess.DEVNULL
    )
    os.close(told)
    try:
        with os.fdopen(log) as information:
            yield int(json.load(information)["child-pid"])
        assert process.wait(timeout=30) == 0, "the server did not drain"
    finally:
        process.kill()
        process.wait()


def test_lint_finds_nothing() -> None:
    result = subprocess.run([tool("hadolint"), str(DOCKERFILE)], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")


def test_lint_would_find_something(tmp_path: Path) -> None:
    worse = tmp_path / "Dockerfile"
    worse.write_text(DOCKERFILE.read_text().replace("USER 65532:65532", "USER root"))
    result = subprocess.run([tool("hadolint"), str(worse)], capture_output=True, text=True, check=False)
    assert result.returncode == 1 and "DL3002" in result.stdout


def test_serves_as_a_container_would(image: Image) -> None:
    environment = {"EUCHRE_PORT": str(free_port()), "EUCHRE_KEYS": MasterKey.generate().to_line()} | ANYBODY
    assert image.probe(**environment).returncode == 2  # nobody answers yet
    with serving(image, **environment) as server:
        deadline = time.monotonic() + 60
        while (health := image.probe(**environment)).returncode != 0:
            assert time.monotonic() < deadline, health.stdout
        assert health.stdout == f"127.0.0.1:{environment['EUCHRE_PORT']}: SERVING\n"

        status = dict(
            line.split(":\t", 1) for line in Path(f"/proc/{server}/status").read_text().splitlines()
        )
        if os.getuid() == 0:  # else the user is one of a user namespace
            assert set(status["Uid"].split()) == {"65532"} == set(status["Gid"].split())
        assert int(status["CapEff"], 16) == 0 == int(status["CapPrm"], 16)
        assert status["NoNewPrivs"] == "1"
        assert status["NSpid"].split()[-1] == "1"
        os.kill(server, getattr(signal, image.stage.stop_signal))


def test_nothing_is_writable(image: Image) -> None:
    for place in ("/", "/tmp", "/opt/euchre", "/run"):
        refused = image.run("/bin/sh", "-c", f"touch {place}/file")
        assert refused.returncode != 0, place
    writable = image.run("/bin/sh", "-c", "find / -xdev -writable ! -type l 2>/dev/null")
    assert writable.stdout == ""


def test_can_be_watched(image: Image) -> None:
    watched = {"EUCHRE_METRICS": "prometheus,otlp", "EUCHRE_TRACES": "otlp"}
    refused = image.run(*image.stage.entrypoint, **ANYBODY, **watched)
    # It has what that needs, and asks for its keys next.
    assert refused.returncode == 2 and "telemetry" not in refused.stderr
    assert "production mode needs keys" in refused.stderr


def test_refuses_to_start_without_keys(image: Image) -> None:
    refused = image.run(*image.stage.entrypoint, **ANYBODY)
    assert refused.returncode == 2
    assert "production mode" in refused.stderr


def test_prints_a_key_for_a_key_file(image: Image) -> None:
    assert MasterKey.from_line(image.run(*image.stage.entrypoint, "--new-key").stdout)


def test_holds_no_tool_of_its_build(image: Image) -> None:
    binaries = {path.name for path in into(image.root, "/opt/euchre/bin").iterdir()}
    assert {"euchre-server", "euchre-health"} <= binaries
    assert not [name for name in binaries if name.startswith("pip")]
    assert [path.name for path in image.root.iterdir() if path.name not in _MOUNTS] == ["opt"]
    assert [path.name for path in (image.root / "opt").iterdir()] == ["euchre"]


_MOUNTS = {"bin", "dev", "etc", "lib", "lib64", "proc", "root", "sbin", "tmp", "usr"}
"""What the machine lends a running container."""


def test_bill_of_materials_lists_what_is_there(image: Image) -> None:
    bill = json.loads((image.folder / "sbom" / "euchre.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    assert bill["metadata"]["component"]["name"] == "euchre-rules-service"
    listed = {canonicalize_name(part["name"]): part["version"] for part in bill["components"]}
    assert listed == _pins(LOCKS / "runtime.txt")
    assert all(part["purl"].startswith("pkg:pypi/") for part in bill["components"])


@pytest.mark.parametrize("name", ["build", "runtime", "sbom"])
def test_locks_agree_with_the_versions_that_tests_run_with(name: str) -> None:
    tested = _pins(ROOT / "constraints.txt")
    locked = _pins(LOCKS / f"{name}.txt")
    differing = {package for package in locked.keys() & tested.keys() if locked[package] != tested[package]}
    assert differing == set(), "run `make image-lock`"
    if name == "runtime":
        assert locked.keys() <= tested.keys(), "run `make image-lock`"


def test_locks_cover_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for name, wanted in (
        ("runtime", project["project"]["dependencies"]),
        ("runtime", project["project"]["optional-dependencies"]["telemetry"]),
        ("build", project["build-system"]["requires"]),
    ):
        locked = _pins(LOCKS / f"{name}.txt")
        for requirement in map(Requirement, wanted):
            version = locked.get(canonicalize_name(requirement.name))
            assert version is not None and requirement.specifier.contains(version), (
                f"{requirement}: `make image-lock`"
            )


def test_every_locked_file_has_a_hash() -> None:
    for path in LOCKS.iterdir():
        for entry in path.read_text().replace("\\\n", "").splitlines():
            assert entry.startswith("#") or "--hash=sha256:" in entry, f"{path.name}: {entry}"


def test_base_image_is_the_python_of_the_tests() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert f"python:{project['tool']['mypy']['python_version']}-slim" in DOCKERFILE.read_text()


def _pins(path: Path) -> dict[str, str]:
    lines = [line.split()[0] for line in path.read_text().splitlines() if "==" in line and line[0] != "#"]
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}
