"""`PracticeService` over the wire: games against bots, what is refused, and going on from earlier states."""

from __future__ import annotations

from collections.abc import Callable

import grpc
import pytest

from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.action_pb2 import Action
from euchre.v1.practice_service_pb2 import Strength
from euchre.v1.practice_service_pb2_grpc import PracticeServiceStub
from euchre.v1.rules_service_pb2 import CreateGameRequest
from euchre.v1.ruleset_pb2 import Renege, Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import Audience
from euchre_bots import make
from euchre_client import EuchreError, RulesClient, from_rpc_error, parse_action
from tests.practice.hosts import SEED, Table, lay

HEURISTIC, RANDOM = Strength.STRENGTH_HEURISTIC, Strength.STRENGTH_RANDOM


def refusal(call: Callable[[], object]) -> EuchreError:
    """What a call is refused with."""
    with pytest.raises(grpc.RpcError) as refused:
        call()
    return from_rpc_error(refused.value)


def in_play(host: PracticeServiceStub, **options: object) -> Table:
    """A table where the person must play a card and others have led."""
    table = lay(host, **options)  # type: ignore[arg-type]
    bot = make("heuristic")
    while table.view.next.phase != Phase.PHASE_PLAY or not table.view.trick.cards:
        waits = table.view.next.phase == Phase.PHASE_DEAL
        table.go_on(host, None if waits else bot.decide(table.view))
    return table


def test_a_host_says_what_it_offers(host: PracticeServiceStub) -> None:
    described = host.DescribeHost(pb.DescribeHostRequest())
    assert list(described.strengths)[:2] == [RANDOM, HEURISTIC]


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset(base="classic", target=4),
        Ruleset(base="ghost_hand", target=6),
        Ruleset(base="three_handed", target=3),
        Ruleset(base="classic", target=3, renege=Renege.RENEGE_ALLOW_CLAIM),
    ],
    ids=["classic", "ghost_hand", "three_handed", "claims"],
)
def test_a_game_is_played_to_its_end(host: PracticeServiceStub, ruleset: Ruleset) -> None:
    table = lay(host, ruleset, seat=1, strengths=[HEURISTIC])
    table.play(host)
    assert table.view.HasField("game") and not table.view.next.HasField("seat")
    plies = [step.view.info.ply for step in table.steps]
    assert plies == list(range(1, len(plies) + 1)), "one message for each act"
    for step in table.steps:
        assert (step.view.audience, step.view.seat) == (Audience.AUDIENCE_SEAT, 1)
        assert bool(step.view.legal_actions) == (
            step.view.next.seat == 1 and step.view.next.phase != Phase.PHASE_GAME_OVER
        )
    # Asked to go on all the same, the host shows how things stand.
    (last,) = table.go_on(host)
    assert last.view.game == table.steps[-2].view.game and not last.HasField("seat")


def test_a_stream_ends_when_the_person_must_choose_or_the_hand_is_over(host: PracticeServiceStub) -> None:
    table = lay(host)
    bot = make("heuristic")
    assert table.view.next.phase == Phase.PHASE_DEAL
    for _ in range(60):
        deals = table.view.next.phase == Phase.PHASE_DEAL
        new = table.go_on(host, None if deals else bot.decide(table.view))
        assert new[0].seat == (new[0].view.dealer if deals else 0)
        for step in new[:-1]:
            assert step.view.next.phase != Phase.PHASE_DEAL and step.view.next.seat != 0
        assert sum(event.HasField("dealt") for step in new for event in step.view.events) == deals
        last = new[-1].view.next
        assert last.phase == Phase.PHASE_DEAL or last.seat == 0 or table.is_over


def test_a_refused_card_has_the_services_own_words(host: PracticeServiceStub, rules: RulesClient) -> None:
    table = in_play(host)
    held = set(table.view.seats[0].cards)
    strange = next(card.card for trick in [table.view.trick] for card in trick.cards if card.card not in held)
    act = Action()
    act.play_card.card = strange
    steps = len(table.steps)
    error = refusal(lambda: table.go_on(host, act))
    assert error.reason_name == "CARD_NOT_HELD" and "do not hold" in error.message
    assert len(table.steps) == steps
    table.go_on(host, make("heuristic").decide(table.view))


def test_the_persons_key_is_needed_and_no_other_does(host: PracticeServiceStub, rules: RulesClient) -> None:
    table = in_play(host)
    act = table.view.legal_actions[0].action
    others = rules.create_game("classic", seed=SEED).seat_keys[1]

    def act_with(key: bytes) -> str:
        request = pb.ContinueRequest(state=table.state, table=table.token, action=act, seat_key=key)
        return refusal(lambda: list(host.Continue(request))).reason_name

    assert {act_with(key) for key in (b"", bytes(16), others)} <= {"SEAT_KEY_WRONG", "MALFORMED_REQUEST"}


