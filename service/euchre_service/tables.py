"""One transition of one table: open the state, check the right, act, seal, answer.

What is checked, and in this order: the state is genuine, the key is right, the state is the expected
one, the views may be asked for, and only then the rules. Requests reach this module well-formed.
"""

import hashlib
import hmac
import os
from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre.v1 import rules_service_pb2
from euchre_rules import actions, cards, phases, shuffle
from euchre_rules import game as rules_game
from euchre_rules.errors import Refusal, RulesError
from euchre_rules.ruleset import Ruleset
from euchre_rules.state import NOBODY
from euchre_rules.view import TABLE, events_for
from euchre_rules.view import view as view_of
from euchre_service import codec, ruleset_code, wire_views
from euchre_service.calllog import note
from euchre_service.codec import Game
from euchre_service.dealing import SHUFFLED, Dealing, check_entropy, deal, pledge
from euchre_service.readers import NEXT, Opened, host_required, key_wrong, readers_of, seat_of
from euchre_service.refusal import ServiceError, malformed
from euchre_service.seal import STATE_ID_BYTES, PlainStates, Sealer, state_id
from euchre_service.seatkeys import Authority, SeatKeys

MAX_FORCED: Final = 63
"""How many acts a call may do after its own."""
_FORCED: Final = rules_service_pb2.PLAY_ON_FORCED
_CARDS_AND_DEAL: Final = rules_service_pb2.PLAY_ON_CARDS_AND_DEAL
_PLAY_ON: Final = frozenset(rules_service_pb2.PlayOn.values())
_MAX_KEPT: Final = 2048
NO_PARENT: Final = bytes(STATE_ID_BYTES)
_GAME_ID_BYTES: Final = 16


class _Kept(NamedTuple):
    """A state that was sealed not long ago, still open: its game, its id and its payload.

    With it the key that was used for it last, and what that entitles to: mostly the same comes again.
    """

    game: Game
    state_id: bytes
    payload: bytes
    key: bytes
    authority: Authority


def refused(refusal: Refusal) -> ServiceError:
    """Return the service's error for a refusal of the rules."""
    return ServiceError(str(refusal.reason), refusal.message, refusal.metadata)


