"""Checks how the hands of a recorded game were shuffled, from the record alone (`docs/shuffle.md`).

A record says itself what was committed to, so it proves something to those who noted the commitments when
they were told: give them as `Notes`, with the entropy that a seat gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from euchre.v1.ruleset_pb2 import Farmers, Ruleset
from euchre_client.cards import CardValue
from euchre_client.dealing import Layout, laid_out
from euchre_client.proofs import DealProof
from euchre_client.record import GameRecord, HandRecord
from euchre_client.rotation import dealer_after, first_dealer
from euchre_client.shuffling import (
    ENTROPY_BYTES,
    canonical_pack,
    deal_commitment,
    reshuffled,
    shuffled,
)


class Verdict(StrEnum):
    """What came of checking one hand."""

    PROVED = "PROVED"
    """The dealer being right, everybody was dealt the cards that were committed to."""

    STACKED = "STACKED"
    """The host chose the deck, and the deal said so: there is nothing to prove."""
    NOT_NOTED = "NOT_NOTED"
    """The record does not tell a commitment, or the game's id."""
    NOT_REVEALED = "NOT_REVEALED"
    """The record does not tell the secret."""
    DECK_UNKNOWN = "DECK_UNKNOWN"
    """The secret is the one committed to, but the record does not tell which deck was dealt."""

    SECRET_FALSE = "SECRET_FALSE"
    """The secret is not the one committed to: another secret, hand or game."""
    DECK_FALSE = "DECK_FALSE"
    """The deck that was dealt is not the one that the secret and the entropy give."""
    TOLD_LATE = "TOLD_LATE"
    """The commitment was told only with the deal, so the entropy was not chosen after it."""
    ENTROPY_FALSE = "ENTROPY_FALSE"
    """Entropy is of no seat at the table or no 32 bytes; or it is not what the seat gave."""
    COMMITMENT_FALSE = "COMMITMENT_FALSE"
    """The record tells another commitment than the one that was noted."""
    NUMBER_FALSE = "NUMBER_FALSE"
    """The hand is missing, or has not the number of its place."""
    DEALER_FALSE = "DEALER_FALSE"
    """Another seat had to deal, by the hand before or by the ruleset."""


UNPROVED: Final = frozenset({Verdict.STACKED, Verdict.NOT_NOTED, Verdict.NOT_REVEALED, Verdict.DECK_UNKNOWN})
"""Verdicts on hands of which nothing is known to be wrong."""

_WORDS: Final[Mapping[Verdict, str]] = {
    Verdict.PROVED: "It was dealt as the service had committed to.",
    Verdict.STACKED: "The host chose the deck.",
    Verdict.NOT_NOTED: "The record does not tell what was committed to.",
    Verdict.NOT_REVEALED: "The record does not tell the hand's secret.",
    Verdict.DECK_UNKNOWN: "The secret is right, but the record does not tell which deck was dealt.",
    Verdict.SECRET_FALSE: "The secret is not the one that was committed to.",
    Verdict.DECK_FALSE: "The deck is not the one that the secret and the entropy give.",
    Verdict.TOLD_LATE: "Seats gave entropy before they could know the commitment.",
    Verdict.ENTROPY_FALSE: "The entropy is not what the seats gave.",
    Verdict.COMMITMENT_FALSE: "The record tells another commitment than the one that was noted.",
    Verdict.NUMBER_FALSE: "It is missing, or has not the number of its place.",
    Verdict.DEALER_FALSE: "Another seat had to deal it.",
}

_NO_GAME: Final = "The record does not tell the game's id, to which the commitment belongs."

_EXCHANGED: Final = 3


