"""Replay (`rules_service.proto`): recorded hands, to their end or to the first fault."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from euchre_arena.conformance_cases import Json
from euchre_rules import actions, game, phases
from euchre_rules.presets import PRESETS
from tests.conformance.deals import rules_of, ruleset_json
from tests.conformance.groups.games import STARTS
from tests.conformance.script import Book
from tests.conformance.wording import seat_action, wire_cards
from tests.rules.tables import deck_for, random_deck

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_SHOWS = "rules_service.proto Replay"
_CLASSIC = deck_for(PRESETS["classic"], 0, _HANDS, upcard="9h")
_ORDERED = ("1 order", "0 discard 9c", "1 partner", "3 partner", "2 partner", "0 partner")
_MAX_HANDS = 6
_TABLE = [{"audience": "AUDIENCE_TABLE"}]


def tell(book: Book) -> None:
    """Tell the cases."""
    for base in PRESETS:
        with book.case(f"{base}: a whole game at random", _SHOWS) as table:
            request = _game(base)
            answer = table.call("Replay", request)
            table.is_at("GAME_OVER")
            assert "fault" not in answer
            assert len(answer["hands"]) == len(request["hands"])
    for name, moves, reason, at in (
        ("a card that is not held", (*_ORDERED, "1 play Ah"), "CARD_NOT_HELD", 6),
        ("not following suit", (*_ORDERED, "1 play Tc", "2 play As", "3 play Jh"), "MUST_FOLLOW_SUIT", 8),
        ("out of turn", ("2 order",), "NOT_YOUR_TURN", 0),
        ("another phase", ("1 order", "0 pass"), "WRONG_PHASE", 1),
        ("the turned-down suit", ("1 pass", "2 pass", "3 pass", "0 pass", "1 name h"), "SUIT_TURNED_DOWN", 4),
    ):
        with book.case(f"the first fault: {name}", _SHOWS) as table:
            answer = table.call("Replay", _request("classic", [_hand(_CLASSIC, moves)], views=_TABLE))
            assert answer["fault"]["action"] == at
            assert answer["fault"]["error"]["details"][0]["reason"] == reason
    with book.case("a deal that is refused: the pack", _SHOWS) as table:
        answer = table.call("Replay", _request("classic", [_hand(_CLASSIC[1:] + _CLASSIC[:1], ())]))
        assert "fault" not in answer
        answer = table.call("Replay", _request("classic", [_hand(_CLASSIC[1:], ())]))
        assert "action" not in answer["fault"]
    with book.case("a deal that is refused: the hand before is not over", _SHOWS) as table:
        hands = [_hand(_CLASSIC, ("1 order",)), _hand(_CLASSIC, ())]
        assert table.call("Replay", _request("classic", hands))["fault"]["hand"] == 1
    with book.case("a deal that is refused: another seat deals", _SHOWS) as table:
        passes = 2 * ("1 pass", "2 pass", "3 pass", "0 pass")
        hands = [_hand(_CLASSIC, passes, dealer=0), _hand(_CLASSIC, (), dealer=2)]
        answer = table.call("Replay", _request("classic", hands))
        assert answer["fault"]["error"]["details"][0]["reason"] == "NOT_YOUR_TURN"
    with book.case("an unfinished hand can be played on", _SHOWS) as table:
        table.call("Replay", _request("classic", [_hand(_CLASSIC, _ORDERED)], views=_TABLE))
        table.is_at("PLAY", 1).act("1 play Tc", "2 play Td")
    with book.case("the first dealer is the first hand's", _SHOWS) as table:
        deck = deck_for(PRESETS["classic"], 2, _HANDS, upcard="9h")
        table.call("Replay", _request("classic", [_hand(deck, ("3 order",), dealer=2)]))
        table.is_at("EXCHANGE", 2)
    with book.case("scores to start from", _SHOWS) as table:
        table.call("Replay", _request("classic", [_hand(_CLASSIC, ())], initialScores=[9, 8], views=_TABLE))
    with book.case("no hand at all", _SHOWS) as table:
        table.call("Replay", _request("classic", []))
        table.is_at("DEAL", 0)
    with book.case("views of a replay are open", _SHOWS) as table:
        views = [*_TABLE, {"audience": "AUDIENCE_PUBLIC"}, {"audience": "AUDIENCE_SEAT", "seat": 2}]
        table.call("Replay", _request("classic", [_hand(_CLASSIC, ("1 order",))], views=views))
    with book.case("a renege called in a recorded hand", _SHOWS) as table:
        plays = ("1 play Qd", "2 play Td", "3 play Ac", "0 play Ad", "0 play Kc", "1 play Tc", "2 play Ks")
        recorded = ("1 order", "0 discard 9c", *plays, "3 play Kd", "0 claim 3")
        options = {"renege": "ALLOW_CLAIM", "allow_alone": False}
        answer = table.call("Replay", _request("classic", [_hand(_CLASSIC, recorded)], options))
        assert "fault" not in answer
    _malformed(book)


def _malformed(book: Book) -> None:
    good = _hand(_CLASSIC, ("1 order",))
    deck = good["deck"]
    wrong = (
        ("ruleset.base", {"hands": [good]}),
        ("initial_scores", _request("classic", [good], initialScores=[1])),
        ("hands[0].dealer", _request("classic", [{**good, "dealer": 4}])),
        ("hands[0].deck", _request("classic", [{"actions": good["actions"]}])),
        ("hands[0].deck[2]", _request("classic", [{"deck": [*deck[:2], 1]}])),
        (
            "hands[0].actions[0].seat",
            _request("classic", [{"deck": deck, "actions": [{"action": {"pass": {}}}]}]),
        ),
        ("hands[0].actions[0].action", _request("classic", [{"deck": deck, "actions": [{"seat": 1}]}])),
        (
            "hands[0].actions[0].action",
            _request("classic", [{"deck": deck, "actions": [{"seat": 1, "action": {"dealHand": {}}}]}]),
        ),
        (
            "hands[0].actions[0].action.play_card.card",
            _request("classic", [{"deck": deck, "actions": [{"seat": 1, "action": {"playCard": {}}}]}]),
        ),
        ("hands[0].actions", _request("classic", [{"deck": deck, "actions": 101 * [{}]}])),
        ("hands", _request("classic", 201 * [{}])),
        ("views", _request("classic", [good], views=9 * [{}])),
        ("views[0].seat", _request("classic", [good], views=[{"seat": 4}])),
    )
    for part in ("hands", "actions", "rest"):
        with book.case(f"malformed: {part}", _SHOWS) as table:
            for field, request in wrong:
                of = "actions" if "actions" in field else "hands" if "hands" in field else "rest"
                if of == part:
                    table.refuse_call("Replay", request, "MALFORMED_REQUEST", field=field)


def _request(base: str, hands: list[Json], options: dict[str, Any] | None = None, **more: Json) -> Json:
    return {"ruleset": ruleset_json(base, options or {}), "hands": hands, **more}


def _hand(deck: Sequence[int], moves: Sequence[str], **more: int) -> Json:
    return {**more, "deck": wire_cards(deck), "actions": list(map(seat_action, moves))}


def _game(base: str) -> Json:
    """The record of a game of a few hands, its acts drawn at random."""
    rules = rules_of(base)
    scores = STARTS.get(base, [8, 8])
    for seed in count():
        rng = random.Random(f"{base} {seed}")
        state = game.new_game(rules, 0, scores)
        hands: list[Json] = []
        while state.phase != phases.GAME_OVER and len(hands) <= _MAX_HANDS:
            deck = random_deck(rules, rng)
            game.deal(state, state.actor, deck)
            moves = []
            while state.phase not in (phases.DEAL, phases.GAME_OVER):
                legal = game.legal_actions(state)
                chosen = rng.choice(legal[1:] if legal[0] == actions.PASS and len(legal) > 1 else legal)
                moves.append(f"{state.actor} {actions.text(chosen)}")
                game.apply(state, state.actor, chosen)
            hands.append(_hand(deck, moves))
        if state.phase == phases.GAME_OVER:
            hands[0]["dealer"] = 0
            return _request(base, hands, initialScores=scores)
    raise AssertionError
