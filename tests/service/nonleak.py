"""Whether what a reader is told depends on anything that he may not know.

For a table and a reader, a twin is made: the cards he has not seen are renamed among themselves wherever
they lie (hands, kitty, ghost hand, cards laid down, the hand's history), fold answers that are hidden from
him are turned round, and the game has another seed. Whatever the service tells him must be the same, byte
for byte, at the table and at its twin.

One thing differs where the seed does: the commitment to the next hand, which is made from the seed. So half
of the twins keep the seed, and there the commitment is compared too: it depends on no card that is dealt. At
the others it is left out; `tests/deals/test_vectors.py` shows that it is a digest of what 256 random bits
decide, and of nothing else that is secret.

    python -m tests.service.nonleak --games 20000
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import view_pb2
from euchre_rules import actions, cards, events, game, phases
from euchre_rules.options import FoldAnswers
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import State
from euchre_rules.view import PUBLIC, events_for, view
from euchre_service.codec import Game
from tests.service.desk import Desk, apply_request
from tests.service.games import CARD_ACTIONS, RULESETS, Ply, game_of, plies, random_rules

Names = list[int]
"""The new name of each card."""

_ANSWERS: Final = (actions.FOLD, actions.STAY)


# --- the twin of a table -----------------------------------------------------------------------------------


def known(state: State, reader: int) -> int:
    """The cards of which a reader knows where they are or were."""
    seen = cards.mask(*(entry & 0xFF for entry in state.log if entry & 0xFF < cards.CARD_COUNT))
    if state.upcard != cards.NO_CARD:
        seen |= 1 << state.upcard
    if reader == PUBLIC:
        return seen
    if not (state.phase == phases.NAME_JOKER_SUIT and reader == state.dealer):
        seen |= state.hands[reader]
    if reader == state.swapped_by:
        seen |= state.ghost
    given = [entry & 0xFF for entry in state.log if entry >> 8 == reader]
    seen |= cards.mask(*(act - actions.GIVE for act in given if actions.KINDS[act] is actions.Kind.GIVE))
    return seen | state.laid[reader]


def new_names(rules_deck: tuple[int, ...], kept: int, rng: random.Random) -> Names:
    names = list(range(cards.CARD_COUNT))
    unseen = [card for card in rules_deck if not kept >> card & 1]
    for card, name in zip(unseen, rng.sample(unseen, len(unseen)), strict=True):
        names[card] = name
    return names


def renamed_action(action: int, names: Names) -> int:
    for base in CARD_ACTIONS:
        if base <= action < base + cards.CARD_COUNT:
            return base + names[action - base]
    return action


def twin_of(state: State, names: Names, turned: int = 0) -> State:
    """The same table with other cards; the seats of `turned` gave the other fold answer."""
    twin = state.copy()

    def renamed(held: int) -> int:
        return cards.mask(*(names[card] for card in cards.members(held)))

    twin.hands = [renamed(held) for held in state.hands]
    twin.laid = [renamed(held) for held in state.laid]
    twin.ghost, twin.kitty, twin.reserve = map(renamed, (state.ghost, state.kitty, state.reserve))
    twin.folded ^= turned
    twin.log = [
        entry & ~0xFF | answer(renamed_action(entry & 0xFF, names), bool(turned >> (entry >> 8) & 1))
        for entry in state.log
    ]
    if state.events is not None:
        twin.events = [_renamed_event(event, names, turned) for event in state.events]
    return twin


def answer(action: int, turned: bool) -> int:
    return sum(_ANSWERS) - action if turned and action in _ANSWERS else action


def _renamed_event(event: events.Event, names: Names, turned: int) -> events.Event:
    if isinstance(event, events.UpcardTaken):
        return event._replace(discard=names[event.discard])
    if isinstance(event, events.HandSwapped):
        return event._replace(cards=cards.mask(*(names[card] for card in cards.members(event.cards))))
    if isinstance(event, events.CardLaidDown | events.CardGiven):
        return event._replace(card=names[event.card])
    if isinstance(event, events.Called) and event.action is not None:
        return event._replace(action=answer(event.action, bool(turned >> event.seat & 1)))
    return event


def hidden_answers(before: State, after: State, reader: int) -> int:
    """The seats whose fold answers the reader is not told, before and after an act."""
    hides = after.rules.fold_answers is FoldAnswers.HIDDEN and after.phase == phases.FOLD
    if not hides or before.phase != phases.FOLD:
        return 0
    return sum(1 << (entry >> 8) for entry in _answers(after) if entry >> 8 != reader)


def answered(state: State, seats: int) -> int:
    """Those of the seats that have answered."""
    return sum(1 << (entry >> 8) for entry in _answers(state)) & seats


def _answers(state: State) -> list[int]:
    return [entry for entry in state.log if entry & 0xFF in _ANSWERS]


# --- by the rules' own views -------------------------------------------------------------------------------


def check_rules(ply: Ply, reader: int, rng: random.Random, tries: int = 12) -> None:
    """Compare what the rules tell a reader after an act at its table and at a twin."""
    state = ply.after
    turned = rng.getrandbits(4) & hidden_answers(ply.before, state, reader)
    twin = twin_of(state, new_names(state.rules.deck, known(state, reader), rng), turned)
    assert view(twin, reader) == view(state, reader), (reader, ply)
    assert events_for(twin, reader) == events_for(state, reader), (reader, ply)
    if reader != PUBLIC:
        for action in rng.sample(actions.ALL_ACTIONS, tries):
            assert game.refusal(twin, reader, action) == game.refusal(state, reader, action), (reader, action)


# --- by the service ----------------------------------------------------------------------------------------


class Leak(AssertionError):
    """A reader was told something he may not know."""


class Watch:
    """Plays each act by the service at a table and at its twins, and compares what readers get."""

    def __init__(self) -> None:
        self.desk = Desk.sealed()
        self.compared: Counter[str] = Counter()

    def check(self, ply: Ply, reader: int, rng: random.Random) -> None:
        """Compare everything that the service tells a reader about an act and its outcome."""
        first = game_of(ply.before, rng, self.desk.states.key_id)
        twin, action, deck = self._twin(ply, reader, rng)
        # A deal at the twin has its own deck already; everything else may have another seed too.
        same = rng.random() < 0.5
        second = replace(first, seed=first.seed if same else rng.randbytes(32), table=twin)
        states = [
            self._act(first, ply.seat, ply.action, ply.deck, reader, commitments=same),
            self._act(second, ply.seat, action, deck, reader, commitments=same),
        ]
        self._compare("act", [told for _, told in states])
        self._compare("view", [self._view(first, state, reader, commitments=same) for state, _ in states])
        if reader == PUBLIC:
            return
        self._compare("legal", [self._legal(first, state, reader, commitments=same) for state, _ in states])
        for tried in rng.sample(actions.ALL_ACTIONS, 3):
            self._compare("refusal", [self._refusal(first, state, reader, tried) for state, _ in states])

    def _twin(self, ply: Ply, reader: int, rng: random.Random) -> tuple[State, int, tuple[int, ...]]:
        """The twin of the table before the act, and the act there; the act must be legal there as well."""
        before, after = ply.before, ply.after
        # What the act shows the reader is the same at both tables; so look at what he knows afterwards.
        kept = known(after, reader)
        hidden = hidden_answers(before, after, reader)
        for attempt in range(8):
            if attempt > 3 and ply.action != actions.DEAL:
                kept |= before.hands[ply.seat]
            names = new_names(after.rules.deck, kept, rng)
            turned = rng.getrandbits(4) & hidden
            if ply.action == actions.DEAL:
                return before, ply.action, tuple(names[card] for card in ply.deck)
            twin = twin_of(before, names, turned & answered(before, hidden))
            action = answer(renamed_action(ply.action, names), bool(turned >> ply.seat & 1))
            if game.refusal(twin, ply.seat, action) is None:
                return twin, action, ()
        raise AssertionError(f"no twin of {ply}")

    def _act(
        self, at: Game, seat: int, action: int, deck: tuple[int, ...], reader: int, *, commitments: bool
    ) -> tuple[bytes, bytes]:
        """The state that an act leads to, and what the reader is told of the act."""
        own = reader == seat and not deck
        turn = pb.Turn(
            state=self.desk.seal(at),
            seat=seat,
            key=self.desk.seat_key(at, seat) if own else self.desk.host_key(at),
            views=[selector(reader)],
        )
        transition = self.desk.call("Apply", apply_request(turn, action, deck)).transition
        state = transition.state
        transition.state = bytes(len(state))
        _forget_ids(transition.info, transition.views[0].info)
        if not commitments:
            _forget_commitments(transition.next, transition.views[0].next)
        if not own:
            del transition.events[:]  # what the host is told
        return state, transition.SerializeToString(deterministic=True)

    def _view(self, at: Game, state: bytes, reader: int, *, commitments: bool) -> bytes:
        key = self.desk.seat_key(at, max(reader, 0))
        response = self.desk.call("GetView", pb.GetViewRequest(state=state, key=key, view=selector(reader)))
        _forget_ids(response.view.info)
        if not commitments:
            _forget_commitments(response.view.next)
        told: bytes = response.SerializeToString(deterministic=True)
        return told

    def _legal(self, at: Game, state: bytes, reader: int, *, commitments: bool) -> bytes:
        request = pb.ListLegalActionsRequest(state=state, seat=reader, key=self.desk.seat_key(at, reader))
        response = self.desk.call("ListLegalActions", request)
        if not commitments:
            _forget_commitments(response.next)
        told: bytes = response.SerializeToString(deterministic=True)
        return told

    def _refusal(self, at: Game, state: bytes, reader: int, action: int) -> bytes:
        """What the reader gets for an act, if that is a refusal; of an accepted act, that it is."""
        opened = self.desk.open(state)
        if game.refusal(opened.table, reader, action) is None:
            return b"accepted"
        turn = pb.Turn(state=state, seat=reader, key=self.desk.seat_key(at, reader))
        return self.desk.answer("Apply", apply_request(turn, action))

    def _compare(self, what: str, told: list[bytes]) -> None:
        self.compared[what] += 1
        if told[0] != told[1]:
            raise Leak(f"{what}: {told[0].hex()} is not {told[1].hex()}")


def selector(reader: int) -> view_pb2.ViewSelector:
    if reader == PUBLIC:
        return view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_PUBLIC)
    return view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_SEAT, seat=reader)


def _forget_ids(*infos: Any) -> None:
    # Digests of sealed bytes: they are the names of the two states.
    for info in infos:
        info.ClearField("state_id")
        info.ClearField("parent_state_id")


def _forget_commitments(*upcoming: Any) -> None:
    for following in upcoming:
        following.ClearField("deal_commitment")


# --- many games --------------------------------------------------------------------------------------------


def readers(ply: Ply, rng: random.Random) -> Sequence[int]:
    """Whom to look at: everybody, but one for each card played, which is what happens most of the time."""
    everybody = range(PUBLIC, ply.before.rules.players)
    return [rng.choice(everybody)] if ply.before.phase == phases.PLAY else everybody


def run_rules(games: int, seed: int = 0, among: Sequence[Ruleset] = ()) -> Counter[str]:
    """Check so many games of a hand or two by the rules' views; count plies by phase."""
    rng = random.Random(f"rules {seed}")
    reached: Counter[str] = Counter()
    for number in range(games):
        for ply in plies(_rules(number, rng, among), rng, hands=1 + number % 2):
            reached[phases.NAMES[ply.after.phase]] += 1
            for reader in readers(ply, rng):
                check_rules(ply, reader, rng)
    return reached


def run_service(games: int, seed: int = 0, among: Sequence[Ruleset] = ()) -> Counter[str]:
    """Check so many games of one hand by the service; count comparisons."""
    rng = random.Random(f"service {seed}")
    watch = Watch()
    for number in range(games):
        for ply in plies(_rules(number, rng, among), rng, hands=1):
            for reader in readers(ply, rng):
                watch.check(ply, reader, rng)
    return watch.compared


def _rules(number: int, rng: random.Random, among: Sequence[Ruleset]) -> Ruleset:
    """Those asked for; or each of the rulesets in turn, and in between one with options drawn."""
    if among:
        return among[number % len(among)]
    named = list(RULESETS.values())
    return named[number // 2 % len(named)] if number % 2 else random_rules(rng)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for run in (run_rules, run_service):
        started = time.perf_counter()
        counts = run(options.games, options.seed)
        print(f"{run.__name__}: {dict(counts)} in {time.perf_counter() - started:.0f} s")
