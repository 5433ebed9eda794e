"""How a server finds this service: the module named in the entry point group `euchre_service.services`.

It does what `euchre_service.extensions.Extension` says.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from euchre.v1 import analysis_service_pb2, analysis_service_pb2_grpc
from euchre_analysis.servicer import AnalysisServicer
from euchre_analysis.workers import Workers
from euchre_service.config import ServerConfig
from euchre_service.seal import Sealer
from euchre_service.seatkeys import SeatKeys
from euchre_service.server import Registration

NAME: Final = analysis_service_pb2.DESCRIPTOR.services_by_name["AnalysisService"].full_name
_NEEDED: Final = ("numba", "numpy")


def obstacle(config: ServerConfig) -> str | None:
    """Returns why analysis is not offered here; None if it is."""
    if not config.analysis:
        return "turned off"
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        return f"needs {' and '.join(missing)}: pip install 'euchre-rules-service[solver]'"
    return None


def registration(config: ServerConfig, states: Sealer, seat_keys: SeatKeys) -> Registration:
    """Returns the service, ready to be registered. Its worker processes start with the first call.

    Args:
        config: the server's.
        states: opens states.
        seat_keys: checks keys.
    """
    workers = Workers(config.analysis_workers)
    return Registration(
        add=analysis_service_pb2_grpc.add_AnalysisServiceServicer_to_server,
        servicer=AnalysisServicer(states, seat_keys, workers),
        name=NAME,
        close=workers.close,
    )
