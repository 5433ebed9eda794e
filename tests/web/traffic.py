"""What a page received, as pages/browser.mjs wrote it down, held against what its person may know."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from euchre.v1 import analysis_service_pb2, practice_service_pb2, rules_service_pb2
from tests.practice.auditing import Auditor
from tests.service.desk import Desk

_FILES: Final = (analysis_service_pb2, practice_service_pb2, rules_service_pb2)
_METHODS: Final = {
    f"/{service.full_name}/{method.name}": method
    for file in _FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
_HEAD: Final = 5
_TRAILERS: Final = 0x80


def audit(file: Path, seat: int = 0) -> Counter[str]:
    """Checks everything that a page received, and what it keeps.

    Args:
        file: the traffic.
        seat: the person's.

    Returns:
        How much was looked at.

    Raises:
        Leak: the page was told of a card that its person had not seen, or of a key of others.
    """
    traffic = json.loads(file.read_text())
    auditor = Auditor(Desk.sealed(), seat)
    bodies = []
    for exchange in traffic["exchanges"]:
        body = base64.b64decode(exchange["body"])
        bodies.append(body)
        if exchange["type"].startswith("application/grpc-web"):
            _messages(exchange, body, auditor)
    # Once more, all of it as bytes, for now the secrets of every game are known.
    for body in bodies:
        auditor.raw(body)
    for stored in json.loads(traffic["kept"]).values():
        auditor.raw(stored.encode())
        for decoded in _decoded(stored):
            auditor.raw(decoded)
    return auditor.checked


def _messages(exchange: dict[str, Any], body: bytes, auditor: Auditor) -> None:
    path = "/" + exchange["url"].split("/", 3)[3]
    method = _METHODS[path]
    auditor.checked[method.name] += 1
    asked = GetMessageClass(method.input_type)()
    for data in _frames(base64.b64decode(exchange["asked"])):
        asked.MergeFromString(data)
    state = bytes(getattr(asked, "state", b""))
    for data in _frames(body):
        message: Message = GetMessageClass(method.output_type)()
        message.MergeFromString(data)
        auditor.message(message, state=state)


def _frames(body: bytes) -> Iterator[bytes]:
    """Yields the messages of a gRPC-Web body."""
    while body:
        kind, length = body[0], int.from_bytes(body[1:_HEAD], "big")
        if not kind & _TRAILERS:
            yield body[_HEAD : _HEAD + length]
        body = body[_HEAD + length :]


def _decoded(stored: str) -> Iterator[bytes]:
    """Yields what a kept text holds in base64, in either alphabet, wherever it may be in JSON."""
    try:
        value = json.loads(stored)
    except ValueError:
        value = stored
    for text in _texts(value):
        try:
            padded = text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4)
            yield base64.b64decode(padded, validate=True)
        except ValueError:
            continue


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for each in value.values() for text in _texts(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in _texts(each))
