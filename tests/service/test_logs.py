from __future__ import annotations

import io
import json
import logging

import pytest

from euchre_service.logs import (
    LibraryLogHandler,
    LogFormat,
    LogLevel,
    describe_exception,
    make_logger,
    silent_logger,
)


def written(file: io.BytesIO) -> dict[str, object]:
    lines = file.getvalue().decode().splitlines()
    assert len(lines) == 1
    line = json.loads(lines[0])
    assert isinstance(line, dict)
    return line


def test_json_line() -> None:
    file = io.BytesIO()
    make_logger(file=file).info("call", method="/a/B", latency_ms=1.5)
    line = written(file)
    assert str(line.pop("time")).endswith("Z")
    assert line == {"event": "call", "level": "info", "method": "/a/B", "latency_ms": 1.5}


def test_console_line() -> None:
    file = io.BytesIO()
    make_logger(LogFormat.CONSOLE, file=file).info("call", method="/a/B", seed=1)
    text = file.getvalue().decode()
    assert "call" in text
    assert "method=/a/B" in text
    assert "seed" not in text


def test_level() -> None:
    file = io.BytesIO()
    log = make_logger(level=LogLevel.WARNING, file=file)
    log.info("no")
    log.warning("yes")
    assert written(file)["event"] == "yes"


FORBIDDEN = """
    state key token card cards hand hands seed deck
    seat_key hostKey Cards next.state initial-seed state_token keys card_played
"""
PUBLIC = "state_id key_id key_ids handler keepalive method stacking"


@pytest.mark.parametrize("name", FORBIDDEN.split())
def test_forbidden_fields_are_dropped_at_any_depth(name: str) -> None:
    file = io.BytesIO()
    make_logger(file=file).info("x", **{name: "Jd"}, nested={name: "Jd", "deep": {name: "Jd", "ok": 1}})
    assert "Jd" not in file.getvalue().decode()
    assert written(file)["nested"] == {"deep": {"ok": 1}}


@pytest.mark.parametrize(
    "name", ["state_id", "key_id", "key_ids", "handler", "keepalive", "method", "stacking"]
)
def test_public_fields_are_kept(name: str) -> None:
    file = io.BytesIO()
    make_logger(file=file).info("x", **{name: "kept"})
    assert written(file)[name] == "kept"


def test_values_that_json_does_not_know_are_logged_as_their_type() -> None:
    file = io.BytesIO()
    make_logger(file=file).info("x", value=object(), raw=b"Jd")
    line = written(file)
    assert (line["value"], line["raw"]) == ("<object>", "<bytes>")


def fail(card: str) -> None:
    local = f"holding {card}"
    raise KeyError(local)


def test_exceptions_are_described_without_text_or_variables() -> None:
    try:
        try:
            fail("Jd")
        except KeyError as error:
            raise ValueError("no Jd here") from error
    except ValueError as error:
        described = describe_exception(error)
    assert described["error"] == "builtins.ValueError"
    assert described["caused_by"] == ["builtins.KeyError"]
    stack = described["stack"]
    assert isinstance(stack, list)
    (place,) = stack
    assert place.startswith("service/test_logs.py:")
    assert place.endswith(":test_exceptions_are_described_without_text_or_variables")
    assert "Jd" not in json.dumps(described)


def test_library_messages_lose_their_variable_parts() -> None:
    file = io.BytesIO()
    handler = LibraryLogHandler(make_logger(file=file))
    library = logging.Logger("asyncio")
    library.addHandler(handler)
    library.info("too unimportant")
    try:
        fail("Jd")
    except KeyError:
        library.exception("Task failed: %s\nfuture: <Task exception=KeyError('Jd')>", "Jd")
    line = written(file)
    assert (line["library"], line["text"], line["level"]) == ("asyncio", "Task failed: %s", "error")
    assert line["error"] == "builtins.KeyError"
    assert "Jd" not in file.getvalue().decode()


def test_who_sends_numbers_says_where_to_and_why_it_failed() -> None:
    file = io.BytesIO()
    library = logging.Logger("opentelemetry.exporter.otlp.proto.grpc.exporter")
    library.addHandler(LibraryLogHandler(make_logger(file=file)))
    library.warning(
        "Error %s while exporting to %s: %s", "UNAVAILABLE", "127.0.0.1:4317", "refused\nand more"
    )
    assert written(file)["text"] == "Error UNAVAILABLE while exporting to 127.0.0.1:4317: refused"


def test_a_logged_exception_object_is_not_shown() -> None:
    file = io.BytesIO()
    library = logging.Logger("grpc")
    library.addHandler(LibraryLogHandler(make_logger(file=file)))
    library.error(KeyError("Jd"))
    assert written(file)["text"] == "KeyError"


def test_silent_logger(capfd: pytest.CaptureFixture[str]) -> None:
    log = silent_logger()
    log.error("x")
    log.critical("x")
    assert capfd.readouterr() == ("", "")
