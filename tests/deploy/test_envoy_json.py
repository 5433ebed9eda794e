"""The API as JSON over HTTP, translated by Envoy: whole games, and refusals with their reasons."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from google.api import annotations_pb2, http_pb2
from google.protobuf.descriptor import MethodDescriptor

from euchre.v1 import rules_service_pb2 as pb
from tests.deploy.stack import Proxy

METHODS: list[MethodDescriptor] = list(pb.DESCRIPTOR.services_by_name["RulesService"].methods)
SEED = base64.b64encode(bytes(range(32))).decode()


def route(method: MethodDescriptor) -> tuple[str, str]:
    """HTTP method and path of an RPC."""
    rule: http_pb2.HttpRule = method.GetOptions().Extensions[annotations_pb2.http]  # type: ignore[index]
    verb = rule.WhichOneof("pattern")
    assert verb is not None
    return verb.upper(), getattr(rule, verb)


class JsonTable:
    """A game by JSON alone, with the host's key."""

    def __init__(self, proxy: Proxy, base: str) -> None:
        self._proxy = proxy
        asked = {
            "ruleset": {"base": base},
            "seed": SEED,
            "deal": True,
            "views": [{"audience": "AUDIENCE_TABLE"}],
        }
        answer = proxy.ask("/v1/games:create", asked)
        assert answer.status == 200, answer.body
        self.key: str = answer.json["hostKey"]
        self.now: dict[str, Any] = answer.json["transition"]

    @property
    def seat(self) -> int:
        return int(self.now["next"]["seat"])

    @property
    def phase(self) -> str:
        return str(self.now["next"]["phase"])

    def turn(self) -> dict[str, Any]:
        turn = {"state": self.now["state"], "seat": self.seat, "key": self.key}
        return turn | {"views": [{"audience": "AUDIENCE_TABLE"}]}

    def legal(self) -> list[dict[str, Any]]:
        actions: list[dict[str, Any]] = self.now["views"][0]["legalActions"]
        return actions

    def act(self) -> None:
        """Does what comes last among what is legal, by the RPC that is named after it."""
        action = self.legal()[-1]["action"]
        ((kind, what),) = action.items()
        turn = {"turn": self.turn()}
        path, body = {
            "playCard": ("play", {"card": what.get("card")}),
            "discard": ("discard", {"card": what.get("card")}),
            "declineUpcard": ("discard", {"decline": {}}),
            "pass": ("bid", action),
            "orderUp": ("bid", action),
            "nameTrump": ("bid", action),
            "tricksBid": ("bid", action),
            "dealHand": ("deal", {}),
            "goAlone": ("goAlone", {"alone": True}),
            "playWithPartner": ("goAlone", {"alone": False}),
            "fold": ("fold", {"fold": True}),
            "stay": ("fold", {"fold": False}),
            "swap": ("swap", {}),
        }[kind]
        answer = self._proxy.ask(f"/v1/games:{path}", turn | body)
        assert answer.status == 200, (kind, answer.body)
        self.now = answer.json["transition"]


@pytest.mark.parametrize("base", ["classic", "ghost_hand", "buck"])
def test_a_whole_game(envoy: Proxy, base: str) -> None:
    table = JsonTable(envoy, base)
    acts = 0
    while table.phase != "PHASE_GAME_OVER":
        table.act()
        acts += 1
    won = [event["gameWon"] for event in table.now["events"] if "gameWon" in event]
    assert len(won) == 1 and acts > 50


def test_both_replicas_take_part(envoy: Proxy) -> None:
    for _ in range(20):
        assert envoy.ask("/v1/rulesets").status == 200
    counts = [int(known["rq_success"]) for known in envoy.replicas().values()]
    assert len(counts) == 2 and min(counts) > 3


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_rpc_has_its_route(envoy: Proxy, method: MethodDescriptor) -> None:
    verb, path = route(method)
    answer = envoy.ask(path, None if verb == "GET" else {}, method=verb)
    if verb == "GET":
        assert answer.status == 200 and len(answer.json["rulesets"]) > 10
    else:
        # The service's own refusal of an empty request; Envoy alone could not know it.
        assert answer.status == 400, answer.body
        assert answer.reason in {"MALFORMED_REQUEST", "UNKNOWN_RULESET", "BATCH_SIZE", "STATE_CORRUPT"}
        assert "x-request-id" in answer.headers


def test_an_illegal_card_says_why(envoy: Proxy) -> None:
    table = JsonTable(envoy, "classic")
    while table.phase != "PHASE_PLAY":
        table.act()
    table.act()  # a lead
    held = {action["action"]["playCard"]["card"] for action in table.legal()}
    asked = {"state": table.now["state"], "key": table.key, "view": {"audience": "AUDIENCE_TABLE"}}
    seats = envoy.ask("/v1/games:getView", asked).json["view"]["seats"]
    strange = next(card for card in seats[(table.seat + 1) % 4]["cards"] if card not in held)
    refused = envoy.ask("/v1/games:play", {"turn": table.turn(), "card": strange})
    assert (refused.status, refused.json["code"], refused.reason) == (400, 9, "CARD_NOT_HELD")
    assert refused.json["message"].startswith("You do not hold")


def test_a_wrong_key_is_forbidden(envoy: Proxy) -> None:
    table = JsonTable(envoy, "classic")
    asked = {"turn": table.turn() | {"key": base64.b64encode(bytes(16)).decode()}, "pass": {}}
    refused = envoy.ask("/v1/games:bid", asked)
    assert (refused.status, refused.json["code"], refused.reason) == (403, 7, "SEAT_KEY_WRONG")


@pytest.mark.parametrize(
    "body",
    [b"{", b'{"ruleset": 7}', b'{"rulset": {"base": "classic"}}', b'{"ruleset": {"stickDealer": "MAYBE"}}'],
    ids=["cut", "wrong type", "misspelt field", "unknown enum value"],
)
def test_bad_json_gets_an_error_in_json(envoy: Proxy, body: bytes) -> None:
    refused = envoy.ask("/v1/games:create", body)
    assert (refused.status, refused.json["code"], refused.reason) == (400, 3, "MALFORMED_REQUEST")
    assert refused.headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "path", ["/", "/v1/games:burn", "/grpc.health.v1.Health/Watch", "/euchre.v1.Other/Do"]
)
def test_what_is_not_served_is_not_found(envoy: Proxy, path: str) -> None:
    refused = envoy.ask(path, {})
    assert (refused.status, refused.json["code"]) == (404, 12)


def test_a_full_batch_fits(envoy: Proxy) -> None:
    table = JsonTable(envoy, "classic")
    turn = {"state": table.now["state"], "seat": table.seat, "key": table.key}
    item = {"turn": turn | {"views": [{"audience": "AUDIENCE_TABLE"}]}, "action": table.legal()[0]["action"]}
    answer = envoy.ask("/v1/games:batchApply", {"items": [item] * 1000})
    assert answer.status == 200, answer.body[:300]
    assert len(answer.json["results"]) == 1000
    assert len({result["transition"]["state"] for result in answer.json["results"]}) == 1


def test_healthz_tells_that_it_can_serve(envoy: Proxy) -> None:
    assert envoy.ask("/healthz").status == 200
