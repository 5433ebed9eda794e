"""The presets, for views whose ruleset nobody told: packaged, as the service lists them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from euchre.v1.rules_service_pb2 import ListRulesetsResponse
from euchre.v1.ruleset_pb2 import Ruleset


@cache
def presets() -> Mapping[str, Ruleset]:
    """Returns every preset by its name, whole."""
    packaged = files("euchre_bots.data").joinpath("presets.binpb").read_bytes()
    listed = ListRulesetsResponse.FromString(packaged)
    return {ruleset.base: ruleset for ruleset in listed.rulesets}
