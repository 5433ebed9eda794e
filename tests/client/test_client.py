"""Every method sends the request its RPC documents, the blocking and the asyncio client alike."""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

import pytest
from google.protobuf.message import Message

from euchre.v1 import action_pb2 as pb
from euchre.v1 import rules_service_pb2 as rpc
from euchre.v1.cards_pb2 import Card, Trump
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.view_pb2 import Audience, ViewSelector
from euchre_client import (
    AsyncRulesClient,
    GameOver,
    RulesClient,
    parse_action,
    public_view,
    recorded_hand,
    seat_view,
    table_view,
)
from tests.client.fake_service import STATE, FakeRules

TURN = rpc.Turn(state=b"state", seat=0, key=b"key", expected_ply=0, views=[public_view()])
HEARTS = pb.NameTrump(trump=Trump.TRUMP_HEARTS)
FOUR = pb.TricksBid(tricks=4)
NINE = Card.CARD_NINE_OF_CLUBS


class Call(NamedTuple):
    method: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    request: Message


def with_pass(request: Any) -> Message:
    getattr(request, "pass").SetInParent()
    assert isinstance(request, Message)
    return request


TRANSITIONS = [
    Call("deal", (TURN,), {}, rpc.DealRequest(turn=TURN)),
    Call(
        "deal",
        (TURN,),
        {"entropy": {2: b"two", 0: b"nought"}},
        rpc.DealRequest(
            turn=TURN,
            entropy=[pb.SeatEntropy(seat=0, value=b"nought"), pb.SeatEntropy(seat=2, value=b"two")],
        ),
    ),
    Call("deal", (TURN,), {"deck": ["9c", "B"]}, rpc.DealRequest(turn=TURN, deck=[NINE, Card.CARD_JOKER])),
    Call("bid", (TURN, "pass"), {}, with_pass(rpc.BidRequest(turn=TURN))),
    Call("bid", (TURN, "order alone"), {}, rpc.BidRequest(turn=TURN, order_up=pb.OrderUp(alone=True))),
    Call(
        "bid",
        (TURN, "name h"),
        {},
        rpc.BidRequest(turn=TURN, name_trump=HEARTS),
    ),
    Call(
        "bid", (TURN, parse_action("bid 4")), {}, rpc.BidRequest(turn=TURN, tricks_bid=pb.TricksBid(tricks=4))
    ),
    Call("swap", (TURN,), {}, rpc.SwapRequest(turn=TURN)),
    Call("discard", (TURN, "9c"), {}, rpc.DiscardRequest(turn=TURN, card=NINE)),
    Call("discard", (TURN, None), {}, rpc.DiscardRequest(turn=TURN, decline=pb.DeclineUpcard())),
    Call("exchange", (TURN, "pass"), {}, with_pass(rpc.ExchangeRequest(turn=TURN))),
    Call("exchange", (TURN, "redeal"), {}, rpc.ExchangeRequest(turn=TURN, redeal=pb.Redeal())),
    Call("exchange", (TURN, "lay 9c"), {}, rpc.ExchangeRequest(turn=TURN, lay_down=pb.LayDown(card=NINE))),
    Call("exchange", (TURN, "give 9c"), {}, rpc.ExchangeRequest(turn=TURN, give_card=pb.GiveCard(card=NINE))),
    Call("exchange", (TURN, "take dummy"), {}, rpc.ExchangeRequest(turn=TURN, take_dummy=pb.TakeDummy())),
    Call("go_alone", (TURN,), {"alone": False}, rpc.GoAloneRequest(turn=TURN, alone=False)),
    Call("fold", (TURN,), {"fold": True}, rpc.FoldRequest(turn=TURN, fold=True)),
    Call("play", (TURN, NINE), {}, rpc.PlayRequest(turn=TURN, card=NINE)),
    Call("call_renege", (TURN,), {"offender": 0}, rpc.CallRenegeRequest(turn=TURN, offender=0)),
    Call("apply", (TURN, "stay"), {}, rpc.ApplyRequest(turn=TURN, action=pb.Action(stay=pb.Stay()))),
]
OTHERS = [
    Call("list_rulesets", (), {}, rpc.ListRulesetsRequest()),
    Call("resolve_ruleset", ("buck",), {}, rpc.ResolveRulesetRequest(ruleset=Ruleset(base="buck"))),
    Call("create_game", ("buck",), {}, rpc.CreateGameRequest(ruleset=Ruleset(base="buck"))),
    Call(
        "create_game",
        (Ruleset(base="classic", target=5),),
        {"seed": b"s" * 32, "label": "a", "initial_scores": [1, 2], "deal": True, "views": [seat_view(0)]},
        rpc.CreateGameRequest(
            ruleset=Ruleset(base="classic", target=5),
            seed=b"s" * 32,
            label="a",
            initial_scores=[1, 2],
            deal=True,
            views=[ViewSelector(audience=Audience.AUDIENCE_SEAT, seat=0)],
        ),
    ),
    Call(
        "list_legal_actions",
        (),
        {"state": b"s", "seat": 0, "key": b"k"},
        rpc.ListLegalActionsRequest(state=b"s", seat=0, key=b"k"),
    ),
    Call(
        "get_view",
        (),
        {"state": b"s", "key": b"k", "seat": 0},
        rpc.GetViewRequest(state=b"s", key=b"k", view=ViewSelector(seat=0)),
    ),
    Call(
        "get_view",
        (),
        {"state": b"s", "key": b"k", "audience": Audience.AUDIENCE_TABLE},
        rpc.GetViewRequest(state=b"s", key=b"k", view=table_view()),
    ),
    Call(
        "reveal_deal",
        (),
        {"state": b"s", "key": b"k", "hand_number": 3},
        rpc.RevealDealRequest(state=b"s", key=b"k", hand_number=3),
    ),
    Call(
        "replay",
        ("classic", [recorded_hand(["9c"], [(0, "pass")], dealer=0)]),
        {"initial_scores": [1, 2], "views": [public_view()]},
        rpc.ReplayRequest(
            views=[public_view()],
            ruleset=Ruleset(base="classic"),
            initial_scores=[1, 2],
            hands=[
                rpc.RecordedHand(
                    dealer=0, deck=[NINE], actions=[rpc.SeatAction(seat=0, action=parse_action("pass"))]
                )
            ],
        ),
    ),
]


