"""The command `euchre-server`."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from euchre_service import extensions, process
from euchre_service.assembly import Assemble, load_keyring, reload_keyring, reloads, services
from euchre_service.config import (
    DEFAULT_MAX_MESSAGE_BYTES,
    DEFAULT_METRICS_PORT,
    DEFAULT_PORT,
    ConfigError,
    Mode,
    ServerConfig,
)
from euchre_service.gate import announce
from euchre_service.keyring import MasterKey
from euchre_service.logs import LogFormat, LogLevel, make_logger
from euchre_service.ports import AddressError, PortTakenError
from euchre_service.telemetry import setup as telemetry
from euchre_service.workers import Supervisor


def serve(
    config: ServerConfig,
    ready: Callable[[str], None] = lambda _address: None,
    assemble: Assemble = services,
) -> int:
    """Runs a server until SIGTERM or SIGINT; must be called in the main thread.

    Args:
        config: how to serve.
        ready: called with the address, `host:port`, once calls are answered there.
        assemble: what to serve; an importable function if there are several workers.

    Returns:
        The exit code: 0 after a drain, 1 when it was cut short.

    Raises:
        ConfigError: a file cannot be used, production mode has no keys or no callers, or what numbers and
            traces need is not installed.
        PortTakenError: another program listens at the port.
        AddressError: the address cannot be used for another reason.
    """
    telemetry.check(config)
    log = make_logger(config.log_format, config.log_level)
    log.info("starting", **config.summary())
    announce(config, log)
    extensions.announce(config, log)
    keyring = load_keyring(config, os.environ, log)
    if config.workers > 1:
        return Supervisor(config, keyring, assemble, log).run(ready)
    reload = partial(reload_keyring, config, keyring, log) if reloads(config) else None
    return process.run(config, assemble(config, keyring), log, ready, reload=reload)


def _new_key(wanted: bool) -> None:
    if wanted:
        typer.echo(MasterKey.generate().to_line())
        raise typer.Exit


def _option(flag: str, help: str, *variables: str, **more: Any) -> Any:
    """A flag that an environment variable of the same name sets too: `--max-x`, `EUCHRE_MAX_X`.

    Where that is not set, others may.
    """
    own = "EUCHRE_" + flag[2:].upper().replace("-", "_")
    # A list of one would be shown as a list where a value is wrong.
    return typer.Option(flag, help=help, envvar=[own, *variables] if variables else own, **more)


def server_command(
    host: Annotated[str, _option("--host", "Name or address to listen at.")] = "127.0.0.1",
    port: Annotated[int, _option("--port", "Port to listen at; 0 for any free one.")] = DEFAULT_PORT,
    workers: Annotated[int, _option("--workers", "Processes that share the port; best a core each.")] = 1,
    mode: Annotated[
        Mode,
        _option("--mode", "Production mode refuses to start without keys, and without callers it knows."),
    ] = Mode.DEVELOPMENT,
    keys_file: Annotated[
        Path | None, _option("--keys-file", "File with the master keys, the newest last.")
    ] = None,
    keys_env: Annotated[
        str, _option("--keys-env", "Environment variable with the master keys if there is no file.")
    ] = "EUCHRE_KEYS",
    plain: Annotated[
        bool, _option("--plain", "Do not seal states: every caller may read and change every game.")
    ] = False,
    i_trust_every_caller: Annotated[
        bool, _option("--i-trust-every-caller", "Allow --plain in production mode.")
    ] = False,
    environment: Annotated[
        str, _option("--environment", "Deployment's name; states of one do not open in another.")
    ] = "",
    tls_cert: Annotated[
        Path | None, _option("--tls-cert", "Serve by TLS: the certificate and its chain, in PEM.")
    ] = None,
    tls_key: Annotated[Path | None, _option("--tls-key", "The certificate's private key, in PEM.")] = None,
    tls_client_ca: Annotated[
        Path | None, _option("--tls-client-ca", "Demand client certificates of these authorities, in PEM.")
    ] = None,
    callers_file: Annotated[
        Path | None, _option("--callers-file", "Serve the callers of this file: names, roles, proofs.")
    ] = None,
    jwks_file: Annotated[
        Path | None, _option("--jwks-file", "Serve callers with JWTs signed by the keys of this file.")
    ] = None,
    jwt_issuer: Annotated[str, _option("--jwt-issuer", "Who issues them: their iss.")] = "",
    jwt_audience: Annotated[str, _option("--jwt-audience", "Whom they are for: their aud.")] = "",
    allow_anonymous: Annotated[
        bool, _option("--allow-anonymous", "Serve callers who do not say who they are, too.")
    ] = False,
    caller_rate: Annotated[
        float, _option("--caller-rate", "Requests and batch items a second of one caller; 0: any number.")
    ] = 0.0,
    caller_burst: Annotated[
        float, _option("--caller-burst", "How many at once after a quiet while; 0: those of a second.")
    ] = 0.0,
    caller_calls: Annotated[
        int, _option("--caller-calls", "Calls in progress of one caller; 0: any number.")
    ] = 0,
    max_message_bytes: Annotated[
        int, _option("--max-message-bytes", "Longest request.")
    ] = DEFAULT_MAX_MESSAGE_BYTES,
    max_concurrent_calls: Annotated[
        int, _option("--max-concurrent-calls", "Calls in progress in one worker.")
    ] = 256,
    max_waiting_calls: Annotated[
        int,
        _option("--max-waiting-calls", "Calls that may wait in one worker before some are turned away."),
    ] = 24,
    min_ping_seconds: Annotated[
        float, _option("--min-ping-seconds", "How often a client may send keepalive pings.")
    ] = 10.0,
    max_connection_age_seconds: Annotated[
        float, _option("--max-connection-age-seconds", "When clients must connect again; 0 for never.")
    ] = 1800.0,
    max_connection_age_grace_seconds: Annotated[
        float, _option("--max-connection-age-grace-seconds", "How long calls may still take then.")
    ] = 30.0,
    drain_delay_seconds: Annotated[
        float, _option("--drain-delay-seconds", "At shutdown, how long to serve on while not ready.")
    ] = 0.0,
    drain_seconds: Annotated[
        float, _option("--drain-seconds", "After that, how long running calls may take.")
    ] = 20.0,
    analysis: Annotated[
        bool, _option("--analysis/--no-analysis", "Offer analysis, where it is installed.")
    ] = True,
    analysis_workers: Annotated[
        int, _option("--analysis-workers", "Processes that think for it, in each worker.")
    ] = 1,
    reflection: Annotated[
        bool | None,
        _option(
            "--reflection/--no-reflection",
            "Whether clients may ask for the protos; by default in development mode only.",
        ),
    ] = None,
    log_format: Annotated[LogFormat, _option("--log-format", "How log lines look.")] = LogFormat.JSON,
    log_level: Annotated[LogLevel, _option("--log-level", "Least important lines.")] = LogLevel.INFO,
    log_sample: Annotated[
        float,
        _option("--log-sample", "Which part of the calls that succeed get a line; others always do."),
    ] = 1.0,
    metrics: Annotated[
        str,
        _option(
            "--metrics",
            "Who gets numbers: none, prometheus, otlp, or prometheus,otlp.",
            "OTEL_METRICS_EXPORTER",
        ),
    ] = "none",
    metrics_host: Annotated[
        str,
        _option(
            "--metrics-host",
            "Name or address at which Prometheus asks; by default that of the service.",
            "OTEL_EXPORTER_PROMETHEUS_HOST",
        ),
    ] = "",
    metrics_port: Annotated[
        int,
        _option("--metrics-port", "The port for it; 0 for any free one.", "OTEL_EXPORTER_PROMETHEUS_PORT"),
    ] = DEFAULT_METRICS_PORT,
    traces: Annotated[
        str, _option("--traces", "Who gets a span of each call: none or otlp.", "OTEL_TRACES_EXPORTER")
    ] = "none",
    new_key: Annotated[
        bool,
        typer.Option("--new-key", help="Print a new master key and exit.", callback=_new_key, is_eager=True),
    ] = False,
) -> None:
    """Serves the rules of Euchre by gRPC.

    Options can also be set by environment variables, but flags win. The log is on standard output.
    """
    del new_key  # its callback did all there is to do
    try:
        config = ServerConfig(
            host=host,
            port=port,
            workers=workers,
            mode=mode,
            keys_file=keys_file,
            keys_env=keys_env,
            plain=plain,
            i_trust_every_caller=i_trust_every_caller,
            environment=environment,
            tls_cert=tls_cert,
            tls_key=tls_key,
            tls_client_ca=tls_client_ca,
            callers_file=callers_file,
            jwks_file=jwks_file,
            jwt_issuer=jwt_issuer,
            jwt_audience=jwt_audience,
            allow_anonymous=allow_anonymous,
            caller_rate=caller_rate,
            caller_burst=caller_burst,
            caller_calls=caller_calls,
            max_message_bytes=max_message_bytes,
            max_concurrent_calls=max_concurrent_calls,
            max_waiting_calls=max_waiting_calls,
            min_ping_seconds=min_ping_seconds,
            max_connection_age_seconds=max_connection_age_seconds,
            max_connection_age_grace_seconds=max_connection_age_grace_seconds,
            drain_delay_seconds=drain_delay_seconds,
            drain_seconds=drain_seconds,
            analysis=analysis,
            analysis_workers=analysis_workers,
            reflection=reflection,
            log_format=log_format,
            log_level=log_level,
            log_sample=log_sample,
            metrics=metrics,
            metrics_host=metrics_host,
            metrics_port=metrics_port,
            traces=traces,
        )
        code = serve(config)
    except ConfigError as error:
        typer.echo(f"euchre-server: {error}", err=True)
        raise typer.Exit(2) from None
    except (PortTakenError, AddressError) as error:
        typer.echo(f"euchre-server: {error}", err=True)
        raise typer.Exit(1) from None
    raise typer.Exit(code)


def main() -> None:
    """The entry point of `euchre-server`."""
    app = typer.Typer(add_completion=False)
    app.command()(server_command)
    app()


if __name__ == "__main__":
    main()
