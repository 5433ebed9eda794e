"""Runs the conformance suite of `protos/conformance` against a server.

Nothing here knows a rule of the game. A step is a request in protobuf's JSON form; what comes back is turned
into JSON by reflection and compared with what the step expects. The README beside the suite documents the
format.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import grpc
from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

# Not used by name: their messages travel inside google.protobuf.Any.
from google.rpc import error_details_pb2  # noqa: F401

from euchre.v1.rules_service_pb2_grpc import RulesServiceStub
from euchre_arena.conformance_cases import METHODS, NEEDS_PLAIN, Case, Group, Json, Step, SuiteError
from euchre_client import EuchreError, TransportError, from_rpc_error

_ANY: Final = "google.protobuf.Any"
_SHORTEN: Final = 120


@dataclass(frozen=True)
class Failure:
    """A step that was answered differently.

    Attributes:
        group: the case's group.
        case: the case's name.
        step: which step of it, from 0.
        rpc: the call.
        differences: a line for each.
    """

    group: str
    case: str
    step: int
    rpc: str
    differences: tuple[str, ...]


@dataclass
class Tally:
    """What came of a group."""

    group: str
    passed: int = 0
    skipped: int = 0
    steps: int = 0
    failures: list[Failure] = field(default_factory=list)


# --- calls -------------------------------------------------------------------------------------------------


class Service:
    """A server, called with JSON.

    Args:
        channel: a channel to it.
    """

    def __init__(self, channel: grpc.Channel) -> None:
        self._stub = RulesServiceStub(channel)

    def call(self, rpc: str, request: Json) -> Json:
        """Makes one call.

        Args:
            rpc: the call's name, such as `Play`.
            request: the request in protobuf's JSON form, without references.

        Returns:
            The response in protobuf's JSON form; fields without presence are there also when empty.

        Raises:
            EuchreError: the service refused the call.
            TransportError: nobody answers.
            SuiteError: the request is none of this call.
        """
        message = message_factory.GetMessageClass(METHODS[rpc].input_type)()
        try:
            ParseDict(request, message)
        except ParseError as error:
            raise SuiteError(f"The request is no {message.DESCRIPTOR.name}: {error}") from None
        try:
            return to_json(getattr(self._stub, rpc)(message))
        except grpc.RpcError as error:
            raise from_rpc_error(error) from None


def to_json(message: Any) -> Json:
    """Writes a message in protobuf's JSON form, with fields without presence also when they are empty."""
    return MessageToDict(message, always_print_fields_with_no_presence=True)


