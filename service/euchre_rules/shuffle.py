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

`commitments` builds on it: what a hand draws from, told as a digest before it is dealt, and a second
shuffle on top by what seats add.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from euchre_rules.options import FirstDealer
from euchre_rules.ruleset import Ruleset

SEED_BYTES: Final = 32
LABEL: Final = b"euchre.v1.shuffle"
_DEALER_LABEL: Final = b"euchre.v1.dealer"
_WORD_COUNT: Final = 1 << 32
_WORDS: Final = struct.Struct(">8I")
"""The words of a block."""


def shuffle(seed: bytes, hand_number: int, pack: tuple[int, ...]) -> list[int]:
    """Return the deck of one hand of a game.

    Args:
        seed: the game's 32 bytes.
        hand_number: which deal of the game, from 1.
        pack: the cards in canonical order.

    Raises:
        ValueError: the seed is not 32 bytes long.
    """
    return arrange(blocks(seed, LABEL, hand_number), pack)


def first_dealer(seed: bytes, rules: Ruleset) -> int:
    """Return who deals first: the seat the ruleset names, or one drawn from the seed."""
    if rules.first_dealer is FirstDealer.RANDOM:
        return _below(_words(blocks(seed, _DEALER_LABEL, 0)), rules.players)
    return int(rules.first_dealer.value) - int(FirstDealer.SEAT_0.value)


def blocks(key: bytes, label: bytes, hand_number: int) -> Iterator[bytes]:
    """Yield what words are cut from, 32 bytes at a time, without end.

    Raises:
        ValueError: the key is not 32 bytes long.
    """
    if len(key) != SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes long")
    prefix = label + hand_number.to_bytes(4, "big")
    block = 0
    while True:
        yield hmac.digest(key, prefix + block.to_bytes(4, "big"), hashlib.sha256)
        block += 1


def arrange(source: Iterable[bytes], cards: Sequence[int]) -> list[int]:
    """Return these cards in the order that these blocks give; a block is not taken before it is needed."""
    words = _words(source)
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = _below(words, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def _words(source: Iterable[bytes]) -> Iterator[int]:
    for block in source:
        yield from _WORDS.unpack(block)


def _below(words: Iterator[int], bound: int) -> int:
    """Return an unbiased index below `bound`, by rejection."""
    limit = _WORD_COUNT - _WORD_COUNT % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
