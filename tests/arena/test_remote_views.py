"""No bot is ever told a card that its seat may not know."""

from __future__ import annotations

import pytest

from euchre.v1.cards_pb2 import Card
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_arena.games import game_seed
from euchre_arena.remote.questions import question
from euchre_bots import make
from euchre_client import RulesClient, Table
from euchre_rules.presets import PRESETS


def cards_in(value: object, found: list[int]) -> list[int]:
    """Every card anywhere in a message."""
    for field, content in value.ListFields():  # type: ignore[attr-defined]
        several = content if field.is_repeated else [content]
        for each in several:
            if field.enum_type is not None and field.enum_type.name == "Card":
                found.append(each)
            elif field.message_type is not None:
                cards_in(each, found)
    return found


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_questions_of_whole_games_hold_no_hidden_card(preset: str, rules: RulesClient) -> None:
    table = Table.create(rules, preset, seed=game_seed("views", preset))
    players = [make("random" if seat % 2 else "heuristic", seat) for seat in range(table.seats)]
    asked = 0
    while (seat := table.actor) is not None:
        if table.phase == Phase.PHASE_DEAL:
            table.deal()
            continue
        view = table.view(seat)
        sent = question(view, 1)
        whole = table.table_view()
        hidden = {
            card for other in whole.seats if other.seat != seat for card in (*other.cards, *other.laid_down)
        } | {*whole.kitty, *whole.ghost}
        # What all have seen, and what this seat laid down itself.
        seen = {*cards_in(table.public_view(), []), *whole.seats[seat].laid_down}
        assert not hidden & set(cards_in(sent, [])) - seen, f"{preset}, act {asked}"
        assert not sent.view.info.game_id and not sent.view.info.state_id
        assert not sent.view.info.parent_state_id and sent.view.info.ply == view.info.ply
        action = players[seat].decide(view)
        table.act(seat, action)
        asked += 1
    assert asked > 20


def test_partners_are_not_named_alike(rules: RulesClient) -> None:
    table = Table.create(rules, "classic", seed=game_seed("partners"))
    table.deal()
    names: dict[int, set[str]] = {}
    while table.phase != Phase.PHASE_DEAL and (seat := table.actor) is not None:
        view = table.view(seat)
        names.setdefault(seat, set()).add(question(view, 1).table)
        table.act(seat, make("heuristic").decide(view))
    assert all(len(each) == 1 for each in names.values())
    assert len(set.union(*names.values())) == len(names) > 1


def test_seed_is_that_of_the_decision_and_not_of_the_server(rules: RulesClient) -> None:
    table = Table.create(rules, "classic", seed=game_seed("seeds"))
    table.deal()
    assert table.actor is not None
    view = table.view(table.actor)
    elsewhere = View()
    elsewhere.CopyFrom(view)
    elsewhere.info.game_id, elsewhere.info.state_id = b"other game", b"other state"
    assert question(view, 1).seed == question(elsewhere, 1).seed != question(view, 2).seed
    table.act(table.actor, "pass")
    assert question(table.view(table.actor), 1).seed != question(view, 1).seed


def test_view_that_shows_too_much_is_not_sent(rules: RulesClient) -> None:
    table = Table.create(rules, "classic", seed=game_seed("too much"))
    table.deal()
    for view in (table.table_view(), table.public_view()):
        with pytest.raises(ValueError, match="the view of a seat"):
            question(view, 0)
    assert table.actor is not None
    own = table.view(table.actor)
    for spoil in ("seat", "kitty", "ghost"):
        spoiled = View()
        spoiled.CopyFrom(own)
        other = next(seat for seat in spoiled.seats if seat.seat != own.seat)
        (other.cards if spoil == "seat" else getattr(spoiled, spoil)).append(Card.CARD_NINE_OF_CLUBS)
        with pytest.raises(ValueError, match="may not know"):
            question(spoiled, 0)
