"""What is true at every node of every game, written without the engine's own tables."""

from __future__ import annotations

import random

from euchre_rules import actions, cards, game, invariants, phases
from euchre_rules.actions import Kind
from euchre_rules.errors import Reason, Refusal
from euchre_rules.state import State
from tests.reference import naive_euchre as naive

ADMITTED: dict[str, set[Kind]] = {
    "DEAL": {Kind.DEAL},
    "NAME_JOKER_SUIT": {Kind.NAME},
    "FARMERS": {Kind.PASS, Kind.REDEAL, Kind.LAY},
    "CALL_ROUND_1": {Kind.PASS, Kind.ORDER},
    "CALL_ROUND_2": {Kind.PASS, Kind.NAME},
    "AUCTION": {Kind.PASS, Kind.BID, Kind.SWAP},
    "NAME_TRUMP": {Kind.NAME},
    "EXCHANGE": {Kind.DISCARD, Kind.DECLINE},
    "ALONE": {Kind.ALONE, Kind.PARTNER},
    "BEST_CARD": {Kind.LAY, Kind.GIVE},
    "DUMMY": {Kind.TAKE_DUMMY, Kind.PASS, Kind.LAY},
    "FOLD": {Kind.FOLD, Kind.STAY},
    "PLAY": {Kind.PLAY},
    "GAME_OVER": set(),
}
"""What each phase admits at all, from any seat (the comments of `Phase` in the proto)."""

OF_THE_CALL: dict[str, set[Reason]] = {
    "DEAL": set(),
    "NAME_JOKER_SUIT": {Reason.TRUMP_NOT_OFFERED, Reason.ALONE_NOT_OFFERED},
    "FARMERS": {Reason.EXCHANGE_UNFINISHED, Reason.HAND_NOT_ENTITLED, Reason.CARD_NOT_HELD},
    "CALL_ROUND_1": {
        Reason.DEALER_MUST_CALL,
        Reason.NATURAL_TRUMP_REQUIRED,
        Reason.MUST_GO_ALONE,
        Reason.ALONE_NOT_OFFERED,
    },
    "CALL_ROUND_2": {
        Reason.DEALER_MUST_CALL,
        Reason.TRUMP_NOT_OFFERED,
        Reason.SUIT_TURNED_DOWN,
        Reason.ALONE_NOT_OFFERED,
        Reason.NATURAL_TRUMP_REQUIRED,
    },
    "AUCTION": {
        Reason.WRONG_PHASE,
        Reason.SWAP_TOO_LATE,
        Reason.SWAP_ALREADY_USED,
        Reason.DEALER_MUST_CALL,
        Reason.BID_NOT_OFFERED,
        Reason.BID_TOO_LOW,
        Reason.TRUMP_NOT_OFFERED,
    },
    "NAME_TRUMP": {Reason.TRUMP_NOT_OFFERED, Reason.ALONE_NOT_OFFERED},
    "EXCHANGE": {Reason.UPCARD_MUST_BE_TAKEN, Reason.UPCARD_NOT_DISCARDABLE, Reason.CARD_NOT_HELD},
    "ALONE": set(),
    "BEST_CARD": {Reason.WRONG_PHASE, Reason.CARD_NOT_HELD},
    "DUMMY": {Reason.WRONG_PHASE, Reason.EXCHANGE_UNFINISHED, Reason.CARD_NOT_HELD},
    "FOLD": set(),
    "PLAY": {Reason.CARD_NOT_HELD, Reason.MUST_FOLLOW_SUIT},
    "GAME_OVER": set(),
}
"""Why the seat in turn may be refused what its phase admits."""


def check(state: State) -> None:
    """Check everything that can be told from one state."""
    assert invariants.broken(state) is None
    assert cards_are_conserved(state)
    before = state.copy()
    legal = list(game.legal_actions(state))
    assert len(set(legal)) == len(legal)
    assert bool(legal) is (state.phase != phases.GAME_OVER)
    assert (state.actor in range(state.rules.players)) is (state.phase != phases.GAME_OVER)
    for seat in range(state.rules.players):
        for action in actions.ALL_ACTIONS:
            refusal = game.refusal(state, seat, action)
            if seat == state.actor and action in legal:
                assert refusal is None, actions.text(action)
            elif actions.KINDS[action] is Kind.CLAIM:
                assert refusal is None or refusal.reason in claim_reasons(state)
            else:
                assert refusal is not None, f"{seat} {actions.text(action)}"
                assert refusal.reason in reasons(state, seat, action), (
                    f"{seat} {actions.text(action)}: {refusal}"
                )
                assert refusal.message.endswith(".")
                assert all(value in refusal.message or key == "phase" for key, value in named(refusal))
    assert state == before


def named(refusal: Refusal) -> list[tuple[str, str]]:
    """The metadata whose words the message says as they are."""
    return [(key, value) for key, value in refusal.metadata.items() if key in ("actor", "high", "left")]


def reasons(state: State, seat: int, action: int) -> set[Reason]:
    """Why this may be refused: over or not dealt, then the phase, then the turn, then the call itself."""
    kind, phase = actions.KINDS[action], phases.NAMES[state.phase]
    if phase == "GAME_OVER":
        return {Reason.GAME_OVER}
    if phase == "DEAL" and kind is not Kind.DEAL:
        return {Reason.HAND_NOT_DEALT}
    if kind is Kind.FOLD and phase == "FOLD" and seat == state.maker:
        return {Reason.MAY_NOT_FOLD}
    if kind not in ADMITTED[phase]:
        # A swap or a fold that comes too late says so.
        late = {Kind.SWAP: {Reason.SWAP_TOO_LATE}, Kind.FOLD: {Reason.MAY_NOT_FOLD}}
        return {Reason.WRONG_PHASE} | late.get(kind, set())
    if seat != state.actor:
        return {Reason.NOT_YOUR_TURN}
    return OF_THE_CALL[phase]


