"""Games that are played one by one, and the games by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from euchre.v1.state_pb2 import Phase
from euchre_arena.account import Hand, unplayed_words
from euchre_arena.words import seat_names
from euchre_client import GameResult, Player, Table

_ALIASES: Final = {"ghost": "ghost_hand"}

DESCRIPTIONS: Final = {
    "classic": "Two against two over an up-card: the Euchre most people know.",
    "ghost_hand": "Three bid for tricks, each for himself; a fourth hand lies face down, to be swapped for.",
    "buck": "Four count down, each for himself; whoever doubts may fold, and a club turned up is trump.",
    "egn": "Classic as Euchre Game Notation takes it: the dealer must call, alone is said with the call.",
    "openspiel": "Classic as OpenSpiel plays it, with its default flags.",
    "turn_up": "Classic under another name.",
    "classic_32": "Classic with sevens and eights: 32 cards, so more of them stay unseen.",
    "british": "Classic with the joker, called Benny, as the highest trump.",
    "railroad": "Classic with the joker, a partner's best card for lone hands, laps and slams.",
    "two_handed": "Two players, five cards each; most of the pack stays asleep.",
    "three_handed": "Cutthroat: whoever makes trump plays against the other two.",
    "three_handed_dummy": "Cutthroat with a dummy hand that the maker may take up.",
    "bid_partners": "Two against two bid for tricks with six cards each; no up-card.",
}


def ruleset_name(text: str) -> str:
    """Returns the name of a preset as the service has it: `Ghost Hand` and `ghost` are `ghost_hand`."""
    name = "_".join(text.lower().replace("-", " ").replace("_", " ").split())
    return _ALIASES.get(name, name)


def title(name: str) -> str:
    """Returns the name of a preset for a headline."""
    return name.replace("_", " ").title()


def game_seed(*parts: object) -> bytes:
    """Makes a game's 32 bytes of seed from whatever names it."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).digest()


def play_game(
    table: Table,
    players: Sequence[Player],
    *,
    max_hands: int,
    first_hand: Callable[[Hand], None] | None = None,
) -> GameResult:
    """Plays a game to its end.

    Args:
        table: the table, at its beginning.
        players: one for each seat.
        max_hands: breaks the game off after so many hands.
        first_hand: gets the first hand that is played and scored.

    Returns:
        How it ended, or stood when it was broken off.
    """
    before: list[str] = []
    while first_hand is not None and table.phase == Phase.PHASE_DEAL:
        table.deal()
        dealt = table.table_view()
        while (seat := table.actor) is not None and table.phase != Phase.PHASE_DEAL:
            table.act(seat, players[seat].decide(table.view(seat)))
        ended = table.table_view()
        if ended.tricks or len(table.record.hands) == max_hands:
            first_hand(Hand(dealt.hand_number, dealt.dealer, ended, dealt, tuple(before)))
            first_hand = None
        before.append(unplayed_words(ended, table.events, seat_names()))
    return table.play_with(players, max_hands=max_hands)