@dataclass(frozen=True)
class Notes:
    """What somebody knows of a game himself, by the hand's number.

    Attributes:
        commitments: the commitment, as it was told before the deal.
        entropy: what seats gave, by hand and seat.
        first_hand: with which hand the record has to begin: a later one than the first if the game was taken
            up then, as by `Table.resume`.
    """

    commitments: Mapping[int, bytes] = field(default_factory=dict)
    entropy: Mapping[tuple[int, int], bytes] = field(default_factory=dict)
    first_hand: int = 1

    @property
    def hands(self) -> set[int]:
        """The hands of which something was noted."""
        return {*self.commitments, *(number for number, _ in self.entropy)}


@dataclass(frozen=True)
class HandCheck:
    """What came of checking one hand.

    Attributes:
        hand_number: which hand of the game, from 1; its place in the record where that is not told.
        verdict: what came of it.
        layout: the cards as the secret and the entropy deal them, once the secret is known to be right.
        added: the seats that added to the shuffle.
        detail: what exactly is the matter, where the verdict has several cases.
    """

    hand_number: int
    verdict: Verdict
    layout: Layout | None = None
    added: tuple[int, ...] = ()
    detail: str = ""

    @property
    def message(self) -> str:
        """The verdict as a sentence."""
        return self.detail or _WORDS[self.verdict]

    @property
    def is_false(self) -> bool:
        """Whether something is wrong, not only unknown."""
        return self.verdict is not Verdict.PROVED and self.verdict not in UNPROVED


def verify_deals(record: GameRecord, notes: Notes | None = None) -> list[HandCheck]:
    """Checks every hand of a game.

    Whether the acts were legal, and who dealt first where the seed decides it, is not looked at.

    Args:
        record: the game.
        notes: what somebody at the table knows himself; a hand that is noted and not in the record is false.

    Returns:
        The verdicts, in order; one for all hands that are missing at the start.

    Raises:
        ValueError: the record's ruleset is not whole.
    """
    pack = _pack(record.ruleset)
    notes = notes or Notes()
    start = _start(record, notes)
    checks = list(_missing_before(start, notes))
    for number, hand in enumerate(record.hands, start):
        before = record.hands[number - start - 1] if number > start else None
        check = _number_fault(hand, number) or _dealer_fault(record.ruleset, before, hand, number)
        checks.append(check or _check(record, hand, number, pack, notes))
    missing = sorted(notes.hands - {check.hand_number for check in checks})
    noted = "It was noted, and is not in the record."
    return checks + [HandCheck(number, Verdict.NUMBER_FALSE, detail=noted) for number in missing]


def _start(record: GameRecord, notes: Notes) -> int:
    """Returns the number of the first hand: a record may begin in the middle of a game."""
    for place, hand in enumerate(record.hands):
        if hand.proof is not None and hand.proof.hand_number:
            return max(hand.proof.hand_number - place, 1)
    return max(notes.first_hand, 1)


def _missing_before(start: int, notes: Notes) -> Iterator[HandCheck]:
    if start > notes.first_hand:
        which = "It is" if start == notes.first_hand + 1 else "It and those after it are"
        detail = f"{which} not in the record, which begins with hand {start}."
        yield HandCheck(notes.first_hand, Verdict.NUMBER_FALSE, detail=detail)


def _number_fault(hand: HandRecord, number: int) -> HandCheck | None:
    told = number if hand.proof is None else hand.proof.hand_number
    if told == number:
        return None
    if not told:
        return HandCheck(number, Verdict.NUMBER_FALSE, detail="The record does not tell its number.")
    return HandCheck(told, Verdict.NUMBER_FALSE, detail=f"It stands in the place of hand {number}.")


def _dealer_fault(
    ruleset: Ruleset, before: HandRecord | None, hand: HandRecord, number: int
) -> HandCheck | None:
    """Tells whether another seat had to deal, as far as the record shows it."""
    # Of a stacked hand nothing is proved anyway.
    if hand.stacked:
        return None
    due = first_dealer(ruleset) if number == 1 else None
    if before is not None and _number_fault(before, number - 1) is None:
        due = dealer_after(before, ruleset)
    if due is None or due == hand.dealer:
        return None
    detail = f"Seat {due} had to deal it, not seat {hand.dealer}."
    return HandCheck(number, Verdict.DEALER_FALSE, detail=detail)