def resolve(value: Json, answers: Sequence[Json]) -> Json:
    """Replaces each reference to an earlier answer by what it refers to.

    Args:
        value: a request, or a part of one.
        answers: the responses of the steps so far.

    Raises:
        SuiteError: a reference leads nowhere, or asks for a change that cannot be made.
    """
    if isinstance(value, list):
        return [resolve(item, answers) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" not in value:
        return {key: resolve(item, answers) for key, item in value.items()}
    found: Json = answers
    for part in str(value["$ref"]).split("."):
        try:
            found = found[int(part)] if isinstance(found, Sequence) else found[part]
        except (LookupError, ValueError, TypeError):
            raise SuiteError(f"The reference {value['$ref']!r} leads nowhere.") from None
    if not value.keys() - {"$ref"}:
        return found
    try:
        return _changed(found, value)
    except (LookupError, ValueError, TypeError):
        raise SuiteError(f"The reference {value['$ref']!r} leads to what cannot be changed so.") from None


def _changed(encoded: str, how: Mapping[str, int]) -> str:
    """Changes bytes as a reference asks: `cut` drops so many at the end, `flip` inverts a bit of one."""
    raw = bytearray(base64.b64decode(encoded))
    if "flip" in how:
        raw[how["flip"]] ^= 1
    return base64.b64encode(raw[: len(raw) - how.get("cut", 0)]).decode()


# --- comparing ---------------------------------------------------------------------------------------------


def differences(
    expected: Json, actual: Json, kind: Descriptor | None, *, states: bool = True, path: str = ""
) -> Iterator[str]:
    """Compares a response with what is expected, on the fields that the expectation names.

    Args:
        expected: the expectation; `null` for a field that must be absent.
        actual: the response, as `Service.call` returns it.
        kind: the type of the message, or `None` below a `google.protobuf.Any`.
        states: whether fields of type `bytes` count.
        path: where in the response this is.

    Yields:
        A line for each difference.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        fields = {} if kind is None else {known.json_name: known for known in kind.fields}
        for name, value in expected.items():
            known = fields.get(name)
            here = f"{path}.{name}" if path else name
            if kind is not None and known is None:
                yield f"{here}: {kind.name} has no such field"
            elif not states and known is not None and known.type == FieldDescriptor.TYPE_BYTES:
                continue
            else:
                yield from differences(value, actual.get(name), _type_of(known), states=states, path=here)
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for place, (one, other) in enumerate(zip(expected, actual, strict=True)):
            yield from differences(one, other, kind, states=states, path=f"{path}[{place}]")
    elif isinstance(expected, list) and isinstance(actual, list):
        sizes = f"expected {len(expected)} entries, got {len(actual)}"
        yield f"{path}: {sizes}; expected {_short(expected)}, got {_short(actual)}"
    # True == 1 in Python, not in JSON.
    elif expected != actual or isinstance(expected, bool) is not isinstance(actual, bool):
        yield f"{path or 'response'}: expected {_short(expected)}, got {_short(actual)}"


def _type_of(known: FieldDescriptor | None) -> Descriptor | None:
    kind = None if known is None else known.message_type
    # The keys of a map are no fields, nor are those of an Any's content.
    if kind is None or kind.GetOptions().map_entry or kind.full_name == _ANY:
        return None
    return kind


def _short(value: Json) -> str:
    if value is None:
        return "nothing"
    text = json.dumps(value)
    return text if len(text) <= _SHORTEN else f"{text[: _SHORTEN - 3]}..."


def error_json(error: EuchreError) -> Json:
    """Writes a refusal in the form in which steps expect one."""
    # A map of protobuf has no order of its own.
    metadata = dict(sorted(error.metadata.items()))
    written = {"code": error.code.name, "reason": error.reason_name, "metadata": metadata}
    if error.field_violations:
        written["field"] = error.field_violations[0].field
    return written


# --- running -----------------------------------------------------------------------------------------------


def run_step(
    service: Service, step: Step, answers: Sequence[Json], *, states: bool
) -> tuple[Json, tuple[str, ...]]:
    """Makes a step's call.

    Returns:
        The response, or an empty one if the call was refused; and the differences.

    Raises:
        TransportError: nobody answers.
    """
    try:
        answer = service.call(step.rpc, resolve(step.request, answers))
    except TransportError as error:
        if error.code is grpc.StatusCode.UNAVAILABLE:
            raise
        return {}, (f"no answer of the service: {error.code.name} {error.message}".rstrip(),)
    except SuiteError as error:
        return {}, (str(error),)
    except EuchreError as error:
        refusal = error_json(error)
        if step.error is None:
            return {}, (f"expected a response, got the error {json.dumps(refusal)}",)
        return {}, tuple(differences(step.error, refusal, None, path="error"))
    if step.error is not None:
        return answer, (f"expected the error {json.dumps(step.error)}, got a response",)
    kind = METHODS[step.rpc].output_type
    return answer, tuple(differences(step.response, answer, kind, states=states))


def run_case(service: Service, group: str, case: Case, *, states: bool) -> Failure | None:
    """Runs a case up to its first difference; the steps after it would only repeat that."""
    answers: list[Json] = []
    for place, step in enumerate(case.steps):
        try:
            answer, found = run_step(service, step, answers, states=states)
        except RecursionError:
            answer, found = {}, ("The step is nested too deeply.",)
        if found:
            return Failure(group, case.name, place, step.rpc, found)
        answers.append(answer)
    return None


def run(service: Service, groups: Sequence[Group], *, states: bool = True) -> Iterator[Tally]:
    """Runs a suite.

    Args:
        service: the server.
        groups: the suite.
        states: whether states, ids and keys are compared too; cases that need plain states are skipped
            if not.

    Yields:
        What came of each group, as soon as it is through.

    Raises:
        TransportError: nobody answers.
    """
    for group in groups:
        tally = Tally(group.name)
        for case in group.cases:
            if case.needs == NEEDS_PLAIN and not states:
                tally.skipped += 1
                continue
            failure = run_case(service, group.name, case, states=states)
            tally.steps += len(case.steps) if failure is None else failure.step + 1
            if failure is None:
                tally.passed += 1
            else:
                tally.failures.append(failure)
        yield tally
