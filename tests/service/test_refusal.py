from __future__ import annotations

import re
from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2

from euchre.v1 import errors_pb2
from euchre_service.refusal import CODES, FieldViolation, ServiceError, malformed, to_status
from tests.service.fakes import details, error_info

PROTO = Path(__file__).parents[2] / "protos/euchre/v1/errors.proto"


def documented_codes() -> dict[str, str]:
    """The code that each reason's comment begins with."""
    entry = re.compile(r"^  // ([A-Z_]+)\. .*\n(?:  //.*\n)*  ERROR_REASON_([A-Z0-9_]+) = \d+;", re.MULTILINE)
    return {reason: code for code, reason in entry.findall(PROTO.read_text())}


def test_every_reason_has_the_code_that_errors_proto_says() -> None:
    assert {reason: code.name for reason, code in CODES.items()} == documented_codes()
    assert {f"ERROR_REASON_{reason}" for reason in [*CODES, "UNSPECIFIED"]} == set(
        errors_pb2.ErrorReason.keys()
    )


@pytest.mark.parametrize("reason", CODES)
def test_status_has_one_error_info(reason: str) -> None:
    error = ServiceError(reason, "A sentence.", {"b": "2", "a": "1"})
    status = to_status(error)
    assert (status.code, status.message) == (error.code.value[0], "A sentence.")
    assert len(status.details) == 1
    info = error_info(status)
    assert (info.reason, info.domain, dict(info.metadata)) == (reason, "euchre.v1", {"a": "1", "b": "2"})


def test_equal_errors_are_equal_bytes() -> None:
    metadata = {str(number): "x" for number in range(20)}
    backwards = dict(reversed(metadata.items()))
    one, other = (ServiceError("STALE_PLY", "Late.", each) for each in (metadata, backwards))
    assert to_status(one).SerializeToString() == to_status(other).SerializeToString()


def test_fields_are_named() -> None:
    status = to_status(malformed("deck[3].suit", "There is no such suit."))
    assert status.code == grpc.StatusCode.INVALID_ARGUMENT.value[0]
    assert dict(error_info(status).metadata) == {"field": "deck[3].suit"}
    (bad,) = details(status, error_details_pb2.BadRequest)
    (violation,) = bad.field_violations
    assert (violation.field, violation.description, violation.reason) == (
        "deck[3].suit",
        "There is no such suit.",
        "MALFORMED_REQUEST",
    )


def test_several_fields_are_one_detail() -> None:
    error = ServiceError(
        "OPTION_CONFLICT",
        "These options exclude each other.",
        {"option": "a", "other": "b"},
        violations=[FieldViolation("ruleset.a", "excludes b"), FieldViolation("ruleset.b", "excludes a")],
    )
    (bad,) = details(to_status(error), error_details_pb2.BadRequest)
    assert [violation.field for violation in bad.field_violations] == ["ruleset.a", "ruleset.b"]


def test_retry_info() -> None:
    (retry,) = details(
        to_status(ServiceError("OVERLOADED", "Busy.", retry_after=1.25)), error_details_pb2.RetryInfo
    )
    assert retry.retry_delay.ToMilliseconds() == 1250


def test_reasons_are_checked() -> None:
    with pytest.raises(ValueError, match="no ErrorReason"):
        ServiceError("BAD_LUCK", "No.")