@pytest.mark.parametrize("call", TRANSITIONS + OTHERS, ids=lambda call: call.method)
async def test_a_method_sends_its_request(fake: FakeRules, address: str, call: Call) -> None:
    with RulesClient(address) as client:
        answer = getattr(client, call.method)(*call.args, **call.kwargs)
    async with AsyncRulesClient(address) as aio_client:
        aio_answer = await getattr(aio_client, call.method)(*call.args, **call.kwargs)
    assert fake.requests == [call.request, call.request]
    assert answer == aio_answer
    if call in TRANSITIONS:
        assert answer == rpc.Transition(state=STATE)


async def test_a_batch_returns_its_errors(fake: FakeRules, address: str) -> None:
    items = [(TURN, "stay"), (TURN, "fold")]
    with RulesClient(address) as client:
        first, second = client.batch_apply(items)
    async with AsyncRulesClient(address) as aio_client:
        assert len(await aio_client.batch_apply(items)) == 2
    assert first == rpc.Transition(state=STATE)
    assert isinstance(second, GameOver)
    assert second.message == "The game is over."
    applies = [rpc.ApplyRequest(turn=TURN, action=parse_action(text)) for _, text in items]
    assert fake.requests == [rpc.BatchApplyRequest(items=applies)] * 2


def test_a_batch_may_be_a_request(fake: FakeRules, address: str) -> None:
    request = rpc.BatchApplyRequest(items=[rpc.ApplyRequest(turn=TURN, action=parse_action("stay"))])
    with RulesClient(address) as client:
        client.batch_apply(request)
    assert fake.requests == [request]


@pytest.mark.parametrize(
    ("method", "action"), [("bid", "play 9c"), ("exchange", "order"), ("bid", "nonsense")]
)
def test_an_action_of_another_kind_is_not_sent(
    fake: FakeRules, client: RulesClient, method: str, action: str
) -> None:
    with pytest.raises(ValueError, match="is no"):
        getattr(client, method)(TURN, action)
    assert not fake.requests


def test_both_clients_have_the_same_methods() -> None:
    def methods(kind: type) -> dict[str, list[str]]:
        members = inspect.getmembers(kind, inspect.isfunction)
        return {name: list(inspect.signature(it).parameters) for name, it in members if name[0] != "_"}

    rpcs = rpc.DESCRIPTOR.services_by_name["RulesService"].methods
    assert methods(RulesClient) == methods(AsyncRulesClient)
    assert len(methods(RulesClient)) == len(rpcs) + 1  # and close
