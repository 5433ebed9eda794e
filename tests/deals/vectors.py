"""Vectors of the published shuffle, commitments and entropy: `protos/conformance/vectors/deals.json`.

python -m tests.deals.vectors            # write the file

Made from the description in `docs/shuffle.md` alone, by nothing of the service nor of the client: both must
give what the file says.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).parents[2] / "protos" / "conformance" / "vectors" / "deals.json"
PACKS: Final = {"24": ("9TJQKA", False), "25": ("9TJQKA", True), "32": ("789TJQKA", False)}
SEEDS: Final = {"counting": bytes(range(32)), "text": hashlib.sha256(b"euchre").digest()}
GAME_ID: Final = bytes(range(0xE0, 0xF0))
ENTROPY: Final[tuple[dict[int, bytes], ...]] = (
    {},
    {0: bytes(32)},
    {2: hashlib.sha256(b"seat 2").digest()},
    {seat: hashlib.sha256(f"seat {seat}".encode()).digest() for seat in range(4)},
)


def blocks(key: bytes, label: bytes, hand: int, count: int) -> list[bytes]:
    """The first blocks of HMAC-SHA-256."""
    head = label + hand.to_bytes(4, "big")
    return [hmac.new(key, head + block.to_bytes(4, "big"), hashlib.sha256).digest() for block in range(count)]


def arranged(cards: list[str], source: list[bytes]) -> tuple[list[str], int]:
    """The cards as the blocks exchange them, and how many words that took."""
    words = [int(block[at : at + 4].hex(), 16) for block in source for at in range(0, 32, 4)]
    deck, taken = cards[:], 0
    for last in reversed(range(1, len(deck))):
        while words[taken] >= 2**32 - 2**32 % (last + 1):
            taken += 1
        other = words[taken] % (last + 1)
        taken += 1
        deck[last], deck[other] = deck[other], deck[last]
    return deck, taken


def digest(label: bytes, hand: int, *parts: bytes) -> bytes:
    return hashlib.sha256(b"".join([label, GAME_ID, hand.to_bytes(4, "big"), *parts])).digest()


def vector(seed: bytes, pack: str, hand: int, entropy: dict[int, bytes]) -> dict[str, Any]:
    """One entry of the file."""
    ranks, joker = PACKS[pack]
    cards = [rank + suit for suit in "cdhs" for rank in ranks] + ["B"] * joker
    source = blocks(seed, b"euchre.v1.shuffle", hand, 8)
    base, taken = arranged(cards, source)
    secret = b"".join(source[: (taken + 7) // 8])
    final = base
    if entropy:
        added = [bytes([seat]) + entropy[seat] for seat in sorted(entropy)]
        key = digest(b"euchre.v1.entropy", hand, *added)
        final, _ = arranged(base, blocks(key, b"euchre.v1.reshuffle", hand, 8))
    return {
        "seed": seed.hex(),
        "game_id": GAME_ID.hex(),
        "hand_number": hand,
        "pack": pack,
        "secret": secret.hex(),
        "commitment": digest(b"euchre.v1.commitment", hand, secret).hex(),
        "deck_before_entropy": " ".join(base),
        "entropy": [
            {
                "seat": seat,
                "value": value.hex(),
                "commitment": digest(b"euchre.v1.entropy-commitment", hand, bytes([seat]), value).hex(),
            }
            for seat, value in sorted(entropy.items())
        ],
        "deck": " ".join(final),
    }


def made() -> list[dict[str, Any]]:
    """What the file says."""
    return [
        vector(seed, pack, hand, entropy)
        for seed in SEEDS.values()
        for pack in PACKS
        for hand, entropy in zip((1, 2, 3, 70_000), ENTROPY, strict=True)
    ]


def written() -> list[dict[str, Any]]:
    """What is in the file."""
    loaded: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


if __name__ == "__main__":
    FILE.write_text(json.dumps(made(), indent=1) + "\n", encoding="utf-8", newline="\n")
