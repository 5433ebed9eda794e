"""What the protos say in their comments, for pages that are made from them."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from google.protobuf import descriptor_pb2
from grpc_tools import protoc

ROOT: Final = Path(__file__).parents[2]
_PACKAGE: Final = "euchre.v1"
_SECTION: Final = re.compile(r"\s*`rules\.md` (\d+(?:\.\d+)?)\.?")


class Comment(NamedTuple):
    """A comment of the protos, on one line a paragraph.

    Attributes:
        text: what it says.
        section: the section of the rules that it names, or nothing.
    """

    text: str
    section: str


@cache
def texts() -> dict[str, str]:
    """Returns what is said of every file, service, RPC, message, field, enum and enum value, by its name.

    A file's name is its path, `euchre/v1/view.proto`. RPCs, fields and enum values are named after what they
    belong to: `RulesService.Deal`, `Ruleset.players`, `Teams.TEAMS_PAIRS`.
    """
    found: dict[str, str] = {}
    for file in sources():
        names = _names(file)
        for place in file.source_code_info.location:
            name = names.get(tuple(place.path))
            if name:
                comment = place.leading_comments or "".join(place.leading_detached_comments)
                found[name] = "\n\n".join(" ".join(part.split()) for part in comment.strip().split("\n\n"))
    return found


@cache
def comments() -> dict[str, Comment]:
    """Returns the same with the section of the rules apart from the text."""
    return {name: _comment(text) for name, text in texts().items()}


@cache
def sources() -> tuple[descriptor_pb2.FileDescriptorProto, ...]:
    """Reads the protos with their comments, which the generated modules don't have."""
    files = sorted(str(path.relative_to(ROOT / "protos")) for path in ROOT.glob("protos/euchre/**/*.proto"))
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "all.binpb"
        arguments = [
            "protoc",
            f"--proto_path={ROOT / 'protos'}",
            f"--proto_path={resources.files('grpc_tools') / '_proto'}",
            "--include_source_info",
            f"--descriptor_set_out={out}",
            *files,
        ]
        if protoc.main(arguments) != 0:
            raise RuntimeError("the protos cannot be read")
        return tuple(descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes()).file)


def _names(file: descriptor_pb2.FileDescriptorProto) -> dict[tuple[int, ...], str]:
    """Names the places of a file; the numbers are those of descriptor.proto's own fields."""
    names: dict[tuple[int, ...], str] = {(12,): file.name}
    for number, service in enumerate(file.service):
        names[6, number] = service.name
        for place, method in enumerate(service.method):
            names[6, number, 2, place] = f"{service.name}.{method.name}"
    for number, message in enumerate(file.message_type):
        names[4, number] = message.name
        for place, field in enumerate(message.field):
            names[4, number, 2, place] = f"{message.name}.{field.name}"
    for number, enum in enumerate(file.enum_type):
        names[5, number] = enum.name
        for place, value in enumerate(enum.value):
            names[5, number, 2, place] = f"{enum.name}.{value.name}"
    return names


def _comment(text: str) -> Comment:
    section = _SECTION.search(text)
    return Comment(_SECTION.sub("", text).strip(), section[1] if section else "")
