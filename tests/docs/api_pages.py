"""`docs/api/*.md`: a page a proto file, with everything that it declares, and one that lists the services."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Final

from google.api import annotations_pb2, field_behavior_pb2, http_pb2
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pb2 import FileDescriptorProto, MethodDescriptorProto, MethodOptions

from tests.docs.contract import sources, texts
from tests.docs.links import linked, type_link
from tests.docs.words import table

_MADE: Final = "Made from `protos/{file}` by `python -m tests.docs.generate`; do not edit."
_INTRODUCTION: Final = """# API reference

Made from `protos/euchre/v1` by `python -m tests.docs.generate`; do not edit.

Everything that the package `euchre.v1` declares, a page a file. All RPCs are gRPC; those with a route can be
called as JSON over HTTP too, by way of the proxy that [Deploying](../deploy.md#envoy) starts. What each
refusal means is in [Errors](../errors.md); what may change in `v1`, and what may not, is in
[What may change](../compatibility.md)."""
_BEHAVIORS: Final = field_behavior_pb2.FieldBehavior.DESCRIPTOR.values_by_number
_IDEMPOTENCY: Final = {
    MethodOptions.NO_SIDE_EFFECTS: "no side effects",
    MethodOptions.IDEMPOTENT: "idempotent",
    MethodOptions.IDEMPOTENCY_UNKNOWN: "not said",
}


def pages() -> dict[str, str]:
    """Makes every page, by its path below the project's root."""
    made = {f"docs/api/{PurePath(file.name).stem}.md": _page(file) for file in sources()}
    return {"docs/api/index.md": _index()} | made


def route(method: MethodDescriptorProto) -> str:
    """Returns the HTTP method and path of an RPC, or nothing if it has none."""
    rule: http_pb2.HttpRule = method.options.Extensions[annotations_pb2.http]  # type: ignore[index]
    verb = rule.WhichOneof("pattern")
    return f"{verb.upper()} {getattr(rule, verb)}" if verb else ""


def _index() -> str:
    parts = [_INTRODUCTION]
    for file in sources():
        page = f"{PurePath(file.name).stem}.md"
        for service in file.service:
            rows = [
                [f"[{m.name}]({page}#{m.name.lower()})", f"`{route(m)}`" if route(m) else ""]
                for m in service.method
            ]
            parts.append(f"## [{service.name}]({page}#{service.name.lower()})")
            parts += [linked(texts()[service.name].split("\n\n")[0], ""), table(["RPC", "HTTP"], rows)]
    rows = [
        [f"[{PurePath(file.name).name}]({PurePath(file.name).stem}.md)", texts()[file.name].split("\n\n")[0]]
        for file in sources()
    ]
    return "\n\n".join([*parts, "## Files", table(["file", "what"], rows)]) + "\n"


def _page(file: FileDescriptorProto) -> str:
    stem = PurePath(file.name).stem
    parts = [f"# {stem}.proto", _MADE.format(file=file.name), linked(texts()[file.name], stem)]
    for service in file.service:
        parts += [f"## {service.name}", linked(texts()[service.name], stem)]
        for method in service.method:
            parts += _rpc(service.name, method, stem)
    for message in file.message_type:
        parts += [f"## {message.name}", linked(texts()[message.name], stem)]
        if message.field:
            head = ["field", "type", "number", "", "meaning"]
            parts.append(table(head, _fields(message, stem)))
    for enum in file.enum_type:
        rows = [
            [f"`{value.name}`", str(value.number), _cell(f"{enum.name}.{value.name}", stem)]
            for value in enum.value
        ]
        parts += [f"## {enum.name}", linked(texts()[enum.name], stem)]
        parts.append(table(["value", "number", "meaning"], rows))
    return "\n\n".join(parts) + "\n"


def _rpc(service: str, method: MethodDescriptorProto, stem: str) -> Iterator[str]:
    asked = "stream of " * method.client_streaming + type_link(method.input_type, stem)
    answered = "stream of " * method.server_streaming + type_link(method.output_type, stem)
    yield f"### {method.name}"
    yield linked(texts()[f"{service}.{method.name}"], stem)
    yield "\n".join(
        [
            f"- Request: {asked}",
            f"- Response: {answered}",
            f"- HTTP: {f'`{route(method)}`' if route(method) else 'none'}",
            f"- Idempotency: {_IDEMPOTENCY[method.options.idempotency_level]}",
        ]
    )


def _fields(message: descriptor_pb2.DescriptorProto, stem: str) -> Iterator[list[str]]:
    for field in message.field:
        yield [
            f"`{field.name}`",
            _type(field, stem),
            str(field.number),
            _presence(message, field),
            _cell(f"{message.name}.{field.name}", stem),
        ]


def _type(field: Field, stem: str) -> str:
    repeated = "repeated " if field.label == Field.LABEL_REPEATED else ""
    if field.type_name:
        return repeated + type_link(field.type_name, stem)
    return f"{repeated}`{Field.Type.Name(field.type).removeprefix('TYPE_').lower()}`"


def _presence(message: descriptor_pb2.DescriptorProto, field: Field) -> str:
    """Tells whether a field must be there, and which others it excludes."""
    marked: Iterable[int] = field.options.Extensions[field_behavior_pb2.field_behavior]  # type: ignore[index]
    said = [_BEHAVIORS[value].name.lower() for value in marked]
    if field.proto3_optional:
        said.append("explicit presence")
    elif field.HasField("oneof_index"):
        said.append(f"one of `{message.oneof_decl[field.oneof_index].name}`")
    return ", ".join(said)


def _cell(name: str, stem: str) -> str:
    return linked(" ".join(texts()[name].split("\n\n")), stem)
