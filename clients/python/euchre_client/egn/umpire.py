"""Asks the service which card wins a trick.

A trick's winner depends on its cards and on trump alone. So each trick is laid on a small table of its own:
seat 3 deals, seat 1 names trump, and seat 0 leads. Every seat holds the card it is to play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from euchre.v1.ruleset_pb2 import (
    DealPattern,
    LoneDefender,
    LonerLead,
    Renege,
    Round2TurnedSuit,
    Ruleset,
)
from euchre_client.cards import TrumpValue, trump_text
from euchre_client.client import RulesClient
from euchre_client.egn.inference import SEATS, Shown, deal_out
from euchre_client.requests import recorded_hand

_DEALER: Final = 3


class Umpire:
    """Tells which card wins a trick, and remembers it.

    Args:
        client: the service.
        ruleset: the rules of the game; only its pack matters.
        pack: that pack.
    """

    def __init__(self, client: RulesClient, ruleset: Ruleset, pack: tuple[str, ...]) -> None:
        self._client = client
        self._pack = pack
        self._rules = Ruleset(
            base="egn",
            min_rank=ruleset.min_rank,
            joker=ruleset.joker,
            deal_pattern=DealPattern.DEAL_PATTERN_ONE,
            round2_turned_suit=Round2TurnedSuit.ROUND2_TURNED_SUIT_ALLOWED,
            round2_no_trump=True,
            loner_lead=LonerLead.LONER_LEAD_LEFT_OF_DEALER,
            lone_defender=LoneDefender.LONE_DEFENDER_NEVER,
            renege=Renege.RENEGE_ALLOW_CLAIM,
        )
        self._known: dict[tuple[TrumpValue, tuple[str, ...]], int] = {}

    def winner(self, trump: TrumpValue, cards: Sequence[str]) -> int:
        """Returns the place of the card that wins, 0 for the one led.

        Args:
            trump: what is trump.
            cards: two to four different cards of the pack, in the order played.
        """
        key = trump, tuple(cards)
        if key not in self._known:
            self._known[key] = self._ask(trump, cards)
        return self._known[key]

    def _ask(self, trump: TrumpValue, cards: Sequence[str]) -> int:
        table = Shown(self._pack, _DEALER, next(card for card in self._pack if card not in cards))
        table.plays = list(enumerate(cards))
        dealt = deal_out(table)
        assert dealt is not None  # nothing is excluded
        passes = [((_DEALER + 1 + turn) % SEATS, "pass") for turn in range(SEATS + 1)]
        alone = " alone" if len(cards) < SEATS else ""
        acts = [*passes, (1, f"name {trump_text(trump)}{alone}")]
        rules = self._rules
        if len(cards) == 2:
            rules = Ruleset()
            rules.CopyFrom(self._rules)
            rules.lone_defender = LoneDefender.LONE_DEFENDER_VS_LONE_MAKER
            acts.append((0, "alone"))
        acts += [(seat, f"play {card}") for seat, card in enumerate(cards)]
        response = self._client.replay(rules, [recorded_hand(dealt.deck, acts, dealer=_DEALER)])
        if response.HasField("fault"):
            raise AssertionError(f"the service refuses a trick: {response.fault.error.message}")
        return response.transition.next.seat
