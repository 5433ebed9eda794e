"""What a step expects, made from the answer that was right."""

from __future__ import annotations

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from euchre_arena.conformance_cases import Json

_STATUS = "google.rpc.Status"
_ANY = "google.protobuf.Any"


def expected(answer: Json, kind: Descriptor, *, keys: bool = False, rules: bool = False) -> Json:
    """What to expect of a response.

    Args:
        answer: the response.
        kind: its type.
        keys: the keys of a new game too.
        rules: the ruleset that comes with a game or a view too.
    """
    whole = closed(answer, kind)
    if whole.get("transition"):
        whole["transition"] = _moved_on(whole["transition"])
    for result in whole.get("results", ()):
        if "transition" in result:
            result["transition"] = _moved_on(result["transition"])
    if kind.name in ("CreateGameResponse", "GetViewResponse") and not rules:
        del whole["ruleset"]
    if kind.name == "CreateGameResponse" and not keys:
        del whole["hostKey"], whole["seatKeys"]
    return whole


def _moved_on(transition: Json) -> Json:
    """Expect of a transition what happened and which state came of it, by its id."""
    info = transition["info"]
    kept = {"info": {"ply": info["ply"], "stateId": info["stateId"]}}
    kept |= {name: transition[name] for name in ("events", "next")}
    if transition["views"]:
        kept["views"] = transition["views"]
    return kept


def closed(value: Json, kind: Descriptor | None) -> Json:
    """A message in JSON in which absent fields are said to be absent.

    Of an error only what a program may rely on is left: its code and its details.
    """
    if isinstance(value, list):
        return [closed(item, kind) for item in value]
    if kind is None or not isinstance(value, dict):
        return value
    if kind.full_name == _STATUS:
        return {"code": value["code"], "details": [_detail(detail) for detail in value["details"]]}
    whole = {}
    for known in kind.fields:
        name = known.json_name
        if name in value:
            whole[name] = closed(value[name], _type_of(known))
        elif not _is_choice(known):
            whole[name] = None
    if not whole.get("dealCommitment", True):
        # Empty in nearly every step, and the phase says why.
        del whole["dealCommitment"]
    return whole


def _detail(detail: Json) -> Json:
    if "metadata" in detail:
        # A map of protobuf has no order of its own.
        return {**detail, "metadata": dict(sorted(detail["metadata"].items()))}
    fields = [{"field": violation["field"]} for violation in detail["fieldViolations"]]
    return {"@type": detail["@type"], "fieldViolations": fields}


def _type_of(known: FieldDescriptor) -> Descriptor | None:
    kind = known.message_type
    if kind is None or kind.GetOptions().map_entry or kind.full_name == _ANY:
        return None
    return kind


def _is_choice(known: FieldDescriptor) -> bool:
    """Whether a field is one of several of which one is set; an `optional` field is not."""
    return known.containing_oneof is not None and not known.containing_oneof.name.startswith("_")
