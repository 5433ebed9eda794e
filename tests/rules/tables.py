"""Tables for tests: hands dealt card by card, moves in words, and hands won trick by trick.

A move is a seat and the text form of an action, such as `"1 order"` or `"0 discard 9c"`. Where the action
is cut short (`"0 discard"`) the first legal one that begins so is meant.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from euchre_rules import actions, cards, game, phases, presets
from euchre_rules.errors import IllegalAction, Reason
from euchre_rules.events import Event
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State

CLASSIC = presets.resolve("classic")
GHOST = presets.resolve("ghost_hand")
BUCK = presets.resolve("buck")

SUITS = "cdhs"


def classic(**changes: Any) -> Ruleset:
    return presets.resolve("classic", changes)


def ghost(**changes: Any) -> Ruleset:
    return presets.resolve("ghost_hand", changes)


def buck(**changes: Any) -> Ruleset:
    return presets.resolve("buck", changes)


# --- dealing -----------------------------------------------------------------------------------------------


def deck_for(
    rules: Ruleset,
    dealer: int,
    hands: Mapping[int, str] | Sequence[str] = (),
    *,
    upcard: str = "",
    ghost: str = "",
    kitty: str = "",
) -> list[int]:
    """A deck that deals these hands, up-card, ghost or dummy and kitty; other cards fill what is left."""
    by_seat = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
    wanted = [
        (list(pick(range(len(rules.deck)))), by_seat.get(seat, "")) for seat, pick in _places(rules, dealer)
    ]
    if rules.ghost_hand or rules.dummy_hand:
        wanted[-1] = (wanted[-1][0], ghost)
    top = rules.hands_dealt * rules.hand_size
    if rules.upcard:
        wanted.append(([top], upcard))
        top += 1
    wanted.append((list(range(top, len(rules.deck))), kitty))
    deck = [cards.NO_CARD] * len(rules.deck)
    for positions, words in wanted:
        for position, word in zip(positions, words.split(), strict=False):
            deck[position] = cards.card(word)
        assert len(words.split()) <= len(positions)
    spare = iter([card for card in rules.deck if card not in deck])
    return [next(spare) if card == cards.NO_CARD else card for card in deck]


def _places(rules: Ruleset, dealer: int) -> Iterator[tuple[int, Any]]:
    return enumerate(rules.pickers[dealer])


def table(
    rules: Ruleset,
    dealer: int,
    hands: Mapping[int, str] | Sequence[str] = (),
    *,
    upcard: str = "",
    ghost: str = "",
    kitty: str = "",
    scores: Sequence[int] | None = None,
) -> State:
    """A hand just dealt."""
    state = game.new_game(rules, dealer, scores)
    deck = deck_for(rules, dealer, hands, upcard=upcard, ghost=ghost, kitty=kitty)
    game.deal(state, dealer, deck)
    return state


def shuffled(rules: Ruleset, dealer: int, seed: int, scores: Sequence[int] | None = None) -> State:
    """A hand dealt from a shuffled deck."""
    state = game.new_game(rules, dealer, scores)
    game.deal(state, dealer, random_deck(rules, random.Random(seed)))
    return state


def random_deck(rules: Ruleset, rng: random.Random) -> list[int]:
    deck = list(rules.deck)
    rng.shuffle(deck)
    return deck


# --- moving ------------------------------------------------------------------------------------------------


def act(state: State, *moves: str) -> State:
    """Apply moves in place, through the door."""
    for move in moves:
        seat, words = move.split(" ", 1)
        game.apply(state, int(seat), _meant(state, words))
    return state


def _meant(state: State, words: str) -> int:
    if words in actions.TEXTS.values():
        return actions.parse(words)
    return next(
        action for action in game.legal_actions(state) if actions.text(action).startswith(words + " ")
    )


def play(state: State, plays: str) -> int:
    """Play cards such as `"1:Jd 2:9h"`; return who won the last complete trick."""
    act(state, *(play.replace(":", " play ") for play in plays.split()))
    return state.winners[-1] if state.winners else -1


def legal(state: State) -> list[str]:
    """The legal actions as texts, sorted."""
    return sorted(map(actions.text, game.legal_actions(state)))


def options(*words: str) -> list[str]:
    """What `legal` should say: words as they are, sorted."""
    return sorted(words)


def cards_to(verb: str, held: str) -> list[str]:
    """`verb` with each of the cards, sorted."""
    return sorted(f"{verb} {card}" for card in held.split())


def refused(state: State, move: str) -> Reason:
    """The reason why a move is refused; it changes nothing and is refused at both doors alike."""
    seat, words = move.split(" ", 1)
    before = state.copy()
    refusal = game.refusal(state, int(seat), actions.parse(words))
    assert refusal is not None, f"{move} is accepted"
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, int(seat), actions.parse(words))
    assert caught.value.refusal == refusal
    assert state == before
    assert state.events == before.events
    return refusal.reason


def told(state: State, kind: type[Event]) -> list[Event]:
    """The events of one kind that the last move caused."""
    return [event for event in state.events or [] if isinstance(event, kind)]


# --- won trick by trick ------------------------------------------------------------------------------------


def won_by(
    rules: Ruleset,
    dealer: int,
    calls: Sequence[str],
    winners: str,
    *,
    upcard: str = "",
    scores: Sequence[int] | None = None,
    tokens: Sequence[int] = (),
) -> State:
    """A hand played to its end with real cards, in which these seats (as digits) won the tricks in turn."""
    wanted = [int(seat) for seat in winners]
    assert len(wanted) == rules.hand_size
    for seed in range(3000):
        rng = random.Random(seed)
        deck = random_deck(rules, rng)
        if upcard:
            top, place = rules.hands_dealt * rules.hand_size, deck.index(cards.card(upcard))
            deck[top], deck[place] = deck[place], deck[top]
        state = game.new_game(rules, dealer, scores)
        state.tokens = list(tokens) or state.tokens
        game.deal(state, dealer, deck)
        act(state, *calls)
        assert state.phase == phases.PLAY, (
            f"still {phases.NAMES[state.phase]}: seat {state.actor}, {legal(state)}"
        )
        found = played(state, wanted, [1500])
        if found is not None:
            return found
    raise AssertionError("no deal goes that way")


def played(state: State, wanted: list[int], tries: list[int]) -> State | None:
    """Play on so that these seats win the tricks, with so many tries; None when they run out."""
    if len(state.winners) == len(wanted):
        return state
    for action in game.legal_actions(state):
        tries[0] -= 1
        if tries[0] < 0:
            return None
        following = game.step(state, state.actor, action)
        if following.winners == wanted[: len(following.winners)]:
            found = played(following, wanted, tries)
            if found is not None:
                return found
    return None


def in_turn(*tricks: int) -> str:
    """Winners for `won_by`: seat 0 its tricks first, then seat 1, and so on."""
    return "".join(str(seat) * won for seat, won in enumerate(tricks))


# --- one trick ---------------------------------------------------------------------------------------------


def trick_table(trump: str, plays: str, rules: Ruleset | None = None) -> State:
    """A hand in `trump` (a suit or `nt`) in which a trick such as `"1:Ah 2:9h 3:Jh 0:Ad"` can be played.

    The dealer at the leader's right named trump in the second round and nobody is alone. A seat may have
    several cards (`"2:Jd,Ad"`); the rest of its cards follow the lead only where one of these does.
    """
    rules = rules or classic(allow_alone=False, round2_no_trump=True)
    seats = [int(play[0]) for play in plays.split()]
    held = {int(play[0]): play[2:].split(",") for play in plays.split()}
    fixed = cards.TRUMP_WORDS.index(trump)
    led = cards.effective_suit(cards.card(held[seats[0]][0]), fixed)
    named = [cards.card(word) for words in held.values() for word in words]
    spare = [card for card in rules.deck if card not in named and card != cards.JOKER]
    upcard = next(card for card in spare if cards.printed_suit(card) != fixed)
    spare.remove(upcard)
    followers = {seat for seat, own in held.items() if any(_follows(word, led, fixed) for word in own)}
    for seat in sorted(range(rules.players), key=lambda seat: (seat not in held, seat in followers)):
        own = held.setdefault(seat, [])
        fillers = [card for card in spare if cards.effective_suit(card, fixed) != led]
        if seat not in seats or seat in followers:
            # What follows the lead last, so that the named cards are the only ones that do.
            fillers += [card for card in spare if card not in fillers]
        for card in fillers[: rules.hand_size - len(own)]:
            own.append(cards.text(card))
            spare.remove(card)
    dealer = (seats[0] - 1) % rules.players
    state = table(
        rules, dealer, {seat: " ".join(own) for seat, own in held.items()}, upcard=cards.text(upcard)
    )
    for _ in range(2 * rules.players - 1):
        act(state, f"{state.actor} pass")
    return act(state, f"{dealer} name {trump}")


def _follows(word: str, led: int, trump: int) -> bool:
    return cards.effective_suit(cards.card(word), trump) == led


def winner(trump: str, plays: str, rules: Ruleset | None = None) -> int:
    """Who wins a trick, played with real cards."""
    return play(trick_table(trump, plays, rules), plays)


def may_play(trump: str, led: str, held: str, rules: Ruleset | None = None, leader: int = 1) -> str:
    """Which of these cards a seat with them (and others that do not follow) may play to a led card."""
    follower = (leader + 1) % 4
    state = trick_table(trump, f"{leader}:{led} {follower}:{held.replace(' ', ',')}", rules)
    play(state, f"{leader}:{led}")
    return " ".join(card for card in held.split() if f"play {card}" in legal(state))


# --- the whole kind ----------------------------------------------------------------------------------------

_SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}


def recolour(text: str, old: str, new: str) -> str:
    """Cards and suits of a text with trump `old`, as they are when trump is `new` instead."""
    others = [suit for suit in SUITS if suit not in (old, _SAME_COLOUR[old])]
    new_others = [suit for suit in SUITS if suit not in (new, _SAME_COLOUR[new])]
    become: dict[str, str | int | None] = dict(
        zip([old, _SAME_COLOUR[old], *others], [new, _SAME_COLOUR[new], *new_others], strict=True)
    )
    return text.translate(str.maketrans(become))


def rotated(plays: str, steps: int) -> str:
    """Plays such as `"1:Jd 2:9h"` with every seat moved clockwise."""
    return " ".join(f"{(int(play[0]) + steps) % 4}{play[1:]}" for play in plays.split())
