"""A game as a payload of fixed length and back, and what becomes of a payload that somebody changed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import view_pb2
from euchre_rules import actions, cards, game, phases, presets
from euchre_rules.ruleset import Ruleset
from euchre_service import codec, ruleset_code
from euchre_service.codec import PAYLOAD_BYTES, Game
from euchre_service.refusal import ServiceError
from euchre_service.seal import MAX_TOKEN_BYTES, PlainStates
from tests.service.desk import Desk, apply_request
from tests.service.games import RULESETS, game_of, plies, random_rules

KEY_ID = b"test"
TABLE = view_pb2.AUDIENCE_TABLE


def games(rules: Ruleset, seed: int, hands: int = 3) -> Iterator[Game]:
    """Every state of a random game, from before its first deal."""
    rng = random.Random(seed)
    yield game_of(game.new_game(rules, seed % rules.players), rng, KEY_ID)
    for ply in plies(rules, rng, hands):
        yield game_of(ply.after, rng, KEY_ID)


# --- there and back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_game_comes_back_as_it_was(name: str) -> None:
    for seed in range(12):
        for one in games(RULESETS[name], seed):
            payload = codec.encode(one)
            assert codec.decode(payload, trusted=True) == one
            assert codec.decode(payload, trusted=False) == one


def test_game_of_any_rules_comes_back_as_it_was() -> None:
    for seed in range(150):
        for one in games(random_rules(random.Random(seed)), seed):
            payload = codec.encode(one)
            assert codec.decode(payload, trusted=True) == one
            assert codec.decode(payload, trusted=False) == one


def test_trick_in_progress_comes_back() -> None:
    """It is not stored but found again in the hand's history: play must go on the same way."""
    for seed in range(30):
        for ply in plies(RULESETS["classic"], random.Random(seed), hands=1):
            if ply.before.phase == phases.PLAY:
                opened = codec.decode(codec.encode(game_of(ply.before, random.Random(seed), KEY_ID)), True)
                game.apply(opened.table, ply.seat, ply.action)
                assert opened.table == ply.after


def test_whole_game_comes_back() -> None:
    for one in games(RULESETS["classic"], seed=5, hands=1000):
        assert codec.decode(codec.encode(one), trusted=True) == one
    assert one.table.phase == phases.GAME_OVER


def test_payload_after_a_card_is_the_same_from_the_payload_before_it() -> None:
    rng = random.Random(41)
    short, whole = 0, 0
    for rules in [*RULESETS.values(), *(random_rules(rng) for _ in range(60))]:
        for ply in plies(rules, rng, hands=2):
            if ply.before.phase != phases.PLAY or ply.action >= cards.CARD_COUNT:
                continue
            before, after = game_of(ply.before, rng, b"key1"), game_of(ply.after, rng, b"key1")
            after.game_id, after.seed = before.game_id, before.seed
            written = codec.encode_plays(after, codec.encode(before))
            if written is None:
                whole += 1
                assert ply.after.phase != phases.PLAY or rules.joker
            else:
                short += 1
                assert written == codec.encode(after), ply
    assert short > 1000, (short, whole)


def test_joker_in_the_reserve_is_in_the_kitty_too() -> None:
    rules = presets.resolve("classic", {"go_under": True, "joker": True})
    for seed in range(100):
        for one in games(rules, seed, hands=1):
            if one.table.reserve >> cards.JOKER & 1:
                opened = codec.decode(codec.encode(one), trusted=True).table
                assert opened.reserve >> cards.JOKER & opened.kitty >> cards.JOKER & 1
                return
    raise AssertionError("the joker was never there")


# --- length ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("desk", [Desk.sealed(), Desk.plain()], ids=["sealed", "plain"])
def test_every_state_is_as_long_as_every_other(desk: Desk) -> None:
    lengths = {
        len(desk.seal(one)) for rules in RULESETS.values() for seed in (1, 2) for one in games(rules, seed)
    }
    assert len(lengths) == 1
    assert lengths.pop() <= MAX_TOKEN_BYTES <= 400


# --- rulesets ----------------------------------------------------------------------------------------------


def test_ruleset_code_comes_back() -> None:
    for seed in range(2000):
        rules = random_rules(random.Random(seed))
        code = ruleset_code.encode(rules)
        assert len(code) == ruleset_code.CODE_BYTES
        assert ruleset_code.decode(code) == rules


def test_ruleset_codes_differ() -> None:
    rules = [random_rules(random.Random(seed)) for seed in range(500)]
    assert len({ruleset_code.encode(one) for one in rules}) == len(set(rules))


def test_ruleset_code_of_a_newer_version_is_refused() -> None:
    for first in range(1, 256):
        with pytest.raises(ValueError, match=r"newer version|no such value"):
            ruleset_code.decode(bytes([first]) + ruleset_code.encode(presets.CLASSIC)[1:])


