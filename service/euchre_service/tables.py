"""One transition of one table: open the state, check the right, act, seal, answer.

What is checked, and in this order: the state is genuine, the key is right, the state is the expected
one, the views may be asked for, and only then the rules. Requests reach this module well-formed.
"""

import hashlib
import os
from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre.v1 import rules_service_pb2, view_pb2
from euchre_rules import actions, cards, phases, shuffle
from euchre_rules import game as rules_game
from euchre_rules.errors import Refusal, RulesError
from euchre_rules.ruleset import Ruleset
from euchre_rules.view import PUBLIC, TABLE, events_for
from euchre_rules.view import view as view_of
from euchre_service import codec, ruleset_code, wire_views
from euchre_service.calllog import note
from euchre_service.codec import Game
from euchre_service.refusal import ServiceError, malformed
from euchre_service.seal import STATE_ID_BYTES, PlainStates, Sealer, state_id
from euchre_service.seatkeys import HOST, Authority, SeatKeys

MAX_VIEWS: Final = 8
MAX_FORCED: Final = 63
"""How many acts a call may do after its own."""
_PLAY_ON: Final = frozenset(rules_service_pb2.PlayOn.values())
_OF_SEATS: Final = (view_pb2.AUDIENCE_SEAT, view_pb2.AUDIENCE_UNSPECIFIED)
_MAX_KEPT: Final = 2048
NO_PARENT: Final = bytes(STATE_ID_BYTES)
_GAME_ID_BYTES: Final = 16


class _Kept(NamedTuple):
    """A state that was sealed not long ago, still open: its game, its id and its payload."""

    game: Game
    state_id: bytes
    payload: bytes


class Opened(NamedTuple):
    """A state that was opened, what its caller may do, its id and its payload."""

    game: Game
    authority: Authority
    state_id: bytes
    payload: bytes


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
        else:
            game, own_id, payload = kept
        note(game_id=game.game_id, ply=game.ply)
        authority = self._seat_keys.authority(key, game.key_id, game.game_id, game.table.rules.players)
        if not authority.host and authority.seat is None:
            raise _key_wrong()
        return Opened(game, authority, own_id, payload)

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
        deck: Sequence[int],
    ) -> bytes:
        """Let a seat do something, and return a `Transition` as bytes.

        Args:
            turn: the state, the seat, its key and what to send back.
            action: what the seat does, of `euchre_rules.actions`.
            deck: for a deal, the pack in order; empty to shuffle.

        Raises:
            ServiceError: any reason that is not about the form of the request.
        """
        state = turn.state
        opened = self.open(state, turn.key, "turn.state")
        game, authority = opened.game, opened.authority
        seat = seat_of(turn.seat, opened, "turn.seat")
        _check_expected(turn, game.ply, opened.state_id)
        views = turn.views
        readers = readers_of(views, opened, "turn.views") if views else ()
        on = turn.play_on
        if on not in _PLAY_ON:
            raise malformed("turn.play_on", "There is no such way to play on.")
        if (deck or on) and not authority.host:
            raise _host_required()
        is_card = game.table.phase == phases.PLAY and action < cards.CARD_COUNT
        # From here on the game is no longer what this state says.
        self._kept.pop(state, None)
        try:
            self.apply(game, seat, action, deck)
        except ServiceError:
            self._keep(state, _Kept(game, opened.state_id, opened.payload))
            raise
        game.ply += 1
        game.parent = opened.state_id
        if on and self._play_on(game, deals=on == rules_service_pb2.PLAY_ON_FORCED_AND_DEAL):
            is_card = False
        payload = (codec.encode_play(game, opened.payload) if is_card else None) or codec.encode(game)
        token = self._states.seal(payload)
        own_id = state_id(token)
        answer = self.transition(game, token, own_id, TABLE if authority.host else seat, readers)
        self._keep(token, _Kept(game, own_id, payload))
        return answer

    def _play_on(self, game: Game, *, deals: bool) -> int:
        """Let seats that have no choice act; return how many acts that were. All events are told."""
        table = game.table
        told = table.events or []
        done = 0
        while done < MAX_FORCED and table.phase != phases.GAME_OVER:
            if table.phase == phases.DEAL:
                if not deals or table.rules.claims:
                    break
                self.apply(game, table.actor, actions.DEAL)
            else:
                legal = rules_game.legal_actions(table)
                if len(legal) > 1:
                    break
                rules_game.apply(table, table.actor, legal[0])
            told += table.events or []
            done += 1
        table.events = told
        game.ply += done
        return done

    def apply(self, opened: Game, seat: int, action: int, deck: Sequence[int] = ()) -> None:
        """Let a seat do something at a table that is open, in place.

        Raises:
            ServiceError: the rules refuse it; nothing has changed.
        """
        try:
            if action == actions.DEAL:
                rules = opened.table.rules
                cards = deck or shuffle.shuffle(opened.seed, opened.table.hand_number + 1, rules.deck)
                rules_game.deal(opened.table, seat, cards, stacked=bool(deck))
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
        views = []
        for reader in readers:
            told = events_for(table, reader)
            views.append(wire_views.view(table, view_of(table, reader), info, told))
        return wire_views.transition(table, token, info, events_for(table, caller), views)


