"""Puts the service together from its configuration: keys, sealing, handlers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from structlog.typing import FilteringBoundLogger

from euchre_service import extensions
from euchre_service.codec import PAYLOAD_BYTES
from euchre_service.config import ConfigError, Mode, ServerConfig
from euchre_service.keyring import Keyring, KeyringError, is_world_readable
from euchre_service.seal import PlainStates, SealedStates, Sealer
from euchre_service.seatkeys import SeatKeys
from euchre_service.server import Registration
from euchre_service.telemetry.sealed import CountedPlainStates, CountedSealedStates

_Source = TypeVar("_Source")

Assemble = Callable[[ServerConfig, Keyring | None], list[Registration]]
"""Makes the services of a server; `services` is the one in use. Must be importable by worker processes."""


def load_keyring(
    config: ServerConfig, environ: Mapping[str, str], log: FilteringBoundLogger
) -> Keyring | None:
    """Reads the keys that a configuration asks for.

    Args:
        config: says where the keys are: a file or else an environment variable.
        environ: the environment.
        log: told how states are sealed, and warned about what should not be.

    Returns:
        The keys; an ephemeral one in development mode without keys; None when states stay plain.

    Raises:
        ConfigError: the keys cannot be used, or production mode has none.
    """
    if config.plain:
        log.warning("sealing", form="none: every caller may read and change every game")
        return None
    if config.keys_file is not None:
        keyring = _read("--keys-file", Keyring.from_file, config.keys_file)
        if is_world_readable(config.keys_file):
            log.warning("sealing", form="the file may be read by every user", path=str(config.keys_file))
        source = f"file {config.keys_file}"
    elif value := environ.get(config.keys_env):
        keyring = _read("--keys-env", Keyring.from_variable, value)
        source = f"environment variable {config.keys_env}"
    elif config.mode is Mode.PRODUCTION:
        raise ConfigError(
            "--keys-file",
            f"production mode needs keys, in a file or in the environment variable {config.keys_env}; "
            "--new-key makes one",
        )
    else:
        log.warning("sealing", form="ephemeral: all games are lost when this server stops")
        return Keyring.ephemeral()
    log.info("sealing", form=source, key_ids=[key_id.hex() for key_id in keyring.key_ids])
    return keyring


def reload_keyring(config: ServerConfig, keyring: Keyring | None, log: FilteringBoundLogger) -> bool:
    """Reads the key file again, if there is one; keys that cannot be used change nothing, and are logged.

    Args:
        config: says where the file is.
        keyring: what takes over its keys.
        log: told about it.

    Returns:
        Whether the keys are those of the file, or there is no file.
    """
    if config.keys_file is None or keyring is None:
        return True
    try:
        keyring.become(Keyring.from_file(config.keys_file))
    except KeyringError as error:
        log.error("sealing", form=f"the old keys stay: {error}")
        return False
    log.info("sealing", form="read again", key_ids=[key_id.hex() for key_id in keyring.key_ids])
    return True


def reloads(config: ServerConfig) -> bool:
    """Whether a server has files that it can read again."""
    return any((config.keys_file, config.callers_file, config.jwks_file, config.tls_cert))


def sealing(config: ServerConfig, keyring: Keyring | None) -> tuple[Sealer, SeatKeys]:
    """The sealer and the seat keys that go together: of a key ring, or plain without one."""
    if keyring is None:
        plain = CountedPlainStates if config.counts_calls else PlainStates
        return plain(PAYLOAD_BYTES), SeatKeys.trusting()
    sealed = CountedSealedStates if config.counts_calls else SealedStates
    return sealed(keyring, config.environment, PAYLOAD_BYTES), SeatKeys(keyring)


def services(config: ServerConfig, keyring: Keyring | None) -> list[Registration]:
    """The rules service and those of extensions, ready to be registered."""
    # Imported here so that the rest of the server can be used, and tested, with other services.
    from euchre.v1 import rules_service_pb2, rules_service_pb2_grpc
    from euchre_service.handlers import RulesServicer

    states, seat_keys = sealing(config, keyring)
    return [
        Registration(
            add=rules_service_pb2_grpc.add_RulesServiceServicer_to_server,
            servicer=RulesServicer(states, seat_keys, encoded=True),
            name=rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].full_name,
        ),
        *extensions.registrations(config, states, seat_keys),
    ]


def _read(flag: str, read: Callable[[_Source], Keyring], source: _Source) -> Keyring:
    try:
        return read(source)
    except KeyringError as error:
        raise ConfigError(flag, str(error)) from error
