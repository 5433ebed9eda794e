"""The gate before the handlers: who calls, whether it may, and whether it asks for too much.

A bearer token counts before anything else, and is looked at before the request is read. A certificate, and
the address of a caller that says nothing, are known only when the request is there.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

import grpc.aio
from structlog.typing import FilteringBoundLogger

from euchre_service.callers import Caller, CallersError, CallersFile, Role, unknown_caller
from euchre_service.calllog import CallLog
from euchre_service.config import ConfigError, Mode, ServerConfig
from euchre_service.jwt_tokens import JwtTokens
from euchre_service.limits import CallerLimits, extra_weight
from euchre_service.refusal import ServiceError
from euchre_service.rights import roles_for

if TYPE_CHECKING:  # generic in the type stubs only
    _Context = grpc.aio.ServicerContext[Any, Any]

ANONYMOUS: Final = "anonymous"

_AUTHORIZATION: Final = "authorization"
_BEARER: Final = "bearer "
_MAX_TOKEN: Final = 8192
_NEIGHBOURS: Final = 64
"""Bits that the addresses of one IPv6 subscriber share."""


class Gate:
    """Lets callers in, or not.

    Args:
        config: says which callers the server knows, and how much each may ask for.

    Raises:
        ConfigError: a file cannot be used.
    """

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self._limits = CallerLimits(
            config.caller_rate, max(1.0, config.caller_burst or config.caller_rate), config.caller_calls
        )
        self._roles = roles_of_anonymous(config)
        self.reload()

    def reload(self) -> None:
        """Reads the callers and the keys of their tokens again; calls that are in stay in.

        Raises:
            ConfigError: a file cannot be used; then everything stays as it was.
        """
        config = self._config
        try:
            file = CallersFile.read(config.callers_file) if config.callers_file else None
        except CallersError as error:
            raise ConfigError("--callers-file", str(error)) from None
        try:
            tokens = (
                JwtTokens.read(config.jwks_file, config.jwt_issuer, config.jwt_audience)
                if config.jwks_file
                else None
            )
        except CallersError as error:
            raise ConfigError("--jwks-file", str(error)) from None
        self._file, self._jwt = file, tokens
        # Without a list of callers, every certificate of the authority is a caller.
        self._any_certificate = config.tls_client_ca is not None and file is None and tokens is None
        self._certificates = self._any_certificate or (file is not None and file.has_certificates)

    def admit(self, call: CallLog, metadata: Iterable[tuple[str, str | bytes]]) -> None:
        """Lets a call in by its token; without one, leaves it to `admit_connection`.

        Raises:
            ServiceError: it may not come in; CREDENTIALS_..., ROLE_REQUIRED, RATE_LIMITED or TOO_MANY_CALLS.
        """
        if self._file is not None or self._jwt is not None:
            token = _bearer(metadata)
            if token is not None:
                caller = self._by_token(token)
                self._enter(call, caller, caller.name)
                return
        if not self._certificates and self._roles is None:
            raise _missing()

    def admit_connection(self, call: CallLog, context: _Context) -> None:
        """Lets a call in by its connection's certificate, or as nobody in particular.

        Raises:
            ServiceError: as in `admit`.
        """
        caller = self._by_certificate(context.auth_context()) if self._certificates else None
        if caller is not None:
            self._enter(call, caller, caller.name)
        elif self._roles is not None:
            self._enter(call, Caller(ANONYMOUS, self._roles), f"{ANONYMOUS} {neighbourhood(context.peer())}")
        else:
            raise _missing()

    def charge(self, call: CallLog, request: Any) -> None:
        """Counts what a request turned out to hold."""
        if call.account is not None and (weight := extra_weight(request)):
            self._limits.charge(call.account, weight)

    def leave(self, account: str) -> None:
        """A call that was let in has ended."""
        self._limits.leave(account)

    def _enter(self, call: CallLog, caller: Caller, account: str) -> None:
        call.caller = caller.name
        needed = roles_for(call.method)
        if not needed & caller.roles:
            names = sorted(needed)
            raise ServiceError(
                "ROLE_REQUIRED",
                f"Only a caller that is {' or '.join(names)} may call this.",
                {"roles": ",".join(names)},
            )
        self._limits.enter(account)
        call.account = account

    def _by_token(self, token: str) -> Caller:
        if len(token) > _MAX_TOKEN:
            raise unknown_caller()
        # No token made here has a dot, and every JWT has two.
        if self._jwt is not None and "." in token:
            return self._jwt.caller(token)
        caller = self._file.by_token(token) if self._file is not None else None
        if caller is None:
            raise unknown_caller()
        return caller

    def _by_certificate(self, facts: Mapping[str, Iterable[bytes]]) -> Caller | None:
        # The chain was checked when the connection was made.
        names = [
            name.decode("utf-8", "replace")
            for key in ("x509_subject_alternative_name", "x509_common_name")
            for name in facts.get(key, ())
        ]
        if self._file is not None and (caller := self._file.by_certificate(names)) is not None:
            return caller
        return Caller(names[0], _CERTIFIED) if self._any_certificate and names else None


_CERTIFIED: Final = frozenset({Role.PLAYER, Role.HOST})


def knows_callers(config: ServerConfig) -> bool:
    """Whether a server asks its callers who they are."""
    return any((config.callers_file, config.jwks_file, config.tls_client_ca))


def roles_of_anonymous(config: ServerConfig) -> frozenset[Role] | None:
    """What a caller is that does not say who it is; None if it is not let in.

    Raises:
        ConfigError: a server in production mode that knows no callers does not say that it means that.
    """
    if knows_callers(config):
        return _CERTIFIED if config.allow_anonymous else None
    if config.mode is Mode.PRODUCTION and not config.allow_anonymous:
        raise ConfigError(
            "--allow-anonymous",
            "production mode needs callers it knows, by --callers-file, --jwks-file or --tls-client-ca; "
            "say --allow-anonymous if everybody who reaches the server may call it",
        )
    return frozenset(Role)


def make_gate(config: ServerConfig) -> Gate | None:
    """The gate that a configuration asks for; None if everybody may call everything without limit.

    Raises:
        ConfigError: a file cannot be used, or production mode has no callers and does not say why.
    """
    limited = config.caller_rate or config.caller_calls
    if knows_callers(config) or limited:
        return Gate(config)
    roles_of_anonymous(config)
    return None


def announce(config: ServerConfig, log: FilteringBoundLogger) -> None:
    """Checks who may call a server, and by what transport, and says so in its log.

    Raises:
        ConfigError: as for `make_gate`.
    """
    make_gate(config)
    kinds = {
        "certificates": config.tls_client_ca,
        "tokens": config.callers_file,
        "JWTs": config.jwks_file,
    }
    known = [kind for kind, file in kinds.items() if file is not None]
    if not known:
        log.warning("callers", form="anonymous: whoever reaches this server may call everything")
    elif config.allow_anonymous:
        log.warning("callers", form=f"by {', '.join(known)}, and anonymous ones as players and hosts")
    else:
        log.info("callers", form=f"by {', '.join(known)}")
    if config.tls_cert is None and (config.mode is Mode.PRODUCTION or known):
        log.warning("transport", form="not encrypted: keys of seats and tokens pass in the clear")


def neighbourhood(peer: str) -> str:
    """What a caller's address counts as: an IPv4 address, an IPv6 network of 64 bits, or itself.

    Args:
        peer: as gRPC tells it: `ipv4:192.0.2.1:5000`, `ipv6:%5B::1%5D:5000`, `unix:...`.
    """
    address = unquote(peer).partition(":")[2].rpartition(":")[0].strip("[]")
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return peer.partition(":")[0]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((int(ip), _NEIGHBOURS), strict=False))
    return str(ip)


def _bearer(metadata: Iterable[tuple[str, str | bytes]]) -> str | None:
    """The bearer token of a call; None if it has none."""
    values = [value for name, value in metadata if name == _AUTHORIZATION]
    if not values:
        return None
    value = values[0]
    if len(values) > 1 or not isinstance(value, str) or value[: len(_BEARER)].lower() != _BEARER:
        raise unknown_caller()
    return value[len(_BEARER) :].strip()


def _missing() -> ServiceError:
    return ServiceError(
        "CREDENTIALS_MISSING", "This server serves callers it knows; send a bearer token or a certificate."
    )