def _check_expected(turn: rules_service_pb2.Turn, ply: int, own_id: bytes) -> None:
    """Refuse an act that was meant for another state than this."""
    if turn.HasField("expected_ply") and turn.expected_ply != ply:
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


def readers_of(selectors: Sequence[view_pb2.ViewSelector], opened: Opened, field: str) -> list[int]:
    """Return the readers that views are asked for, each checked against the key.

    Raises:
        ServiceError: MALFORMED_REQUEST, SEAT_KEY_WRONG or HOST_KEY_REQUIRED.
    """
    if len(selectors) > MAX_VIEWS:
        raise malformed(field, f"At most {MAX_VIEWS} views can be asked for.")
    players, authority = opened.game.table.rules.players, opened.authority
    if len(selectors) == 1:
        return [_reader(selectors[0], players, authority, field, "[0]")]
    return [
        _reader(selector, players, authority, field, f"[{place}]") for place, selector in enumerate(selectors)
    ]


def host_readers(selectors: Sequence[view_pb2.ViewSelector], opened: Game, field: str) -> list[int]:
    """Return the readers of views that the host asks for."""
    return readers_of(selectors, Opened(opened, HOST, b"", b""), field)


def reader_of(selector: view_pb2.ViewSelector, opened: Opened, field: str) -> int:
    """Return the reader of one view, checked against the key."""
    return _reader(selector, opened.game.table.rules.players, opened.authority, field, "")


def seat_of(seat: int, opened: Opened, field: str) -> int:
    """Return a seat that a request names in `field`, checked against the key."""
    return _seat(seat, opened.game.table.rules.players, opened.authority, field, "")


def _reader(
    selector: view_pb2.ViewSelector, players: int, authority: Authority, field: str, place: str
) -> int:
    audience = selector.audience
    if audience in _OF_SEATS:
        if selector.HasField("seat"):
            return _seat(selector.seat, players, authority, field, place + ".seat")
        if authority.seat is None or audience == view_pb2.AUDIENCE_SEAT:
            raise malformed(f"{field}{place}.seat", "A view must say whose it is.")
        return authority.seat
    if audience == view_pb2.AUDIENCE_PUBLIC:
        return PUBLIC
    if audience == view_pb2.AUDIENCE_TABLE:
        if not authority.host:
            raise _host_required()
        return TABLE
    raise malformed(f"{field}{place}.audience", "There is no such audience.")


def _seat(seat: int, players: int, authority: Authority, field: str, place: str) -> int:
    """Return a seat if it is at the table and the key's; its path is `field` and then `place`."""
    if seat >= players:
        raise malformed(field + place, "There is no such seat at this table.")
    if not authority.acts_for(seat):
        raise _key_wrong()
    return seat


def _key_wrong() -> ServiceError:
    return ServiceError("SEAT_KEY_WRONG", "This key does not open this seat.")


def _host_required() -> ServiceError:
    return ServiceError("HOST_KEY_REQUIRED", "Only the table's host may ask for this.")
