from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import pytest
from typer.testing import CliRunner

from euchre_arena.cli import app
from euchre_client import RulesClient
from tests.client.real_service import real_service


class Done(NamedTuple):
    """A command that was run."""

    exit_code: int
    stdout: str
    stderr: str


Run: TypeAlias = Callable[..., Done]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the real service is."""
    with real_service() as address:
        yield address


@pytest.fixture(scope="session")
def rules(address: str) -> Iterator[RulesClient]:
    """A client of the real service."""
    with RulesClient(address) as client:
        yield client


@pytest.fixture
def run(address: str) -> Run:
    """Runs a command in this process, on the real service."""

    def call(*arguments: object, stdin: str | None = None) -> Done:
        done = CliRunner().invoke(app, [*map(str, arguments), "--target", address], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(done.exit_code, done.stdout, done.stderr)

    return call
