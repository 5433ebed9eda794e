"""Worked examples of the rules (`rules.md` 6b, by their numbers), played over gRPC with stacked decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from euchre.v1 import ruleset_pb2
from euchre_rules import cards
from tests.rules.tables import BUCK, CLASSIC, GHOST, deck_for
from tests.service.fakes import error_info
from tests.service.wire import Stub, Table, served, text

DEALER: Final = [
    ruleset_pb2.FIRST_DEALER_SEAT_0,
    ruleset_pb2.FIRST_DEALER_SEAT_1,
    ruleset_pb2.FIRST_DEALER_SEAT_2,
    ruleset_pb2.FIRST_DEALER_SEAT_3,
]
HANDS: Final = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
PASSES: Final = ("1 pass", "2 pass", "3 pass", "0 pass")


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with served() as stub:
        yield stub


def classic(stub: Stub, hands: list[str] = HANDS, upcard: str = "9h", **rules: Any) -> Table:
    deck = deck_for(CLASSIC, 0, hands, upcard=upcard)
    return Table(stub, first_dealer=DEALER[0], **rules).deal(deck)


def ghost(stub: Stub, dealer: int = 2, hands: tuple[str, ...] = (), ghost: str = "", **more: Any) -> Table:
    deck = deck_for(GHOST, dealer, hands, ghost=ghost)
    return Table(stub, "ghost_hand", first_dealer=DEALER[dealer], **more).deal(deck)


def buck(stub: Stub, upcard: str, hands: dict[int, str] | None = None, **more: Any) -> Table:
    deck = deck_for(BUCK, 3, hands or {}, upcard=upcard)
    return Table(stub, "buck", first_dealer=DEALER[3], **more).deal(deck)


def reason(table: Table, move: str) -> str:
    return error_info(table.refused(move)).reason


def each(verb: str, held: str) -> set[str]:
    return {f"{verb} {card}" for card in held.split()}


def test_7(stub: Stub) -> None:
    table = classic(stub)
    assert table.actor == 1
    assert table.legal() == {"pass", "order"}
    table.act("1 pass", "2 pass", "3 order")
    assert (table.view().maker, table.view().trump) == (3, 3)
    assert (table.phase, table.actor) == ("EXCHANGE", 0)
    assert table.legal() == {"decline"} | each("discard", HANDS[0])
    assert reason(table, "0 discard 9h") == "UPCARD_NOT_DISCARDABLE"


def test_8(stub: Stub) -> None:
    table = classic(stub).act("1 pass", "2 pass", "3 pass", "0 order")
    assert table.legal() == each("discard", HANDS[0])
    assert reason(table, "0 decline") == "UPCARD_MUST_BE_TAKEN"
    mandatory = classic(stub, dealer_pickup=ruleset_pb2.DEALER_PICKUP_MANDATORY)
    assert mandatory.act("1 pass", "2 pass", "3 order").legal() == each("discard", HANDS[0])


def test_9(stub: Stub) -> None:
    table = classic(stub).act(*PASSES)
    assert table.legal() == {"pass", "name c", "name d", "name s"}
    assert reason(table, "1 name h") == "SUIT_TURNED_DOWN"
    table.act(*PASSES)
    assert table.scores() == [0, 0]
    assert (table.phase, table.actor, table.view().dealer) == ("DEAL", 1, 1)
    stuck = classic(stub, stick_dealer=ruleset_pb2.STICK_DEALER_ON).act(*PASSES, *PASSES[:3])
    assert stuck.legal() == {"name c", "name d", "name s"}


def test_11(stub: Stub) -> None:
    moves = ("1 pass", "2 pass", "3 order", "0 decline", "3 alone", "2 partner", "0 partner")
    assert classic(stub).act(*moves).actor == 0
    left = ruleset_pb2.LONER_LEAD_LEFT_OF_DEALER
    assert classic(stub, loner_lead=left).act(*moves).actor == 2


def test_13(stub: Stub) -> None:
    for exchange in ("0 decline", "0 discard 9c"):
        table = classic(stub).act("1 pass", "2 order", exchange, "2 alone", "1 partner", "3 partner")
        assert table.actor == 3
        assert [seat.status for seat in table.view().seats] == [2, 1, 1, 1]
        for _ in range(3):
            assert table.actor in (1, 2, 3)
            table.act(f"{table.actor} {min(table.legal())}")
        assert len(table.view().tricks) == 1


def test_18(stub: Stub) -> None:
    hands = ["9c Kc Ad Ts 9s", "9h Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
    table = classic(stub, hands, upcard="Qh")
    table.act("1 pass", "2 pass", "3 order", "0 decline", "3 alone", "2 alone")
    assert table.actor == 2
    assert table.play("2:As 3:Ah 3:Jh") == [3]
    assert table.legal() == {"play Jd", "play Kh"}
    assert table.play("2:Kh 3:Ac 2:Jd 2:Ks 3:9d 2:Td 3:Kd") == [3, 2, 2, 3]
    assert table.changes() == [0, 1]
    assert sorted(map(text, table.view().kitty)) == sorted(["Tc", "Qc", "Js"])


def test_19(stub: Stub) -> None:
    table = ghost(stub)
    assert table.actor == 0
    table.act("0 bid 3")
    assert table.legal() == {"swap", "pass", "bid 4", "bid 5", "moon"}
    assert reason(table, "1 bid 3") == "BID_TOO_LOW"
    assert table.act("1 swap").legal() == {"pass", "bid 4", "bid 5", "moon"}
    assert table.act("1 bid 4").legal() == {"pass", "bid 5", "moon"}
    assert reason(table, "2 swap") == "SWAP_ALREADY_USED"
    assert table.act("2 pass").legal() == {f"name {suit}" for suit in "cdhs"}
    assert table.act("1 name h").actor == 1


def test_20(stub: Stub) -> None:
    table = ghost(stub).act("0 moon")
    assert table.legal() == {"swap", "pass"}
    assert table.act("1 swap").legal() == {"pass"}
    assert table.act("1 pass").legal() == {"pass"}
    assert ghost(stub).act("0 moon", "1 pass").legal() == {"swap", "pass"}
    void = ghost(stub).act("0 pass", "1 pass", "2 pass")
    assert (void.phase, void.actor) == ("DEAL", 0)
    assert any(event.HasField("hand_voided") for event in void.last.events)


def test_22_full_hand(stub: Stub) -> None:
    table = ghost(
        stub,
        hands=("9c Tc Kc Qd 9d Th", "9s Ts Qh 9h Td Qc", "Qs Jc Kh Jh Ad Kd"),
        ghost="Js As Ks Ac Ah Jd",
        scores=[29, 30, 20],
    )
    table.act("0 pass", "1 swap", "1 bid 4", "2 pass", "1 name s")
    assert table.play("1:Js 2:Qs 0:9c 1:As") == [1]
    assert table.legal() == {"play Jc"}
    assert table.play("2:Jc 0:9d 2:Kh 0:Th 1:Ah 1:Ac 2:Jh 0:Tc 1:Ks 2:Kd 0:Kc 1:Jd 2:Ad 0:Qd") == [
        2,
        1,
        1,
        1,
        2,
    ]
    assert table.tricks() == [0, 4, 2]
    assert table.changes() == [0, 4, 2]
    assert table.scores() == [29, 34, 22]
    assert table.phase == "GAME_OVER"
    assert list(table.view().game.sides) == [1]


def test_23(stub: Stub) -> None:
    table = buck(stub, "Qc")
    view = table.view()
    assert (table.phase, table.actor, view.trump, view.HasField("maker")) == ("PLAY", 0, 1, False)
    assert reason(table, "0 fold") == "MAY_NOT_FOLD"
    spade = buck(stub, "Qs").act("0 order", f"3 discard {text(buck(stub, 'Qs').view().seats[3].cards[0])}")
    assert (spade.phase, spade.legal()) == ("FOLD", {"fold", "stay"})


def test_24(stub: Stub) -> None:
    hands = {1: "Jd Ad Td Ac Ks", 2: "Jh 9d As Kc 9h", 3: "Qd Jc Ah Kh Qs"}
    table = buck(stub, "Kd", hands)
    table.act("0 pass", "1 order", "3 discard Jc")
    assert table.actor == 0
    table.act("0 fold", "2 stay", "3 stay")
    assert (table.phase, table.actor) == ("PLAY", 1)
    assert table.play("1:Jd 2:9d 3:Qd 1:Ad") == [1]
    assert table.legal() == {"play Jh"}
    assert table.play("2:Jh 3:Kd 2:As 3:Qs 1:Ks 2:Kc 3:Kh 1:Ac 1:Td 2:9h 3:Ah") == [2, 2, 1, 1]
    assert table.tricks() == [0, 3, 2, 0]
    assert table.changes() == [0, -3, -2, 5]
    assert table.scores() == [25, 22, 23, 30]


def test_25_a(stub: Stub) -> None:
    everybody = [f"{seat} pass" for seat in range(4)]
    table = buck(stub, "9h").act(*everybody, *everybody)
    assert (table.phase, table.view().trump, table.actor) == ("FOLD", 5, 0)
    table.act(*(f"{seat} fold" for seat in range(4)))
    assert table.scores() == [25] * 4
    assert (table.phase, table.view().dealer) == ("DEAL", 0)


def test_25_b(stub: Stub) -> None:
    moves = ("0 pass", "1 order", "3 discard Jc", "0 fold", "2 fold", "3 fold")
    hands = {3: "Jc"}
    table = buck(stub, "Kd", hands).act(*moves)
    assert table.changes() == [0, -5, 0, 0]
    assert table.phase == "DEAL"
    assert not table.view().tricks
    mechanical = buck(stub, "Kd", hands, sweep_needs_opponent=False).act(*moves)
    assert (mechanical.phase, list(mechanical.view().game.sides)) == ("GAME_OVER", [1])


def test_25_c(stub: Stub) -> None:
    deck = "Jd Jh Ad Kd Qd"
    table = buck(stub, "9d", {2: deck}).act("0 pass", "1 pass", "2 order")
    taken = [text(card) for card in table.view().seats[3].cards]
    table.act(f"3 discard {taken[0]}", "0 stay", "1 fold", "3 stay")
    while table.phase == "PLAY":
        best = [card for card in deck.split() if f"play {card}" in table.legal()]
        table.act(f"{table.actor} {f'play {best[0]}' if table.actor == 2 and best else max(table.legal())}")
    assert table.tricks() == [0, 0, 5, 0]
    assert (table.phase, list(table.view().game.sides)) == ("GAME_OVER", [2])
    assert table.changes() == [5, 0, -5, 5]


def test_cards_have_the_same_text_on_the_wire() -> None:
    assert [text(16 * (card // 8 + 1) + card % 8 + 7) for card in range(32)] == list(cards.CARD_TEXTS[:32])
