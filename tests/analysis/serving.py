"""Servers that offer analysis, whether the package is installed or run from its sources."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import grpc

from euchre_analysis import plugin
from euchre_client import AnalysisClient, RulesClient, open_channel
from euchre_service.assembly import sealing, services
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.keyring import Keyring
from euchre_service.server import Registration
from tests.service.desk import KEY


def assemble(config: ServerConfig, _keyring: Keyring | None) -> list[Registration]:
    keyring = None if config.plain else Keyring([KEY])
    own = [each for each in services(config, keyring) if each.name != plugin.NAME]
    return [*own, plugin.registration(config, *sealing(config, keyring))]


class Served(NamedTuple):
    address: str
    channel: grpc.Channel
    rules: RulesClient
    analysis: AnalysisClient


@contextmanager
def serving(**settings: Any) -> Iterator[Served]:
    config = ServerConfig(**{"drain_seconds": 2.0, **settings})
    with EmbeddedServer(config, assemble=assemble) as address, open_channel(address) as channel:
        yield Served(address, channel, RulesClient(channel), AnalysisClient(channel))
