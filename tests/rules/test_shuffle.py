"""The published shuffle: fixed vectors, and a second implementation written from its description."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import pytest

from euchre_rules import cards, presets, shuffle
from euchre_rules.options import FirstDealer

VECTORS = Path(__file__).with_name("shuffle_vectors.json")
"""Decks and first dealers of seeds; `python -m tests.rules.test_shuffle` writes them anew."""
PACKS = {"24": (9, False), "25": (9, True), "32": (7, False), "33": (7, True)}
SEEDS = {
    "zero": bytes(32),
    "counting": bytes(range(32)),
    "ones": b"\xff" * 32,
    "text": hashlib.sha256(b"euchre").digest(),
}


def second_words(seed: bytes, label: str, hand_number: int, count: int) -> list[int]:
    """The first 32-bit words for a hand: blocks of HMAC-SHA256 cut into eight."""
    stream = b""
    block = 0
    while len(stream) < 4 * count:
        text = label.encode() + hand_number.to_bytes(4, "big") + block.to_bytes(4, "big")
        stream += hmac.new(seed, text, hashlib.sha256).digest()
        block += 1
    return [int(stream[4 * i : 4 * i + 4].hex(), 16) for i in range(count)]


def second_shuffle(seed: bytes, hand_number: int, pack: list[str]) -> list[str]:
    """A deck, from the description alone."""
    words = second_words(seed, "euchre.v1.shuffle", hand_number, 200)
    deck = pack[:]
    last = len(deck) - 1
    while last > 0:
        places = last + 1
        word = words.pop(0)
        if word < (2**32 // places) * places:
            other = word % places
            deck[last], deck[other] = deck[other], deck[last]
            last -= 1
    return deck


def second_first_dealer(seed: bytes, seats: int) -> int:
    words = second_words(seed, "euchre.v1.dealer", 0, 8)
    return next(word for word in words if word < (2**32 // seats) * seats) % seats


def vectors() -> list[dict[str, object]]:
    """What the file says, computed by the second implementation."""
    made: list[dict[str, object]] = []
    for name, seed in SEEDS.items():
        for size, (min_rank, joker) in PACKS.items():
            ranks = "789TJQKA"[min_rank - 7 :]
            pack = [rank + suit for suit in "cdhs" for rank in ranks] + ["B"] * joker
            for hand_number in (1, 2, 256, 70_000):
                deck = " ".join(second_shuffle(seed, hand_number, pack))
                made.append({"seed": seed.hex(), "pack": size, "hand_number": hand_number, "deck": deck})
        dealers = {str(seats): second_first_dealer(seed, seats) for seats in (2, 3, 4)}
        made.append({"seed": seed.hex(), "name": name, "first_dealer": dealers})
    return made


def written() -> list[dict[str, object]]:
    loaded: list[dict[str, object]] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return loaded


def test_vectors_are_those_of_the_description() -> None:
    assert written() == vectors()


@pytest.mark.parametrize(
    "vector",
    [entry for entry in written() if "deck" in entry],
    ids=lambda v: f"{v['seed'][:4]}-{v['pack']}-{v['hand_number']}",
)
def test_decks(vector: dict[str, object]) -> None:
    pack = cards.pack(*PACKS[str(vector["pack"])])
    hand_number = vector["hand_number"]
    assert isinstance(hand_number, int)
    deck = shuffle.shuffle(bytes.fromhex(str(vector["seed"])), hand_number, pack)
    assert " ".join(map(cards.text, deck)) == vector["deck"]


@pytest.mark.parametrize(
    "vector", [entry for entry in written() if "first_dealer" in entry], ids=lambda v: str(v["name"])
)
def test_first_dealers(vector: dict[str, object]) -> None:
    seed, dealers = bytes.fromhex(str(vector["seed"])), vector["first_dealer"]
    for base, seats in (("classic", "4"), ("ghost_hand", "3")):
        assert isinstance(dealers, dict)
        assert shuffle.first_dealer(seed, presets.resolve(base)) == dealers[seats]


def test_the_same_seed_and_hand_give_the_same_deck_and_others_do_not() -> None:
    pack = cards.pack(9, joker=False)
    decks = [
        tuple(shuffle.shuffle(bytes([seed]) * 32, hand, pack)) for seed in range(8) for hand in range(1, 9)
    ]
    again = [
        tuple(shuffle.shuffle(bytes([seed]) * 32, hand, pack)) for seed in range(8) for hand in range(1, 9)
    ]
    assert decks == again
    assert len(set(decks)) == 64
    assert {tuple(sorted(deck)) for deck in decks} == {pack}


def test_a_rejected_word_is_passed_over() -> None:
    # No word below is taken that would favour an index: the first is above the largest multiple of 3.
    stream = iter([2**32 - 1, 5])
    assert shuffle._below(stream, 3) == 2


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle.shuffle(bytes(length), 1, cards.pack(9, joker=False))
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle.first_dealer(bytes(length), presets.resolve("classic"))


def test_every_card_is_as_likely_in_every_place() -> None:
    pack = cards.pack(9, joker=False)
    hands = 4800
    counts = Counter(
        (place, card)
        for number in range(hands)
        for place, card in enumerate(shuffle.shuffle(bytes(range(32)), number + 1, pack))
    )
    expected = hands / 24
    chi_square = sum((counts[place, card] - expected) ** 2 / expected for place in range(24) for card in pack)
    # 23 * 23 degrees of freedom: mean 529, standard deviation 32.5.
    assert 529 - 5 * 32.5 < chi_square < 529 + 5 * 32.5


@pytest.mark.parametrize("base", ["classic", "ghost_hand"])
def test_every_seat_is_as_likely_to_deal_first(base: str) -> None:
    rules = presets.resolve(base)
    counts = Counter(
        shuffle.first_dealer(hashlib.sha256(bytes([i // 256, i % 256])).digest(), rules) for i in range(3000)
    )
    assert set(counts) == set(range(rules.players))
    expected = 3000 / rules.players
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 16


@pytest.mark.parametrize("seat", range(4))
def test_a_first_dealer_that_the_rules_name(seat: int) -> None:
    rules = presets.resolve("classic", {"first_dealer": FirstDealer[f"SEAT_{seat}"]})
    assert {shuffle.first_dealer(seed, rules) for seed in SEEDS.values()} == {seat}


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
