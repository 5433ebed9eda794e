"""The contract itself: what every RPC, message, field and enum value must have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pytest
from google.api import annotations_pb2, field_behavior_pb2
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import FieldDescriptor, FileDescriptor
from grpc_tools import protoc

from euchre.v1 import (
    action_pb2,
    analysis_service_pb2,
    bot_service_pb2,
    cards_pb2,
    errors_pb2,
    events_pb2,
    practice_service_pb2,
    record_pb2,
    rules_service_pb2,
    ruleset_pb2,
    state_pb2,
    view_pb2,
)
from euchre_rules import actions, cards, errors, events, phases
from euchre_rules.ruleset import OPTION_FIELDS, option_values

PROTOS: Final = Path(__file__).parents[2] / "protos"
FILES: Final[list[FileDescriptor]] = [
    module.DESCRIPTOR
    for module in (
        action_pb2,
        analysis_service_pb2,
        bot_service_pb2,
        cards_pb2,
        errors_pb2,
        events_pb2,
        practice_service_pb2,
        record_pb2,
        rules_service_pb2,
        ruleset_pb2,
        state_pb2,
        view_pb2,
    )
]
SERVICE: Final = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"]
ANALYSIS: Final = analysis_service_pb2.DESCRIPTOR.services_by_name["AnalysisService"]
PRACTICE: Final = practice_service_pb2.DESCRIPTOR.services_by_name["PracticeService"]
METHODS: Final[list[Any]] = [*SERVICE.methods, *ANALYSIS.methods, *PRACTICE.methods]
STREAMS: Final = {"Annotate", "Continue"}


def messages() -> Iterator[Any]:
    for file in FILES:
        yield from file.message_types_by_name.values()


def enums() -> Iterator[Any]:
    for file in FILES:
        yield from file.enum_types_by_name.values()


def names(enum: Any) -> list[str]:
    """The names of an enum's values without their prefix, but for the one that means nothing."""
    prefix, *rest = [value.name for value in enum.values]
    assert prefix.endswith("_UNSPECIFIED")
    assert enum.values[0].number == 0
    return [name.removeprefix(prefix.removesuffix("UNSPECIFIED")) for name in rest]


def test_every_file_is_looked_at() -> None:
    assert {file.name for file in FILES} == {
        str(path.relative_to(PROTOS)) for path in PROTOS.glob("euchre/**/*.proto")
    }


# --- RPCs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_rpc(method: Any) -> None:
    options = method.GetOptions()
    assert options.idempotency_level == descriptor_pb2.MethodOptions.NO_SIDE_EFFECTS
    assert options.HasExtension(annotations_pb2.http)
    assert method.input_type.name == f"{method.name}Request"
    assert method.output_type.name == f"{method.name}Response"
    described = descriptor_pb2.MethodDescriptorProto()
    method.CopyToProto(described)
    assert not described.client_streaming
    assert described.server_streaming is (method.name in STREAMS)


def test_http_paths_are_all_different() -> None:
    rules = [method.GetOptions().Extensions[annotations_pb2.http] for method in METHODS]
    assert len({rule.get or rule.post for rule in rules}) == len(METHODS)
    assert all(rule.body == ("*" if rule.post else "") for rule in rules)


def test_every_request_field_says_whether_it_is_required() -> None:
    seen: set[str] = set()
    waiting = [method.input_type for method in METHODS]
    while waiting:
        message = waiting.pop()
        if message.full_name in seen or message.file not in (SERVICE.file, ANALYSIS.file):
            # Cards, actions and rulesets are in answers too, where nothing is required.
            continue
        seen.add(message.full_name)
        for field in message.fields:
            behaviour = field.GetOptions().Extensions[field_behavior_pb2.field_behavior]
            assert list(behaviour) in (
                [field_behavior_pb2.REQUIRED],
                [field_behavior_pb2.OPTIONAL],
            ), field.full_name
            if field.message_type is not None:
                waiting.append(field.message_type)
    assert {"euchre.v1.Turn", "euchre.v1.SeatAction", "euchre.v1.RecordedHand", "euchre.v1.ActPlace"} < seen


def test_required_numbers_have_presence() -> None:
    """A required number may be 0, which without presence could not be told from an absent one."""
    numbers = (FieldDescriptor.CPPTYPE_UINT32, FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_BOOL)
    for message in messages():
        for field in message.fields:
            behaviour = field.GetOptions().Extensions[field_behavior_pb2.field_behavior]
            if field_behavior_pb2.REQUIRED in behaviour and field.cpp_type in numbers:
                assert field.has_presence, field.full_name


def test_every_seat_and_side_has_presence() -> None:
    for message in messages():
        for field in message.fields:
            if field.name in ("seat", "side", "dealer", "maker", "winner", "offender", "bidder", "to"):
                assert field.has_presence, field.full_name


def test_no_field_has_64_bits_but_means() -> None:
    """Whole numbers of 64 bits are texts in JSON; chances and means are real numbers everywhere."""
    wide = (
        FieldDescriptor.CPPTYPE_INT64,
        FieldDescriptor.CPPTYPE_UINT64,
        FieldDescriptor.CPPTYPE_DOUBLE,
        FieldDescriptor.CPPTYPE_FLOAT,
    )
    for message in messages():
        for field in message.fields:
            is_mean = message.file is ANALYSIS.file and field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE
            assert is_mean or field.cpp_type not in wide, field.full_name


# --- comments ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> descriptor_pb2.FileDescriptorSet:
    """The files with their comments."""
    image = tmp_path_factory.mktemp("protos") / "image.binpb"
    files = [file.name for file in FILES]
    own = resources.files("grpc_tools") / "_proto"
    flags = [f"--proto_path={PROTOS}", f"--proto_path={own}", "--include_source_info"]
    assert protoc.main(["protoc", *flags, f"--descriptor_set_out={image}", *files]) == 0
    return descriptor_pb2.FileDescriptorSet.FromString(image.read_bytes())


