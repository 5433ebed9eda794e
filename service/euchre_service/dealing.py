"""Dealing a hand: what is told of its shuffle before, with and after the deal (`docs/shuffle.md`)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre.v1 import rules_service_pb2
from euchre_rules import commitments, phases
from euchre_rules import game as rules_game
from euchre_rules.commitments import Drawn, Entropy
from euchre_rules.errors import Reason, RulesError
from euchre_rules.events import Dealt
from euchre_service.codec import Game
from euchre_service.readers import Opened, host_required
from euchre_service.refusal import FieldViolation, ServiceError, malformed


class Dealing(NamedTuple):
    """How a hand is to be dealt.

    Attributes:
        deck: the pack in order, if the host chose it.
        entropy: what seats add to the shuffle.
        field: where in the request that is, the latter if it has both.
    """

    deck: Sequence[int] = ()
    entropy: Entropy = ()
    field: str = ""


SHUFFLED: Final = Dealing()
"""As the game's seed says."""


def coming(game: Game) -> Drawn:
    """Return what the next hand of a game will be dealt from, if its deck is not given."""
    number = game.table.hand_number + 1
    known = game.coming
    if known is None or known.hand_number != number:
        known = commitments.draw(game.seed, game.game_id, number, game.table.rules.deck)
        game.coming = known
    return known


def pledge(game: Game) -> bytes:
    """Return the commitment to the hand that must be dealt next; empty where none must."""
    return coming(game).commitment if game.table.phase == phases.DEAL else b""


def check_entropy(dealing: Dealing, players: int) -> None:
    """Refuse what seats add if it cannot count at a table of so many."""
    if dealing.deck:
        raise malformed(dealing.field, "A deck that is given is not shuffled.")
    # They are in order.
    if dealing.entropy[-1][0] >= players:
        raise malformed(dealing.field, "There is no such seat at this table.")


def deal(game: Game, seat: int, dealing: Dealing) -> None:
    """Deal the next hand, in place.

    Raises:
        RulesError: the rules refuse it; nothing has changed.
        ServiceError: DECK_INVALID, likewise.
    """
    table = game.table
    if dealing.deck:
        try:
            rules_game.deal(table, seat, dealing.deck, stacked=True)
        except RulesError as error:
            if error.refusal.reason is not Reason.DECK_INVALID:
                raise
            wrong = FieldViolation(dealing.field, error.refusal.message)
            raise ServiceError("DECK_INVALID", wrong.description, violations=(wrong,)) from None
        return
    drawn, entropy = coming(game), dealing.entropy
    deck: Sequence[int] = drawn.deck
    if entropy:
        deck = commitments.reshuffled(deck, game.game_id, drawn.hand_number, entropy)
    rules_game.deal(table, seat, deck)
    told = table.events
    # Where reneges may be called, a deal may end the game instead.
    if told and type(told[0]) is Dealt:
        told[0] = told[0]._replace(commitment=drawn.commitment, entropy=entropy)


def reveal(opened: Opened, hand_number: int) -> rules_service_pb2.RevealDealResponse:
    """Return what the shuffle of a past hand drew from.

    Raises:
        ServiceError: HOST_KEY_REQUIRED, HAND_NOT_DEALT, HAND_NOT_OVER or HAND_STACKED.
    """
    game, table = opened.game, opened.game.table
    if not opened.authority.host:
        raise host_required()
    facts = {"hand_number": str(hand_number)}
    if hand_number > table.hand_number:
        raise ServiceError("HAND_NOT_DEALT", f"Hand {hand_number} is not dealt yet.")
    if hand_number == table.hand_number:
        if table.phase != phases.GAME_OVER and (table.phase != phases.DEAL or table.rules.claims):
            raise ServiceError("HAND_NOT_OVER", f"Hand {hand_number} is not over yet.", facts)
        if table.stacked:
            raise ServiceError("HAND_STACKED", f"The deck of hand {hand_number} was given.", facts)
    drawn = commitments.draw(game.seed, game.game_id, hand_number, table.rules.deck)
    return rules_service_pb2.RevealDealResponse(
        game_id=game.game_id, hand_number=hand_number, secret=drawn.secret, commitment=drawn.commitment
    )
