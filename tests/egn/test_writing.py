"""Files come back as they were read; our own games are told, or refused for a reason that is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre_client import GameRecord, HandRecord, RulesClient, SeatAct, Table, parse_cards
from euchre_client.egn import (
    Deal,
    Game,
    Line,
    NotInEgn,
    Unsayable,
    game_of,
    read,
    replay,
    upgrade,
    write,
)
from euchre_rules.options import AllPass, Farmers, LoneDefenderScore, Renege, Round2TurnedSuit, StickDealer
from tests.egn.files import EXPECTED, Json, deal_of, fault_of, load, replayed, where
from tests.records.games import rules_of, wire

PACK = "9c Tc Jc Qc Kc Ac 9d Td Jd Qd Kd Ad 9h Th Jh Qh Kh Ah 9s Ts Js Qs Ks As"


def modern(game: Json) -> Json:
    """A file in the newer spelling, without hands of which no card is listed."""
    for deal in game["deals"]:
        state = deal["initialState"]
        if any(hands := state.pop("player_cards", [])):
            state["playerCards"] = hands
    return game


# --- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_file_is_written_as_it_was_read(name: str) -> None:
    game = read(json.dumps(load(name)))
    assert json.loads(write(game)) == modern(load(name))
    assert read(write(game)) == game


def test_what_is_not_understood_is_kept(rules: RulesClient) -> None:
    game = load("recorded-08-annotated.egn")
    game["version"] = "1.6"
    game["metadata"] |= {
        "gameId": "g",
        "teamNames": ["a", "b"],
        "finalScore": [10, 5],
        "players": [{"name": "Ann", "id": "7"}, "Bob", "Cy", "Di"],
    }
    game["metadata"]["ruleset"]["curfew"] = 22
    game["deals"][0]["weather"] = "rain"
    bidding, play = deal_of(game)[1:]
    bidding["timings"], play["timings"] = [1, 2], [3]
    bidding["callAnnotations"] = {"0": ["[?]", "ännö"]}
    read_again = read(json.dumps(game))
    assert read_again.players == ("Ann", "Bob", "Cy", "Di")
    assert json.loads(write(read_again)) == game
    assert upgrade(read_again) == read_again
    assert "ännö" in write(read_again)
    assert replay(rules, read_again).final_score == tuple(
        EXPECTED["recorded-08-annotated.egn"]["final_score"]
    )


def test_cards_that_are_not_told_keep_their_words() -> None:
    game = load("recorded-08-annotated.egn")
    state, bidding, play = deal_of(game)
    state |= {"upCard": "Xc", "playerCards": [["Xx", "Ah", "Jx"], [], ["At"], []]}
    bidding |= {"discard": "Xh", "cardExchanges": [{"receiver": 1, "cards": ["Xx", "Ah"]}]}
    bidding["aloneDefender"] = 1
    play["tricks"][0][2:] = ["Kg", ""]
    bidding["calls"] = ["Pass", "Order"]
    play["tricks"][1][0] = "R"  # with an up-card that is not told, so is trump
    game["deals"][0]["alternativeLines"][0]["phases"][0]["tricks"][0][1] = "Xs"
    assert json.loads(write(read(json.dumps(game)))) == game


def test_a_game_made_by_hand() -> None:
    deal = Deal(dealer=0, upcard=None, line=Line(calls=("Pass",), tricks=(("9c", None),)))
    (told,) = json.loads(write(Game(version="1.4", deals=(deal,))))["deals"]
    assert told["initialState"] == {"dealer": 0, "upCard": "Xx"}
    assert told["phases"][1]["tricks"] == [["9c", "Xx"]]
    (told,) = json.loads(write(Game(version="1.4", deals=(Deal(0, "9c", Line()),))))["deals"]
    assert told["phases"] == []


def test_every_form_of_a_card_is_read_and_written_plainly(rules: RulesClient) -> None:
    game = load("recorded-07-one-hand.egn")
    plain = load("recorded-07-one-hand.egn")
    play = deal_of(game)[2]
    spelled = {"9h": "Nh", "9s": "9S", "Js": "R", "Jc": "L", "9d": "ND"}
    play["tricks"] = [[spelled.get(card, card) for card in trick] for trick in play["tricks"]]
    assert play["tricks"][1][0] == "R"
    assert json.loads(write(read(json.dumps(game)))) == plain
    assert replayed(rules, game).final_score == (0, 1)
    game["metadata"]["ruleset"]["joker"] = True
    deal_of(game)[0].pop("playerCards")
    play["tricks"][1][1] = "B"
    assert read(json.dumps(game)).deals[0].line.tricks[1][:2] == ("Js", "B")
    assert json.loads(write(read(json.dumps(game))))["deals"][0]["phases"][1]["tricks"][1][1] == "B"


def test_the_bowers_of_an_alternative_line_are_those_of_its_own_trump() -> None:
    game = load("recorded-07-one-hand.egn")
    bidding = {"type": "EUCHRE_BIDDING", "calls": ["Pass"] * 4 + ["h"]}
    play = {"type": "TRICK_PLAY", "tricks": [["R", "L"]]}
    game["deals"][0]["alternativeLines"] = [{"branchIndex": 4, "phases": [bidding, play]}]
    line = read(json.dumps(game)).deals[0].alternatives[0].line
    assert line.tricks == (("Jh", "Jd"),)


@pytest.mark.parametrize("name", ["recorded-04-v1.0.egn", "invalid-renege.egn"])
def test_an_old_file_becomes_one_of_1_4(name: str) -> None:
    old = read(json.dumps(load(name)))
    new = json.loads(write(upgrade(old)))
    assert new["version"] == "1.4"
    for deal in new["deals"]:
        assert "kitty" not in deal["initialState"]
        assert all("initialLead" not in phase for phase in deal["phases"])
    assert read(json.dumps(new)).deals[0].line.calls == old.deals[0].line.calls


# --- our own games -----------------------------------------------------------------------------------------


def acts(*texts: str) -> list[SeatAct]:
    words = (text.partition(" ") for text in texts)
    return [SeatAct(int(seat), text) for seat, _, text in words]


def classic(*texts: str, outcome: str = "", tricks: tuple[int, ...] = (), **options: Any) -> GameRecord:
    """A hand dealt by seat 3, with the queen of spades turned up."""
    ruleset: Ruleset = wire(rules_of("classic", **options))
    hand = HandRecord(3, tuple(parse_cards(PACK)), acts(*texts), outcome=outcome, tricks=tricks)
    return GameRecord(ruleset, initial_scores=(0, 0), hands=[hand], scores=(0, 0))


def refused(record: GameRecord) -> tuple[Unsayable, int | None, int | None]:
    with pytest.raises(NotInEgn) as caught:
        write(record)
    fault = caught.value.fault
    assert fault.reason == caught.value.what
    assert fault.message.endswith(".")
    return caught.value.what, fault.deal, fault.seat


CALLED = ("0 pass", "1 order", "3 decline")


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (classic(*CALLED, "1 partner", "3 alone"), (Unsayable.PARTNER_ALONE, 0, 3)),
        (classic(*CALLED, "1 partner", "3 partner", "0 alone"), (Unsayable.LONE_DEFENDER, 0, 0)),
        (classic("0 claim 1", renege=Renege.ALLOW_CLAIM), (Unsayable.RENEGE, 0, 0)),
        (classic("0 redeal", farmers=Farmers.REDEAL_ALL_LOW), (Unsayable.REDEAL, 0, 0)),
        (classic("0 lay 9c", go_under=True), (Unsayable.EXCHANGE, 0, 0)),
        (
            classic(*["0 pass"] * 8, outcome="conceded", stick_dealer=StickDealer.ON_OR_PAY1),
            (Unsayable.REDEAL, 0, None),
        ),
        (
            classic(*["0 pass"] * 4, "0 name s", round2_turned_suit=Round2TurnedSuit.ALLOWED),
            (Unsayable.TRUMP, 0, 0),
        ),
        (classic("0 pass", "0 play 9c"), (Unsayable.TRUMP, 0, 0)),
        (classic("0 name low"), (Unsayable.TRUMP, 0, 0)),
        (classic("0 fold"), (Unsayable.AUCTION, 0, 0)),
        (classic(*CALLED, super_euchre=4), (Unsayable.SCORING, None, None)),
        (classic(*CALLED, make_score=2), (Unsayable.SCORING, None, None)),
        (
            classic(*CALLED, "1 alone", "0 alone", outcome="set", tricks=(3, 2)),
            (Unsayable.SCORING, 0, 0),
        ),
    ],
)
def test_what_egn_cannot_say_is_named(record: GameRecord, what: tuple[Any, ...]) -> None:
    assert refused(record) == what


@pytest.mark.parametrize(
    ("base", "what"),
    [
        ("ghost_hand", Unsayable.PLAYERS),
        ("buck", Unsayable.SIDES),
        ("two_handed", Unsayable.PLAYERS),
        ("three_handed", Unsayable.PLAYERS),
        ("bid_partners", Unsayable.AUCTION),
    ],
)
def test_forms_that_egn_does_not_know(rules: RulesClient, base: str, what: Unsayable) -> None:
    record = Table.create(rules, base).record
    assert refused(record) == (what, None, None)


def test_a_dealer_out_of_turn_a_joker_and_a_pack_that_is_not_known() -> None:
    record = classic(outcome="void", all_pass=AllPass.SAME_DEALER)
    record.hands.append(record.hands[0])
    assert refused(record) == (Unsayable.REDEAL, 1, 3)
    record = classic(joker=True)
    pack = parse_cards(PACK)
    record.hands[0].deck = (*pack[:20], *parse_cards("B"), *pack[20:])
    assert refused(record) == (Unsayable.JOKER_UPCARD, 0, None)
    record.hands[0].deck = None
    assert refused(record) == (Unsayable.PACK_UNKNOWN, 0, None)


def test_a_lone_defence_that_scores_alike_can_be_told() -> None:
    flat = classic(
        *CALLED,
        "1 alone",
        "0 alone",
        outcome="set",
        tricks=(3, 2),
        lone_defender_score=LoneDefenderScore.FLAT4,
    )
    all_tricks = classic(*CALLED, "1 alone", "0 alone", outcome="set", tricks=(5, 0))
    for record in (flat, all_tricks):
        (deal,) = game_of(record).deals
        assert (deal.line.is_alone, deal.line.alone_defender) == (True, 0)


def test_an_upcard_that_was_left_is_told_by_leaving_the_discard_out(rules: RulesClient) -> None:
    table = Table.create(rules, "classic", seed=bytes(32))
    table.deal(deck=PACK.split())
    dealer = table.record.hands[0].dealer
    table.act((dealer + 1) % 4, "order")
    table.act(dealer, "decline")
    while table.actor is not None and table.phase != Phase.PHASE_DEAL:
        texts = [legal.text for legal in table.legal_actions()]
        table.act(table.actor, "partner" if "partner" in texts else texts[0])
    game = game_of(table.record)
    assert game.deals[0].line.discard is None
    text = write(table.record)
    assert "discard" not in text
    again = replay(rules, read(text))
    assert again.final_score == table.scores
    # The reader takes it that he laid the up-card down again: he held the same five cards.
    assert again.dealt[0].discard == game.deals[0].upcard
    assert f"discard {game.deals[0].upcard}" in [act.text for act in again.to_record().hands[0].acts]


def test_passes_of_those_asked_for_a_farmers_hand_are_no_calls(rules: RulesClient) -> None:
    ruleset = Ruleset(base="egn")
    ruleset.CopyFrom(wire(rules_of("egn", farmers=Farmers.REDEAL_ALL_LOW)))
    table = Table.create(rules, ruleset, seed=bytes(31) + b"\x01")
    table.deal()
    while table.phase != Phase.PHASE_DEAL and table.actor is not None:
        table.act(table.actor, table.legal_actions()[0].text)
    calls = game_of(table.record).deals[0].line.calls
    assert len(calls) == 8
    assert calls[:7] == ("Pass",) * 7
    assert replay(rules, read(write(table.record))).final_score == table.scores


def test_a_number_of_deals_and_a_score_are_never_both_told() -> None:
    record = classic(num_deals=4)
    assert game_of(record).rules["num_deals"] == 4
    assert "winning_score" not in game_of(record).rules
    record.scores = (11, 0)
    assert "num_deals" not in game_of(record).rules
    assert game_of(classic(target=7)).rules["winning_score"] == 7


def test_a_changed_file_is_still_judged(rules: RulesClient) -> None:
    written = json.loads(write(read(json.dumps(load("invalid-renege.egn")))))
    assert where(fault_of(rules, written)) == ("MUST_FOLLOW_SUIT", 0, 0, 2, "Qd")
