"""A game as a payload of fixed length, and back.

The payload holds the game's identity and lineage, its seed and rules, and the table. Its length is the
same at every point of every game, so a sealed state tells nothing by its length. What can be looked up
again (the trick in progress from the hand's history, for one) is not stored.

The layout is version 1. Every number is big-endian; seats and cards are signed bytes with -1 for none;
sets of cards are 32-bit masks, and one byte says which of the sets holds the joker.
"""

import struct
import sys
from array import array
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Final

from euchre_rules import conflicts, invariants, play
from euchre_rules.cards import JOKER
from euchre_rules.commitments import Drawn
from euchre_rules.events import GameWon, HandScored, Outcome
from euchre_rules.phases import PLAY
from euchre_rules.state import Course, State
from euchre_service import ruleset_code
from euchre_service.refusal import ServiceError

PAYLOAD_BYTES: Final = 360
_VERSION: Final = 1
_SEATS: Final = 4
_MAX_LOG: Final = 80
_MAX_PLY: Final = 1 << 31
_NO_JOKER: Final = 0xFF
_KITTY, _RESERVE = 9, 10
"""Places among the sets of cards. The reserve is the part of the kitty that a go-under takes up."""

_LAYOUT: Final = struct.Struct(
    ">B 16s 4s I 16s 32s 36s"  # version, game id, key id, ply, parent, seed, rules
    "4i 4B I I 3b"  # scores, tokens, hand number, deals done, phase, actor, dealer
    "11I B"  # hands, laid, ghost, kitty, reserve; the set with the joker
    "b B 3b B 2b 2B b 4B ?"  # _PLAIN_FACTS
    "B 6s B 6s 4B"  # queue, winners, tricks
)
_LINEAGE: Final = struct.Struct(">I 16s")  # ply, parent
_HAND: Final = struct.Struct(">I")
_LINEAGE_AT: Final = struct.calcsize(">B 16s 4s")
_ACTOR_AT: Final = struct.calcsize(">B 16s 4s I 16s 32s 36s 4i 4B I I b")
_HANDS_AT: Final = struct.calcsize(">B 16s 4s I 16s 32s 36s 4i 4B I I 3b")
_TRICKS_AT: Final = _LAYOUT.size - _SEATS
_WINNERS_AT: Final = _TRICKS_AT - struct.calcsize(">B 6s")
_ENDING: Final = struct.Struct(
    ">4h B 4h"  # changes, outcome, scores since the result
    "2B 4H"  # winning sides, games, carry
)
_HISTORY: Final = struct.Struct(">B 80s 20s")  # length, actions, seats
_HISTORY_AT: Final = _LAYOUT.size + _ENDING.size
_ACTS_AT: Final = _HISTORY_AT + 1
_LOG_SEATS_AT: Final = _HISTORY_AT + struct.calcsize(">B 80s")
_NO_ENDING: Final = bytes(_ENDING.size)
_NO_SEATS: Final = tuple((0,) * (_SEATS - used) for used in range(_SEATS + 1))
"""By how many seats or sides a game has: what stands for those it has not."""
_PLAIN_FACTS: Final = (
    "upcard",
    "upcard_status",
    "proposed",
    "trump",
    "maker",
    "bid",
    "bidder",
    "named_with_bid",
    "bidders",
    "passed",
    "swapped_by",
    "alone",
    "folded",
    "out",
    "in_play",
    "stacked",
)
"""Fields of a table that are stored as they are, in the order of the layout."""
_plain_facts: Final = attrgetter(*_PLAIN_FACTS)
_PADDING: Final = bytes(PAYLOAD_BYTES - _LAYOUT.size - _ENDING.size - _HISTORY.size)
_SEAT_BITS: Final = int.from_bytes(b"\x03" * (_MAX_LOG // 4), "big")
_HIGH_BYTE: Final = 1 if sys.byteorder == "little" else 0
"""Where the high byte of a 16-bit number lies in memory."""
_JOKER_BIT: Final = 1 << JOKER


@dataclass(slots=True)
class Game:
    """A table and where its state stands in its game.

    Attributes:
        game_id: the game, 16 bytes.
        key_id: the master key that the game's seat keys are made with, 4 bytes.
        ply: how many transitions made this state.
        parent: the id of the state it was made from; zeros in a new game.
        seed: the 32 bytes that decide every shuffle.
        rules_code: the ruleset as `ruleset_code` writes it.
        table: the table.
        told: the course of the hand as it was last told, and its bytes in a view; not part of the state.
        coming: what the next hand will be dealt from, once it was worked out; not part of the state.
    """

    game_id: bytes
    key_id: bytes
    ply: int
    parent: bytes
    seed: bytes
    rules_code: bytes
    table: State
    told: tuple[Course, bytes] | None = field(default=None, compare=False, repr=False)
    coming: Drawn | None = field(default=None, compare=False, repr=False)


def encode(game: Game) -> bytes:
    """Return the payload of a game, `PAYLOAD_BYTES` long."""
    table = game.table
    nobody = _NO_SEATS[table.rules.players]
    sides = _NO_SEATS[table.rules.side_count]
    sets = [*table.hands, *nobody, *table.laid, *nobody, table.ghost, table.kitty, table.reserve]
    joker = _NO_JOKER
    if table.rules.joker:
        # The last place: a joker in the reserve is in the kitty too.
        joker = max([place for place, held in enumerate(sets) if held & _JOKER_BIT], default=_NO_JOKER)
        sets = [held & ~_JOKER_BIT for held in sets]
    body = _LAYOUT.pack(
        _VERSION,
        game.game_id,
        game.key_id,
        game.ply,
        game.parent,
        game.seed,
        game.rules_code,
        *table.scores,
        *sides,
        *table.tokens,
        *sides,
        table.hand_number,
        table.deals_done,
        table.phase,
        table.actor,
        table.dealer,
        *sets,
        joker,
        *_plain_facts(table),
        len(table.queue),
        bytes(table.queue),
        len(table.winners),
        bytes(table.winners),
        *table.tricks,
        *nobody,
    )
    history = _HISTORY.pack(len(table.log), *_pack_log(table.log))
    return body + _encode_ending(table) + history + _PADDING


def encode_plays(game: Game, before: bytes) -> bytes | None:
    """Return the payload of a game in which cards were just played, from the payload before that.

    This is `encode` for what happens most: little has changed, and the rest need not be written again.

    Args:
        game: the game.
        before: its payload before the first of these cards was played.

    Returns:
        What `encode` returns, or None where more has changed than this knows of.
    """
    table = game.table
    if table.phase != PLAY or table.rules.joker:
        return None
    payload = bytearray(before)
    _LINEAGE.pack_into(payload, _LINEAGE_AT, game.ply, game.parent)
    payload[_ACTOR_AT] = table.actor
    log = table.log
    known = payload[_HISTORY_AT]
    payload[_HISTORY_AT] = len(log)
    for place in range(known, len(log)):
        entry = log[place]
        seat = entry >> 8
        _HAND.pack_into(payload, _HANDS_AT + _HAND.size * seat, table.hands[seat])
        payload[_ACTS_AT + place] = entry & 0xFF
        payload[_LOG_SEATS_AT + (place >> 2)] |= seat << 2 * (place & 3)
    winners = table.winners
    for place in range(payload[_WINNERS_AT], len(winners)):
        winner = winners[place]
        payload[_WINNERS_AT] = place + 1
        payload[_WINNERS_AT + 1 + place] = winner
        payload[_TRICKS_AT + winner] = table.tricks[winner]
    return bytes(payload)


def _encode_ending(table: State) -> bytes:
    """Return the part about the hand's result and the game's; mostly there is none."""
    if table.result is None and table.won is None and not any(table.changes):
        return _NO_ENDING
    sides = _NO_SEATS[table.rules.side_count]
    outcome = 0
    since = [0] * table.rules.side_count
    if table.result is not None:
        outcome = int(table.result.outcome)
        since = [now - then for now, then in zip(table.scores, table.result.scores, strict=True)]
    # A game of a fixed number of deals may be won by a hand that is void, and so without a result.
    won_sides = games = 0
    carry = _NO_SEATS[0]
    if table.won is not None:
        won_sides = sum(1 << side for side in table.won.sides)
        games = table.won.games
        carry = (*table.won.carry, *sides)
    return _ENDING.pack(*table.changes, *sides, outcome, *since, *sides, won_sides, games, *carry)


def decode(payload: bytes, trusted: bool) -> Game:
    """Return the game of a payload.

    Args:
        payload: what `encode` made.
        trusted: whether a seal proves that this service made it; if not, it is checked to be
            consistent.

    Raises:
        ServiceError: STATE_VERSION_NEWER, or STATE_CORRUPT when it is no consistent game.
    """
    if trusted:
        return _decode(payload)
    try:
        game = _decode(payload)
        consistent = _is_playable(game.rules_code) and invariants.broken(game.table) is None
    except (ValueError, IndexError, KeyError, struct.error):
        raise _corrupt() from None
    if not consistent or game.ply >= _MAX_PLY:
        raise _corrupt()
    return game


@lru_cache(maxsize=1024)
def _is_playable(rules_code: bytes) -> bool:
    return not conflicts.faults(ruleset_code.decode(rules_code))


def _decode(payload: bytes) -> Game:
    version = payload[0]
    if version > _VERSION:
        raise ServiceError(
            "STATE_VERSION_NEWER",
            "A newer version of the service made this state.",
            {"version": str(version)},
        )
    fields = _LAYOUT.unpack_from(payload)
    ending = _ENDING.unpack_from(payload, _LAYOUT.size)
    (_, game_id, key_id, ply, parent, seed, rules_code) = fields[:7]
    rules = ruleset_code.decode(rules_code)
    players, side_count = rules.players, rules.side_count
    table = State(rules, fields[19], list(fields[7 : 7 + side_count]))
    table.tokens = list(fields[11 : 11 + side_count])
    table.hand_number, table.deals_done, table.phase, table.actor = fields[15:19]
    sets = list(fields[20:31])
    if fields[31] != _NO_JOKER:
        sets[fields[31]] |= _JOKER_BIT
        if fields[31] == _RESERVE:
            sets[_KITTY] |= _JOKER_BIT
    table.hands = sets[:players]
    table.laid = sets[4 : 4 + players]
    table.ghost, table.kitty, table.reserve = sets[8:]
    for name, value in zip(_PLAIN_FACTS, fields[32:48], strict=True):
        setattr(table, name, value)
    queued, queue, won_tricks, winners = fields[48:52]
    table.queue = list(queue[:queued])
    table.winners = list(winners[:won_tricks])
    table.tricks = list(fields[52 : 52 + players])
    table.changes = list(ending[:side_count])
    table.log = _unpack_log(*_HISTORY.unpack_from(payload, _LAYOUT.size + _ENDING.size))
    outcome = ending[4]
    if outcome:
        since = ending[5 : 5 + side_count]
        table.result = HandScored(
            Outcome(outcome),
            tuple(table.side_tricks()),
            tuple(table.changes),
            tuple([score - later for score, later in zip(table.scores, since, strict=True)]),
        )
    won_sides, games = ending[9:11]
    if won_sides:
        table.won = GameWon(
            tuple([side for side in range(side_count) if won_sides >> side & 1]),
            tuple(table.scores),
            games,
            tuple(ending[11 : 11 + side_count]),
        )
    play.resume(table)
    return Game(game_id, key_id, ply, parent, seed, rules_code, table)


def _pack_log(log: list[int]) -> tuple[bytes, bytes]:
    """Return a hand's history as one byte an action, and four seats a byte."""
    entries = array("H", log).tobytes()
    seats = entries[_HIGH_BYTE::2].ljust(_MAX_LOG, b"\0")
    packed = (
        int.from_bytes(seats[0::4], "big")
        | int.from_bytes(seats[1::4], "big") << 2
        | int.from_bytes(seats[2::4], "big") << 4
        | int.from_bytes(seats[3::4], "big") << 6
    )
    return entries[1 - _HIGH_BYTE :: 2], packed.to_bytes(_MAX_LOG // 4, "big")


def _unpack_log(length: int, acts: bytes, packed: bytes) -> list[int]:
    number = int.from_bytes(packed, "big")
    seats = bytearray(_MAX_LOG)
    for start in range(4):
        seats[start::4] = (number >> 2 * start & _SEAT_BITS).to_bytes(_MAX_LOG // 4, "big")
    return [seat << 8 | act for seat, act in zip(seats[:length], acts[:length], strict=True)]


def _corrupt() -> ServiceError:
    return ServiceError("STATE_CORRUPT", "These bytes are no consistent state of a game.")
