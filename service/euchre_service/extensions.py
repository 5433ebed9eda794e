"""Services of other packages that a server offers beside its own, found by entry points.

A package that has one names a module in the entry point group `euchre_service.services`; the module does what
`Extension` says. This package knows none of them.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final, Protocol, cast

from structlog.typing import FilteringBoundLogger

from euchre_service.config import ServerConfig
from euchre_service.seal import Sealer
from euchre_service.seatkeys import SeatKeys
from euchre_service.server import Registration

GROUP: Final = "euchre_service.services"


class Extension(Protocol):
    """What the module of an entry point has."""

    @property
    def NAME(self) -> str:
        """The service's full name, `package.Service`."""

    def obstacle(self, config: ServerConfig) -> str | None:
        """Returns why the service is not offered here; None if it is."""

    def registration(self, config: ServerConfig, states: Sealer, seat_keys: SeatKeys) -> Registration:
        """Returns the service, ready to be registered; only asked for where there is no obstacle."""


def installed() -> list[Extension]:
    """Returns what is installed, in the order of the entry points' names."""
    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return [cast(Extension, point.load()) for point in found]


def registrations(config: ServerConfig, states: Sealer, seat_keys: SeatKeys) -> list[Registration]:
    """Returns the services that are offered here."""
    return [
        extension.registration(config, states, seat_keys)
        for extension in installed()
        if extension.obstacle(config) is None
    ]


def announce(config: ServerConfig, log: FilteringBoundLogger) -> None:
    """Says in the log which of them are offered here, and why others are not."""
    for extension in installed():
        log.info("service", name=extension.NAME, form=extension.obstacle(config) or "offered")
