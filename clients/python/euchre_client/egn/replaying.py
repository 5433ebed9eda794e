"""Plays a recorded game again through the service, which judges every act of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from euchre.v1.rules_service_pb2 import RecordedHand, ReplayResponse
from euchre.v1.ruleset_pb2 import Ruleset
from euchre_client import requests
from euchre_client.client import RulesClient
from euchre_client.egn import faults
from euchre_client.egn.faults import EgnError
from euchre_client.egn.inference import DealtHands
from euchre_client.egn.model import Game
from euchre_client.egn.notation import pack
from euchre_client.egn.rules import ruleset_of, unending
from euchre_client.egn.umpire import Umpire
from euchre_client.egn.walking import Kind, Walk, Walker
from euchre_client.errors import EuchreError, MustFollowSuit
from euchre_client.record import GameRecord
from euchre_client.recreating import record_of_replay
from euchre_client.requests import public_view
from euchre_client.status import from_status
from euchre_client.text import action_text


@dataclass(frozen=True)
class ReplayedGame:
    """A recorded game that the rules allow.

    Attributes:
        ruleset: the rules it was played by.
        initial_scores: the scores it began with.
        hands: the deals, as the service took them.
        dealt: the hands of each deal, with what is known of them.
        response: the service's answer.
    """

    ruleset: Ruleset
    initial_scores: tuple[int, ...]
    hands: tuple[RecordedHand, ...]
    dealt: tuple[DealtHands, ...]
    response: ReplayResponse

    def to_record(self, players: Sequence[str] = ()) -> GameRecord:
        """Returns the game as a record of our own, with the places that the file leaves open filled.

        Args:
            players: names by seat.
        """
        request = requests.replay(self.ruleset, self.hands, self.initial_scores)
        return record_of_replay(request, self.response, players=players)

    @property
    def final_score(self) -> tuple[int, ...]:
        """The scores of both sides at the end."""
        if not self.response.hands:
            return self.initial_scores
        return tuple(self.response.hands[-1].scores)


def replay(client: RulesClient, game: Game) -> ReplayedGame:
    """Plays a recorded game again.

    Args:
        client: the service.
        game: the game.

    Returns:
        The game replayed.

    Raises:
        EgnError: the rules do not allow it, or it does not make sense: the first fault there is.
        EuchreError: the service does not answer.
    """
    asked = ruleset_of(game)
    try:
        ruleset = client.resolve_ruleset(asked)
        walks = _walk(client, game, ruleset)
        return _judge(client, game, ruleset, walks)
    except EuchreError as error:
        if not error.reason_name:
            raise  # nobody answered: that is not the game's fault
        raise EgnError(faults.of_error(error)) from error


def _walk(client: RulesClient, game: Game, ruleset: Ruleset) -> list[Walk]:
    """Walks through the deals up to the first that makes no sense."""
    cards = pack(ruleset.min_rank, joker=ruleset.joker)
    umpire, rules = Umpire(client, ruleset, cards), unending(ruleset)
    walks: list[Walk] = []
    for number, deal in enumerate(game.deals):
        is_last = number == len(game.deals) - 1
        walks.append(Walker(client, umpire, rules, cards, deal, number, is_last=is_last).run())
        if walks[-1].stop is not None:
            break
    return walks


def _judge(client: RulesClient, game: Game, ruleset: Ruleset, walks: list[Walk]) -> ReplayedGame:
    """Has the service judge the whole game."""
    stop = walks[-1].stop if walks else None
    # A deal without a step may not even be one that can be dealt.
    played = walks if stop is None or walks[-1].steps else walks[:-1]
    while True:
        recorded = [recording for walk in played if (recording := walk.recorded()) is not None]
        hands = [hand for hand, _ in recorded]
        response = client.replay(ruleset, hands, initial_scores=game.initial_score, views=[public_view()])
        if not response.HasField("fault"):
            break
        walk = played[response.fault.hand]
        if not _unknown_cards_are_to_blame(client, response, walk):
            raise EgnError(walk.fault_of(response.fault, response.fault.hand))
    if stop is not None:
        raise EgnError(stop)
    return ReplayedGame(
        ruleset, game.initial_score, tuple(hands), tuple(dealt for _, dealt in recorded), response
    )


def _unknown_cards_are_to_blame(client: RulesClient, response: ReplayResponse, walk: Walk) -> bool:
    """Tells whether a renege is only one because of cards that nobody saw, and rules those cards out.

    A deal that breaks off leaves places of its hands unknown. If every card with which the seat could have
    followed fills such a place, the record proves no renege: it proves that these cards were elsewhere.
    """
    fault = response.fault
    step = walk.steps[fault.action] if fault.HasField("action") else None
    recorded = walk.recorded()
    if step is None or step.kind is not Kind.PLAY or recorded is None:
        return False
    if not isinstance(from_status(fault.error), MustFollowSuit):
        return False
    legal = client.list_legal_actions(
        state=response.transition.state, seat=step.seat, key=response.host_key
    ).actions
    following = {action_text(action.action).split()[-1] for action in legal}
    shown, dealt = walk.shown, recorded[1]
    shown_cards = dealt.known(step.seat) | {card for seat, card in shown.plays if seat == step.seat}
    if following & shown_cards:
        return False
    before = {seat: set(cards) for seat, cards in shown.excluded.items()}
    laid_before = shown.upcard_laid
    if step.seat == shown.dealer and shown.upcard in following:
        if shown.discard is not None:
            return False  # the record says that he laid another card down, so he held it
        shown.upcard_laid = True
        following.discard(shown.upcard)
    shown.excluded.setdefault(step.seat, set()).update(following)
    if walk.recorded() is None:
        shown.excluded, shown.upcard_laid = before, laid_before
        return False
    return True
