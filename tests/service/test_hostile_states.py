"""100,000 states that this service did not make in this form: none opens, each for the right reason."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from euchre_rules import game, phases, presets, shuffle
from euchre_service import codec, ruleset_code
from euchre_service.keyring import KEY_ID_BYTES, Keyring, MasterKey
from euchre_service.refusal import ServiceError
from euchre_service.seal import MAX_TOKEN_BYTES, VERSION, PlainStates, SealedStates
from euchre_service.seatkeys import SeatKeys
from euchre_service.tables import Tables

ATTACKS = 100_000
OURS = MasterKey(b"ours", bytes(range(32)))
SAME_NAME = MasterKey(b"ours", bytes(range(1, 33)))
RETIRED = MasterKey(b"gone", bytes(range(2, 34)))

Attack = Callable[[random.Random, list[bytes]], tuple[bytes, str]]


def sealer(*keys: MasterKey, environment: str = "") -> SealedStates:
    return SealedStates(Keyring(list(keys)), environment, codec.PAYLOAD_BYTES)


@pytest.fixture(scope="module")
def payloads() -> list[bytes]:
    """Payloads of a game of each preset at every point of it."""
    found = []
    for number, (_, rules) in enumerate(sorted(presets.PRESETS.items())):
        chance = random.Random(number)
        seed = chance.randbytes(32)
        table = game.new_game(rules, shuffle.first_dealer(seed, rules))
        code = ruleset_code.encode(rules)
        for ply in range(120):
            if table.phase == phases.GAME_OVER:
                break
            if table.phase == phases.DEAL:
                deck = shuffle.shuffle(seed, table.hand_number + 1, rules.deck)
                game.deal(table, table.actor, deck)
            else:
                game.apply(table, table.actor, chance.choice(list(game.legal_actions(table))))
            made = codec.Game(chance.randbytes(16), OURS.key_id, ply, bytes(16), seed, code, table)
            found.append(codec.encode(made))
    return found


def flip(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    """One bit of the encrypted part, or of the nonce or tag."""
    state = bytearray(chance.choice(states))
    state[chance.randrange(1 + KEY_ID_BYTES, len(state))] ^= 1 << chance.randrange(8)
    return bytes(state), "STATE_NOT_OURS"


def cut(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    state = chance.choice(states)
    return state[: chance.randrange(1, len(state))], "STATE_CORRUPT"


def lengthen(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    return chance.choice(states) + chance.randbytes(chance.randrange(1, 900)), "STATE_CORRUPT"


def splice(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    """The head of one state with the rest of another."""
    one, other = chance.sample(states, 2)
    at = chance.randrange(1 + KEY_ID_BYTES + 1, len(one))
    spliced = one[:at] + other[at:]
    # Two states of one game may agree up to or from there: then it is one of them, and no attack.
    return (spliced, "STATE_NOT_OURS") if spliced not in (one, other) else flip(chance, states)


def other_key(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    """A real state under a key of the same name that is not ours."""
    return sealer(SAME_NAME).seal(chance.choice(_PAYLOADS)), "STATE_NOT_OURS"


def retired_key(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    return sealer(RETIRED).seal(chance.choice(_PAYLOADS)), "STATE_KEY_UNKNOWN"


def other_environment(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    return sealer(OURS, environment="staging").seal(chance.choice(_PAYLOADS)), "STATE_NOT_OURS"


def other_key_id(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    state = bytearray(chance.choice(states))
    state[chance.randrange(1, 1 + KEY_ID_BYTES)] ^= 1 << chance.randrange(8)
    return bytes(state), "STATE_KEY_UNKNOWN"


def newer(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    state = bytearray(chance.choice(states))
    state[0] = chance.randrange(VERSION + 1, 0x80)
    return bytes(state), "STATE_VERSION_NEWER"


def plain(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    return PlainStates().seal(chance.choice(_PAYLOADS)), "STATE_NOT_OURS"


def noise(chance: random.Random, states: list[bytes]) -> tuple[bytes, str]:
    junk = bytearray(chance.randbytes(chance.randrange(1, MAX_TOKEN_BYTES + 50)))
    junk[0] = 0  # no version ever
    return bytes(junk), "STATE_CORRUPT"


ATTACK_KINDS: list[Attack] = [
    flip,
    cut,
    lengthen,
    splice,
    other_key,
    retired_key,
    other_environment,
    other_key_id,
    newer,
    plain,
    noise,
]
_PAYLOADS: list[bytes] = []


def test_no_hostile_state_opens(payloads: list[bytes]) -> None:
    _PAYLOADS[:] = payloads
    ours = sealer(OURS)
    tables = Tables(ours, SeatKeys(Keyring([OURS])))
    states = [ours.seal(payload) for payload in payloads]
    chance = random.Random(1)
    counted: Counter[str] = Counter()
    for number in range(ATTACKS):
        attack = ATTACK_KINDS[number % len(ATTACK_KINDS)]
        hostile, reason = attack(chance, states)
        with pytest.raises(ServiceError) as refused:
            tables.open(hostile, b"")
        assert refused.value.reason == reason, attack.__name__
        counted[reason] += 1
    assert sum(counted.values()) == ATTACKS
    assert set(counted) == {"STATE_NOT_OURS", "STATE_CORRUPT", "STATE_KEY_UNKNOWN", "STATE_VERSION_NEWER"}


def test_the_untouched_states_do_open(payloads: list[bytes]) -> None:
    """So the test above is not one of a server that opens nothing; only the key is missing here."""
    ours = sealer(OURS)
    tables = Tables(ours, SeatKeys(Keyring([OURS])))
    for payload in payloads:
        with pytest.raises(ServiceError) as refused:
            tables.open(ours.seal(payload), b"")
        assert refused.value.reason == "SEAT_KEY_WRONG"
