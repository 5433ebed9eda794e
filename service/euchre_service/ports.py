"""Finds out before gRPC does whether a port can be had.

gRPC lets two servers share a port without a word when both allow it, and its own error for a taken port
does not say what is wrong.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager


class PortTakenError(OSError):
    """Another program listens at this address."""


class AddressError(OSError):
    """The host is no address of this machine, or the port may not be used."""


def join(host: str, port: int) -> str:
    """The address as gRPC reads it: `127.0.0.1:50051`, `[::1]:50051`."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def check_free(host: str, port: int) -> int:
    """Makes sure that an address is free, and gives back its port: a free one for port 0.

    Raises:
        PortTakenError: somebody listens there.
        AddressError: it cannot be used for another reason.
    """
    with closing(_bind(host, port)) as probe:
        return _port(probe)


@contextmanager
def reserve(host: str, port: int) -> Iterator[int]:
    """Holds a port for processes that will share it with SO_REUSEPORT; gives its number.

    The socket does not listen, so no connection ends up in it.

    Raises:
        PortTakenError: somebody listens there.
        AddressError: it cannot be used for another reason.
    """
    # First without SO_REUSEPORT: a server that allows sharing would not be noticed with it.
    free = check_free(host, port)
    with closing(_bind(host, free, share=True)) as holder:
        yield _port(holder)


def _port(bound: socket.socket) -> int:
    return int(bound.getsockname()[1])


def _bind(host: str, port: int, *, share: bool = False) -> socket.socket:
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror as error:
        raise AddressError(f"cannot listen at {join(host, port)}: {error.strerror}") from error
    family, kind, protocol, _, address = infos[0]
    bound = socket.socket(family, kind, protocol)
    try:
        # A connection that has just been closed does not occupy a port.
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if share:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTakenError(
                f"cannot listen at {join(host, port)}: another program does already; "
                "stop it or choose another port"
            ) from error
        raise AddressError(
            f"cannot listen at {join(host, port)}: {os.strerror(error.errno or 0).lower()}"
        ) from error
    return bound
