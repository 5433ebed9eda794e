"""Records in files: of a game or a match, as JSON or in protobuf's binary form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, TypeAlias

from euchre.v1 import record_pb2 as wire
from euchre_client import record_format
from euchre_client.matches import MatchRecord
from euchre_client.record import GameRecord
from euchre_client.record_format import RecordVersionError

Record: TypeAlias = GameRecord | MatchRecord
"""The record of a game or of a match."""

BINARY_SUFFIX: Final = ".pb"
"""Ends the name of a file in protobuf's binary form."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def is_json(data: bytes) -> bool:
    """Tells whether a file can only be JSON: no record in binary form begins with a brace."""
    return data.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] == b"{"


def parse_record(data: str | bytes) -> Record:
    """Reads a record in either form.

    Args:
        data: the contents of a file.

    Returns:
        The game or the match.

    Raises:
        RecordVersionError: it is of a newer version.
        ValueError: it is no record.
    """
    if isinstance(data, bytes) and not is_json(data):
        try:
            return _from_bytes(data)
        except RecordVersionError:
            raise
        except ValueError as error:
            raise ValueError(_json_fault(data) or str(error)) from None
    told = record_format.from_json(data)
    if isinstance(told, dict) and "ruleset" not in told and "games" in told:
        return MatchRecord.from_dict(told)
    return GameRecord.from_dict(told)


def _json_fault(data: bytes) -> str:
    """Returns why other JSON than an object is no record; empty for what is no JSON."""
    try:
        json.loads(data)
    except RecursionError:
        return "the JSON is nested too deeply to be a record or EGN"
    except ValueError:
        return ""
    return "this is JSON, but neither a record of a game nor EGN: they are JSON objects"


def _from_bytes(data: bytes) -> Record:
    # The two messages share no field number but that of the version.
    match = record_format.from_bytes(data, wire.MatchRecord())
    return MatchRecord.from_proto(match) if match.games else GameRecord.from_bytes(data)


def load_record(path: Path) -> Record:
    """Reads a record from a file of either form.

    Raises:
        OSError: the file cannot be read.
        RecordVersionError: it is of a newer version.
        ValueError: it is no record.
    """
    return parse_record(path.read_bytes())


def save_record(record: Record, path: Path) -> None:
    """Writes a record to a file: in binary form if its name ends in `.pb`, else as JSON.

    Raises:
        OSError: the file cannot be written.
        ValueError: an act or an outcome is none.
    """
    if path.suffix == BINARY_SUFFIX:
        path.write_bytes(record.to_bytes())
    else:
        path.write_text(record.to_json(indent=1) + "\n", encoding="utf-8")
