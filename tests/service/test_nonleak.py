"""The hidden stays hidden: what a reader is told does not depend on what he may not know."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre_rules import actions, cards, game, phases
from euchre_rules import view as views
from euchre_rules.state import State
from euchre_rules.view import PUBLIC, TABLE
from euchre_service import handlers, tables
from tests.service import nonleak
from tests.service.desk import Desk, apply_request
from tests.service.games import RULESETS, Ply, game_of, plies


@pytest.mark.slow
def test_rules_tell_no_reader_what_is_hidden() -> None:
    reached = nonleak.run_rules(games=800)
    assert set(reached) == set(phases.NAMES[1:])


@pytest.mark.slow
def test_service_tells_no_reader_what_is_hidden() -> None:
    compared = nonleak.run_service(games=60)
    assert min(compared.values()) > 1000


# --- the twins are good enough to show a leak --------------------------------------------------------------


def find(name: str, wanted: Callable[[Ply], bool]) -> Iterator[Ply]:
    """Plies of random games that are like this."""
    for seed in range(400):
        yield from filter(wanted, plies(RULESETS[name], random.Random(seed), hands=2))


def a(name: str, wanted: Callable[[Ply], bool]) -> Ply:
    return next(find(name, wanted))


def twins(ply: Ply, reader: int) -> Iterator[tuple[State, State]]:
    rng = random.Random(1)
    for _ in range(20):
        names = nonleak.new_names(ply.after.rules.deck, nonleak.known(ply.after, reader), rng)
        yield ply.after, nonleak.twin_of(ply.after, names)


@pytest.mark.parametrize(
    ("rules", "wanted", "hidden", "reader"),
    [
        ("classic", lambda p: p.after.phase == phases.PLAY, lambda s: s.hands[2], 1),
        ("classic", lambda p: p.after.phase == phases.PLAY, lambda s: s.kitty, 1),
        ("classic", lambda p: p.after.phase == phases.PLAY, lambda s: s.kitty, PUBLIC),
        ("egn", lambda p: p.after.laid[2], lambda s: s.laid[2], 1),
        ("egn", lambda p: p.after.laid[2], lambda s: s.log, 1),
        ("ghost_hand", lambda p: p.after.phase == phases.AUCTION, lambda s: s.ghost, 1),
        ("ghost_hand", lambda p: p.after.swapped_by == 2, lambda s: s.ghost, 1),
        ("classic", lambda p: p.after.is_out(3), lambda s: s.hands[3], 1),
        ("buck", lambda p: p.after.is_out(3), lambda s: s.hands[3], 2),
        ("go_under", lambda p: p.after.phase == phases.FARMERS, lambda s: s.reserve, 1),
        ("dummy", lambda p: p.after.phase == phases.DUMMY, lambda s: s.ghost, 1),
        ("makes_blind", lambda p: p.after.phase == phases.NAME_JOKER_SUIT, lambda s: s.hands[s.dealer], -3),
    ],
)
def test_twins_differ_in_all_that_is_hidden(
    rules: str, wanted: Callable[[Ply], bool], hidden: Callable[[State], Any], reader: int
) -> None:
    ply = a(rules, wanted)
    reader = ply.after.dealer if reader == -3 else reader
    assert any(hidden(twin) != hidden(state) for state, twin in twins(ply, reader))


def test_twins_differ_in_hidden_fold_answers() -> None:
    def hides(ply: Ply) -> bool:
        return bool(nonleak.hidden_answers(ply.before, ply.after, PUBLIC))

    (ply, *_) = find("hidden_folds", hides)
    unchanged = list(range(cards.CARD_COUNT))
    twin = nonleak.twin_of(ply.after, unchanged, nonleak.hidden_answers(ply.before, ply.after, PUBLIC))
    assert twin.folded != ply.after.folded
    assert twin.log != ply.after.log


LEAKY = [RULESETS["egn"], RULESETS["ghost_hand"], RULESETS["hidden_folds"]]


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(lambda state, reader: views.view(state, TABLE), id="whole table"),
        pytest.param(lambda state, reader: views.view(state, reader)._replace(kitty=state.kitty), id="kitty"),
        pytest.param(lambda state, reader: views.view(state, reader)._replace(ghost=state.ghost), id="ghost"),
        pytest.param(
            lambda state, reader: views.view(state, reader)._replace(legal=game.legal_actions(state)),
            id="legal actions",
        ),
        pytest.param(
            lambda state, reader: views.view(state, reader)._replace(course=views.view(state, TABLE).course),
            id="fold answers",
        ),
    ],
)
def test_a_leak_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    monkeypatch.setattr(tables, "view_of", leak)
    monkeypatch.setattr(handlers, "view_of", leak)
    with pytest.raises(nonleak.Leak):
        nonleak.run_service(games=60, among=LEAKY)


def test_a_leak_in_events_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "events_for", lambda state, reader: views.events_for(state, TABLE))
    with pytest.raises(nonleak.Leak):
        nonleak.run_service(games=60, among=LEAKY)


# --- one by one --------------------------------------------------------------------------------------------


def view(ply: Ply, reader: int) -> Any:
    """What a seat sees, by the service, with its own key."""
    desk = Desk.sealed()
    at = game_of(ply.after, random.Random(2), desk.states.key_id)
    request = pb.GetViewRequest(
        state=desk.seal(at), key=desk.seat_key(at, max(reader, 0)), view=nonleak.selector(reader)
    )
    return desk.call("GetView", request).view


def test_seat_sees_its_own_cards_and_only_counts_of_the_others() -> None:
    ply = a("classic", lambda p: p.after.phase == phases.PLAY)
    for reader in (PUBLIC, 0, 1, 2, 3):
        seen = view(ply, reader)
        assert [bool(seat.cards) for seat in seen.seats] == [seat == reader for seat in range(4)]
        assert [seat.card_count for seat in seen.seats] == [held.bit_count() for held in ply.after.hands]
        assert not seen.kitty
        assert not seen.ghost


def test_dealer_does_not_see_his_cards_while_he_names_the_jokers_suit() -> None:
    ply = a("makes_blind", lambda p: p.after.phase == phases.NAME_JOKER_SUIT)
    dealer = ply.after.dealer
    assert not view(ply, dealer).seats[dealer].cards
    assert len(view(ply, dealer).legal_actions) == 4
    assert len(view(ply, 1 - dealer % 2).seats[1 - dealer % 2].cards) == 5


def test_only_the_dealer_sees_his_discard() -> None:
    ply = a("egn", lambda p: any(p.after.laid) and p.after.phase == phases.PLAY)
    dealer = ply.after.dealer
    for reader in (PUBLIC, 0, 1, 2, 3):
        assert len(view(ply, reader).seats[dealer].laid_down) == (reader == dealer)


def test_swapped_hand_is_seen_by_its_former_holder_alone() -> None:
    ply = a("ghost_hand", lambda p: p.action == actions.SWAP)
    for reader in (PUBLIC, 0, 1, 2):
        assert len(view(ply, reader).seats[ply.seat].laid_down) == (6 if reader == ply.seat else 0)


def test_hidden_fold_answers_are_shown_together() -> None:
    answers = list(find("hidden_folds", lambda p: p.action in (actions.FOLD, actions.STAY)))[:40]
    assert {ply.after.phase == phases.FOLD for ply in answers} == {True, False}
    for ply in answers:
        hidden = ply.after.phase == phases.FOLD
        for reader in (PUBLIC, 0, 1, 2, 3):
            word = view(ply, reader).calls[-1]
            assert word.seat == ply.seat
            assert word.HasField("action") is (not hidden or reader == ply.seat)


def test_card_given_to_a_lone_partner_is_seen_by_the_two_alone() -> None:
    desk = Desk.sealed()
    ply = a("railroad", lambda p: actions.KINDS[p.action] is actions.Kind.GIVE)
    at = game_of(ply.before, random.Random(3), desk.states.key_id)
    partner = (ply.seat + 2) % 4
    for reader in (PUBLIC, 0, 1, 2, 3):
        turn = pb.Turn(
            state=desk.seal(at), seat=ply.seat, key=desk.host_key(at), views=[nonleak.selector(reader)]
        )
        action = apply_request(turn, ply.action)
        (seen,) = desk.call("Apply", action).transition.views
        (given,) = (event.card_given for event in seen.events if event.HasField("card_given"))
        assert given.HasField("card") is (reader in (ply.seat, partner))
