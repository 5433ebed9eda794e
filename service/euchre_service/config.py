"""How a server is to run: everything an operator can decide, checked."""

from __future__ import annotations

import dataclasses
import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from euchre_service.logs import LogFormat, LogLevel

DEFAULT_PORT: Final = 50051
DEFAULT_METRICS_PORT: Final = 9464
"""The usual one of OpenTelemetry's exporters for Prometheus."""

DEFAULT_MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
"""Seven times what the largest batch needs.

An item is a state (at most 400 bytes), a seat, a key and a state id (16 bytes each), an action and up to 8
view selectors: less than 600 bytes, so 1,000 items are less than 600 KB. Answers are not limited here. One
without views is about as large as its request, but each view adds some 0.5 to 1 KB, so that a client which
asks for several with every item of a full batch must raise its own limit, by default 4 MiB too.
"""

_ENVIRONMENT: Final = re.compile(r"[A-Za-z0-9._-]{0,64}")
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_UNTOLD: Final = frozenset(
    {
        *("keys_file", "keys_env", "plain", "i_trust_every_caller"),
        *("tls_cert", "tls_key", "tls_client_ca"),
        *("callers_file", "jwks_file", "jwt_issuer", "jwt_audience", "allow_anonymous"),
    }
)


class ConfigError(ValueError):
    """A setting that cannot be used.

    Attributes:
        flag: the command-line flag it is set with.
    """

    def __init__(self, flag: str, message: str) -> None:
        super().__init__(f"{flag}: {message}")
        self.flag = flag
        self.message = message


