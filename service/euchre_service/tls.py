"""Transport security: the server's certificate, and which authority signs those of its callers.

Versions below TLS 1.2 are refused by gRPC itself, which offers no way to allow them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import grpc
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509 import load_pem_x509_certificates
from structlog.typing import FilteringBoundLogger

from euchre_service.config import ConfigError, ServerConfig

_Stamp = tuple[tuple[int, int, int], ...]


class _Pem(NamedTuple):
    certificate: bytes
    key: bytes
    client_ca: bytes | None
    until: str
    """When the certificate ends, in UTC."""


class _Unusable(ValueError):
    """Files that gRPC could not serve with."""


class Certificates:
    """The certificate files of a server, read again whenever they have changed.

    gRPC asks for every new connection, in threads of its own, whether there are new ones. Connections that
    are open keep those they were made with.

    Args:
        config: says which files; `tls_cert` and `tls_key` are set.
        log: told about new certificates, and about files that cannot be used.

    Raises:
        ConfigError: a file cannot be used.
    """

    def __init__(self, config: ServerConfig, log: FilteringBoundLogger) -> None:
        assert config.tls_cert is not None and config.tls_key is not None
        self._cert, self._key, self._client_ca = config.tls_cert, config.tls_key, config.tls_client_ca
        self._log = log
        self._stamp = self._look()
        try:
            self._pem = self._read()
        except _Unusable as error:
            raise ConfigError("--tls-cert", str(error)) from None
        log.info("certificates", until=self._pem.until, clients="certified" if self._client_ca else "any")

    def credentials(self) -> grpc.ServerCredentials:
        """What gRPC listens with."""
        return grpc.dynamic_ssl_server_credentials(
            _configuration(self._pem),
            self._changed,  # type: ignore[arg-type]  # None is allowed, and means that nothing has changed
            require_client_authentication=self._client_ca is not None,
        )

    def _changed(self) -> grpc.ServerCertificateConfiguration | None:
        """The new certificates; None if there are none that could be used."""
        stamp = self._look()
        if stamp == self._stamp:
            return None
        # Before the files are read: what changes while they are is looked at again next time.
        self._stamp = stamp
        try:
            pem = self._read()
        except _Unusable as error:
            self._log.error("certificates", form=f"the old ones stay: {error}")
            return None
        if pem == self._pem:
            return None
        self._pem = pem
        self._log.info("certificates", form="new ones from now on", until=pem.until)
        return _configuration(pem)

    def _look(self) -> _Stamp:
        return tuple(_stamp_of(path) for path in (self._cert, self._key, self._client_ca) if path is not None)

    def _read(self) -> _Pem:
        # Checked here, because gRPC takes a key that is not the certificate's without a word.
        certificate, key = _bytes(self._cert), _bytes(self._key)
        try:
            first = load_pem_x509_certificates(certificate)[0]
        except ValueError:
            raise _Unusable(f"{self._cert} is no certificate in PEM") from None
        try:
            private = load_pem_private_key(key, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise _Unusable(f"{self._key} is no key in PEM, or is encrypted") from None
        if private.public_key() != first.public_key():
            raise _Unusable(f"{self._key} is not the key of {self._cert}")
        client_ca = None
        if self._client_ca is not None:
            client_ca = _bytes(self._client_ca)
            try:
                load_pem_x509_certificates(client_ca)
            except ValueError:
                raise _Unusable(f"{self._client_ca} is no certificate in PEM") from None
        return _Pem(certificate, key, client_ca, first.not_valid_after_utc.isoformat())


_ABSENT: Final = (0, 0, 0)


def _stamp_of(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError:
        return _ABSENT
    return found.st_mtime_ns, found.st_ino, found.st_size


def _configuration(pem: _Pem) -> grpc.ServerCertificateConfiguration:
    return grpc.ssl_server_certificate_configuration([(pem.key, pem.certificate)], pem.client_ca)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _Unusable(f"{path}: {error.strerror}") from None
