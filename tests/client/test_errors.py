from __future__ import annotations

import pickle

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2

import euchre_client
from euchre.v1.errors_pb2 import ErrorReason
from euchre_client import (
    DeadlineExceeded,
    EuchreError,
    FieldViolation,
    MalformedRequest,
    MustFollowSuit,
    Overloaded,
    RulesClient,
    TransportError,
    from_rpc_error,
    from_status,
)
from euchre_client.errors import CLASSES
from tests.client.fake_service import FakeRules, failure, refusal

Violation = error_details_pb2.BadRequest.FieldViolation

REASONS = {
    name.removeprefix("ERROR_REASON_"): value
    for name, value in ErrorReason.items()
    if value != ErrorReason.ERROR_REASON_UNSPECIFIED
}


def test_every_reason_has_its_class_and_every_class_its_reason() -> None:
    assert set(CLASSES) == set(REASONS.values())
    for name, reason in REASONS.items():
        error = CLASSES[reason]
        assert error.__name__.upper() == name.replace("_", "")
        assert error.__doc__
        assert error.__doc__ != EuchreError.__doc__
        assert getattr(euchre_client, error.__name__) is error
    others = set(EuchreError.__subclasses__()) - set(CLASSES.values())
    assert others == {TransportError}


@pytest.mark.parametrize("name", REASONS)
def test_a_status_becomes_the_class_of_its_reason(name: str) -> None:
    error = from_status(refusal(grpc.StatusCode.FAILED_PRECONDITION, name, "No.", card="9c"))
    assert type(error) is CLASSES[REASONS[name]]
    assert (error.reason, error.reason_name) == (REASONS[name], name)
    assert (error.message, str(error)) == ("No.", "No.")
    assert (error.code, error.metadata) == (grpc.StatusCode.FAILED_PRECONDITION, {"card": "9c"})
    assert (error.field_violations, error.retry_after) == ((), None)


def test_the_other_details_are_read_too() -> None:
    status = failure(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "Come back.",
        error_details_pb2.Help(),
        error_details_pb2.RetryInfo(retry_delay=Duration(seconds=1, nanos=500_000_000)),
        error_details_pb2.BadRequest(
            field_violations=[
                error_details_pb2.BadRequest.FieldViolation(field="turn.seat", description="absent")
            ]
        ),
        error_details_pb2.ErrorInfo(reason="OVERLOADED", domain="euchre.v1"),
    )
    error = from_status(status)
    assert isinstance(error, Overloaded)
    assert error.retry_after == 1.5
    assert error.field_violations == (FieldViolation("turn.seat", "absent"),)


def test_an_unknown_reason_becomes_the_base_class() -> None:
    error = from_status(refusal(grpc.StatusCode.FAILED_PRECONDITION, "WRONG_HAT", "Take it off."))
    assert type(error) is EuchreError
    assert (error.reason, error.reason_name) == (ErrorReason.ERROR_REASON_UNSPECIFIED, "WRONG_HAT")
    assert error.code is grpc.StatusCode.FAILED_PRECONDITION


def test_a_reason_of_another_domain_is_not_ours() -> None:
    info = error_details_pb2.ErrorInfo(reason="GAME_OVER", domain="proxy.example")
    error = from_status(failure(grpc.StatusCode.UNAVAILABLE, "no route", info))
    assert type(error) is TransportError


@pytest.mark.parametrize(
    "code", [grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.UNIMPLEMENTED]
)
def test_a_status_without_a_reason_is_an_error_of_the_transport(code: grpc.StatusCode) -> None:
    error = from_status(failure(code, "?"))
    assert type(error) is TransportError
    assert (error.code, error.message) == (code, "?")


def test_a_deadline_is_the_same_exception_whoever_noticed() -> None:
    assert type(from_status(failure(grpc.StatusCode.DEADLINE_EXCEEDED, ""))) is DeadlineExceeded


def test_an_error_that_is_no_call_is_an_error_of_the_transport() -> None:
    assert type(from_rpc_error(grpc.RpcError("broken"))) is TransportError


def test_an_error_survives_pickling() -> None:
    error = from_status(refusal(grpc.StatusCode.FAILED_PRECONDITION, "MUST_FOLLOW_SUIT", "No.", led="h"))
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is MustFollowSuit
    assert vars(copy) == vars(error)


def test_a_call_raises_what_the_service_says(fake: FakeRules, client: RulesClient) -> None:
    violation = Violation(field="ruleset", description="absent")
    info = error_details_pb2.ErrorInfo(
        reason="MALFORMED_REQUEST", domain="euchre.v1", metadata={"field": "ruleset"}
    )
    bad_request = error_details_pb2.BadRequest(field_violations=[violation])
    fake.failures.append(failure(grpc.StatusCode.INVALID_ARGUMENT, "Say which game.", info, bad_request))
    with pytest.raises(MalformedRequest, match="Say which game") as caught:
        client.create_game("")
    assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.field_violations == (FieldViolation("ruleset", "absent"),)
    assert isinstance(caught.value.__cause__, grpc.RpcError)