class Mode(enum.StrEnum):
    """What the server is for."""

    DEVELOPMENT = "development"
    """Starts without keys, with one that dies with the process."""
    PRODUCTION = "production"
    """Refuses whatever would let a game break or a cheat through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """The settings of a server; each field is the flag of the same name, with dashes.

    Attributes:
        host: name or address to listen at.
        port: port to listen at; 0 for any free one.
        workers: how many processes share the port; a core each is best.
        mode: development or production.
        keys_file: file with the master keys (see `keyring`).
        keys_env: name of the environment variable that holds them if there is no file.
        plain: states are not sealed and an empty key counts as the host's, for an embedder that trusts
            every caller. Refused in production unless `i_trust_every_caller` says that it is meant.
        i_trust_every_caller: see `plain`.
        environment: name of the deployment; states of one do not open in another.
        tls_cert: file with the server's certificate and those between it and its authority, in PEM; without
            it connections are not encrypted.
        tls_key: file with its private key, in PEM.
        tls_client_ca: file with the authorities of callers' certificates, in PEM; each caller needs one.
        callers_file: file with the callers, their roles and proofs (see `callers`).
        jwks_file: file with the public keys of an issuer of tokens (see `jwt_tokens`).
        jwt_issuer: what `iss` of its tokens is.
        jwt_audience: what `aud` of tokens for this service is.
        allow_anonymous: callers that do not say who they are are let in, as players and hosts. A development
            server that knows no callers does that without being told to.
        caller_rate: requests and batch items that a caller may send to a worker a second; 0 for any number.
        caller_burst: how many of them at once, after a quiet while; 0 for those of one second.
        caller_calls: how many calls one caller may have in progress in one worker; 0 for any number.
        max_message_bytes: longest request.
        max_concurrent_calls: how many calls may be in progress in one worker; more are told to come back.
        max_waiting_calls: how many calls may wait to be taken up in one worker before a share of them is
            turned away; 0 for any number.
        min_ping_seconds: how often a client may send keepalive pings without being cut off.
        max_connection_age_seconds: after this a client is asked to connect again, so that it finds new
            replicas; 0 for never.
        max_connection_age_grace_seconds: how long calls may still take on such a connection.
        drain_delay_seconds: at shutdown, how long to go on serving while health says NOT_SERVING, for
            balancers to notice.
        drain_seconds: after that, how long running calls may take to end.
        analysis: whether to offer the service of analysis, where what it needs is installed.
        analysis_workers: how many processes think for it in each worker; they start with its first call.
        reflection: whether clients may ask for the protos; by default in development mode only.
        log_format: json or console.
        log_level: debug, info, warning or error.
        log_sample: which part of the calls that succeed get a line, drawn by lot; all others always do.
        metrics: to whom the numbers go: none, prometheus (who asks for them at a port of their own), otlp
            (who is sent them), or the last two with a comma between.
        metrics_host: name or address at which Prometheus may ask; that of the service if empty.
        metrics_port: the port for it; 0 for any free one.
        traces: to whom a span of each call is sent: none or otlp.

    Raises:
        ConfigError: a value is out of range, or two contradict each other.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    workers: int = 1
    mode: Mode = Mode.DEVELOPMENT
    keys_file: Path | None = None
    keys_env: str = "EUCHRE_KEYS"
    plain: bool = False
    i_trust_every_caller: bool = False
    environment: str = ""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    tls_client_ca: Path | None = None
    callers_file: Path | None = None
    jwks_file: Path | None = None
    jwt_issuer: str = ""
    jwt_audience: str = ""
    allow_anonymous: bool = False
    caller_rate: float = 0.0
    caller_burst: float = 0.0
    caller_calls: int = 0
    max_message_bytes: int = DEFAULT_MAX_MESSAGE_BYTES
    max_concurrent_calls: int = 256
    max_waiting_calls: int = 24
    min_ping_seconds: float = 10.0
    max_connection_age_seconds: float = 1800.0
    max_connection_age_grace_seconds: float = 30.0
    drain_delay_seconds: float = 0.0
    drain_seconds: float = 20.0
    analysis: bool = True
    analysis_workers: int = 1
    reflection: bool | None = None
    log_format: LogFormat = LogFormat.JSON
    log_level: LogLevel = LogLevel.INFO
    log_sample: float = 1.0
    metrics: str = "none"
    metrics_host: str = ""
    metrics_port: int = DEFAULT_METRICS_PORT
    traces: str = "none"

    def __post_init__(self) -> None:
        if self.reflection is None:
            object.__setattr__(self, "reflection", self.mode is Mode.DEVELOPMENT)
        if not self.host:
            raise ConfigError("--host", "must not be empty")
        _check_range("--port", self.port, 0, 65535)
        _check_range("--workers", self.workers, 1, 256)
        _check_range("--caller-rate", self.caller_rate, 0, 1e9)
        _check_range("--caller-burst", self.caller_burst, 0, 1e9)
        _check_range("--caller-calls", self.caller_calls, 0, 100_000)
        _check_range("--max-message-bytes", self.max_message_bytes, 1024, 2**31 - 1)
        _check_range("--max-concurrent-calls", self.max_concurrent_calls, 1, 100_000)
        _check_range("--max-waiting-calls", self.max_waiting_calls, 0, 100_000)
        _check_range("--min-ping-seconds", self.min_ping_seconds, 0.1, 86_400)
        _check_range("--max-connection-age-seconds", self.max_connection_age_seconds, 0, 1e6)
        _check_range("--max-connection-age-grace-seconds", self.max_connection_age_grace_seconds, 0, 1e6)
        _check_range("--drain-delay-seconds", self.drain_delay_seconds, 0, 3600)
        _check_range("--drain-seconds", self.drain_seconds, 0, 3600)
        _check_range("--analysis-workers", self.analysis_workers, 1, 256)
        if not _ENVIRONMENT.fullmatch(self.environment):
            raise ConfigError("--environment", "takes up to 64 letters, digits, dots, dashes and underscores")
        if not _VARIABLE.fullmatch(self.keys_env):
            raise ConfigError("--keys-env", "must be the name of an environment variable")
        if self.plain and self.keys_file is not None:
            raise ConfigError("--plain", "does not go with --keys-file: plain states have no key")
        if self.plain and self.mode is Mode.PRODUCTION and not self.i_trust_every_caller:
            raise ConfigError(
                "--plain",
                "lets every caller read and write every game; "
                "in production mode say --i-trust-every-caller too if that is meant",
            )

        _check_range("--log-sample", self.log_sample, 0, 1)
        _check_range("--metrics-port", self.metrics_port, 0, 65535)
        _check_exporters("--metrics", self.metrics, {"prometheus", "otlp"})
        _check_exporters("--traces", self.traces, {"otlp"})
        self._check_callers()

    @property
    def serves_metrics(self) -> bool:
        """Whether Prometheus may ask for numbers."""
        return "prometheus" in _exporters(self.metrics)

    @property
    def pushes_metrics(self) -> bool:
        """Whether numbers are sent by OTLP."""
        return "otlp" in _exporters(self.metrics)

    @property
    def counts_calls(self) -> bool:
        """Whether anybody wants numbers."""
        return self.serves_metrics or self.pushes_metrics

    @property
    def sends_traces(self) -> bool:
        """Whether spans are sent by OTLP."""
        return "otlp" in _exporters(self.traces)

    def _check_callers(self) -> None:
        if (self.tls_cert is None) != (self.tls_key is None):
            given, missing = (
                ("--tls-key", "--tls-cert") if self.tls_cert is None else ("--tls-cert", "--tls-key")
            )
            raise ConfigError(given, f"needs {missing} too")
        if self.tls_client_ca is not None and self.tls_cert is None:
            raise ConfigError("--tls-client-ca", "needs --tls-cert and --tls-key")
        if self.jwks_file is not None and not (self.jwt_issuer and self.jwt_audience):
            raise ConfigError(
                "--jwks-file",
                "needs --jwt-issuer and --jwt-audience: a token made for another service is none",
            )

    def summary(self) -> Mapping[str, str | int | float | bool]:
        """The settings for people and logs: plain values, and nothing secret among them."""
        return {
            field.name: _plain(getattr(self, field.name))
            for field in dataclasses.fields(self)
            # How states are sealed, and who may call, is told in a line each, once the files are read.
            if field.name not in _UNTOLD
        }


def _check_range(flag: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise ConfigError(flag, f"must be between {low:g} and {high:g}, not {value:g}")


def _exporters(names: str) -> set[str]:
    return {name.strip() for name in names.split(",")}


def _check_exporters(flag: str, names: str, known: set[str]) -> None:
    asked = _exporters(names)
    if asked != {"none"} and not asked <= known:
        raise ConfigError(flag, f"must be none, or {' or '.join(sorted(known))}, not {names!r}")


def _plain(value: object) -> str | int | float | bool:
    if isinstance(value, enum.Enum):
        return str(value.value)
    return value if isinstance(value, bool | int | float) else str(value)
