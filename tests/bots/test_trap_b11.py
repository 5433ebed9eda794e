"""Trap B11: a bot went by the printed suit of a led left bower and offered the same card for ever."""

import pytest

from euchre.v1 import ruleset_pb2
from euchre.v1.state_pb2 import Phase
from euchre_bots import make
from euchre_client import MustFollowSuit, RulesClient, Table, action_text, parse_cards
from tests.bots.positions import position

# For each trump: its left bower, and the trump and the card of the left bower's printed suit held.
LEFT_BOWERS = [
    ("d", "Jh", "9d", "Ah"),
    ("h", "Jd", "9h", "Ad"),
    ("c", "Js", "9c", "As"),
    ("s", "Jc", "9s", "Ac"),
]


@pytest.mark.parametrize("name", ["random", "heuristic"])
@pytest.mark.parametrize(("trump", "left", "own_trump", "printed"), LEFT_BOWERS)
def test_trap_b11_bots_choose_from_the_legal_actions(
    name: str, trump: str, left: str, own_trump: str, printed: str
) -> None:
    """The service lists one card; a bot that went by the printed suit would offer another."""
    view = position(
        Phase.PHASE_PLAY,
        f"{printed} {own_trump} Kd Tc Ts" if trump in "hc" else f"{printed} {own_trump} Kc Tc Th",
        f"play {own_trump}",
        seat=2,
        trump=trump,
        maker=1,
        trick=left,
        leader=1,
    )
    assert action_text(make(name, seed=1).decide(view)) == f"play {own_trump}"


def test_trap_b11_a_refused_card_is_a_typed_error(rules: RulesClient) -> None:
    """Seat 2 must follow the led left bower with its only diamond; other cards are told why not."""
    hands = {1: "Jh Kh Qh Th 9h", 2: "Ah 9d Ks 9c Tc", 3: "Kd Qd Td As Qs", 0: "Ad Jc Js Ts 9s"}
    deck = _deck(hands, upcard="Jd", rest="Qc Kc Ac")
    ruleset = ruleset_pb2.Ruleset(
        base="egn",
        first_dealer=ruleset_pb2.FIRST_DEALER_SEAT_0,
        deal_pattern=ruleset_pb2.DEAL_PATTERN_ONE,
    )
    table = Table.create(rules, ruleset)
    table.deal(deck=deck)
    for seat, act in ((1, "order"), (0, "discard 9s"), (1, "play Jh")):
        table.act(seat, act)
    assert [legal.text for legal in table.legal_actions()] == ["play 9d"]
    before = table.state
    with pytest.raises(MustFollowSuit):
        table.act(2, "play Ah")
    assert table.state == before
    table.act(2, "play 9d")


def _deck(hands: dict[int, str], upcard: str, rest: str) -> list[str]:
    """Return the pack that deals these hands one at a time from the dealer's left, seat 0 dealing."""
    assert len(parse_cards(" ".join([*hands.values(), upcard, rest]))) == 24
    rounds = zip(*(hands[seat].split() for seat in (1, 2, 3, 0)), strict=True)
    return [card for one_round in rounds for card in one_round] + [upcard, *rest.split()]