def claim_reasons(state: State) -> set[Reason]:
    """Why calling a renege may be refused."""
    if state.phase == phases.GAME_OVER:
        return {Reason.GAME_OVER}
    if not state.rules.claims or not state.hand_number:
        return {Reason.WRONG_PHASE}
    return {Reason.RENEGE_OWN_SIDE, Reason.RENEGE_NOT_PROVED}


def cards_are_conserved(state: State) -> bool:
    """Tell whether every card of the pack is in one place: counted as texts, one by one."""
    if not state.hand_number:
        return True
    places = [*state.hands, *state.laid, state.ghost, state.kitty]
    found = [word for place in places for word in cards.texts(place).split()]
    found += [
        actions.text(entry & 0xFF)[5:] for entry in state.log if actions.KINDS[entry & 0xFF] is Kind.PLAY
    ]
    if state.upcard_status not in (phases.NO_UPCARD, phases.TAKEN):
        found.append(cards.text(state.upcard))
    return sorted(found) == sorted(map(cards.text, state.rules.deck))


def hide_and_seek(state: State, seat: int, rng: random.Random) -> State:
    """The same table with the cards this seat cannot see dealt otherwise among the places it cannot see."""
    twin = state.copy()
    hands = [other for other in range(state.rules.players) if other != seat]
    hidden = [
        state.ghost,
        state.kitty,
        *(state.hands[other] for other in hands),
        *(state.laid[other] for other in hands),
    ]
    loose = [card for place in hidden for card in cards.members(place)]
    rng.shuffle(loose)

    def draw(place: int) -> int:
        return cards.mask(*(loose.pop() for _ in cards.members(place)))

    twin.ghost, twin.kitty = draw(state.ghost), draw(state.kitty)
    for other in hands:
        twin.hands[other] = draw(state.hands[other])
        twin.laid[other] = draw(state.laid[other])
    twin.reserve = cards.mask(*cards.members(twin.kitty)[:3]) if state.reserve else 0
    return twin


def check_secrets(state: State, rng: random.Random) -> None:
    """Check that nothing a seat is told depends on cards it cannot see."""
    asked = telling(state)
    for seat in range(state.rules.players):
        twin = hide_and_seek(state, seat, rng)
        for action in asked:
            assert game.refusal(twin, seat, action) == game.refusal(state, seat, action)
        if seat == state.actor:
            assert game.legal_actions(twin) == game.legal_actions(state)


def telling(state: State) -> list[int]:
    """What the phase admits, claims, and one action of every other kind."""
    admitted = ADMITTED[phases.NAMES[state.phase]] | {Kind.CLAIM}
    one_of_each = {actions.KINDS[action]: action for action in actions.ALL_ACTIONS}
    return [action for action in actions.ALL_ACTIONS if actions.KINDS[action] in admitted] + [
        action for kind, action in one_of_each.items() if kind not in admitted
    ]


def check_result(state: State) -> None:
    """Check a scored hand against the naive rules: who won the tricks, and what they are worth."""
    rules, result = state.rules, state.result
    assert result is not None
    plays = [(entry >> 8, entry & 0xFF) for entry in state.log if entry & 0xFF < cards.CARD_COUNT]
    trump = cards.TRUMP_WORDS[state.trump]
    size, tricks = state.in_play, [0] * rules.players
    leader = plays[0][0] if plays else -1
    for start in range(0, len(plays), size):
        trick = tuple((seat, cards.text(card)) for seat, card in plays[start : start + size])
        assert trick[0][0] == leader
        leader = naive.trick_winner(trick, trump)
        tricks[leader] += 1
    if plays:
        assert (sum(tricks), tricks) == (rules.hand_size, state.tricks)
    assert list(result.changes) == expected_changes(state, tricks, bool(plays))


def expected_changes(state: State, tricks: list[int], played: bool) -> list[int]:
    """What the naive rules give for these tricks in a preset as it stands."""
    rules = state.rules
    maker = None if state.maker < 0 else state.maker
    if rules.base == "ghost_hand":
        assert maker is not None
        moon = state.bid == actions.MOON
        return naive.score_ghost(
            naive.GHOST, maker=maker, bid=naive.MOON if moon else state.bid, tricks=tricks
        )
    if rules.base == "buck":
        folded = [seat for seat in range(4) if state.folded >> seat & 1]
        if not played:
            (survivor,) = set(range(4)) - set(folded)
            return naive.score_buck_uncontested(naive.BUCK, maker=maker, survivor=survivor)
        return naive.score_buck(naive.BUCK, maker=maker, folded=folded, tricks=tricks)
    assert maker is not None
    split = rules.lone_defender_score.name.lower()
    alone = [seat for seat in range(4) if state.is_alone(seat)]
    return naive.score_classic(
        naive.options_for("classic", {"lone_defender_score": split}),
        makers=maker % 2,
        makers_tricks=tricks[maker] + tricks[(maker + 2) % 4],
        maker_side_alone=any((seat - maker) % 2 == 0 for seat in alone),
        defender_alone=any((seat - maker) % 2 == 1 for seat in alone),
    )
