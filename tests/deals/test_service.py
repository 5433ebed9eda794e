"""What the service tells of deals, when and to whom, and what a host cannot do with it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from euchre.v1 import action_pb2, ruleset_pb2, state_pb2
from euchre.v1 import rules_service_pb2 as pb
from euchre_client import public_view, seat_view, table_view
from euchre_rules import actions, commitments, game, phases, presets
from euchre_service.codec import PAYLOAD_BYTES
from euchre_service.keyring import Keyring, MasterKey
from euchre_service.refusal import ServiceError
from euchre_service.seal import MAX_TOKEN_BYTES
from euchre_service.wire_actions import CARD_TO_WIRE
from tests.service.desk import KEY, Desk, apply_request
from tests.service.games import RULESETS, game_of, plies

SEED = bytes(range(32))
CLASSIC = presets.CLASSIC


class Host:
    """A game at a desk, its host, and its last transition."""

    def __init__(self, desk: Desk | None = None, **request: Any) -> None:
        self.desk = desk or Desk.sealed()
        whole = {"ruleset": ruleset_pb2.Ruleset(base="classic"), "seed": SEED, **request}
        self.created: pb.CreateGameResponse = self.desk.call("CreateGame", pb.CreateGameRequest(**whole))
        self.last = self.created.transition

    def turn(self, **more: Any) -> pb.Turn:
        own = {"state": self.last.state, "seat": self.last.next.seat, "key": self.created.host_key}
        return pb.Turn(**{**own, **more})

    def deal(self, entropy: dict[int, bytes] | None = None, **turn: Any) -> pb.Transition:
        request = pb.DealRequest(turn=self.turn(**turn), entropy=given(entropy or {}))
        dealt: pb.Transition = self.desk.call("Deal", request).transition
        self.last = dealt
        return dealt

    def pass_out(self) -> None:
        while self.last.next.phase != state_pb2.PHASE_DEAL:
            request = apply_request(self.turn(), actions.PASS)
            self.last = self.desk.call("Apply", request).transition

    def reveal(self, hand_number: int, **more: Any) -> pb.RevealDealResponse:
        own = {"state": self.last.state, "key": self.created.host_key, "hand_number": hand_number}
        response: pb.RevealDealResponse = self.desk.call(
            "RevealDeal", pb.RevealDealRequest(**{**own, **more})
        )
        return response

    def cards(self) -> list[list[int]]:
        """What each seat holds, and the kitty."""
        request = pb.GetViewRequest(state=self.last.state, key=self.created.host_key, view=table_view())
        view = self.desk.call("GetView", request).view
        return [*(list(seat.cards) for seat in view.seats), list(view.kitty), [view.upcard]]


def given(entropy: dict[int, bytes]) -> list[action_pb2.SeatEntropy]:
    return [action_pb2.SeatEntropy(seat=seat, value=value) for seat, value in entropy.items()]


def reason(call: Callable[[], object]) -> str:
    with pytest.raises(ServiceError) as refused:
        call()
    return refused.value.reason


# --- what is told, and when --------------------------------------------------------------------------------


def test_a_commitment_is_told_before_every_deal_and_with_it_and_at_no_other_time() -> None:
    host = Host()
    for _ in range(3):
        promised = host.last.next.deal_commitment
        assert len(promised) == 32
        dealt = host.deal()
        assert dealt.events[0].dealt.commitment == promised
        while host.last.next.phase != state_pb2.PHASE_DEAL:
            assert not host.last.next.deal_commitment
            host.last = host.desk.call("Apply", apply_request(host.turn(), actions.PASS)).transition


def test_everybody_is_told_the_same_by_every_door() -> None:
    host = Host()
    host.deal()
    while host.last.next.phase != state_pb2.PHASE_DEAL:
        turn = host.turn(views=[*map(seat_view, range(4)), public_view(), table_view()])
        host.last = host.desk.call("Apply", apply_request(turn, actions.PASS)).transition
    promised, state = host.last.next.deal_commitment, host.last.state
    assert len(promised) == 32
    assert [view.next.deal_commitment for view in host.last.views] == [promised] * 6
    for seat, key in enumerate(host.created.seat_keys):
        for view in (seat_view(seat), public_view()):
            shown = host.desk.call("GetView", pb.GetViewRequest(state=state, key=key, view=view))
            assert shown.view.next.deal_commitment == promised
        request = pb.ListLegalActionsRequest(state=state, seat=seat, key=key)
        assert host.desk.call("ListLegalActions", request).next.deal_commitment == promised


def test_batches_and_the_other_doors_tell_the_same() -> None:
    host = Host()
    entropy = {3: b"3" * 32, 1: b"1" * 32}
    deal = pb.DealRequest(turn=host.turn(), entropy=given(entropy))
    action = action_pb2.Action(deal_hand=action_pb2.DealHand(entropy=given(entropy)))
    apply = pb.ApplyRequest(turn=host.turn(), action=action)
    one = host.desk.call("Deal", deal).transition
    assert host.desk.call("Apply", apply).transition == one
    (item,) = host.desk.call("BatchApply", pb.BatchApplyRequest(items=[apply])).results
    assert item.transition == one
    # The dealer may deal with its own key, and then tells what the others gave.
    own = pb.DealRequest(
        turn=host.turn(key=host.created.seat_keys[host.last.next.seat]), entropy=given(entropy)
    )
    assert host.desk.call("Deal", own).transition == one
    dealt = one.events[0].dealt
    assert [(each.seat, each.value) for each in dealt.entropy] == sorted(entropy.items())
    # Whatever order they were given in.
    turned = pb.DealRequest(turn=host.turn(), entropy=given(dict(reversed(entropy.items()))))
    assert host.desk.call("Deal", turned).transition == one


def test_a_hand_dealt_by_the_call_before_it_has_its_commitment_with_it() -> None:
    host = Host()
    host.deal()
    passes = 0
    while not any(event.HasField("hand_voided") for event in host.last.events):
        turn = host.turn(play_on=pb.PLAY_ON_FORCED_AND_DEAL)
        host.last = host.desk.call("Apply", apply_request(turn, actions.PASS)).transition
        passes += 1
    assert passes == 8
    (dealt,) = [event.dealt for event in host.last.events if event.HasField("dealt")]
    assert dealt.hand_number == 2
    revealed = commitments.draw(SEED, host.last.info.game_id, 2, CLASSIC.deck)
    assert dealt.commitment == revealed.commitment
    assert not host.last.next.deal_commitment


def test_a_replay_goes_on_with_deals_that_are_committed_to() -> None:
    desk = Desk.sealed()
    request = pb.ReplayRequest(ruleset=ruleset_pb2.Ruleset(base="classic"))
    response: pb.ReplayResponse = desk.call("Replay", request)
    promised = response.transition.next.deal_commitment
    turn = pb.Turn(state=response.transition.state, seat=0, key=response.host_key)
    dealt = desk.call("Deal", pb.DealRequest(turn=turn)).transition
    assert dealt.events[0].dealt.commitment == promised


def test_states_are_as_long_as_ever_and_hold_nothing_of_it() -> None:
    host = Host()
    lengths = {len(host.last.state)}
    for entropy in ({}, {0: bytes(32)}, {seat: bytes(32) for seat in range(4)}):
        host.deal(entropy)
        lengths.add(len(host.last.state))
        host.pass_out()
        lengths.add(len(host.last.state))
    (length,) = lengths
    assert length == PAYLOAD_BYTES + 33 <= MAX_TOKEN_BYTES


def test_any_game_commits_and_deals_alike() -> None:
    """Every ruleset: the commitment is told where a hand must be dealt, and the deal keeps it."""
    desk = Desk.sealed()
    for name, rules in RULESETS.items():
        for ply in plies(rules, random.Random(name), hands=2):
            if ply.after.phase != phases.DEAL:
                continue
            at = game_of(ply.after, random.Random(name), desk.states.key_id)
            turn = pb.Turn(state=desk.seal(at), seat=ply.after.actor, key=desk.host_key(at))
            asked = pb.ListLegalActionsRequest(state=turn.state, seat=turn.seat, key=turn.key)
            promised = desk.call("ListLegalActions", asked).next.deal_commitment
            drawn = commitments.draw(at.seed, at.game_id, ply.after.hand_number + 1, rules.deck)
            assert promised == drawn.commitment
            expected = ply.after.copy()
            game.deal(expected, ply.after.actor, drawn.deck)
            dealt = desk.call("Deal", pb.DealRequest(turn=turn)).transition
            assert desk.open(dealt.state).table == expected
            break


# --- what is revealed --------------------------------------------------------------------------------------


def test_a_secret_is_of_one_hand_and_any_state_after_it_tells_it() -> None:
    host = Host()
    promised = {}
    for number in (1, 2, 3):
        promised[number] = host.last.next.deal_commitment
        host.deal()
        host.pass_out()
    early, late = host.reveal(1), host.last.state
    host.deal()
    assert host.reveal(1) == early
    for number, commitment in promised.items():
        revealed = host.reveal(number, state=late)
        assert (revealed.hand_number, revealed.commitment) == (number, commitment)
        assert revealed.game_id == host.last.info.game_id
        told = commitments.commitment(revealed.game_id, number, revealed.secret)
        assert told == commitment
        assert SEED not in revealed.SerializeToString()


def test_nothing_is_revealed_early_nor_by_another_game_or_key() -> None:
    host = Host()
    assert reason(lambda: host.reveal(1)) == "HAND_NOT_DEALT"
    before = host.last.state
    host.deal()
    for number, expected in ((1, "HAND_NOT_OVER"), (2, "HAND_NOT_DEALT"), (2**32 - 1, "HAND_NOT_DEALT")):
        assert reason(partial(host.reveal, number)) == expected
    host.pass_out()
    # The key is looked at before the hand is.
    for hand in (1, 2):
        for key in host.created.seat_keys:
            assert reason(partial(host.reveal, hand, key=key)) == "HOST_KEY_REQUIRED"
        for key in (b"", bytes(16), Host(label="other").created.host_key):
            assert reason(partial(host.reveal, hand, key=key)) == "SEAT_KEY_WRONG"
    assert reason(lambda: host.reveal(0)) == "MALFORMED_REQUEST"
    assert reason(lambda: host.reveal(1, state=host.last.state[:-1])) == "STATE_CORRUPT"
    # A state from before the hand does not know of it, although the seed is in it.
    assert reason(lambda: host.reveal(1, state=before)) == "HAND_NOT_DEALT"


def test_the_whole_hand_is_kept_from_its_deal_to_its_end() -> None:
    desk = Desk.sealed()
    rng = random.Random(5)
    for name in ("classic", "ghost_hand", "buck", "ghost_claims", "railroad"):
        for ply in plies(RULESETS[name], rng, hands=2):
            state = ply.after
            at = game_of(state, rng, desk.states.key_id)
            request = pb.RevealDealRequest(
                state=desk.seal(at), key=desk.host_key(at), hand_number=state.hand_number
            )
            over = state.phase == phases.GAME_OVER or (state.phase == phases.DEAL and not state.rules.claims)
            expected = "HAND_STACKED" if over and state.stacked else "" if over else "HAND_NOT_OVER"
            if expected:
                assert reason(partial(desk.call, "RevealDeal", request)) == expected
            else:
                assert desk.call("RevealDeal", request).secret


def test_secrets_outlive_a_rotation_of_keys() -> None:
    host = Host(Desk(Keyring([KEY])))
    promised = host.last.next.deal_commitment
    host.deal()
    host.pass_out()
    host.desk = Desk(Keyring([MasterKey(b"newr", b"n" * 32), KEY]))
    assert host.reveal(1).commitment == promised
    assert host.last.next.deal_commitment == host.deal().events[0].dealt.commitment


def test_plain_states_do_the_same_for_whoever_trusts_everybody() -> None:
    host = Host(Desk.plain())
    promised = host.last.next.deal_commitment
    host.deal({0: bytes(32)})
    host.pass_out()
    assert host.reveal(1, key=b"").commitment == promised


# --- who can decide the deck -------------------------------------------------------------------------------


def test_without_entropy_the_deck_is_what_it_always_was() -> None:
    host = Host()
    host.deal()
    deck = [CARD_TO_WIRE[card] for card in commitments.draw(SEED, bytes(16), 1, CLASSIC.deck).deck]
    assert host.cards()[-1] == [deck[20]]
    assert sorted(host.cards()[-2]) == sorted(deck[21:])


def test_a_host_that_deals_again_and_again_gets_the_same_cards() -> None:
    host = Host()
    before = host.last
    decks = set()
    for _ in range(5):
        host.last = before
        host.deal({1: b"1" * 32, 2: b"2" * 32})
        decks.add(str(host.cards()))
    assert len(decks) == 1


def test_a_host_that_chose_the_seed_does_not_choose_the_deck() -> None:
    """One seat's entropy, which it does not know beforehand, is enough for another deck each time."""
    decks = set()
    for number in range(20):
        host = Host()
        host.deal({3: number.to_bytes(32, "big")})
        decks.add(str(host.cards()))
    assert len(decks) == 20


def test_not_given_a_host_that_adds_last_can_try_until_it_likes_the_deck() -> None:
    """Which is why seats tell a digest of their entropy first: then nobody is last."""
    wanted = CARD_TO_WIRE[CLASSIC.deck[-1]]
    for number in range(400):
        host = Host()
        host.deal({0: number.to_bytes(32, "big"), 3: b"3" * 32})
        if host.cards()[-1] == [wanted]:
            break
    assert host.cards()[-1] == [wanted]


def test_entropy_is_of_one_game_and_one_hand() -> None:
    """What seats gave for one hand deals otherwise in the next, and in another game of the same seed."""
    entropy = {0: bytes(32)}
    one, other = Host(), Host(label="other")
    assert one.last.info.game_id != other.last.info.game_id
    one.deal(entropy)
    other.deal(entropy)
    assert one.cards() != other.cards()
    deck = commitments.draw(SEED, bytes(16), 1, CLASSIC.deck).deck
    added = tuple(entropy.items())
    assert commitments.reshuffled(deck, bytes(16), 1, added) != commitments.reshuffled(
        deck, bytes(16), 2, added
    )