# --- what others made of it --------------------------------------------------------------------------------


def opened_or_refused(payload: bytes) -> Game | None:
    """The game, or None if it was refused as it should be; anything else that is raised goes through."""
    try:
        return codec.decode(payload, trusted=False)
    except ServiceError as error:
        if error.reason == ("STATE_VERSION_NEWER" if payload[0] > 1 else "STATE_CORRUPT"):
            return None
        raise


@pytest.mark.parametrize("trusted", [True, False])
def test_newer_version(trusted: bool) -> None:
    payload = bytes([9]) + codec.encode(next(games(presets.CLASSIC, 1)))[1:]
    with pytest.raises(ServiceError) as caught:
        codec.decode(payload, trusted)
    assert caught.value.reason == "STATE_VERSION_NEWER"
    assert caught.value.metadata == {"version": "9"}


def samples(count: int, rng: random.Random) -> Iterator[Game]:
    """States of all sorts of tables."""
    for number in range(count):
        name = list(RULESETS)[number % len(RULESETS)]
        yield rng.choice(list(games(RULESETS[name], number)))


def changed(payload: bytes, place: int, rng: random.Random) -> bytes:
    value = rng.choice([payload[place] ^ 1 << rng.randrange(8), rng.randrange(256), 0, 1, 255])
    return payload[:place] + bytes([value]) + payload[place + 1 :]


def test_any_changed_byte_is_refused_or_gives_a_consistent_game() -> None:
    rng = random.Random(77)
    refused = 0
    for one in samples(2 * len(RULESETS), rng):
        payload = codec.encode(one)
        for place in range(PAYLOAD_BYTES):
            other = opened_or_refused(changed(payload, place, rng))
            refused += other is None
            if other is not None:
                assert codec.decode(codec.encode(other), trusted=False) == other
    assert refused > 3000


def test_several_changed_bytes_are_refused_or_give_a_consistent_game() -> None:
    rng = random.Random(78)
    for one in samples(len(RULESETS), rng):
        for _ in range(150):
            payload = codec.encode(one)
            for _ in range(rng.randint(2, 6)):
                payload = changed(payload, rng.randrange(PAYLOAD_BYTES), rng)
            opened_or_refused(payload)


def test_noise_is_refused() -> None:
    rng = random.Random(79)
    for _ in range(2000):
        assert opened_or_refused(b"\x01" + rng.randbytes(PAYLOAD_BYTES - 1)) is None


def test_changed_plain_state_is_refused_by_its_checksum() -> None:
    rng = random.Random(80)
    desk = Desk.plain()
    state = desk.seal(next(samples(1, rng)))
    for place in range(len(state)):
        for bit in range(8):
            other = state[:place] + bytes([state[place] ^ 1 << bit]) + state[place + 1 :]
            with pytest.raises(ServiceError) as caught:
                desk.states.open(other)
            assert caught.value.reason in ("STATE_CORRUPT", "STATE_NOT_OURS", "STATE_VERSION_NEWER")


def test_changed_plain_state_with_a_new_checksum_breaks_nothing() -> None:
    """Whatever opens must also be usable: no view and no act may end in an exception of another kind."""
    rng = random.Random(81)
    desk = Desk.plain()
    used = 0
    for one in samples(2 * len(RULESETS), rng):
        payload = codec.encode(one)
        for place in rng.sample(range(PAYLOAD_BYTES), 30):
            state = PlainStates(PAYLOAD_BYTES).seal(changed(payload, place, rng))
            used += use(desk, state)
    assert used > 500


def use(desk: Desk, state: bytes) -> bool:
    """Ask and do everything with a state; tell whether it opened."""
    try:
        opened = desk.call(
            "GetView", pb.GetViewRequest(state=state, view=view_pb2.ViewSelector(audience=TABLE))
        )
    except ServiceError as error:
        if error.reason in ("STATE_CORRUPT", "STATE_VERSION_NEWER"):
            return False
        raise
    for seat in range(len(opened.view.seats)):
        desk.answer("GetView", pb.GetViewRequest(state=state, view=view_pb2.ViewSelector(seat=seat)))
        listed = desk.call("ListLegalActions", pb.ListLegalActionsRequest(state=state, seat=seat))
        turn = pb.Turn(state=state, seat=seat, views=[view_pb2.ViewSelector(audience=TABLE)])
        for legal in listed.actions:
            desk.answer("Apply", pb.ApplyRequest(turn=turn, action=legal.action))
    for action in random.Random(len(state)).sample(actions.ALL_ACTIONS, 5):
        desk.answer("Apply", apply_request(pb.Turn(state=state, seat=0), action))
    return True