def places(file: descriptor_pb2.FileDescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    """The path of everything that needs a comment, and its name."""
    for m, message in enumerate(file.message_type):
        yield (4, m), message.name
        assert not message.nested_type
        for f, field in enumerate(message.field):
            yield (4, m, 2, f), f"{message.name}.{field.name}"
        for o, oneof in enumerate(message.oneof_decl):
            if not oneof.name.startswith("_"):
                yield (4, m, 8, o), f"{message.name}.{oneof.name}"
    for e, enum in enumerate(file.enum_type):
        yield (5, e), enum.name
        for v, value in enumerate(enum.value):
            yield (5, e, 2, v), value.name
    for s, service in enumerate(file.service):
        yield (6, s), service.name
        for r, method in enumerate(service.method):
            yield (6, s, 2, r), method.name


def test_everything_has_a_comment(sources: descriptor_pb2.FileDescriptorSet) -> None:
    assert len(sources.file) == len(FILES)
    for file in sources.file:
        comments = {
            tuple(location.path): location.leading_comments.strip()
            for location in file.source_code_info.location
        }
        bare = [name for path, name in places(file) if not re.search(r"\w", comments.get(path, ""))]
        assert not bare, file.name


# --- the rules' names are the wire's -----------------------------------------------------------------------


def test_options_are_the_rulesets() -> None:
    fields = ruleset_pb2.Ruleset.DESCRIPTOR.fields
    assert [field.name for field in fields] == ["base", *(option.name for option in OPTION_FIELDS)]
    for field in list(fields)[1:]:
        values = option_values(field.name)
        assert field.has_presence
        if field.enum_type is not None:
            assert names(field.enum_type) == [value.name for value in values]  # type: ignore[union-attr]
        elif field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
            assert values == (False, True)
        else:
            low, _ = values
            signed = field.type == FieldDescriptor.TYPE_SINT32
            assert signed or (isinstance(low, int) and low >= 0)


def test_phases() -> None:
    enum = state_pb2.Phase.DESCRIPTOR
    assert names(enum) == list(phases.NAMES[1:])
    assert tuple(value.number for value in enum.values)[1:] == phases.PHASES


def test_upcard_status() -> None:
    for value in view_pb2.UpcardStatus.DESCRIPTOR.values[1:]:
        assert getattr(phases, value.name.removeprefix("UPCARD_STATUS_")) == value.number


@pytest.mark.parametrize(
    ("wire", "rules"),
    [
        (events_pb2.OutReason, events.OutReason),
        (events_pb2.VoidReason, events.VoidReason),
        (events_pb2.HandOutcome, events.Outcome),
    ],
)
def test_enums_of_events(wire: Any, rules: Any) -> None:
    assert dict(zip(names(wire.DESCRIPTOR), wire.values()[1:], strict=True)) == {
        value.name: int(value) for value in rules
    }


def test_events() -> None:
    kinds = events_pb2.Event.DESCRIPTOR.oneofs_by_name["kind"].fields
    assert {field.message_type.name for field in kinds if field.message_type} == {
        kind.__name__ for kind in events.Event.__args__
    }


def test_reasons_of_the_rules_are_reasons_of_the_wire() -> None:
    assert {str(reason) for reason in errors.Reason} < set(names(errors_pb2.ErrorReason.DESCRIPTOR))


def test_suits_ranks_and_cards() -> None:
    assert names(cards_pb2.Suit.DESCRIPTOR) == [f"{name.upper()}S" for name in cards.SUIT_NAMES]
    assert cards_pb2.Rank.values()[1:] == list(range(7, 16))
    ranks, suits = cards_pb2.Rank.DESCRIPTOR, cards_pb2.Suit.DESCRIPTOR
    for card in cards_pb2.Card.values()[1:]:
        rank = ranks.values_by_number[card % 16].name.removeprefix("RANK_")
        suit = suits.values_by_number[card // 16].name.removeprefix("SUIT_")
        wanted = "CARD_JOKER" if rank == "JOKER" else f"CARD_{rank}_OF_{suit}"
        assert cards_pb2.Card.Name(card) == wanted
    assert len(cards_pb2.Card.values()) == 1 + cards.CARD_COUNT
    assert len(cards_pb2.Trump.values()) == 1 + len(cards.TRUMPS)


def test_action_kinds() -> None:
    kinds = {field.name for field in action_pb2.Action.DESCRIPTOR.oneofs_by_name["kind"].fields}
    assert len(kinds) == len(actions.Kind)


def test_documented_text_forms_are_the_rules_own(sources: descriptor_pb2.FileDescriptorSet) -> None:
    """`cards.proto` and `action.proto` say how cards and actions are written."""
    for file in sources.file:
        comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
        if file.name.endswith("/cards.proto"):
            (number, enum) = next((n, e) for n, e in enumerate(file.enum_type) if e.name == "Card")
            for place, value in list(enumerate(enum.value))[2:]:
                (word,) = re.findall(r"`(\w+)`", comments[5, number, 2, place])
                assert 16 * (cards.card(word) // 8 + 1) + cards.card(word) % 8 + 7 == value.number
        if file.name.endswith("/action.proto"):
            (action,) = (m for m in file.message_type if m.name == "Action")
            for place in range(len(action.field)):
                words = re.findall(r"\[(.*)\]", comments[4, 0, 2, place], re.S)
                for word in re.findall(r"`([^`]+)`", words[0]):
                    assert actions.text(actions.parse(word)) == word
