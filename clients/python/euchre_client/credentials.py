"""What a client proves itself with, and what it trusts: certificates and a bearer token, from files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import grpc
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key


class CredentialsError(ValueError):
    """Files of credentials that cannot be used. The message names the file, never what it holds."""


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """The files of a client; without any, connections are plain text.

    It can be given to another process, as it holds names of files only.

    Attributes:
        tls_ca: the authorities that may sign the server's certificate, in PEM.
        tls_cert: the client's own certificate, in PEM, for a server that demands one.
        tls_key: the private key of that certificate, in PEM.
        token_file: a bearer token, which is sent with each call. It is sent by TLS only: whoever overhears
            it can call as this client.
        system_roots: trusts the authorities that gRPC comes with, when no `tls_ca` is given.
    """

    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    token_file: Path | None = None
    system_roots: bool = False

    @property
    def secure(self) -> bool:
        """Whether connections are by TLS."""
        return self.tls_ca is not None or self.system_roots

    def channel_credentials(self) -> grpc.ChannelCredentials | None:
        """What `open_channel` and the clients take as `credentials`; None for plain text.

        Raises:
            CredentialsError: a file cannot be read or holds something else, or one is given that goes with
                another.
        """
        if (self.tls_cert is None) != (self.tls_key is None):
            raise CredentialsError("a client certificate and its key go together")
        if not self.secure:
            if self.tls_cert is not None or self.token_file is not None:
                raise CredentialsError("certificates and tokens are sent by TLS only; name the authority too")
            return None
        credentials = grpc.ssl_channel_credentials(
            _certificates(self.tls_ca),
            private_key=_private_key(self.tls_key),
            certificate_chain=_certificates(self.tls_cert),
        )
        token = _read(self.token_file)
        if token is None:
            return credentials
        text = token.decode("ascii", "replace").strip()
        if not text.isascii() or not text.isprintable() or not text:
            raise CredentialsError(f"{self.token_file} holds no token")
        return grpc.composite_channel_credentials(credentials, grpc.access_token_call_credentials(text))


def _read(path: Path | None) -> bytes | None:
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as error:
        raise CredentialsError(f"{path} cannot be read: {error.strerror}") from None


def _certificates(path: Path | None) -> bytes | None:
    pem = _read(path)
    # gRPC takes anything here, and then tells at each call that it cannot shake hands.
    try:
        if pem is not None:
            x509.load_pem_x509_certificates(pem)
    except ValueError:
        raise CredentialsError(f"{path} holds no certificate in PEM") from None
    return pem


def _private_key(path: Path | None) -> bytes | None:
    pem = _read(path)
    try:
        if pem is not None:
            load_pem_private_key(pem, password=None)
    except (ValueError, TypeError):
        raise CredentialsError(f"{path} holds no private key in PEM, or one with a password") from None
    return pem
