"""Nothing that a host sends holds a card its person may not know, or a key of another seat."""

from __future__ import annotations

from typing import Any

import pytest

from euchre.v1 import practice_service_pb2 as pb
from euchre.v1.cards_pb2 import Card
from euchre.v1.practice_service_pb2_grpc import PracticeServiceStub
from euchre.v1.ruleset_pb2 import Farmers, PartnersBest, Ruleset
from euchre.v1.state_pb2 import Phase
from tests.practice.auditing import Auditor, Leak, seen
from tests.practice.hosts import KEY, SEED, Table, lay
from tests.service.desk import Desk

TABLES = [
    (Ruleset(base="classic", target=3), 1),
    (Ruleset(base="ghost_hand"), 0),
    (Ruleset(base="buck"), 2),
    (Ruleset(base="classic", partners_best=PartnersBest.PARTNERS_BEST_MAKER), 0),
    (Ruleset(base="classic", farmers=Farmers.FARMERS_EXCHANGE3), 3),
]


def play_audited(host: PracticeServiceStub, table: Table, auditor: Auditor, hands: int) -> None:
    """Plays, has everything looked at that comes, and asks for the record after each hand."""
    auditor.message(table.created)
    while not table.is_over and hands:
        before = len(table.steps)
        table.play(host, hands=1)
        for step in table.steps[before:]:
            auditor.message(step)
        middle = table.steps[(before + len(table.steps)) // 2]
        for state, token in ((middle.state, middle.table), (table.state, table.token)):
            record = host.GetRecord(pb.GetRecordRequest(state=state, table=token), timeout=20)
            auditor.message(record, state=state)
        hands -= 1


@pytest.mark.parametrize(("ruleset", "seat"), TABLES)
def test_no_card_and_no_key_of_others(host: PracticeServiceStub, ruleset: Ruleset, seat: int) -> None:
    auditor = Auditor(Desk.sealed(), seat)
    table = lay(host, ruleset, seat=seat)
    play_audited(host, table, auditor, hands=2)
    assert auditor.checked["ContinueResponse"] > 100
    assert auditor.checked["records"] == 4
    assert KEY.secret not in table.token


def test_the_auditor_would_notice(host: PracticeServiceStub) -> None:
    auditor = Auditor(Desk.sealed())
    table = lay(host)
    table.go_on(host)
    (hidden, *_) = every_card() - seen(Desk.sealed().open(table.state), 0)
    worse = pb.ContinueResponse.FromString(table.steps[-1].SerializeToString())
    auditor.message(worse)
    worse.view.seats[2].cards.append(hidden)
    with pytest.raises(Leak, match=Card.Name(hidden)):
        auditor.message(worse)
    with pytest.raises(Leak, match="secret"):
        auditor.raw(b"x" + SEED)


def every_card() -> set[Any]:
    return {value for value in Card.values() if value % 16 >= 9 and value > Card.CARD_JOKER}


def test_a_running_hand_is_in_no_record(host: PracticeServiceStub) -> None:
    table = lay(host)
    table.play(host, hands=1)
    table.go_on(host)
    assert table.view.next.phase != Phase.PHASE_DEAL
    record = host.GetRecord(pb.GetRecordRequest(state=table.state, table=table.token)).record
    assert len(record.hands) == 1 and not record.seed
    assert len(record.hands[0].deck) == 24
