"""Recorded games played again: on a live table, or from what a replay answered."""

from __future__ import annotations

from collections.abc import Sequence

from euchre.v1.rules_service_pb2 import ReplayRequest, ReplayResponse
from euchre.v1.ruleset_pb2 import Renege
from euchre.v1.state_pb2 import Phase
from euchre_client.client import RulesClient
from euchre_client.proofs import NO_ENTROPY
from euchre_client.record import VOID, GameRecord, HandRecord, SeatAct, outcome_text
from euchre_client.table import Table
from euchre_client.text import action_text


def recreate(client: RulesClient, record: GameRecord) -> Table:
    """Plays a game again act by act, from its seed, at a table of its own.

    On a server with the same keys every state is the same, byte for byte, and so are the keys of the seats.

    Args:
        client: the client to play through.
        record: the game; its seed must be known.

    Returns:
        The table, at the end of the record.

    Raises:
        ValueError: the seed is not known, the pack of a stacked hand is not, or a hand was dealt otherwise.
        EuchreError: the service refuses an act.
    """
    if record.seed is None:
        raise ValueError("the seed of the game is not known; the Replay RPC needs none")
    table = Table.create(
        client,
        record.ruleset,
        seed=record.seed,
        label=record.label,
        initial_scores=record.initial_scores,
        watch=(),
    )
    table.record.players = record.players
    for number, hand in enumerate(record.hands, 1):
        if hand.stacked and hand.deck is None:
            raise ValueError(f"the pack of hand {number} is not known")
        table.deal(
            deck=hand.deck if hand.stacked and hand.deck else (),
            entropy=NO_ENTROPY if hand.proof is None else hand.proof.entropy,
        )
        dealt = table.record.hands[-1]
        if (dealt.dealer, dealt.deck) != (hand.dealer, hand.deck):
            raise ValueError(f"hand {number} is not what the seed deals")
        for act in hand.acts:
            table.act(act.seat, act.text)
    if record.winners and table.phase == Phase.PHASE_DEAL:
        table.deal()  # where reneges may be called, this is what ends the game
    return table


def record_of_replay(
    request: ReplayRequest, response: ReplayResponse, *, players: Sequence[str] = ()
) -> GameRecord:
    """Makes the record of a game that was replayed, as far as the service accepted it.

    Args:
        request: what was asked. With a view of any kind the record tells the winners too.
        response: what the service answered; without a fault.
        players: names by seat.

    Returns:
        The record. Its ruleset is the one of the request, so that should be whole; its hands are stacked.
    """
    record = GameRecord(
        ruleset=request.ruleset,
        initial_scores=tuple(request.initial_scores),
        players=tuple(players),
        scores=tuple(request.initial_scores),
    )
    for number, (asked, played) in enumerate(zip(request.hands, response.hands, strict=False)):
        goes_on = number == len(response.hands) - 1 and response.transition.next.phase not in (
            Phase.PHASE_DEAL,
            Phase.PHASE_GAME_OVER,
        )
        record.scores = tuple(played.scores)
        record.hands.append(
            HandRecord(
                dealer=asked.dealer,
                deck=tuple(asked.deck),
                acts=[SeatAct(act.seat, action_text(act.action)) for act in asked.actions],
                outcome="" if goes_on else VOID,
                scores=() if goes_on else record.scores,
                stacked=True,
            )
        )
        if played.HasField("result"):
            hand, sides = record.hands[-1], played.result.sides
            hand.outcome = outcome_text(played.result.outcome)
            hand.tricks = tuple(side.tricks for side in sides)
            hand.changes = tuple(side.change for side in sides)
    if request.ruleset.renege == Renege.RENEGE_ALLOW_CLAIM and (
        response.transition.next.phase == Phase.PHASE_GAME_OVER
    ):
        record.hands.pop()  # the last deal only ended the game
    won = [view.game for view in response.transition.views if view.HasField("game")]
    if won:
        record.winners, record.games = tuple(won[0].sides), won[0].games
        record.carry = tuple(won[0].carry)
    return record
