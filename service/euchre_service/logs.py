"""The service's log: one JSON object a line, or lines for a console.

Nothing is configured globally; whoever runs a server makes a logger and passes it on.
"""

from __future__ import annotations

import enum
import functools
import logging
import re
import sys
import traceback
from collections.abc import MutableMapping
from contextlib import suppress
from types import TracebackType
from typing import Any, BinaryIO, Final, cast

import orjson
import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor

_FORBIDDEN_WORDS: Final = frozenset({"state", "key", "token", "card", "hand", "seed", "deck"})

_SENDER: Final = "opentelemetry.exporter.otlp."
"""The library that sends numbers and spans: it speaks of itself and the collector, never of a game."""


class LogFormat(enum.StrEnum):
    """How log lines look."""

    JSON = "json"
    CONSOLE = "console"


class LogLevel(enum.StrEnum):
    """The least important lines to write."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def make_logger(
    form: LogFormat = LogFormat.JSON,
    level: LogLevel = LogLevel.INFO,
    file: BinaryIO | None = None,
) -> FilteringBoundLogger:
    """Makes a logger.

    Args:
        form: JSON for machines, console for people.
        level: less important lines are dropped at almost no cost.
        file: where lines go, each in one write; standard output if not given.
    """
    renderer: list[Processor] = (
        [structlog.processors.JSONRenderer(serializer=_dumps)]
        if form is LogFormat.JSON
        else [structlog.dev.ConsoleRenderer(colors=False), _encode]
    )
    logger = structlog.wrap_logger(
        structlog.BytesLogger(cast(BinaryIO, _Output(file or sys.stdout.buffer))),
        processors=[
            drop_secrets,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            *renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
    )
    # Bound here, once, or structlog would assemble the logger again for every line.
    return cast(FilteringBoundLogger, logger.bind())


class _Output:
    """A file that may become full, or go away, without harm to the service; standard error says so then."""

    def __init__(self, file: BinaryIO) -> None:
        # Without its buffer, which would keep what cannot be written.
        self._file: BinaryIO = getattr(file, "raw", file)
        self._lost = 0

    def write(self, line: bytes) -> int:
        try:
            written = self._file.write(line)
        except OSError as error:
            self._lost += 1
            if self._lost == 1:
                _tell(f"the log cannot be written, and its lines are lost: {error.strerror}")
            return 0
        if self._lost:
            _tell(f"the log can be written again; {self._lost} lines were lost")
            self._lost = 0
        return written

    def flush(self) -> None:
        """Does nothing: there is no buffer."""


def _tell(message: str) -> None:
    # It may be the same file, and then there is nobody left to tell.
    with suppress(OSError):
        print(f"euchre-server: {message}", file=sys.stderr, flush=True)


def silent_logger() -> FilteringBoundLogger:
    """A logger that writes nothing, for a server inside another program."""
    return cast(
        FilteringBoundLogger,
        structlog.wrap_logger(
            structlog.ReturnLogger(),
            processors=[_drop_event],
            wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        ).bind(),
    )


def drop_secrets(_logger: object, _method: str, event: EventDict) -> EventDict:
    """A structlog processor that takes out every field that could hold a card or a key, by its name.

    The last line of defence: nobody should log such a field in the first place.
    """
    _drop(event)
    return event


def describe_exception(error: BaseException) -> dict[str, object]:
    """What the log may say about an exception: its class, those of its causes, and where it was raised.

    Neither its text nor any variable: a `KeyError` on a card would show the card.
    """
    errors: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(errors) < 5:
        errors.append(f"{type(cause).__module__}.{type(cause).__qualname__}")
        cause = cause.__cause__ or cause.__context__
    return {"error": errors[0], "caused_by": errors[1:], "stack": _places(error.__traceback__)}


class LibraryLogHandler(logging.Handler):
    """Brings what libraries (grpc, asyncio) log into the service's log, without their variable parts.

    What sends numbers and spans is the exception: its messages are no help without address and cause.
    """

    def __init__(self, log: FilteringBoundLogger) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Writes the message's first line: without its arguments, for they may be anything."""
        if not isinstance(record.msg, str):
            text = type(record.msg).__name__
        elif record.name.startswith(_SENDER):
            text = record.getMessage()
        else:
            text = record.msg
        # asyncio puts the repr of the failed task, exception text and all, on the lines after the first.
        text = text.partition("\n")[0]
        fields: dict[str, object] = {"library": record.name, "text": text}
        if record.exc_info and record.exc_info[1] is not None:
            fields |= describe_exception(record.exc_info[1])
        self._log.log(record.levelno, "library", **fields)


def _drop_event(_logger: object, _method: str, _event: EventDict) -> EventDict:
    raise structlog.DropEvent


def _drop(event: MutableMapping[str, Any]) -> None:
    for name in [name for name in event if _is_forbidden(name)]:
        del event[name]
    for value in event.values():
        if isinstance(value, dict):
            _drop(value)


@functools.lru_cache(maxsize=1024)
def _is_forbidden(name: str) -> bool:
    # state_id and key_id are public names.
    if name.endswith(("_id", "_ids")):
        return False
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())
    return any(word.removesuffix("s") in _FORBIDDEN_WORDS for word in words)


def _places(trace: TracebackType | None) -> list[str]:
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(trace)]
    return [
        f"{'/'.join(code.co_filename.replace(chr(92), '/').split('/')[-2:])}:{line}:{code.co_name}"
        for code, line in frames[-20:]
    ]


def _dumps(event: EventDict, **_options: object) -> bytes:
    # A value that JSON does not know is logged as its type: its text could be anything.
    return orjson.dumps(event, default=lambda value: f"<{type(value).__name__}>")


def _encode(_logger: object, _method: str, line: Any) -> bytes:
    return str(line).encode()
