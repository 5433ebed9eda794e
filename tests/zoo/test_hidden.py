"""What a seat may not know changes nothing in its observation."""

from __future__ import annotations

import random

import numpy as np
import pytest

from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import View
from euchre_client import RulesClient, Table, card_text, recorded_hand, seat_view
from euchre_rules.presets import PRESETS
from euchre_zoo import FIELDS, part
from euchre_zoo.observation import Observer, action_mask

_DEALS = 4


def _shown(view: View) -> set[str]:
    """Returns the cards that a view shows."""
    own = view.seats[view.seat]
    cards = {*own.cards, *own.laid_down}
    cards |= {played.card for trick in (*view.tricks, view.trick) for played in trick.cards}
    if view.HasField("upcard"):
        cards.add(view.upcard)
    return set(map(card_text, cards))


def _other_deal(deck: list[str], known: set[str], chance: random.Random) -> dict[str, str]:
    """Returns another card for each that the seat has never seen, and itself for the others."""
    hidden = [card for card in deck if card not in known]
    return dict(zip(deck, deck, strict=True)) | dict(
        zip(hidden, chance.sample(hidden, len(hidden)), strict=True)
    )


def _compare(client: RulesClient, table: Table, seen: list[set[str]], chance: random.Random) -> int:
    """Deals the cards that each seat has not seen anew; returns how often its observation was compared."""
    hand = table.record.hands[-1]
    assert hand.deck is not None
    deck = list(map(card_text, hand.deck))
    observer, compared = Observer(table.ruleset), 0
    for seat in range(table.seats):
        other = _other_deal(deck, seen[seat], chance)
        acts = [(act.seat, " ".join(other.get(word, word) for word in act.text.split())) for act in hand.acts]
        recorded = recorded_hand([other[card] for card in deck], acts, dealer=hand.dealer)
        replayed = client.replay(table.ruleset, [recorded], views=[seat_view(seat)])
        # Another seat may not do the same with other cards: it would have had to follow suit.
        if replayed.HasField("fault") or replayed.transition.info.ply != table.info.ply:
            continue
        before, after = table.view(seat), replayed.transition.views[0]
        assert np.array_equal(observer.observe(before), observer.observe(after)), table.record
        if before.next.seat == seat:
            assert np.array_equal(action_mask(before), action_mask(after))
        compared += any(card != new for card, new in other.items())
    return compared


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_change_nothing(preset: str, address: str) -> None:
    chance = random.Random(preset)
    compared: dict[int, int] = {}
    with RulesClient(address) as client:
        for deal in range(_DEALS):
            table = Table.create(client, preset, seed=bytes([deal]) * 32)
            table.deal()
            seen: list[set[str]] = [set() for _ in range(table.seats)]
            while table.actor is not None and table.phase != Phase.PHASE_DEAL:
                for seat, known in enumerate(seen):
                    known |= _shown(table.view(seat))
                phase = table.phase
                compared[phase] = compared.get(phase, 0) + _compare(client, table, seen, chance)
                table.act(table.actor, chance.choice(table.legal_actions()).action)
    assert compared[Phase.PHASE_PLAY] > _DEALS
    assert sum(compared.values()) > 4 * _DEALS


def test_own_and_open_cards_are_seen(address: str) -> None:
    """So that the test above does not pass on observations that hold nothing."""
    with RulesClient(address) as client:
        table = Table.create(client, "classic", seed=bytes(32))
        table.deal()
        vector = Observer(table.ruleset).observe(table.view(2))
    assert part(vector, "hand").sum() == 5
    assert part(vector, "upcard").sum() == 1
    assert part(vector, "same_side").tolist() == [1, 0, 1, 0]
    assert part(vector, "card_count").tolist() == pytest.approx([5 / 6] * 4)
    with pytest.raises(KeyError):
        part(vector, "kitty")
    assert next(iter(FIELDS)) == "hand"
