"""Encrypted connections: certificates of the server and of callers, and their replacement while it serves."""

from __future__ import annotations

import socket
import ssl
import time
import warnings
from pathlib import Path
from typing import Any

import grpc
import pytest
from cryptography import x509

from euchre_client.credentials import Credentials, CredentialsError
from euchre_service.config import ConfigError, ServerConfig
from tests.security.pki import Authority, Files
from tests.security.servers import LIST, calling, refused, serving
from tests.service.fakes import Log


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


@pytest.fixture
def own(authority: Authority) -> Files:
    return authority.issue("server", "localhost")


def handshake(
    address: str, ca: Path, *, client: Files | None = None, version: ssl.TLSVersion | None = None
) -> tuple[str | None, int]:
    """The TLS version agreed on and the serial number of the server's certificate."""
    context = ssl.create_default_context(cafile=str(ca))
    context.set_alpn_protocols(["h2"])
    if client is not None:
        context.load_cert_chain(client.certificate, client.key)
    if version is not None:
        # OpenSSL would refuse old versions by itself, and this is about the server.
        context.set_ciphers("ALL:@SECLEVEL=0")
        with warnings.catch_warnings(action="ignore"):
            context.minimum_version = context.maximum_version = version
    host, port = address.rsplit(":", 1)
    with (
        socket.create_connection((host, int(port)), timeout=5) as plain,
        context.wrap_socket(plain, server_hostname=host) as secured,
    ):
        shown = secured.getpeercert(binary_form=True)
        assert shown is not None
        return secured.version(), x509.load_der_x509_certificate(shown).serial_number


def serial(files: Files) -> int:
    return x509.load_pem_x509_certificate(files.certificate.read_bytes()).serial_number


def test_calls_are_encrypted_and_the_server_is_known(
    authority: Authority, own: Files, tmp_path: Path
) -> None:
    stranger = Authority(tmp_path, "stranger")
    with serving(tls_cert=own.certificate, tls_key=own.key) as address:
        with calling(address, tls_ca=authority.certificate) as stub:
            assert stub.ListRulesets(LIST, timeout=5).rulesets
        with calling(address, tls_ca=stranger.certificate) as stub:
            assert refused(lambda: stub.ListRulesets(LIST, timeout=5))[0] is grpc.StatusCode.UNAVAILABLE
        with calling(address) as stub:
            assert refused(lambda: stub.ListRulesets(LIST, timeout=5))[0] is grpc.StatusCode.UNAVAILABLE


def test_no_version_below_1_2(authority: Authority, own: Files) -> None:
    with serving(tls_cert=own.certificate, tls_key=own.key) as address:
        assert handshake(address, authority.certificate)[0] == "TLSv1.3"
        assert handshake(address, authority.certificate, version=ssl.TLSVersion.TLSv1_2)[0] == "TLSv1.2"
        for old in (ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1):
            with pytest.raises(OSError, match=r"EOF|PROTOCOL|protocol|alert|reset"):
                handshake(address, authority.certificate, version=old)


def test_mutual_tls_turns_strangers_away_in_the_handshake(
    authority: Authority, own: Files, tmp_path: Path
) -> None:
    mine = authority.issue("alice", "alice.example")
    forged = Authority(tmp_path, "stranger").issue("alice", "alice.example", file="forged")
    late = authority.issue("late", "late.example", expired=True)
    settings = {"tls_cert": own.certificate, "tls_key": own.key, "tls_client_ca": authority.certificate}
    with serving(**settings) as address:
        ca = authority.certificate
        with calling(address, tls_ca=ca, tls_cert=mine.certificate, tls_key=mine.key) as stub:
            assert stub.ListRulesets(LIST, timeout=5).rulesets
        for other in (forged, late):
            with calling(address, tls_ca=ca, tls_cert=other.certificate, tls_key=other.key) as stub:
                assert refused(lambda s=stub: s.ListRulesets(LIST, timeout=5)) == (  # type: ignore[misc]
                    grpc.StatusCode.UNAVAILABLE,
                    "",
                    {},
                )
        with calling(address, tls_ca=ca) as stub:
            assert refused(lambda: stub.ListRulesets(LIST, timeout=5))[0] is grpc.StatusCode.UNAVAILABLE


def test_certificates_are_replaced_without_a_restart(authority: Authority, own: Files, log: Log) -> None:
    first = serial(own)
    with (
        serving(log, tls_cert=own.certificate, tls_key=own.key) as address,
        calling(address, tls_ca=authority.certificate) as stub,
    ):
        assert stub.ListRulesets(LIST, timeout=5).rulesets
        assert handshake(address, authority.certificate)[1] == first

        replaced = serial(authority.issue("server", "localhost"))
        assert handshake(address, authority.certificate)[1] == replaced != first
        # The connection that was open goes on.
        assert stub.ListRulesets(LIST, timeout=5).rulesets
    forms = [line["form"] for line in log.lines() if line["event"] == "certificates" and "form" in line]
    assert forms == ["new ones from now on"]


