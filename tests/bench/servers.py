"""Servers in processes of their own, for the measurements over gRPC.

`python -m tests.bench.servers rules|echo|bare` serves on a free port and prints its address:
`rules` is the real service; `echo` answers a message of bytes with as many bytes as it is asked for, behind
the very same boundary (request ids, limits, log line); `bare` is the same echo on a plain grpc.aio server.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc.aio
import uvloop
from google.protobuf.wrappers_pb2 import BytesValue

from euchre_service.assembly import services
from euchre_service.config import ServerConfig
from euchre_service.keyring import Keyring
from euchre_service.logs import make_logger
from euchre_service.process import spare_garbage_collector
from euchre_service.server import Registration, RunningServer, channel_options

ECHO_METHOD = "/bench.Echo/Echo"
SIZE_BYTES = 4
"""The bytes of an echo request begin with the size of the answer it wants, big-endian."""


@contextmanager
def server(kind: str) -> Iterator[tuple[str, int]]:
    """Serve in another process; give its address and process id."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.servers", kind],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def cpu_seconds(pid: int) -> float:
    """Return the processor time a process has used, where the system tells; else 0."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _echo(request: BytesValue, _context: Any) -> BytesValue:
    return BytesValue(value=bytes(int.from_bytes(request.value[:SIZE_BYTES], "big")))


def _add_echo(_servicer: object, server: grpc.aio.Server) -> None:
    handler = grpc.unary_unary_rpc_method_handler(_echo, BytesValue.FromString, BytesValue.SerializeToString)
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("bench.Echo", {"Echo": handler})])


async def _serve(kind: str) -> None:
    spare_garbage_collector()
    config = ServerConfig(port=0, drain_delay_seconds=0, drain_seconds=1)
    if kind == "bare":
        bare = grpc.aio.server(options=channel_options(config))
        _add_echo(None, bare)
        port = bare.add_insecure_port("127.0.0.1:0")
        await bare.start()
        print(f"127.0.0.1:{port}", flush=True)
        await bare.wait_for_termination()
        return
    registrations = (
        services(config, Keyring.ephemeral())
        if kind == "rules"
        else [Registration(add=_add_echo, servicer=None, name="bench.Echo")]
    )
    # A log like in production, written where it costs no disk.
    with open("/dev/null", "wb") as nowhere:
        async with RunningServer(config, registrations, make_logger(file=nowhere)) as running:
            print(running.address, flush=True)
            await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(_serve(sys.argv[1]))