def _check(
    record: GameRecord, hand: HandRecord, number: int, pack: Sequence[CardValue], notes: Notes
) -> HandCheck:
    proof = hand.proof or DealProof(number)
    added = tuple(sorted(proof.entropy))
    verdict = _obstacle(record, hand, proof, notes)
    if verdict is not None:
        nameless = verdict is Verdict.NOT_NOTED and not record.game_id and proof.commitment
        return HandCheck(number, verdict, added=added, detail=_NO_GAME if nameless else "")
    try:
        base = shuffled(proof.secret, pack)
    except ValueError:
        return HandCheck(number, Verdict.SECRET_FALSE, added=added)
    deck = reshuffled(base, record.game_id, number, proof.entropy)
    layout = laid_out(deck, record.ruleset, hand.dealer)
    if hand.deck is None:
        return HandCheck(number, Verdict.DECK_UNKNOWN, layout, added)
    whole = sorted(hand.deck) == sorted(pack)
    if whole and _same(record.ruleset, laid_out(hand.deck, record.ruleset, hand.dealer), layout):
        return HandCheck(number, Verdict.PROVED, layout, added)
    return HandCheck(number, Verdict.DECK_FALSE, layout, added)


def _obstacle(record: GameRecord, hand: HandRecord, proof: DealProof, notes: Notes) -> Verdict | None:
    """Returns what is wrong or unknown about a hand before its deck is looked at."""
    noted = notes.commitments.get(proof.hand_number, proof.commitment)
    if noted != proof.commitment and not hand.stacked:
        return Verdict.COMMITMENT_FALSE
    if not _entropy_is_right(proof, record.ruleset.players, notes):
        return Verdict.ENTROPY_FALSE
    if hand.stacked:
        return Verdict.STACKED
    if not (proof.commitment and record.game_id):
        return Verdict.NOT_NOTED
    if proof.entropy and proof.told_late:
        return Verdict.TOLD_LATE
    if not proof.secret:
        return Verdict.NOT_REVEALED
    if deal_commitment(record.game_id, proof.hand_number, proof.secret) != proof.commitment:
        return Verdict.SECRET_FALSE
    return None


def _entropy_is_right(proof: DealProof, seats: int, notes: Notes) -> bool:
    """Tells whether what seats added can count, and is what they noted."""
    given = all(seat < seats and len(value) == ENTROPY_BYTES for seat, value in proof.entropy.items())
    return given and all(
        proof.entropy.get(seat) == value
        for (number, seat), value in notes.entropy.items()
        if number == proof.hand_number
    )


def _same(ruleset: Ruleset, one: Layout, other: Layout) -> bool:
    """Tells whether everybody got the same cards; their order means nothing, and no record has it."""
    exchanges = ruleset.go_under or ruleset.farmers == Farmers.FARMERS_EXCHANGE3
    apart = _EXCHANGED if exchanges else 0  # a seat may get the first three cards of the kitty
    return (
        one.upcard == other.upcard
        and set(one.kitty[:apart]) == set(other.kitty[:apart])
        and set(one.kitty[apart:]) == set(other.kitty[apart:])
        and set(one.beside) == set(other.beside)
        and all(set(a) == set(b) for a, b in zip(one.hands, other.hands, strict=True))
    )


def _pack(ruleset: Ruleset) -> list[CardValue]:
    """Returns the cards of a game.

    Raises:
        ValueError: the ruleset is not whole.
    """
    pack = canonical_pack(ruleset)
    hands = ruleset.players + ruleset.ghost_hand + ruleset.dummy_hand
    whole = 2 <= ruleset.players <= 4 and 7 <= ruleset.min_rank <= 9 and ruleset.hand_size
    if not whole or hands * ruleset.hand_size + ruleset.upcard > len(pack):
        raise ValueError("the record's ruleset is not whole")
    return pack