def test_half_a_replacement_changes_nothing(authority: Authority, own: Files, log: Log) -> None:
    first, old_key = serial(own), own.key.read_bytes()
    with serving(log, tls_cert=own.certificate, tls_key=own.key) as address:
        second = serial(authority.issue("server", "localhost"))
        new_key = own.key.read_bytes()
        own.key.write_bytes(old_key)
        assert handshake(address, authority.certificate)[1] == first
        own.key.write_text("nonsense")
        assert handshake(address, authority.certificate)[1] == first
        own.key.unlink()
        assert handshake(address, authority.certificate)[1] == first
        own.key.write_bytes(new_key)
        assert handshake(address, authority.certificate)[1] == second
    errors = [line["form"] for line in log.lines() if line["level"] == "error"]
    assert len(errors) == 3
    assert all(form.startswith("the old ones stay: ") for form in errors)
    assert "PRIVATE KEY" not in log.text() and "nonsense" not in log.text()


def test_the_authority_of_callers_is_replaced_too(authority: Authority, own: Files, tmp_path: Path) -> None:
    second = Authority(tmp_path, "second")
    mine, theirs = authority.issue("alice", "alice"), second.issue("bob", "bob")
    trusted = tmp_path / "trusted.pem"
    trusted.write_bytes(authority.certificate.read_bytes())
    settings = {"tls_cert": own.certificate, "tls_key": own.key, "tls_client_ca": trusted}
    with serving(**settings) as address:

        def code(files: Files) -> grpc.StatusCode:
            with calling(
                address, tls_ca=authority.certificate, tls_cert=files.certificate, tls_key=files.key
            ) as stub:
                try:
                    stub.ListRulesets(LIST, timeout=5)
                except grpc.RpcError as error:
                    return error.code()
                return grpc.StatusCode.OK

        assert (code(mine), code(theirs)) == (grpc.StatusCode.OK, grpc.StatusCode.UNAVAILABLE)
        trusted.write_bytes(second.certificate.read_bytes())
        assert (code(mine), code(theirs)) == (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.OK)


def test_files_that_cannot_be_used_are_named(authority: Authority, own: Files, tmp_path: Path) -> None:
    other = authority.issue("other")
    absent = tmp_path / "absent.pem"
    for certificate, key, said in (
        (own.certificate, other.key, "is not the key of"),
        (own.key, own.key, "is no certificate"),
        (own.certificate, own.certificate, "is no key"),
        (absent, own.key, "No such file"),
    ):
        with pytest.raises(ConfigError, match=said) as caught, serving(tls_cert=certificate, tls_key=key):
            pass
        assert caught.value.flag == "--tls-cert"


@pytest.mark.parametrize(
    ("settings", "flag"),
    [
        ({"tls_cert": Path("c")}, "--tls-cert"),
        ({"tls_key": Path("k")}, "--tls-key"),
        ({"tls_client_ca": Path("a")}, "--tls-client-ca"),
    ],
)
def test_flags_that_go_together(settings: dict[str, Path], flag: str) -> None:
    with pytest.raises(ConfigError) as caught:
        ServerConfig(**settings)  # type: ignore[arg-type]
    assert caught.value.flag == flag


def test_client_files_that_go_together(own: Files, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("x\n")
    combinations: list[dict[str, Any]] = [
        {"tls_cert": own.certificate, "tls_ca": own.certificate},
        {"tls_cert": own.certificate, "tls_key": own.key},
        {"token_file": token},
        {"tls_ca": tmp_path / "absent"},
    ]
    for files in combinations:
        with pytest.raises(CredentialsError):
            Credentials(**files).channel_credentials()
    token.write_text("\n")
    with pytest.raises(CredentialsError, match="holds no token"):
        Credentials(tls_ca=own.certificate, token_file=token).channel_credentials()
    assert Credentials().channel_credentials() is None


def test_a_client_that_stalls_in_the_handshake_holds_nobody_up(authority: Authority, own: Files) -> None:
    with serving(tls_cert=own.certificate, tls_key=own.key) as address:
        host, port = address.rsplit(":", 1)
        stalled = [socket.create_connection((host, int(port))) for _ in range(50)]
        try:
            for connection in stalled:
                connection.send(b"\x16\x03\x01")
            started = time.monotonic()
            with calling(address, tls_ca=authority.certificate) as stub:
                assert stub.ListRulesets(LIST, timeout=5).rulesets
            assert time.monotonic() - started < 3
        finally:
            for connection in stalled:
                connection.close()
