"""Faults other programs had in scoring and in ending a partnership game: traps B43 to B47."""

from __future__ import annotations

import pytest

from euchre_rules import phases, presets
from euchre_rules.errors import Reason, RulesetError
from tests.rules.tables import CLASSIC, classic, in_turn, won_by


def all_with_partner(maker: int, dealer: int) -> list[str]:
    """The maker orders after passes; everybody plays with his partner."""
    order = [(dealer + step) % 4 for step in range(1, 5)]
    calls = [f"{seat} pass" for seat in order[: order.index(maker)]] + [f"{maker} order", f"{dealer} discard"]
    defenders = [seat for seat in order if (seat - maker) % 2]
    return calls + [f"{seat} partner" for seat in (maker, (maker + 2) % 4, *defenders)]


@pytest.mark.parametrize("maker", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_trap_B43_points_go_by_the_makers_side(maker: int, dealer: int) -> None:
    # The maker's side takes two tricks, one each; then three.
    partner, opponents = (maker + 2) % 4, ((maker + 1) % 4, (maker + 3) % 4)
    own, other = maker % 2, opponents[0] % 2
    calls = all_with_partner(maker, dealer)
    tricks = [0, 0, 0, 0]
    tricks[maker] = tricks[partner] = tricks[opponents[0]] = 1
    tricks[opponents[1]] = 2
    changes = won_by(CLASSIC, dealer, calls, in_turn(*tricks)).changes
    assert (changes[own], changes[other]) == (0, 2)
    tricks[maker], tricks[opponents[1]] = 2, 1
    changes = won_by(CLASSIC, dealer, calls, in_turn(*tricks)).changes
    assert (changes[own], changes[other]) == (1, 0)


@pytest.mark.parametrize("maker", range(4))
def test_trap_B45_the_game_ends_at_the_target(maker: int) -> None:
    side = maker % 2
    scores = [9, 9]
    scores[side] = 8
    partner = (maker + 2) % 4
    calls = [call for call in all_with_partner(maker, 3) if call != f"{partner} partner"]
    calls[calls.index(f"{maker} partner")] = f"{maker} alone"
    state = won_by(CLASSIC, 3, calls, str(maker) * 5, scores=scores)
    scores[side] = 12
    assert (state.scores, state.phase) == (scores, phases.GAME_OVER)
    assert state.won is not None
    assert (state.won.sides, state.won.carry) == ((side,), (0, 0))


@pytest.mark.parametrize(("taken", "points"), [(3, 1), (4, 1), (5, 2)])
def test_trap_B45_a_decided_hand_is_played_out(taken: int, points: int) -> None:
    calls = all_with_partner(1, 3)
    state = won_by(CLASSIC, 3, calls, "1" * taken + "2" * (5 - taken), scores=[9, 9])
    assert len(state.winners) == 5
    assert state.scores == [9, 9 + points]
    assert state.won is not None and state.won.sides == (1,)


@pytest.mark.parametrize("score", range(9))
def test_trap_B45_below_the_target_the_game_goes_on(score: int) -> None:
    state = won_by(CLASSIC, 3, all_with_partner(1, 3), "11122", scores=[9, score])
    assert (state.phase, state.won, state.actor) == (phases.DEAL, None, 0)


@pytest.mark.parametrize("target", [0, -1, 1001, None, 10.0, True])
def test_trap_B45_a_target_of_nothing_is_an_error(target: object) -> None:
    with pytest.raises(RulesetError) as caught:
        classic(target=target)
    at_start = target == 0 and target is not False
    assert caught.value.reason is (Reason.OPTION_CONFLICT if at_start else Reason.OPTION_INVALID)


@pytest.mark.parametrize(
    ("taken", "default", "take4"), [(2, [0, 2], [0, 2]), (3, [1, 0], [0, 0]), (4, [1, 0], [1, 0])]
)
def test_trap_B47_makers_need_four_for_the_point(taken: int, default: list[int], take4: list[int]) -> None:
    calls = all_with_partner(0, 3)
    winners = "0" * taken + "1" * (5 - taken)
    assert won_by(CLASSIC, 3, calls, winners).changes == default
    assert won_by(classic(take4for1=True), 3, calls, winners).changes == take4


@pytest.mark.parametrize(
    ("taken", "default", "take5"), [(2, [0, 2], [0, 2]), (4, [1, 0], [0, 2]), (5, [4, 0], [4, 0])]
)
def test_trap_B47_a_loner_must_take_five(taken: int, default: list[int], take5: list[int]) -> None:
    calls = ["0 order", "3 discard", "0 alone", "1 partner", "3 partner"]
    winners = "0" * taken + "1" * (5 - taken)
    assert won_by(CLASSIC, 3, calls, winners).changes == default
    assert won_by(classic(alone_take5=True), 3, calls, winners).changes == take5


@pytest.mark.parametrize("name", ["take_4_for_1", "stick_the_dealer", "", "TARGET", "base"])
def test_trap_B47_unknown_options_are_refused(name: str) -> None:
    with pytest.raises(RulesetError) as caught:
        presets.resolve("classic", {name: 1})
    assert caught.value.reason is Reason.OPTION_INVALID
    assert caught.value.refusal.metadata == {"option": name}
