"""Messages between the server and its worker processes: pickled, each behind its length."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import BinaryIO, Final

from euchre_analysis.jobs import Job, Judged, Solved

_LENGTH: Final = struct.Struct(">I")
HEAD_BYTES: Final = _LENGTH.size


@dataclass(frozen=True)
class Ask:
    """To a worker: do this job.

    Attributes:
        number: counts the jobs of a worker, from 0.
        job: the job.
    """

    number: int
    job: Job


@dataclass(frozen=True)
class Cancel:
    """To a worker: nobody waits for the job of this number, or an earlier one, any more."""

    number: int


@dataclass(frozen=True)
class Ready:
    """From a worker: it is ready for its first job."""


@dataclass(frozen=True)
class Notice:
    """From a worker: what it is busy with before it is ready."""

    text: str


@dataclass(frozen=True)
class Answer:
    """From a worker: what came of a job; None of a cancelled one."""

    result: Judged | Solved | None


@dataclass(frozen=True)
class Failure:
    """From a worker: a job failed, for a fault of ours.

    Attributes:
        text: the exception's class and its place in the code; never its text, which may tell cards.
    """

    text: str


Message = Ask | Cancel | Ready | Notice | Answer | Failure


def pack(message: Message) -> bytes:
    """Returns a message as it goes through a pipe."""
    body = pickle.dumps(message)
    return _LENGTH.pack(len(body)) + body


def length(head: bytes) -> int:
    """Returns how long the message behind a head is."""
    return int(_LENGTH.unpack(head)[0])


def unpack(body: bytes) -> Message:
    """Returns the message of a body. Bodies come from the own program's other process and nowhere else."""
    message: Message = pickle.loads(body)
    return message


def write(pipe: BinaryIO, message: Message) -> None:
    """Writes a message."""
    pipe.write(pack(message))
    pipe.flush()


def read(pipe: BinaryIO) -> Message | None:
    """Reads a message; None at the pipe's end."""
    head = pipe.read(HEAD_BYTES)
    if len(head) < HEAD_BYTES:
        return None
    size = length(head)
    body = pipe.read(size)
    return unpack(body) if len(body) == size else None
