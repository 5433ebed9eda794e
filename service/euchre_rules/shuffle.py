"""From a game's seed to its decks: a published, language-neutral shuffle (`docs/shuffle.md`).

The algorithm, version 1:

1. Start from the pack in canonical order (`cards.pack`).
2. Words: for block 0, 1, 2, ... compute HMAC-SHA256 with the 32-byte seed as key over
   `"euchre.v1.shuffle" || hand number || block`, both as 4 bytes big-endian, and cut the 32 bytes
   into eight 32-bit big-endian words.
3. For i from the last index down to 1: take the next word; while it is not below the largest
   multiple of i + 1 that fits 2^32, take the next one instead (so no index is favoured); let j be
   the word modulo i + 1; exchange cards i and j.

The first dealer is drawn the same way, with the label `"euchre.v1.dealer"`, hand number 0, and the
number of seats in place of i + 1.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from euchre_rules.options import FirstDealer
from euchre_rules.ruleset import Ruleset

SEED_BYTES: Final = 32
_WORD_COUNT: Final = 1 << 32


def shuffle(seed: bytes, hand_number: int, pack: tuple[int, ...]) -> list[int]:
    """Return the deck of one hand of a game.

    Args:
        seed: the game's 32 bytes.
        hand_number: which deal of the game, from 1.
        pack: the cards in canonical order.

    Raises:
        ValueError: the seed is not 32 bytes long.
    """
    words = _words(seed, b"euchre.v1.shuffle", hand_number)
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = _below(words, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def first_dealer(seed: bytes, rules: Ruleset) -> int:
    """Return who deals first: the seat the ruleset names, or one drawn from the seed."""
    if rules.first_dealer is FirstDealer.RANDOM:
        return _below(_words(seed, b"euchre.v1.dealer", 0), rules.players)
    return int(rules.first_dealer.value) - int(FirstDealer.SEAT_0.value)


def _words(seed: bytes, label: bytes, hand_number: int) -> Iterator[int]:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes long")
    block = 0
    while True:
        message = label + hand_number.to_bytes(4, "big") + block.to_bytes(4, "big")
        digest = hmac.digest(seed, message, hashlib.sha256)
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    """Return an unbiased index below `bound`, by rejection."""
    limit = _WORD_COUNT - _WORD_COUNT % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
