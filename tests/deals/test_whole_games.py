"""A record of a game is whole, dealt in turn and readable, or it is told exactly what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from euchre.v1.ruleset_pb2 import AllPass, Farmers, FirstDealer, Ruleset
from euchre.v1.state_pb2 import Phase
from euchre_arena.cli import app
from euchre_client import GameRecord, HandCheck, MatchRecord, Notes, RulesClient, Table, Verdict, verify_deals
from euchre_client.shuffling import canonical_pack, shuffled
from tests.deals.tables import copied, everybody, house_rules, nobody, passed_out, played, verdicts


@pytest.fixture(scope="module")
def honest(rules: RulesClient) -> GameRecord:
    table = played(rules, "classic", hands=4, adding=everybody)
    table.reveal_deals()
    record = copied(table.record)
    record.hands = record.hands[:3]
    assert set(verdicts(record)) == {Verdict.PROVED}
    return record


@pytest.fixture
def record(honest: GameRecord) -> GameRecord:
    return copied(honest)


def told(record: GameRecord, notes: Notes | None = None) -> list[tuple[int, Verdict, str]]:
    return [(check.hand_number, check.verdict, check.message) for check in verify_deals(record, notes)]


def falsehoods(checks: list[HandCheck]) -> list[tuple[int, Verdict]]:
    return [(check.hand_number, check.verdict) for check in checks if check.is_false]


# --- which hands there are ---------------------------------------------------------------------------------


def test_a_hand_left_away_at_the_start(record: GameRecord) -> None:
    del record.hands[0]
    first, *others = told(record)
    assert first == (1, Verdict.NUMBER_FALSE, "It is not in the record, which begins with hand 2.")
    assert [verdict for _, verdict, _ in others] == [Verdict.PROVED] * 2


def test_all_hands_left_away_at_the_start_are_named_in_one_line(record: GameRecord) -> None:
    del record.hands[:2]
    assert told(record)[0] == (
        1,
        Verdict.NUMBER_FALSE,
        "It and those after it are not in the record, which begins with hand 3.",
    )


def test_a_record_may_begin_later_if_whoever_checks_it_says_so(record: GameRecord) -> None:
    del record.hands[:1]
    assert [number for number, *_ in told(record, Notes(first_hand=2))] == [2, 3]
    assert falsehoods(verify_deals(record, Notes(first_hand=2))) == []
    del record.hands[:1]
    assert falsehoods(verify_deals(record, Notes(first_hand=2))) == [(2, Verdict.NUMBER_FALSE)]


def test_more_hands_than_asked_for_are_not_false(record: GameRecord) -> None:
    assert falsehoods(verify_deals(record, Notes(first_hand=3))) == []


def test_not_given_hands_left_away_at_the_end_are_missed_only_by_who_noted_one(record: GameRecord) -> None:
    last = record.hands.pop().proof
    assert last is not None
    assert verdicts(record) == [Verdict.PROVED] * 2
    notes = Notes(commitments={3: last.commitment})
    assert falsehoods(verify_deals(record, notes)) == [(3, Verdict.NUMBER_FALSE)]


def test_numbers_that_do_not_follow_one_another(record: GameRecord) -> None:
    del record.hands[1]
    assert told(record)[1] == (3, Verdict.NUMBER_FALSE, "It stands in the place of hand 2.")


def test_a_first_hand_without_a_proof_is_hand_1(record: GameRecord) -> None:
    record.hands.insert(0, copied(record).hands[0])
    record.hands[0].proof = None
    assert [(number, verdict) for number, verdict, _ in told(record)] == [
        (1, Verdict.NOT_NOTED),
        (1, Verdict.NUMBER_FALSE),
        (2, Verdict.NUMBER_FALSE),
        (3, Verdict.NUMBER_FALSE),
    ]


def test_a_number_that_is_not_told(record: GameRecord) -> None:
    proof = record.hands[0].proof
    assert proof is not None
    proof.hand_number = 0
    assert told(record)[0] == (1, Verdict.NUMBER_FALSE, "The record does not tell its number.")
    assert verdicts(record)[1:] == [Verdict.PROVED] * 2


@pytest.mark.parametrize("notes", [Notes(commitments={9: bytes(32)}), Notes(entropy={(9, 0): bytes(32)})])
def test_a_note_of_a_hand_that_is_not_there(record: GameRecord, notes: Notes) -> None:
    message = "It was noted, and is not in the record."
    assert told(record, notes)[-1] == (9, Verdict.NUMBER_FALSE, message)


def test_a_record_without_the_games_id_says_so(record: GameRecord) -> None:
    record.game_id = b""
    message = "The record does not tell the game's id, to which the commitment belongs."
    assert {(verdict, text) for _, verdict, text in told(record)} == {(Verdict.NOT_NOTED, message)}


# --- who deals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1])
def test_a_dealer_out_of_turn(record: GameRecord, place: int) -> None:
    """Another dealer gives each seat another's cards; the hands before and after tell."""
    hand = record.hands[place]
    hand.dealer = (hand.dealer + 1) % 4
    false = [check for check in verify_deals(record) if check.is_false]
    assert [check.verdict for check in false] == [Verdict.DEALER_FALSE] * (1 + place)
    due = (hand.dealer - place) % 4 if place else (hand.dealer + 1) % 4
    assert false[0].message.startswith(f"Seat {due} had to deal it, not seat ")