class Tables:
    """Opens, moves on and seals tables.

    The tables sealed last are kept open for a while, for the call that most likely comes next. That is a
    cache and nothing more: a state that is not in it is opened, with the same result.

    Args:
        states: seals and opens states.
        seat_keys: makes and checks the keys of seats and hosts.
    """

    def __init__(self, states: Sealer, seat_keys: SeatKeys) -> None:
        """Work with these keys."""
        self._states = states
        self._seat_keys = seat_keys
        self._sealed = not isinstance(states, PlainStates)
        self._kept: dict[bytes, _Kept] = {}
        """By state, the oldest first."""
        seat_keys.when_changed(self._kept.clear)

    def create(
        self, rules: Ruleset, seed: bytes | None, label: str, scores: Sequence[int]
    ) -> tuple[Game, bytes]:
        """Return a new game and its sealed state; without a seed it is drawn from the system."""
        drawn = os.urandom(shuffle.SEED_BYTES) if seed is None else seed
        code = ruleset_code.encode(rules)
        table = rules_game.new_game(rules, shuffle.first_dealer(drawn, rules), scores)
        identity = b"".join(
            (
                b"euchre.v1.game",
                drawn,
                code,
                *(score.to_bytes(4, "big", signed=True) for score in table.scores),
            )
        )
        game_id = hashlib.sha256(identity + label.encode()).digest()[:_GAME_ID_BYTES]
        new = Game(game_id, self._states.key_id, 0, NO_PARENT, drawn, code, table)
        return new, self.seal(new)

    def replayed(self, rules: Ruleset, dealer: int, scores: Sequence[int], record: bytes) -> Game:
        """Return the game in which a record is replayed; `record` is all that identifies it."""
        game_id = hashlib.sha256(b"euchre.v1.replay" + record).digest()[:_GAME_ID_BYTES]
        key_id = self._states.key_id
        seed = self._seat_keys.replay_seed(key_id, record)
        table = rules_game.new_game(rules, dealer, scores)
        return Game(game_id, key_id, 0, NO_PARENT, seed, ruleset_code.encode(rules), table)

    def open(self, state: bytes, key: bytes, field: str = "state") -> Opened:
        """Return the game of a state and what the key entitles to; the log then knows the game.

        Raises:
            ServiceError: the state (which the request has in `field`) is missing or not genuine, or the
                key opens nothing (SEAT_KEY_WRONG).
        """
        if not state:
            raise malformed(field, "The state is missing.")
        kept = self._kept.get(state)
        if kept is None:
            payload = self._states.open(state)
            game, own_id = codec.decode(payload, trusted=self._sealed), state_id(state)
            authority = self._authority(game, key)
        else:
            game, own_id, payload, known, authority = kept
            if not hmac.compare_digest(known, key):
                authority = self._authority(game, key)
        note(game_id=game.game_id, ply=game.ply)
        if not authority.host and authority.seat is None:
            raise key_wrong()
        return Opened(game, authority, own_id, payload)

    def _authority(self, game: Game, key: bytes) -> Authority:
        return self._seat_keys.authority(key, game.key_id, game.game_id, game.table.rules.players)

    def seal(self, opened: Game) -> bytes:
        """Return the bytes a caller carries."""
        return self._states.seal(codec.encode(opened))

    def _keep(self, state: bytes, kept: _Kept) -> None:
        if len(self._kept) >= _MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[state] = kept

    def keys(self, opened: Game) -> tuple[bytes, list[bytes]]:
        """Return the host's key and the seats' keys of a game."""
        seats = range(opened.table.rules.players)
        return (
            self._seat_keys.host_key(opened.key_id, opened.game_id),
            [self._seat_keys.seat_key(opened.key_id, opened.game_id, seat) for seat in seats],
        )

    def act(
        self,
        turn: rules_service_pb2.Turn,
        action: int,
        dealing: Dealing = SHUFFLED,
    ) -> bytes:
        """Let a seat do something, and return a `Transition` as bytes.

        Args:
            turn: the state, the seat, its key and what to send back.
            action: what the seat does, of `euchre_rules.actions`.
            dealing: for a deal, how.

        Raises:
            ServiceError: any reason that is not about the form of the request.
        """
        state, key = turn.state, turn.key
        opened = self.open(state, key, "turn.state")
        game, authority, parent, before = opened
        seat = seat_of(turn.seat, opened, "turn.seat")
        _check_expected(turn, game.ply, parent)
        views = turn.views
        readers = readers_of(views, opened, "turn.views") if views else ()
        on = turn.play_on
        if on not in _PLAY_ON:
            raise malformed("turn.play_on", "There is no such way to play on.")
        if (dealing.deck or on) and not authority.host:
            raise host_required()
        if dealing.entropy:
            check_entropy(dealing, game.table.rules.players)
        table = game.table
        hand = table.hand_number
        is_card = table.phase == phases.PLAY and action < cards.CARD_COUNT
        # From here on the game is no longer what this state says.
        self._kept.pop(state, None)
        try:
            self.apply(game, seat, action, dealing)
        except ServiceError:
            self._keep(state, _Kept(game, parent, before, key, authority))
            raise
        game.ply += 1
        game.parent = parent
        if on:
            self._play_on(game, on)
        patched = None
        if is_card and table.hand_number == hand:
            patched = codec.encode_plays(game, before)
        payload = patched or codec.encode(game)
        token = self._states.seal(payload)
        own_id = state_id(token)
        answer = self.transition(game, token, own_id, TABLE if authority.host else seat, readers)
        self._keep(token, _Kept(game, own_id, payload, key, authority))
        return answer

    def _play_on(self, game: Game, how: int) -> None:
        """Let seats that have no choice act. All events are told."""
        table = game.table
        told = table.events = table.events or []
        done = 0
        dealt = False
        while done < MAX_FORCED and table.phase != phases.GAME_OVER:
            if table.phase == phases.DEAL:
                if dealt or how == _FORCED or table.rules.claims:
                    break
                self.apply(game, table.actor, actions.DEAL)
                told += table.events
                table.events = told
                dealt = how == _CARDS_AND_DEAL
            elif dealt or (how == _CARDS_AND_DEAL and table.phase != phases.PLAY):
                break
            else:
                legal = rules_game.legal_actions(table)
                if len(legal) > 1:
                    break
                rules_game.perform(table, legal[0])
            done += 1
        game.ply += done

    def apply(self, opened: Game, seat: int, action: int, dealing: Dealing = SHUFFLED) -> None:
        """Let a seat do something at a table that is open, in place.

        Raises:
            ServiceError: the rules refuse it; nothing has changed.
        """
        try:
            if action == actions.DEAL:
                deal(opened, seat, dealing)
            else:
                rules_game.apply(opened.table, seat, action)
        except RulesError as error:
            raise refused(error.refusal) from None

    def transition(
        self, game: Game, token: bytes, own_id: bytes, caller: int, readers: Sequence[int]
    ) -> bytes:
        """Return the answer for a game as a `Transition` in bytes.

        Args:
            game: the game.
            token: its sealed state.
            own_id: that state's id.
            caller: whose events the transition tells.
            readers: whose views it shows.
        """
        table = game.table
        info = info_of(game, own_id)
        promise = pledge(game)
        views = [
            self._view(game, table.actor if reader == NEXT else reader, info, promise)
            for reader in readers
            if reader != NEXT or table.actor != NOBODY
        ]
        return wire_views.transition(table, token, info, events_for(table, caller), views, promise)

    def _view(self, game: Game, reader: int, info: bytes, promise: bytes) -> bytes:
        table = game.table
        seen = view_of(table, reader)
        course = seen.course
        told = game.told
        if told is None or told[0] is not course:
            told = game.told = course, wire_views.course_of(table, course, told)
        return wire_views.view(table, seen, info, events_for(table, reader), told[1], promise)


def _check_expected(turn: rules_service_pb2.Turn, ply: int, own_id: bytes) -> None:
    """Refuse an act that was meant for another state than this."""
    if turn.expected_ply != ply and turn.HasField("expected_ply"):
        raise ServiceError(
            "STALE_PLY",
            f"The table is at ply {ply}, not at {turn.expected_ply}; look again before you act.",
            {"expected_ply": str(turn.expected_ply), "ply": str(ply)},
        )
    expected = turn.expected_state_id
    if expected and expected != own_id:
        raise ServiceError(
            "STATE_FORKED",
            "This is another state than the one you acted on; look again before you act.",
            {"ply": str(ply)},
        )


def info_of(game: Game, own_id: bytes) -> bytes:
    """Return a state's place in its game as a `StateInfo` in bytes."""
    parent = b"" if game.parent == NO_PARENT else game.parent
    return wire_views.state_info(game.game_id, game.ply, own_id, parent)
