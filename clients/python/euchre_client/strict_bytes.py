"""Base64 in proto JSON, looked at strictly: the parser skips what is none, so `!!` would be no bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, cast

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

_BASE64: Final = re.compile(r"(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?", re.ASCII)
"""Either alphabet, with or without the padding, as proto JSON has it."""


def check_base64(data: dict[str, Any], message: Message) -> None:
    """Checks the bytes in what the parser has taken.

    Args:
        data: the message as proto JSON in plain values, its fields named in either spelling.
        message: the message.

    Raises:
        ValueError: something is not base64.
    """
    for place, text in _bytes_in(data, cast(Descriptor, message.DESCRIPTOR), ""):
        if not isinstance(text, str) or not _BASE64.fullmatch(text):
            raise ValueError(f"the record cannot be read: {place} is not base64")


def _bytes_in(data: dict[str, Any], kind: Descriptor, place: str) -> Iterator[tuple[str, object]]:
    """Yields where bytes are, and as what they are written."""
    for name, value in data.items():
        field = kind.fields_by_name.get(name) or kind.fields_by_camelcase_name.get(name)
        if field is None or value is None:
            continue
        told = enumerate(value) if isinstance(value, list) else [(None, value)]
        for number, item in told:
            where = place + name + ("" if number is None else f"[{number}]")
            if field.message_type is not None:
                yield from _bytes_in(item, field.message_type, f"{where}.")
            elif field.type == FieldDescriptor.TYPE_BYTES:
                yield where, item
