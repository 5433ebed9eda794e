"""The service's shuffle and the client's are the published one, and deal fairly."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import card_text, deal_commitment, entropy_commitment, parse_cards
from euchre_client import shuffling as theirs
from euchre_rules import cards, commitments, shuffle
from tests.deals import vectors
from tests.deploy.programs import machine_tool

PACKS = {"24": (9, False), "25": (9, True), "32": (7, False)}
VECTORS = vectors.written()
PACK = cards.pack(9, joker=False)


def named(vector: dict[str, Any]) -> str:
    return f"{vector['seed'][:4]}-{vector['pack']}-{vector['hand_number']}"


def test_the_file_is_as_the_description_makes_it() -> None:
    assert vectors.made() == VECTORS, "run `python -m tests.deals.vectors`"
    # Both lengths of secrets, and from no seat to four.
    assert {len(vector["secret"]) for vector in VECTORS} == {2 * 96, 2 * 128}
    assert {len(vector["entropy"]) for vector in VECTORS} == {0, 1, 4}


@pytest.mark.parametrize("vector", VECTORS, ids=named)
def test_the_service(vector: dict[str, Any]) -> None:
    game_id, hand = bytes.fromhex(vector["game_id"]), vector["hand_number"]
    drawn = commitments.draw(bytes.fromhex(vector["seed"]), game_id, hand, cards.pack(*PACKS[vector["pack"]]))
    assert drawn.secret.hex() == vector["secret"]
    assert drawn.commitment.hex() == vector["commitment"]
    assert " ".join(map(cards.text, drawn.deck)) == vector["deck_before_entropy"]
    entropy = tuple((given["seat"], bytes.fromhex(given["value"])) for given in vector["entropy"])
    deck = commitments.reshuffled(drawn.deck, game_id, hand, entropy) if entropy else drawn.deck
    assert " ".join(map(cards.text, deck)) == vector["deck"]


@pytest.mark.parametrize("vector", VECTORS, ids=named)
def test_the_client(vector: dict[str, Any]) -> None:
    game_id, hand, secret = (
        bytes.fromhex(vector["game_id"]),
        vector["hand_number"],
        bytes.fromhex(vector["secret"]),
    )
    min_rank, joker = PACKS[vector["pack"]]
    base = theirs.shuffled(secret, theirs.canonical_pack(Ruleset(min_rank=min_rank, joker=joker)))
    assert base == parse_cards(vector["deck_before_entropy"])
    assert deal_commitment(game_id, hand, secret).hex() == vector["commitment"]
    entropy = {given["seat"]: bytes.fromhex(given["value"]) for given in vector["entropy"]}
    assert theirs.reshuffled(base, game_id, hand, entropy) == parse_cards(vector["deck"])
    for given in vector["entropy"]:
        told = entropy_commitment(game_id, hand, given["seat"], bytes.fromhex(given["value"]))
        assert told.hex() == given["commitment"]


def test_the_two_agree_on_any_game() -> None:
    rng = random.Random(1)
    for _ in range(300):
        min_rank, joker = rng.choice((7, 8, 9)), rng.random() < 0.5
        seed, game_id, hand = rng.randbytes(32), rng.randbytes(16), rng.randrange(1, 1 << 32)
        drawn = commitments.draw(seed, game_id, hand, cards.pack(min_rank, joker))
        entropy = {seat: rng.randbytes(32) for seat in range(4) if rng.random() < 0.5}
        deck = commitments.reshuffled(drawn.deck, game_id, hand, tuple(entropy.items()))
        base = theirs.shuffled(drawn.secret, theirs.canonical_pack(Ruleset(min_rank=min_rank, joker=joker)))
        found = theirs.reshuffled(base, game_id, hand, entropy)
        expected = deck if entropy else drawn.deck
        assert [card_text(card) for card in found] == [cards.text(card) for card in expected]
        assert deal_commitment(game_id, hand, drawn.secret) == drawn.commitment


def test_without_entropy_the_deck_is_version_1s() -> None:
    for hand in range(1, 200):
        drawn = commitments.draw(bytes(32), bytes(16), hand, PACK)
        assert drawn.deck == shuffle.shuffle(bytes(32), hand, PACK)


def test_words_that_are_passed_over_are_part_of_the_secret() -> None:
    """It hardly ever happens; the secret then has what the shuffle took instead."""
    used_up = b"\xff" * 4  # not below the largest multiple of 24, and of most other numbers
    first = used_up + bytes(28)
    blocks = iter([first, bytes(32), bytes(32), bytes(32)])
    deck = shuffle.arrange(blocks, PACK)
    assert list(blocks) == [bytes(32)]  # three were enough: 24 words for 23 draws
    secret = first + bytes(64)
    pack = theirs.canonical_pack(Ruleset(min_rank=9))
    assert [card_text(card) for card in theirs.shuffled(secret, pack)] == list(map(cards.text, deck))
    # Two passed over are one word too many for three blocks.
    with pytest.raises(ValueError, match="more blocks than the 3"):
        theirs.shuffled(2 * used_up + bytes(88), pack)
    assert len(theirs.shuffled(2 * used_up + bytes(120), pack)) == 24


@pytest.mark.parametrize("length", [0, 31, 64, 97, 128, 96 + 32])
def test_a_secret_of_another_length_is_none(length: int) -> None:
    with pytest.raises(ValueError, match="blocks"):
        theirs.shuffled(bytes(length), theirs.canonical_pack(Ruleset(min_rank=9)))


# --- fairness ----------------------------------------------------------------------------------------------


def mixed(number: int) -> list[int]:
    """A deck to which two seats add, of a game of its own."""
    draw = hashlib.sha256(f"game {number}".encode()).digest
    seed, game_id = draw(), draw()[:16]
    entropy = tuple((seat, hashlib.sha256(f"{number} {seat}".encode()).digest()) for seat in (1, 3))
    drawn = commitments.draw(seed, game_id, 1, PACK)
    return commitments.reshuffled(drawn.deck, game_id, 1, entropy)


def one_seat(number: int) -> list[int]:
    """The same hand of the same game, to which one seat adds something else each time."""
    drawn = commitments.draw(bytes(32), bytes(16), 1, PACK)
    return commitments.reshuffled(drawn.deck, bytes(16), 1, ((2, number.to_bytes(32, "big")),))


def one_seed(number: int) -> list[int]:
    """One entropy that somebody chose, and a new seed each time."""
    seed = hashlib.sha256(f"seed {number}".encode()).digest()
    drawn = commitments.draw(seed, bytes(16), 1, PACK)
    return commitments.reshuffled(drawn.deck, bytes(16), 1, ((0, bytes(32)),))


@pytest.mark.parametrize("deal", [mixed, one_seat, one_seed])
def test_every_card_is_as_likely_in_every_place(deal: Any) -> None:
    """Also where only one of the two sources is random."""
    hands = 4800
    decks = [deal(number) for number in range(hands)]
    assert {tuple(sorted(deck)) for deck in decks} == {PACK}
    counts = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    expected = hands / 24
    chi_square = sum((counts[place, card] - expected) ** 2 / expected for place in range(24) for card in PACK)
    # 23 * 23 degrees of freedom: mean 529, standard deviation 32.5.
    assert 529 - 5 * 32.5 < chi_square < 529 + 5 * 32.5
    # And which card follows which: 24 * 23 pairs, one degree less.
    pairs = Counter(pair for deck in decks for pair in pairwise(deck))
    expected = hands * 23 / (24 * 23)
    chi_square = sum((pairs[a, b] - expected) ** 2 / expected for a in PACK for b in PACK if a != b)
    assert 551 - 5 * 33.2 < chi_square < 551 + 5 * 33.2


def test_every_part_of_what_is_added_counts() -> None:
    base = commitments.draw(bytes(32), bytes(16), 1, PACK).deck
    said = [
        (bytes(16), 1, ((0, bytes(32)),)),
        (bytes(15) + b"\1", 1, ((0, bytes(32)),)),
        (bytes(16), 2, ((0, bytes(32)),)),
        (bytes(16), 1, ((1, bytes(32)),)),
        (bytes(16), 1, ((0, bytes(31) + b"\1"),)),
        (bytes(16), 1, ((0, bytes(32)), (1, bytes(32)))),
        (bytes(16), 1, ((0, bytes(32)), (1, bytes(32)), (2, bytes(32)))),
    ]
    assert len({tuple(commitments.reshuffled(base, *each)) for each in said} | {tuple(base)}) == len(said) + 1


# --- what a commitment tells -------------------------------------------------------------------------------


def test_a_commitment_is_a_digest_of_a_secret_of_the_whole_seed() -> None:
    """Nothing that anybody can know goes into the secret but the hand's number: each bit of the seed does.

    So a commitment tells nothing to who cannot search 256 bits, as long as HMAC is what it is taken for.
    """
    seed = bytes(range(32))
    secrets = {commitments.draw(seed, bytes(16), 1, PACK).secret}
    for bit in range(256):
        flipped = (int.from_bytes(seed, "big") ^ 1 << bit).to_bytes(32, "big")
        secrets.add(commitments.draw(flipped, bytes(16), 1, PACK).secret)
    assert len(secrets) == 257
    assert {len(secret) for secret in secrets} == {96}
    ones = sum(byte.bit_count() for secret in secrets for byte in secret)
    total = 257 * 96 * 8
    assert abs(ones - total / 2) < 5 * (total / 4) ** 0.5


def test_commitments_of_other_hands_games_and_seeds_share_nothing() -> None:
    drawn = [
        commitments.draw(seed, game_id, hand, PACK)
        for seed in (bytes(32), bytes(31) + b"\1")
        for game_id in (bytes(16), bytes(15) + b"\1")
        for hand in (1, 2, 256)
    ]
    assert len({each.commitment for each in drawn}) == 12
    # A secret is the seed's and the hand's, so its game must be told with it.
    assert len({each.secret for each in drawn}) == 6
    blocks = [each.secret[at : at + 32] for each in drawn[:3] for at in range(0, 96, 32)]
    assert len(set(blocks)) == 9


# --- another language --------------------------------------------------------------------------------------


def test_another_language_gets_the_same_from_the_description(tmp_path: Path) -> None:
    node, program = machine_tool("node"), Path(__file__).with_name("check.mjs")

    def checked(file: Path) -> tuple[int, str]:
        done = subprocess.run([node, str(program), str(file)], capture_output=True, text=True)
        return done.returncode, done.stdout.strip()

    assert checked(vectors.FILE) == (0, f"{len(VECTORS)} right, 0 wrong")
    spoiled = [dict(vector) for vector in VECTORS]
    spoiled[0]["deck"] = spoiled[1]["deck"]
    spoiled[1]["commitment"] = spoiled[0]["commitment"]
    (tmp_path / "spoiled.json").write_text(json.dumps(spoiled))
    assert checked(tmp_path / "spoiled.json") == (1, f"{len(VECTORS) - 2} right, 2 wrong")
