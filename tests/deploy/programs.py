"""Finding and running the programs that these tests drive."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

BUILT: Final = Path(__file__).resolve().parents[2] / "build" / "bin"
"""Where `make deploy-tools` puts what it builds."""


def tool(name: str) -> str:
    """The path of a program that the dev extra brings.

    Raises:
        FileNotFoundError: the environment lacks it.
    """
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed: the dev extra brings it")
    return found


def machine_tool(name: str) -> str:
    """The path of a program of the machine. Without it the test is skipped, but in CI it fails."""
    found = shutil.which(name, path=f"{BUILT}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        message = f"{name} is not installed: docs/deploy.md says what the tests need"
        if "CI" in os.environ:
            pytest.fail(message)
        pytest.skip(message)
    return found


def kustomize() -> list[str]:
    """The command that builds an overlay, which kubectl has too."""
    if shutil.which("kustomize", path=f"{BUILT}{os.pathsep}{os.environ['PATH']}"):
        return [machine_tool("kustomize"), "build"]
    return [machine_tool("kubectl"), "kustomize"]
