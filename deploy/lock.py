"""Writes the lock files of the image: `make image-lock`, or as part of `make lock`.

Each names every package, its version, and the hashes of its files, so that an image is built from the
same bytes every time and from no others (`pip install --require-hashes`):

- `deploy/locks/runtime.txt`: what the server needs, from `[project].dependencies` and the extra `telemetry`;
- `deploy/locks/build.txt`: what builds its wheel, from `[build-system].requires`;
- `deploy/locks/sbom.txt`: what lists the image's packages.

Versions are those of `constraints.txt`, which the tests run with. Needs `uv` on the path.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
LOCKS: Final = ROOT / "deploy" / "locks"

_HEADER: Final = "# Written by deploy/lock.py (`make image-lock`); do not edit.\n"


def lock(requirements: list[str], path: Path) -> None:
    """Resolves requirements, within `constraints.txt`, to a file with versions and hashes."""
    command = ["uv", "pip", "compile", "-", "--quiet", "--constraints", str(ROOT / "constraints.txt")]
    # For the image's platform and Python; hashes are those of every file of a version all the same.
    command += ["--python-version", "3.11", "--python-platform", "linux"]
    command += ["--generate-hashes", "--no-header", "--no-annotate"]
    result = subprocess.run(
        command, input="\n".join(requirements), text=True, capture_output=True, check=False
    )
    if result.returncode != 0:
        raise SystemExit(f"uv: {result.stderr.strip()}")
    path.write_text(_HEADER + result.stdout, encoding="utf-8")


def runtime(project: dict[str, Any]) -> list[str]:
    """What the image needs: the server can be watched there, so the extra `telemetry` belongs to it."""
    table = project["project"]
    return [*table["dependencies"], *table["optional-dependencies"]["telemetry"]]


def main() -> None:
    """Writes all of them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock(runtime(project), LOCKS / "runtime.txt")
    lock(project["build-system"]["requires"], LOCKS / "build.txt")
    lock(["cyclonedx-bom"], LOCKS / "sbom.txt")
    print(f"locks written to {LOCKS.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
