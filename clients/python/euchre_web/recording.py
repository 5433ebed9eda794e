"""The record of a practice game: the hands that are over, and no card of one that lasts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from euchre.v1.practice_service_pb2 import GetRecordRequest, GetRecordResponse
from euchre.v1.rules_service_pb2 import RecordedHand
from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import Audience, View
from euchre_client import AsyncRulesClient, GameRecord, public_view, record_of_replay, recorded_hand
from euchre_client import requests as client_requests
from euchre_client.cards import CardValue
from euchre_client.egn import NotInEgn, game_of, write
from euchre_service.refusal import ServiceError
from euchre_web.playing import check_pair
from euchre_web.relaying import relaying
from euchre_web.sealing import TableSealer
from euchre_web.table import Act, PracticeTable

_BETWEEN_HANDS: Final = (Phase.PHASE_DEAL, Phase.PHASE_GAME_OVER)


async def record_of(
    request: GetRecordRequest, rules: AsyncRulesClient, sealer: TableSealer
) -> GetRecordResponse:
    """Does what `PracticeService.GetRecord` says.

    Raises:
        ServiceError: the table does not go with the state.
    """
    table = sealer.open(request.table)
    with relaying():
        shown = await rules.get_view(
            state=request.state, key=table.host_key, seat=table.seat, audience=Audience.AUDIENCE_SEAT
        )
        check_pair(table, shown.view)
        record = await _replayed(table, shown.ruleset, shown.view, rules)
    response = GetRecordResponse(record=record.to_proto())
    try:
        response.egn = write(game_of(record))
    except NotInEgn as refused:
        response.egn_refusal = str(refused)
    return response


async def _replayed(
    table: PracticeTable, ruleset: Ruleset, shown: View, rules: AsyncRulesClient
) -> GameRecord:
    """Plays the hands that are over again, as they are known, which gives their results too."""
    hands = finished_hands(table.acts, is_between_hands=shown.next.phase in _BETWEEN_HANDS)
    scores = [ruleset.start_score for _ in shown.sides]
    response = await rules.replay(ruleset, hands, initial_scores=scores, views=[public_view()])
    if response.HasField("fault"):
        raise ServiceError("INTERNAL", "The record of this game cannot be made.")
    request = client_requests.replay(ruleset, hands, scores)
    record = record_of_replay(request, response, players=table.players)
    for hand in record.hands:
        hand.stacked = False  # the game's seed dealt it; the record does not tell which
    return record


def finished_hands(acts: Sequence[Act], *, is_between_hands: bool) -> list[RecordedHand]:
    """Returns the hands that are over, as a replay takes them, up to one whose pack is not known.

    Args:
        acts: all acts of a game, deals among them.
        is_between_hands: whether the last hand is over.
    """
    hands: list[RecordedHand] = []
    starts = [place for place, act in enumerate(acts) if act.action.HasField("deal_hand")]
    pairs = list(pairwise([*starts, len(acts)]))
    for start, end in pairs if is_between_hands else pairs[:-1]:
        dealt, played = acts[start], acts[start + 1 : end]
        pack = tuple(dealt.pack)
        if not pack and not played and hands:
            # Where reneges may be called, one more deal is asked for to end the game; no card is dealt.
            pack = tuple(hands[-1].deck)
        if not pack:
            break
        cards: tuple[CardValue, ...] = tuple(CardValue(card) for card in pack)
        hands.append(recorded_hand(cards, [(act.seat, act.action) for act in played], dealer=dealt.seat))
    return hands