def test_the_first_dealer_where_the_rules_name_one(rules: RulesClient) -> None:
    table = played(rules, house_rules("classic", first_dealer=FirstDealer.FIRST_DEALER_SEAT_2), hands=1)
    table.reveal_deals()
    assert verdicts(table.record)[0] is Verdict.PROVED
    for place, hand in enumerate(table.record.hands):
        hand.dealer = place
    assert verdicts(table.record)[0] is Verdict.DEALER_FALSE


def test_not_given_a_first_dealer_who_was_drawn_is_not_proved(record: GameRecord, rules: RulesClient) -> None:
    """Who makes every dealer another seat is caught by a replay: the acts are out of turn."""
    assert not rules.replay(record.ruleset, record.recorded_hands()).HasField("fault")
    for hand in record.hands:
        hand.dealer = (hand.dealer + 1) % 4
    assert set(verdicts(record)) == {Verdict.PROVED}
    assert rules.replay(record.ruleset, record.recorded_hands()).HasField("fault")


FARMERS = {"farmers": Farmers.FARMERS_REDEAL_NO_ACE_NO_FACE, "min_rank": 7}


@pytest.mark.parametrize(
    "ruleset",
    [
        house_rules("classic"),
        house_rules("classic", all_pass=AllPass.ALL_PASS_SAME_DEALER),
        house_rules("classic", **FARMERS),
        house_rules("classic", stick_dealer="STICK_DEALER_ON_OR_PAY1", renege="RENEGE_ALLOW_CLAIM"),
        house_rules("egn", joker=True, joker_upcard="JOKER_UPCARD_REDEAL"),
        house_rules("buck", uncontested="UNCONTESTED_VOID"),
        house_rules("ghost_hand", all_pass=AllPass.ALL_PASS_SAME_DEALER),
        house_rules("two_handed"),
    ],
    ids=["plain", "same_dealer", "farmers", "conceded", "joker", "folded", "ghost", "two"],
)
def test_honest_dealers_follow_one_another_under_every_rule(rules: RulesClient, ruleset: Ruleset) -> None:
    table = played(rules, ruleset, hands=10)
    assert falsehoods(verify_deals(table.record)) == []
    assert len({hand.dealer for hand in table.record.hands}) > 1


def test_a_passed_out_hand_moves_the_deal_as_the_rules_say(rules: RulesClient) -> None:
    for rule, moves in ((AllPass.ALL_PASS_NEXT_DEALER, 1), (AllPass.ALL_PASS_SAME_DEALER, 0)):
        table = Table.create(rules, house_rules("classic", all_pass=rule), watch=())
        passed_out(table)
        passed_out(table)
        one, other = table.record.hands
        assert other.dealer == (one.dealer + moves) % 4
        table.reveal_deals()
        assert verdicts(table.record) == [Verdict.PROVED] * 2
        other.dealer = (other.dealer + 1) % 4
        assert verdicts(table.record) == [Verdict.PROVED, Verdict.DEALER_FALSE]


