"""What each role may call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from euchre_service.callers import Role

_ANYBODY: Final = frozenset(Role)
_SEATED: Final = frozenset({Role.PLAYER, Role.HOST})
_HOSTS: Final = frozenset({Role.HOST})
_OPERATORS: Final = frozenset({Role.OPERATOR})

RIGHTS: Final[Mapping[str, frozenset[Role]]] = {
    "euchre.v1.RulesService/ListRulesets": _ANYBODY,
    "euchre.v1.RulesService/ResolveRuleset": _ANYBODY,
    "euchre.v1.RulesService/CreateGame": _HOSTS,
    "euchre.v1.RulesService/Deal": _SEATED,
    "euchre.v1.RulesService/Bid": _SEATED,
    "euchre.v1.RulesService/Swap": _SEATED,
    "euchre.v1.RulesService/Discard": _SEATED,
    "euchre.v1.RulesService/Exchange": _SEATED,
    "euchre.v1.RulesService/GoAlone": _SEATED,
    "euchre.v1.RulesService/Fold": _SEATED,
    "euchre.v1.RulesService/Play": _SEATED,
    "euchre.v1.RulesService/CallRenege": _SEATED,
    "euchre.v1.RulesService/Apply": _SEATED,
    "euchre.v1.RulesService/BatchApply": _HOSTS,
    "euchre.v1.RulesService/ListLegalActions": _SEATED,
    "euchre.v1.RulesService/GetView": _SEATED,
    "euchre.v1.RulesService/RevealDeal": _HOSTS,
    "euchre.v1.RulesService/Replay": _HOSTS,
    "euchre.v1.AnalysisService/Suggest": _SEATED,
    "euchre.v1.AnalysisService/Evaluate": _SEATED,
    # Whole services.
    "euchre.v1.AnalysisService/*": _HOSTS,
    "euchre.v1.BotService/*": _HOSTS,
    "grpc.reflection.v1alpha.ServerReflection/*": _OPERATORS,
}
"""The roles of which a caller needs one, by method, or by service for all of its methods.

Health is not here: whoever reaches the server may ask whether it serves.
"""


def roles_for(method: str) -> frozenset[Role]:
    """The roles of which a caller needs one.

    Args:
        method: the full name, `/package.Service/Method`.

    Returns:
        The roles. What nobody thought of is for operators only.
    """
    name = method[1:]
    whole = f"{name.rpartition('/')[0]}/*"
    return RIGHTS.get(name) or RIGHTS.get(whole) or _OPERATORS
