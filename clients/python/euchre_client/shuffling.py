"""The published shuffle (`docs/shuffle.md`), written from its description to check what a service says.

Nothing here asks a server, and nothing is shared with the service: the vectors of
`protos/conformance/vectors` hold the two together.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from typing import Final

from euchre.v1.cards_pb2 import Card
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client.cards import CardValue

ENTROPY_BYTES: Final = 32
_BLOCK: Final = 32
_WORD: Final = 4
_TOP: Final = 2**32


class _BlocksUsedUp(ValueError):
    """A shuffle needs more blocks than there are."""


def new_entropy() -> bytes:
    """Draws what a seat adds to one shuffle."""
    return secrets.token_bytes(ENTROPY_BYTES)


def entropy_commitment(game_id: bytes, hand_number: int, seat: int, value: bytes) -> bytes:
    """Returns what a seat tells first, so that its entropy is fixed before it hears the others'."""
    told = b"euchre.v1.entropy-commitment" + _place(game_id, hand_number) + bytes([seat]) + value
    return hashlib.sha256(told).digest()


def deal_commitment(game_id: bytes, hand_number: int, secret: bytes) -> bytes:
    """Returns the commitment that a hand's secret gives.

    Args:
        game_id: the game's 16 bytes.
        hand_number: which hand of the game, from 1.
        secret: what `RevealDeal` returned.
    """
    return hashlib.sha256(b"euchre.v1.commitment" + _place(game_id, hand_number) + secret).digest()


def canonical_pack(ruleset: Ruleset) -> list[CardValue]:
    """Returns the cards of a game in the order that shuffles start from.

    Args:
        ruleset: the rules, whole.
    """
    pack = [Card.ValueType(16 * suit + rank) for suit in range(1, 5) for rank in range(ruleset.min_rank, 15)]
    return [*pack, Card.CARD_JOKER] if ruleset.joker else pack


def shuffled(secret: bytes, pack: Sequence[CardValue]) -> list[CardValue]:
    """Returns the deck that a hand's secret gives.

    Args:
        secret: whole blocks, as many as the shuffle takes.
        pack: the cards in canonical order.

    Raises:
        ValueError: it has another number of blocks than this shuffle takes.
    """
    blocks = [secret[start : start + _BLOCK] for start in range(0, len(secret), _BLOCK)]
    if not blocks or len(blocks[-1]) != _BLOCK:
        raise ValueError("a secret is whole blocks of 32 bytes")
    deck, used = _exchanged(pack, blocks)
    if used != len(blocks):
        raise ValueError(f"the shuffle takes {used} blocks, and the secret has {len(blocks)}")
    return deck


def reshuffled(
    deck: Sequence[CardValue], game_id: bytes, hand_number: int, entropy: Mapping[int, bytes]
) -> list[CardValue]:
    """Returns a deck after seats have added to its shuffle; the same deck if none has.

    Args:
        deck: what the secret gives.
        game_id: the game's 16 bytes.
        hand_number: which hand of the game, from 1.
        entropy: what seats added, by seat.
    """
    if not entropy:
        return list(deck)
    told = b"euchre.v1.entropy" + _place(game_id, hand_number)
    for seat in sorted(entropy):
        told += bytes([seat]) + entropy[seat]
    return _by_key(hashlib.sha256(told).digest(), b"euchre.v1.reshuffle", hand_number, deck)


def deck_of_seed(seed: bytes, hand_number: int, pack: Sequence[CardValue]) -> list[CardValue]:
    """Returns the deck of a hand, for whoever chose the game's seed; if no seat adds anything.

    Args:
        seed: the game's 32 bytes.
        hand_number: which hand of the game, from 1.
        pack: the cards in canonical order.
    """
    return _by_key(seed, b"euchre.v1.shuffle", hand_number, pack)


def _by_key(key: bytes, label: bytes, hand_number: int, cards: Sequence[CardValue]) -> list[CardValue]:
    message = label + hand_number.to_bytes(4, "big")
    # Enough for most packs; should it not be enough after all, there is more.
    count = 4
    while True:
        blocks = [hmac.digest(key, message + number.to_bytes(4, "big"), "sha256") for number in range(count)]
        try:
            return _exchanged(cards, blocks)[0]
        except _BlocksUsedUp:
            count *= 2


def _exchanged(cards: Sequence[CardValue], blocks: Sequence[bytes]) -> tuple[list[CardValue], int]:
    """Returns the cards in the order that the blocks give, and how many blocks that took."""
    deck, stream, at = list(cards), b"".join(blocks), 0
    place = len(deck) - 1
    while place > 0:
        if at == len(stream):
            raise _BlocksUsedUp(f"the shuffle takes more blocks than the {len(blocks)} there are")
        word = int.from_bytes(stream[at : at + _WORD], "big")
        at += _WORD
        choices = place + 1
        if word < _TOP // choices * choices:
            other = word % choices
            deck[place], deck[other] = deck[other], deck[place]
            place -= 1
    return deck, -(-at // _BLOCK)


def _place(game_id: bytes, hand_number: int) -> bytes:
    return game_id + hand_number.to_bytes(4, "big")
