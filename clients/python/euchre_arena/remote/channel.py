"""Channels to bots, with the retries left to gRPC."""

from __future__ import annotations

import json
from typing import Final

import grpc

_MAX_RESPONSE_BYTES: Final = 16 * 1024 * 1024

RETRIES: Final = {
    "maxAttempts": 4,
    "initialBackoff": "0.05s",
    "maxBackoff": "1s",
    "backoffMultiplier": 2,
    # Not DEADLINE_EXCEEDED: the deadline is that of the decision, so when it has passed no time is left
    # to ask again.
    "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"],
}
"""How a call is repeated, all within its deadline."""

_SERVICE_CONFIG: Final = {
    "methodConfig": [{"name": [{"service": "euchre.v1.BotService"}], "retryPolicy": RETRIES}],
    # A bot that stays away is soon asked only once a decision, so that it does not hold up a tournament.
    "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1},
}


def open_bot_channel(address: str) -> grpc.Channel:
    """Opens a blocking channel to a bot.

    Args:
        address: `host:port`, or any name that gRPC resolves.

    Returns:
        The channel. It connects on the first call, and again when the bot comes back.
    """
    return grpc.insecure_channel(
        address,
        options=[
            ("grpc.service_config", json.dumps(_SERVICE_CONFIG)),
            ("grpc.max_receive_message_length", _MAX_RESPONSE_BYTES),
            # By default gRPC waits up to two minutes before it looks again for a bot that was away.
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.min_reconnect_backoff_ms", 100),
            ("grpc.max_reconnect_backoff_ms", 2000),
        ],
    )