def test_going_on_without_an_act_shows_how_things_stand(host: PracticeServiceStub) -> None:
    table = in_play(host)
    (shown,) = table.go_on(host)
    before = table.steps[-2]
    assert (shown.state, shown.table) == (before.state, before.table)
    assert shown.view.legal_actions == before.view.legal_actions
    assert not shown.HasField("seat")


def test_a_deal_is_not_the_persons_act(host: PracticeServiceStub) -> None:
    table = lay(host)
    error = refusal(lambda: table.go_on(host, parse_action("deal")))
    assert error.reason_name == "MALFORMED_REQUEST" and error.metadata["field"] == "action"


def test_an_earlier_pair_goes_on_the_same_way(host: PracticeServiceStub) -> None:
    table = in_play(host)
    earlier = Table(table.created, list(table.steps))
    act = table.view.legal_actions[-1].action
    first = table.go_on(host, act)
    assert earlier.go_on(host, act) == first, "what was taken back and done again comes to the same"


def test_a_table_goes_with_its_own_state_alone(host: PracticeServiceStub) -> None:
    table, other = in_play(host), lay(host, seed=bytes(32))
    other.go_on(host)
    earlier = table.steps[-2]

    def go_on(state: bytes, token: bytes) -> EuchreError:
        return refusal(lambda: list(host.Continue(pb.ContinueRequest(state=state, table=token))))

    assert go_on(earlier.state, table.token).reason_name == "STATE_FORKED"
    assert go_on(table.state, earlier.table).reason_name == "STATE_FORKED"
    # The host's key of one game is none of another's.
    assert go_on(table.state, other.token).reason_name == "SEAT_KEY_WRONG"
    assert go_on(table.state, b"nonsense").reason_name == "MALFORMED_REQUEST"
    assert go_on(bytes(50), table.token).reason_name == "STATE_CORRUPT"


def test_bots_of_two_strengths_sit_where_they_were_asked_to(host: PracticeServiceStub) -> None:
    nobody = Strength.STRENGTH_UNSPECIFIED
    created = lay(host, seat=2, strengths=[RANDOM, HEURISTIC, nobody, RANDOM]).created
    assert list(created.strengths) == [RANDOM, HEURISTIC, nobody, RANDOM]
    assert created.seat == 2 and created.view.seat == 2
    assert created.ruleset.target == 10, "the ruleset is whole"


def test_the_seed_decides_the_whole_game(host: PracticeServiceStub, rules: RulesClient) -> None:
    first, second, third = lay(host), lay(host), lay(host, seed=b"")
    assert first.created == second.created != third.created
    request = CreateGameRequest(ruleset=Ruleset(base="classic"), seed=SEED)
    assert first.created.state == rules.create_game(request.ruleset, seed=SEED).transition.state
    assert first.go_on(host) == second.go_on(host)


@pytest.mark.parametrize(
    ("change", "reason", "field"),
    [
        ({"seat": 4}, "MALFORMED_REQUEST", "seat"),
        ({"strengths": []}, "MALFORMED_REQUEST", "strengths"),
        ({"strengths": [HEURISTIC] * 3}, "MALFORMED_REQUEST", "strengths"),
        ({"strengths": [0]}, "MALFORMED_REQUEST", "strengths"),
        ({"seed": b"short"}, "MALFORMED_REQUEST", "seed"),
        ({"players": ["Ann"]}, "MALFORMED_REQUEST", "players"),
        ({"players": ["x" * 41] * 4}, "MALFORMED_REQUEST", "players"),
        ({"ruleset": Ruleset(base="whist")}, "UNKNOWN_RULESET", ""),
        ({"ruleset": Ruleset(base="classic", target=10**6)}, "OPTION_INVALID", ""),
    ],
)
def test_tables_that_cannot_be_laid(
    host: PracticeServiceStub, change: dict[str, object], reason: str, field: str
) -> None:
    asked: dict[str, object] = {"ruleset": Ruleset(base="classic"), "seat": 0, "strengths": [HEURISTIC]}
    request = pb.CreateTableRequest(**(asked | change))  # type: ignore[arg-type]
    error = refusal(lambda: host.CreateTable(request))
    assert error.reason_name == reason
    if field:
        assert error.metadata["field"] == field


def test_experts_think_beside_the_others(host: PracticeServiceStub) -> None:
    expert = Strength.STRENGTH_EXPERT
    assert list(host.DescribeHost(pb.DescribeHostRequest()).strengths) == [RANDOM, HEURISTIC, expert]
    table = lay(host, strengths=[Strength.STRENGTH_UNSPECIFIED, expert, RANDOM, RANDOM])
    table.go_on(host)
    while not any(step.seat == 1 and step.view.info.ply > 1 for step in table.steps):
        table.go_on(host, make("heuristic").decide(table.view))
