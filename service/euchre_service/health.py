"""The command `euchre-health`: asks a running server, by the gRPC health protocol, whether it serves.

For container engines and scripts. Kubernetes and Envoy speak the protocol themselves. It reads the
environment variables that the server itself reads for its address, so that both agree without a flag.
"""

from __future__ import annotations

# Not typer, as for the other commands: a probe runs every few seconds, and this starts in half the time.
import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]

from euchre_service.config import DEFAULT_PORT
from euchre_service.ports import join

SERVING: Final = 0
NOT_SERVING: Final = 1
NO_ANSWER: Final = 2

_EVERY_ADDRESS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where to find a server that listens at every address of the machine."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Asks once and says the answer on standard output.

    Args:
        arguments: the command line without the program's name; by default this process's own.

    Returns:
        The exit code: 0 when it serves, 1 when it says that it does not, 2 when there is no answer.
    """
    options = _parser().parse_args(arguments)
    target = options.target or _own_address()
    try:
        answer = check(target, options.service, options.timeout, credentials(options.tls_ca))
    except OSError as error:
        print(f"{target}: {error}")
        return NO_ANSWER
    except grpc.RpcError as error:
        print(f"{target}: {error.code().name}: {error.details()}")
        # The server answered: it does not know the service.
        return NOT_SERVING if error.code() is grpc.StatusCode.NOT_FOUND else NO_ANSWER
    print(f"{target}: {answer}")
    return SERVING if answer == "SERVING" else NOT_SERVING


def check(target: str, service: str, timeout: float, secured: grpc.ChannelCredentials | None) -> str:
    """Calls `grpc.health.v1.Health.Check`.

    Args:
        target: `host:port`.
        service: full name of the service asked about; empty for the server as a whole.
        timeout: seconds to wait for the answer.
        secured: TLS credentials; None for plain text.

    Returns:
        The name of the status, such as `SERVING`.

    Raises:
        grpc.RpcError: there is no answer, or none about this service.
    """
    # A proxy that the environment names is for the outside.
    plain = (("grpc.enable_http_proxy", 0),)
    channel = grpc.secure_channel(target, secured, plain) if secured else grpc.insecure_channel(target, plain)
    with channel:
        stub = health_pb2_grpc.HealthStub(channel)
        answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=timeout)
    return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))


def credentials(ca_file: Path | None) -> grpc.ChannelCredentials | None:
    """TLS credentials that trust the certificates of a PEM file; None, for plain text, without one.

    Raises:
        OSError: the file cannot be read.
    """
    return None if ca_file is None else grpc.ssl_channel_credentials(ca_file.read_bytes())


def _own_address() -> str:
    host = os.environ.get("EUCHRE_HOST", "127.0.0.1")
    return join(_EVERY_ADDRESS.get(host, host), int(os.environ.get("EUCHRE_PORT", DEFAULT_PORT)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="euchre-health",
        description="Asks a server whether it serves. Exits with 0 if it does, 1 if not, 2 unanswered.",
    )
    parser.add_argument(
        "target",
        nargs="?",
        help="host:port; by default where EUCHRE_HOST and EUCHRE_PORT let the server of this machine listen",
    )
    parser.add_argument(
        "--service", default="euchre.v1.RulesService", help="full name; empty for the server as a whole"
    )
    parser.add_argument("--timeout", type=float, default=3.0, help="seconds to wait for the answer")
    parser.add_argument(
        "--tls-ca", type=Path, metavar="FILE", help="speak TLS, trusting the certificates in this PEM file"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
