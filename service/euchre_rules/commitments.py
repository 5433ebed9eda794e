"""What a hand is dealt from, told as a digest before it is dealt; and what seats add (`docs/shuffle.md`).

The secret of a hand is the blocks that its shuffle takes words from, all of them and no more. Its
commitment is

    SHA-256("euchre.v1.commitment" || game id || hand number || secret)

with the game id's 16 bytes and the hand number as 4 bytes big-endian. Who gets the secret when the hand
is over can repeat the shuffle, and learns nothing of the game's seed or of another hand.

What seats add makes a key,

    SHA-256("euchre.v1.entropy" || game id || hand number || for each seat, from 0: seat || its 32 bytes)

with the seat as 1 byte, and the deck is shuffled once more by the same algorithm, with that key and the
label `"euchre.v1.reshuffle"`. So the deck is as random as the better one of the two sources.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from euchre_rules import shuffle

GAME_ID_BYTES: Final = 16
ENTROPY_BYTES: Final = 32

Entropy = tuple[tuple[int, bytes], ...]
"""What seats add to a shuffle: (seat, 32 bytes), by seat, each seat at most once."""

_COMMITMENT: Final = b"euchre.v1.commitment"
_ENTROPY: Final = b"euchre.v1.entropy"
_RESHUFFLE: Final = b"euchre.v1.reshuffle"


class Drawn(NamedTuple):
    """What a hand is dealt from.

    Attributes:
        hand_number: which hand of the game, from 1.
        secret: the blocks that its shuffle takes.
        deck: the deck that they give, before seats add anything.
        commitment: the digest that may be told before the hand is dealt.
    """

    hand_number: int
    secret: bytes
    deck: list[int]
    commitment: bytes


def draw(seed: bytes, game_id: bytes, hand_number: int, pack: tuple[int, ...]) -> Drawn:
    """Return what a hand of a game is dealt from.

    Args:
        seed: the game's 32 bytes.
        game_id: the game's 16 bytes.
        hand_number: which hand, from 1.
        pack: the cards in canonical order.
    """
    taken: list[bytes] = []

    def noted() -> Iterator[bytes]:
        for block in shuffle.blocks(seed, shuffle.LABEL, hand_number):
            taken.append(block)
            yield block

    deck = shuffle.arrange(noted(), pack)
    secret = b"".join(taken)
    return Drawn(hand_number, secret, deck, commitment(game_id, hand_number, secret))


def commitment(game_id: bytes, hand_number: int, secret: bytes) -> bytes:
    """Return the digest that commits to the secret of a hand."""
    return hashlib.sha256(_COMMITMENT + _place(game_id, hand_number) + secret).digest()


def reshuffled(deck: Sequence[int], game_id: bytes, hand_number: int, entropy: Entropy) -> list[int]:
    """Return a hand's deck after seats have added to its shuffle."""
    added = b"".join(bytes([seat]) + value for seat, value in entropy)
    key = hashlib.sha256(_ENTROPY + _place(game_id, hand_number) + added).digest()
    return shuffle.arrange(shuffle.blocks(key, _RESHUFFLE, hand_number), deck)


def _place(game_id: bytes, hand_number: int) -> bytes:
    return game_id + hand_number.to_bytes(4, "big")
