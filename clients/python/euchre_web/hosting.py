"""Putting the host of practice tables together, for a server of its own or for `euchre web`."""

from __future__ import annotations

import grpc
from structlog.typing import FilteringBoundLogger

from euchre_service.config import ConfigError
from euchre_service.keyring import Keyring
from euchre_service.server import Registration
from euchre_web.bots import Bots
from euchre_web.sealing import TableSealer
from euchre_web.servicer import PracticeServicer, registration


def practice_services(
    keyring: Keyring | None,
    target: str,
    log: FilteringBoundLogger,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    expert_processes: int = 1,
) -> list[Registration]:
    """Makes the host, ready to be registered with a server.

    Args:
        keyring: seals tables.
        target: the rules service, `host:port`.
        log: told what goes wrong in a bot.
        credentials: what to connect to the rules service with; None for plain text.
        expert_processes: how many processes think for experts.

    Raises:
        ConfigError: there are no keys: a table is always sealed.
    """
    if keyring is None:
        raise ConfigError("--plain", "a host of practice tables seals them always")
    bots = Bots(log, expert_processes=expert_processes)
    return [registration(PracticeServicer(target, bots, TableSealer(keyring), credentials=credentials))]
