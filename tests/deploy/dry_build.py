"""Carries out the steps of deploy/Dockerfile in clean folders, without a container engine.

Each stage gets an empty folder as its file system's root. Bubblewrap runs the stage's commands in there,
word for word, with the machine's system directories in place of the base image's and the running Python at
/usr/local, where the base image has it. What is missing next to an engine: the base image itself, layers
and their cache.

    python -m tests.deploy.dry_build build/image     # leaves build/image/runtime, build/image/sbom, ...
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pathspec

from tests.deploy.dockerfile_reading import Copy, Run, Stage, read

ROOT: Final = Path(__file__).resolve().parents[2]
DOCKERFILE: Final = ROOT / "deploy" / "Dockerfile"

_PACKAGE_INDEX: Final = ("PIP_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""Variables by which a machine tells pip where its packages are; a build on an engine has its own."""


_BASE_ENVIRONMENT: Final = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
"""What the base image itself sets."""


def build(folder: Path, wanted: Sequence[str]) -> dict[str, Stage]:
    """Builds stages and those they are made from.

    Args:
        folder: where each stage gets a subfolder; must not exist.
        wanted: names of stages.

    Returns:
        Every stage of the Dockerfile.
    """
    stages = read(DOCKERFILE)
    folder.mkdir(parents=True)
    # The user of the image must be able to look into it.
    folder.chmod(0o755)
    for name in wanted:
        _build(stages, stages[name], folder)
    return stages


def _build(stages: dict[str, Stage], stage: Stage, folder: Path) -> None:
    root = folder / stage.name
    if root.exists():
        return
    needed = [stage.base, *(step.stage for step in stage.steps if isinstance(step, Copy) and step.stage)]
    for name in needed:
        if name in stages:
            _build(stages, stages[name], folder)
    if stage.base in stages:
        # Links instead of copies: a stage adds files to those of its base, it does not write into them.
        shutil.copytree(folder / stage.base, root, symlinks=True, copy_function=os.link)
    else:
        root.mkdir(mode=0o755)
    for step in stage.steps:
        if isinstance(step, Run):
            _run(root, step)
        else:
            _copy(root, step, folder / step.stage if step.stage else None)


def _run(root: Path, step: Run) -> None:
    into(root, step.folder).mkdir(parents=True, exist_ok=True)
    index = {name: value for name, value in os.environ.items() if name.upper().startswith(_PACKAGE_INDEX)}
    binds = [
        part
        for value in index.values()
        if Path(value).is_absolute()
        for part in ("--ro-bind-try", value, value)
    ]
    command = [*sandbox(root, index | step.environment), *binds, "--chdir", step.folder]
    subprocess.run([*command, "/bin/sh", "-c", step.command], check=True)


def _copy(root: Path, step: Copy, stage_root: Path | None) -> None:
    target = into(root, step.target)
    for source in step.sources:
        origin = ROOT / source if stage_root is None else into(stage_root, source)
        if stage_root is not None and origin.is_dir():
            shutil.copytree(origin, target, symlinks=True, copy_function=os.link, dirs_exist_ok=True)
            continue
        for file in _context_files(origin) if stage_root is None else [origin]:
            if origin.is_dir():
                place = target / file.relative_to(origin)
            else:
                place = target / origin.name if step.target.endswith("/") else target
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, place)


def _context_files(origin: Path) -> Iterator[Path]:
    ignored = pathspec.PathSpec.from_lines(
        "gitignore", DOCKERFILE.with_name("Dockerfile.dockerignore").read_text().splitlines()
    )
    files = [origin] if origin.is_file() else sorted(path for path in origin.rglob("*") if path.is_file())
    return (path for path in files if not ignored.match_file(path.relative_to(ROOT)))


def into(root: Path, path: str) -> Path:
    """A path of a stage as the machine sees it."""
    return root / path.lstrip("/")


def sandbox(root: Path, environment: dict[str, str]) -> list[str]:
    """The beginning of a command that runs in a folder as its root, with these variables and no others."""
    command = ["bwrap", "--bind", str(root), "/", "--die-with-parent", "--clearenv"]
    for name in ("bin", "lib", "lib64", "sbin"):
        place = Path("/", name)
        if place.is_symlink():
            if not into(root, str(place)).is_symlink():
                into(root, str(place)).symlink_to(place.readlink())
        elif place.exists():
            command += ["--ro-bind", str(place), str(place)]
    command += ["--ro-bind", "/usr", "/usr", *_python()]
    command += ["--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for name, value in (_BASE_ENVIRONMENT | environment).items():
        command += ["--setenv", name, value]
    return command


def _python() -> list[str]:
    """Puts the running Python where the base image has its own."""
    prefix, version = Path(sys.base_prefix), f"python{sys.version_info.major}.{sys.version_info.minor}"
    command = ["--tmpfs", "/usr/local"]
    binds = {
        prefix / "bin" / version: Path("/usr/local/bin", version),
        prefix / "lib" / version: Path("/usr/local/lib", version),
    }
    # Its binary may name the place of its own library.
    binds |= {library: library for library in (prefix / "lib").glob("libpython*.so*")}
    for folder in dict.fromkeys(parent for target in binds.values() for parent in [*target.parents][::-1]):
        command += ["--perms", "0755", "--dir", str(folder)]
    for source, target in binds.items():
        command += ["--ro-bind", str(source), str(target)]
    for name in ("python3", "python"):
        command += ["--symlink", version, f"/usr/local/bin/{name}"]
    return [*command, "--remount-ro", "/usr/local"]


def container(root: Path, stage: Stage, environment: dict[str, str]) -> list[str]:
    """The beginning of a command that runs as in a container of an image.

    As the image's user, without a capability or a way to any, process 1 of its own process space, nothing
    writable, only the image's own variables and those given.
    """
    user, _, group = stage.user.partition(":")
    command = sandbox(root, stage.environment | environment)
    command += ["--unshare-pid", "--as-pid-1", "--unshare-ipc", "--unshare-uts", "--chdir", stage.folder]
    command += ["--remount-ro", "/tmp", "--remount-ro", "/"]
    if os.getuid() != 0:
        return [*command, "--unshare-user", "--uid", user, "--gid", group]
    for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
        command += ["--cap-add", capability]
    drop = ["--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    return [*command, "setpriv", f"--reuid={user}", f"--regid={group}", *drop]


if __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2:] or ["runtime", "sbom"])
