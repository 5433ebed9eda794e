"""Every dishonesty about a deal is caught, by whoever noted what was told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from euchre_client import (
    DealProof,
    GameRecord,
    HandRecord,
    Notes,
    RulesClient,
    Verdict,
    deal_commitment,
    new_entropy,
    verify_deals,
)
from euchre_client import shuffling as theirs
from tests.deals.tables import copied, everybody, nobody, played, verdicts


@pytest.fixture(scope="module")
def honest(rules: RulesClient) -> GameRecord:
    table = played(rules, "buck", hands=5, adding=everybody)
    table.reveal_deals()
    # The last hand is in progress.
    record = copied(table.record)
    record.hands = [hand for hand in record.hands if hand.proof and hand.proof.secret]
    assert len(record.hands) >= 4
    assert set(verdicts(record)) == {Verdict.PROVED}
    return record


@pytest.fixture
def record(honest: GameRecord) -> GameRecord:
    return copied(honest)


def proof_of(hand: HandRecord) -> DealProof:
    assert hand.proof is not None
    return hand.proof


def notes_of(record: GameRecord) -> Notes:
    """What the seats wrote down."""
    proofs = {proof.hand_number: proof for proof in map(proof_of, record.hands)}
    given = {(hand, seat): value for hand, proof in proofs.items() for seat, value in proof.entropy.items()}
    return Notes(commitments={hand: proof.commitment for hand, proof in proofs.items()}, entropy=given)


# --- what one hand of a record may say wrongly -------------------------------------------------------------


def one_bit(hand: HandRecord) -> None:
    secret = proof_of(hand).secret
    proof_of(hand).secret = secret[:40] + bytes([secret[40] ^ 1]) + secret[41:]


def other_blocks(hand: HandRecord) -> None:
    proof_of(hand).secret = os.urandom(len(proof_of(hand).secret))


def a_block_more(hand: HandRecord) -> None:
    proof_of(hand).secret += os.urandom(32)


def a_block_less(hand: HandRecord) -> None:
    proof_of(hand).secret = proof_of(hand).secret[:-32]


def two_cards_exchanged(hand: HandRecord) -> None:
    assert hand.deck is not None
    deck = list(hand.deck)
    deck[0], deck[-1] = deck[-1], deck[0]
    hand.deck = tuple(deck)


def the_upcard_exchanged(hand: HandRecord) -> None:
    assert hand.deck is not None
    deck = list(hand.deck)
    deck[20], deck[21] = deck[21], deck[20]
    hand.deck = tuple(deck)


def a_card_twice(hand: HandRecord) -> None:
    assert hand.deck is not None
    hand.deck = (hand.deck[1], *hand.deck[1:])


def a_pack_of_less(hand: HandRecord) -> None:
    assert hand.deck is not None
    hand.deck = hand.deck[:-1]


def entropy_dropped(hand: HandRecord) -> None:
    del proof_of(hand).entropy[1]


def all_entropy_dropped(hand: HandRecord) -> None:
    proof_of(hand).entropy.clear()


def entropy_changed(hand: HandRecord) -> None:
    proof_of(hand).entropy[1] = new_entropy()


def entropy_of_another_seat(hand: HandRecord) -> None:
    entropy = proof_of(hand).entropy
    entropy[0], entropy[1] = entropy[1], entropy[0]


def told_with_the_deal(hand: HandRecord) -> None:
    proof_of(hand).told_late = True


def entropy_of_nobody(hand: HandRecord) -> None:
    proof_of(hand).entropy[4] = new_entropy()


def short_entropy(hand: HandRecord) -> None:
    proof_of(hand).entropy[1] = bytes(31)


def another_number(hand: HandRecord) -> None:
    proof_of(hand).hand_number += 1


@pytest.mark.parametrize(
    ("spoil", "verdict"),
    [
        (one_bit, Verdict.SECRET_FALSE),
        (other_blocks, Verdict.SECRET_FALSE),
        (a_block_more, Verdict.SECRET_FALSE),
        (a_block_less, Verdict.SECRET_FALSE),
        (two_cards_exchanged, Verdict.DECK_FALSE),
        (the_upcard_exchanged, Verdict.DECK_FALSE),
        (a_card_twice, Verdict.DECK_FALSE),
        (a_pack_of_less, Verdict.DECK_FALSE),
        (entropy_dropped, Verdict.DECK_FALSE),
        (all_entropy_dropped, Verdict.DECK_FALSE),
        (entropy_changed, Verdict.DECK_FALSE),
        (entropy_of_another_seat, Verdict.DECK_FALSE),
        (told_with_the_deal, Verdict.TOLD_LATE),
        (entropy_of_nobody, Verdict.ENTROPY_FALSE),
        (short_entropy, Verdict.ENTROPY_FALSE),
        (another_number, Verdict.NUMBER_FALSE),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_one_hand_is_false_and_the_others_stay_proved(
    record: GameRecord, spoil: Callable[[HandRecord], None], verdict: Verdict
) -> None:
    spoil(record.hands[1])
    checks = verify_deals(record)
    assert [check.verdict for check in checks] == [
        verdict if place == 1 else Verdict.PROVED for place in range(len(record.hands))
    ]
    assert checks[1].is_false
    assert checks[1].message


def test_secrets_of_two_hands_exchanged(record: GameRecord) -> None:
    one, other = proof_of(record.hands[0]), proof_of(record.hands[1])
    one.secret, other.secret = other.secret, one.secret
    assert verdicts(record)[:2] == [Verdict.SECRET_FALSE] * 2


def test_proofs_of_two_hands_exchanged(record: GameRecord) -> None:
    """Also with the numbers put right: a commitment is to its own number."""
    one, other = record.hands[:2]
    one.proof, other.proof = other.proof, one.proof
    assert Verdict.PROVED not in verdicts(record)[:2]
    proof_of(one).hand_number, proof_of(other).hand_number = 1, 2
    assert verdicts(record)[:2] == [Verdict.SECRET_FALSE] * 2


def test_a_hand_left_away(record: GameRecord) -> None:
    del record.hands[1]
    assert verdicts(record)[1] is Verdict.NUMBER_FALSE


def test_a_hand_dealt_again_in_secret_and_left_away_at_the_end(record: GameRecord) -> None:
    notes = notes_of(record)
    number = proof_of(record.hands.pop()).hand_number
    *others, missing = verify_deals(record, notes)
    assert {check.verdict for check in others} == {Verdict.PROVED}
    assert (missing.hand_number, missing.verdict) == (number, Verdict.NUMBER_FALSE)


def test_another_games_id(record: GameRecord) -> None:
    record.game_id = record.game_id[:-1] + bytes([record.game_id[-1] ^ 1])
    assert set(verdicts(record)) == {Verdict.SECRET_FALSE}


def test_a_hand_of_another_game(record: GameRecord, rules: RulesClient) -> None:
    other = played(rules, "buck", hands=2, seed=2)
    other.reveal_deals()
    record.hands[0] = copied(other.record).hands[0]
    assert verdicts(record)[0] is Verdict.SECRET_FALSE


# --- a service, or a host with a record of his own, that makes everything fit ------------------------------


def forged(record: GameRecord, number: int = 1) -> GameRecord:
    """Another secret for a hand, with the commitment and the deck that go with it."""
    made = copied(record)
    hand = made.hands[number - 1]
    proof = proof_of(hand)
    secret = os.urandom(96)
    base = theirs.shuffled(secret, theirs.canonical_pack(made.ruleset))
    hand.deck = tuple(theirs.reshuffled(base, made.game_id, number, proof.entropy))
    hand.proof = replace(proof, secret=secret, commitment=deal_commitment(made.game_id, number, secret))
    return made


def test_a_record_that_fits_itself_is_false_to_who_noted_the_commitment(record: GameRecord) -> None:
    made = forged(record)
    assert set(verdicts(made)) == {Verdict.PROVED}
    assert verify_deals(made, notes_of(record))[0].verdict is Verdict.COMMITMENT_FALSE


def test_a_commitment_told_first_cannot_be_opened_otherwise(record: GameRecord) -> None:
    """Whatever secret is made up afterwards does not open it; here a hundred."""
    proof = proof_of(record.hands[0])
    for _ in range(100):
        proof.secret = os.urandom(96)
        assert verdicts(record)[0] is Verdict.SECRET_FALSE


def test_a_seat_whose_entropy_was_left_out_of_the_deal(record: GameRecord, rules: RulesClient) -> None:
    """The host deals without it: the deck fits, but the seat knows what it gave."""
    table = played(rules, "buck", hands=1, adding=nobody)
    table.reveal_deals()
    assert verdicts(table.record)[0] is Verdict.PROVED
    checks = verify_deals(table.record, Notes(entropy={(1, 2): new_entropy()}))
    assert checks[0].verdict is Verdict.ENTROPY_FALSE


def test_a_host_that_calls_a_hand_stacked_afterwards(record: GameRecord) -> None:
    notes = notes_of(record)
    record.hands[0].stacked, record.hands[0].proof = True, None
    assert verdicts(record)[0] is Verdict.STACKED
    assert verify_deals(record, notes)[0].verdict is Verdict.ENTROPY_FALSE


def test_what_a_record_does_not_tell_is_not_proved(record: GameRecord) -> None:
    def without() -> Iterator[tuple[Verdict, GameRecord]]:
        spoiled = copied(record)
        proof_of(spoiled.hands[0]).commitment = b""
        yield Verdict.NOT_NOTED, spoiled
        spoiled = copied(record)
        proof_of(spoiled.hands[0]).secret = b""
        yield Verdict.NOT_REVEALED, spoiled
        spoiled = copied(record)
        spoiled.hands[0].deck = None
        yield Verdict.DECK_UNKNOWN, spoiled
        spoiled = copied(record)
        spoiled.hands[0].proof = None
        yield Verdict.NOT_NOTED, spoiled
        spoiled = copied(record)
        spoiled.game_id = b""
        yield Verdict.NOT_NOTED, spoiled

    for verdict, spoiled in without():
        check = verify_deals(spoiled)[0]
        assert check.verdict is verdict
        assert not check.is_false


def test_a_ruleset_that_is_not_whole(record: GameRecord) -> None:
    record.ruleset.ClearField("hand_size")
    with pytest.raises(ValueError, match="not whole"):
        verify_deals(record)


@pytest.mark.parametrize("entropy", [[{"value": "AA=="}], [{"seat": 1, "value": "AA=="}] * 2])
def test_entropy_of_nobody_or_of_a_seat_twice_cannot_be_read(
    record: GameRecord, entropy: list[dict[str, object]]
) -> None:
    data = record.to_dict()
    data["hands"][0]["proof"]["entropy"] = entropy
    with pytest.raises(ValueError, match="entropy has no seat, or one twice"):
        GameRecord.from_dict(data)
