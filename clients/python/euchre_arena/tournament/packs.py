"""The packs of a game, from the seed that the tournament gave it."""

from __future__ import annotations

from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client.cards import CardValue
from euchre_client.dealing import places_of
from euchre_client.shuffling import canonical_pack, deck_of_seed


class Packs:
    """What the published shuffle deals in a game, in the form in which `pack_of` tells it.

    With it a hand can be written down whose table nobody has asked to see. Not for games with a joker, which
    a view puts last and its number first.

    Args:
        ruleset: the rules, whole.
        seed: the game's 32 bytes.
    """

    def __init__(self, ruleset: Ruleset, seed: bytes) -> None:
        self._seed = seed
        self._pack = canonical_pack(ruleset)
        self._places = places_of(ruleset)

    def of_hand(self, number: int) -> tuple[CardValue, ...]:
        """Returns the pack of a hand, counted from 1."""
        deck = deck_of_seed(self._seed, number, self._pack)
        for places in self._places:
            for place, card in zip(places, sorted([deck[place] for place in places]), strict=True):
                deck[place] = card
        return tuple(deck)
