"""Channels to the service: one address in, retries, deadlines and load balancing included.

Every call of the service may be repeated, so the gRPC runtime itself retries a call that a server was
not there for (`UNAVAILABLE`), shed (`RESOURCE_EXHAUSTED`, with the server saying when to come back) or
dropped (`CANCELLED`: what gRPC answers by itself where thousands wait; a call that the caller gives up is
not repeated). How often and how long is in `rules_service_config.json`, a gRPC service config that clients
in other languages can load too.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Final, TypeAlias

import grpc
import grpc.aio

DEFAULT_TARGET: Final = "localhost:50051"
"""Where a server on this machine listens unless told otherwise."""

ChannelOption: TypeAlias = tuple[str, str | int]

_MAX_RESPONSE_BYTES: Final = 32 * 1024 * 1024
_RECONNECT_MS: Final = 100


def service_config() -> str:
    """Returns the gRPC service config of the channels made here, as JSON."""
    return resources.files("euchre_client").joinpath("rules_service_config.json").read_text(encoding="utf-8")


def channel_options(extra: Sequence[ChannelOption] = ()) -> list[ChannelOption]:
    """Returns the options of a channel to the service.

    Args:
        extra: options of your own; they win over the ones here.

    Returns:
        The options, each name once.
    """
    options: dict[str, str | int] = {
        "grpc.service_config": service_config(),
        # A batch answers with up to 1,000 states and their views; the default limit is 4 MiB.
        "grpc.max_receive_message_length": _MAX_RESPONSE_BYTES,
        # A server that was just replaced is back sooner than a second later, which gRPC would wait before it
        # connects again; meanwhile every call would fail, retries and all.
        "grpc.initial_reconnect_backoff_ms": _RECONNECT_MS,
    }
    options.update(extra)
    return list(options.items())


def open_channel(
    target: str = DEFAULT_TARGET,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    options: Sequence[ChannelOption] = (),
) -> grpc.Channel:
    """Opens a blocking channel.

    Args:
        target: `host:port`, or any name that gRPC resolves (`dns:///rules:50051`).
        credentials: TLS credentials, such as `Credentials(...).channel_credentials()`. Without them the
            channel is plain text, which sends seat keys in the clear: right on this machine or inside a mesh
            that encrypts, and nowhere else.
        options: channel options that win over those of `channel_options`.

    Returns:
        The channel. It connects on the first call.
    """
    merged = channel_options(options)
    if credentials is None:
        return grpc.insecure_channel(target, options=merged)
    return grpc.secure_channel(target, credentials, options=merged)


def open_aio_channel(
    target: str = DEFAULT_TARGET,
    *,
    credentials: grpc.ChannelCredentials | None = None,
    options: Sequence[ChannelOption] = (),
) -> grpc.aio.Channel:
    """Opens an asyncio channel; the arguments are those of `open_channel`."""
    merged = channel_options(options)
    if credentials is None:
        return grpc.aio.insecure_channel(target, options=merged)
    return grpc.aio.secure_channel(target, credentials, options=merged)
