"""Our clients and our command line at a server that demands certificates and tokens."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner, Result

from euchre_arena.cli import app
from euchre_client import (
    Credentials,
    CredentialsError,
    CredentialsMissing,
    RoleRequired,
    RulesClient,
    Table,
    TransportError,
)
from euchre_service.callers import Role
from tests.security.pki import Authority, Files
from tests.security.servers import CallersFile, serving


class Site(NamedTuple):
    """A server by mutual TLS with callers, and what its callers have."""

    address: str
    ca: Path
    client: Files
    tokens: dict[Role, Path]

    def credentials(self, role: Role) -> Credentials:
        return Credentials(
            tls_ca=self.ca,
            tls_cert=self.client.certificate,
            tls_key=self.client.key,
            token_file=self.tokens[role],
        )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    directory = tmp_path_factory.mktemp("site")
    authority = Authority(directory)
    own, client = authority.issue("server", "localhost"), authority.issue("client", "client.example")
    callers = CallersFile(directory / "callers")
    tokens = {}
    for role, token in callers.tokens.items():
        tokens[role] = directory / f"{role}.token"
        tokens[role].write_text(f"{token}\n")
    with serving(
        analysis=False,
        callers_file=callers.path,
        tls_cert=own.certificate,
        tls_key=own.key,
        tls_client_ca=authority.certificate,
    ) as address:
        yield Site(address, authority.certificate, client, tokens)


def test_a_table_of_a_host(site: Site) -> None:
    credentials = site.credentials(Role.HOST).channel_credentials()
    with RulesClient(site.address, credentials=credentials) as client:
        table = Table.create(client, "classic")
        table.deal()
        assert table.actor is not None


def test_exceptions_are_typed(site: Site) -> None:
    with (
        RulesClient(site.address, credentials=site.credentials(Role.PLAYER).channel_credentials()) as client,
        pytest.raises(RoleRequired) as caught,
    ):
        client.create_game("classic")
    assert caught.value.metadata == {"roles": "host"}
    no_token = Credentials(tls_ca=site.ca, tls_cert=site.client.certificate, tls_key=site.client.key)
    with (
        RulesClient(site.address, credentials=no_token.channel_credentials()) as client,
        pytest.raises(CredentialsMissing),
    ):
        client.list_rulesets()
    with RulesClient(site.address) as client, pytest.raises(TransportError):
        client.list_rulesets(timeout=2)


def command(site: Site, *words: str, role: Role = Role.HOST, token: bool = True, ca: bool = True) -> Result:
    options = ["--tls-cert", str(site.client.certificate), "--tls-key", str(site.client.key)]
    options += ["--token-file", str(site.tokens[role])] if token else []
    options += ["--tls-ca", str(site.ca)] if ca else []
    return CliRunner().invoke(app, [*options, *words, "--target", site.address])


def test_the_command_line(site: Site) -> None:
    assert "ghost_hand" in command(site, "rulesets").stdout
    assert command(site, "demo", "--fast").exit_code == 0
    refused = command(site, "demo", "--fast", role=Role.PLAYER)
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert "Only a caller that is host may call this." in refused.stderr
    assert "bearer token" in command(site, "rulesets", token=False).stderr
    plain = command(site, "rulesets", ca=False)
    assert (plain.exit_code, "by TLS only" in plain.stderr) == (1, True)


def test_every_command_with_a_target_connects_like_that(site: Site, tmp_path: Path) -> None:
    played = command(site, "tournament", "random", "heuristic", "--blocks", "1", "--hands", "1")
    assert (played.exit_code, "2 games of Classic" in played.stdout) == (0, True), played.stderr
    seated = command(site, "play", "buck", "--bots", "random")
    assert "You leave the game at" in seated.output, seated.output
    record = tmp_path / "game.json"
    with RulesClient(site.address, credentials=site.credentials(Role.HOST).channel_credentials()) as client:
        table = Table.create(client, "classic")
        table.deal()
        record.write_text(table.record.to_json())
    # This server offers no analysis; to be told so, one has to be let in.
    assert "offers no analysis" in command(site, "annotate", str(record)).stderr


def test_options_for_a_server_of_ones_own_change_nothing(site: Site) -> None:
    done = CliRunner().invoke(app, ["--tls-ca", str(site.ca), "rulesets"])
    assert done.exit_code == 0


def told(*words: str) -> str:
    """The one line that a command in a process of its own fails with; gRPC may add none."""
    command = [sys.executable, "-c", "from euchre_arena.entry import main; main()", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done
    (line,) = done.stderr.splitlines()
    return line


def test_what_is_wrong_with_a_connection_is_told_in_one_line(site: Site, tmp_path: Path) -> None:
    stranger, late = Authority(tmp_path, "stranger"), Authority(tmp_path, "late")
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("nonsense\n")
    assert "may want TLS" in told("rulesets", "--target", site.address)
    trusting = ["--tls-ca", str(site.ca), "rulesets", "--target"]
    assert "a certificate of yours" in told(*trusting, site.address)
    untrusted = told("--tls-ca", str(stranger.certificate), "rulesets", "--target", site.address)
    assert "none of the trusted authorities signed it" in untrusted
    assert "holds no certificate" in told("--tls-ca", str(nonsense), "rulesets", "--target", site.address)
    with serving(analysis=False) as plain:
        assert "speaks no TLS" in told(*trusting, plain)
    for name, expired, words in (
        ("localhost", True, "has expired"),
        ("other.example", False, "another name"),
    ):
        files = late.issue("server", name, file=name, expired=expired)
        with serving(analysis=False, tls_cert=files.certificate, tls_key=files.key) as address:
            assert words in told("--tls-ca", str(late.certificate), "rulesets", "--target", address)
    assert "No Euchre server answers" in told("rulesets", "--target", "localhost:1")


@pytest.mark.parametrize("which", ["tls_cert", "tls_key", "tls_ca"])
def test_files_that_hold_something_else(site: Site, tmp_path: Path, which: str) -> None:
    nonsense = tmp_path / "nonsense.pem"
    nonsense.write_text("nonsense\n")
    certificate, key = site.client
    files: dict[str, Any] = {"tls_ca": site.ca, "tls_cert": certificate, "tls_key": key}
    with pytest.raises(CredentialsError, match="holds no"):
        Credentials(**files | {which: nonsense}).channel_credentials()
