"""The forms of `record.proto`'s messages: proto JSON and bytes, each with its version checked."""

from __future__ import annotations

import json
from typing import Any, Final, TypeVar

from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.json_format import ParseError as JsonParseError
from google.protobuf.message import DecodeError, Message

from euchre_client.strict_bytes import check_base64

FORMAT_VERSION: Final = 1
"""The version of the format that is written here, and the newest that is read."""


class RecordVersionError(ValueError):
    """A record of a newer version than this program knows.

    Attributes:
        version: the record's version.
    """

    def __init__(self, version: int) -> None:
        super().__init__(
            f"the record is of format version {version}, and this program reads versions up to "
            f"{FORMAT_VERSION}; a newer release of it may read the record"
        )
        self.version = version


_Record = TypeVar("_Record", bound=Message)


def check_version(version: object) -> None:
    """Checks what a record says of its version.

    Raises:
        RecordVersionError: it is newer than what is known here.
        ValueError: it is no version at all.
    """
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ValueError("this is no record of a game: it has no format_version")
    if version > FORMAT_VERSION:
        raise RecordVersionError(version)


def to_dict(message: Message) -> dict[str, Any]:
    """Returns a message as proto JSON in plain values, its fields named as in the proto."""
    return MessageToDict(message, preserving_proto_field_name=True)


def from_dict(data: object, message: _Record) -> _Record:
    """Reads proto JSON, with the names of its fields in either spelling, into an empty message.

    Raises:
        RecordVersionError: it is of a newer version.
        ValueError: it is no such record.
    """
    if not isinstance(data, dict):
        raise ValueError("this is no record of a game: it is no JSON object")
    # A newer record may hold what cannot even be parsed here, so its version comes first.
    check_version(data.get("format_version", data.get("formatVersion")))
    try:
        ParseDict(data, message)
    except (JsonParseError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"the record cannot be read: {error}") from None
    check_base64(data, message)
    return message


def from_json(text: str | bytes) -> Any:
    """Reads JSON.

    Raises:
        ValueError: it is none.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("the record cannot be read: it is nested too deeply") from None


def to_bytes(message: Message) -> bytes:
    """Returns a message in protobuf's binary form; the same message gives the same bytes."""
    return message.SerializeToString(deterministic=True)


def from_bytes(data: bytes, message: _Record) -> _Record:
    """Reads the binary form into an empty message.

    Raises:
        RecordVersionError: it is of a newer version.
        ValueError: it is no such record.
    """
    try:
        message.ParseFromString(data)
    except DecodeError:
        raise ValueError("this is no record of a game: the bytes are no such message") from None
    check_version(getattr(message, "format_version", None))
    return message