def test_a_hand_that_a_farmer_throws_in_is_dealt_again_by_the_same_seat(rules: RulesClient) -> None:
    for number in range(200):
        seed = number.to_bytes(32, "big")
        table = Table.create(rules, house_rules("classic", **FARMERS), seed=seed, watch=())
        table.deal()
        redeals = [legal.action for legal in table.legal_actions() if legal.action.HasField("redeal")]
        if redeals:
            break
    assert table.actor is not None
    table.act(table.actor, redeals[0])
    assert table.phase == Phase.PHASE_DEAL
    passed_over = table.record.hands[0].dealer
    table.deal()
    table.reveal_deals()
    assert table.record.hands[1].dealer == passed_over
    assert verdicts(table.record) == [Verdict.PROVED, Verdict.NOT_REVEALED]


# --- which cards -------------------------------------------------------------------------------------------


def test_the_order_inside_a_hand_and_the_kitty_is_not_compared(record: GameRecord) -> None:
    """A record does not have it, for nobody sees it: what is compared is who got which cards."""
    deck = list(record.hands[0].deck or ())
    deck[0], deck[1] = deck[1], deck[0]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    record.hands[0].deck = tuple(deck)
    assert verdicts(record)[0] is Verdict.PROVED
    deck[0], deck[3] = deck[3], deck[0]
    record.hands[0].deck = tuple(deck)
    assert verdicts(record)[0] is Verdict.DECK_FALSE


def test_the_cards_that_a_seat_may_exchange_are_compared_by_themselves(rules: RulesClient) -> None:
    """A seat may get the first three cards of a larger kitty, so it matters which they are."""
    table = played(rules, house_rules("classic", min_rank=7, go_under=True), hands=1, adding=nobody)
    table.reveal_deals()
    hand = table.record.hands[0]
    assert verdicts(table.record)[0] is Verdict.DECK_UNKNOWN
    assert hand.proof is not None
    deck = shuffled(hand.proof.secret, canonical_pack(table.ruleset))
    for one, other, verdict in (
        (21, 21, Verdict.PROVED),
        (21, 23, Verdict.PROVED),
        (24, 31, Verdict.PROVED),
        (23, 24, Verdict.DECK_FALSE),
    ):
        dealt = list(deck)
        dealt[one], dealt[other] = dealt[other], dealt[one]
        hand.deck = tuple(dealt)
        assert verdicts(table.record)[0] is verdict


# --- bytes that are none -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["!!", "A", "AAA==", "AA=A", "AAAA\n", "AAAAA"])
def test_a_secret_that_is_not_base64_cannot_be_read(honest: GameRecord, text: str) -> None:
    data = honest.to_dict()
    data["hands"][1]["proof"]["secret"] = text
    place = r"hands\[1\]\.proof\.secret is not base64|Couldn't parse|Incorrect padding|Invalid base64"
    with pytest.raises(ValueError, match=place):
        GameRecord.from_dict(data)


@pytest.mark.parametrize("text", ["", "__-_", "//+/", "AA", "AA==", "AAA", "AAA="])
def test_every_spelling_of_base64_is_read(honest: GameRecord, text: str) -> None:
    data = honest.to_dict()
    data["hands"][1]["proof"]["secret"] = text
    assert GameRecord.from_dict(data).hands[1].proof is not None


def test_a_file_with_it_is_malformed_as_a_game_and_in_a_match(honest: GameRecord, tmp_path: Path) -> None:
    game = honest.to_dict()
    game["hands"][0]["proof"]["secret"] = "!!"
    finished = {**game, "winners": [0], "games": 1}
    match = {**MatchRecord(games_to_win=3).to_dict(), "games": [finished], "gamesWon": [1, 0]}
    for data, place in ((game, "hands[0]"), (match, "games[0].hands[0]")):
        (tmp_path / "file.json").write_text(json.dumps(data))
        done = CliRunner().invoke(app, ["verify-deal", str(tmp_path / "file.json")])
        assert done.exit_code == 1
        sentence = f"The record cannot be read: {place}.proof.secret is not base64. [MALFORMED_FILE]"
        assert done.stderr == f"euchre: {sentence}\n"
