"""Compiling the expert at a time of one's choosing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from euchre.v1.cards_pb2 import Card, Suit, Trump
from euchre.v1.state_pb2 import Phase
from euchre.v1.view_pb2 import SeatStatus, UpcardStatus, View
from euchre_bots import solver
from euchre_bots.compiled import remove_outdated
from euchre_bots.expert import partners
from euchre_bots.expert.bot import ExpertBot

_SOURCES: Final = Path(__file__).parent
_CACHE: Final = Path(str(partners.play_out.stats.cache_path))
_HAND: Final = (
    Card.CARD_NINE_OF_DIAMONDS,
    Card.CARD_TEN_OF_DIAMONDS,
    Card.CARD_JACK_OF_DIAMONDS,
    Card.CARD_QUEEN_OF_HEARTS,
    Card.CARD_KING_OF_HEARTS,
)
_LED: Final = Card.CARD_QUEEN_OF_DIAMONDS
_UPCARD: Final = Card.CARD_ACE_OF_CLUBS


def remove_outdated_code() -> None:
    """Removes compiled code that is older than what it was compiled from."""
    compiled = [
        source for source in _SOURCES.glob("*.py") if "\nfrom numba import" in source.read_text("utf-8")
    ]
    remove_outdated([*compiled, _SOURCES.parent / "knowledge.py"], _CACHE)


def prepare(say: Callable[[str], None]) -> None:
    """Makes the expert and its solver ready: compiles them on a machine's first use, reads them later.

    Games in which everybody plays for himself need more, which is compiled when it is first asked for.

    Args:
        say: called with one line for each if there is something to wait for.
    """
    solver.prepare(say)
    if not any(_CACHE.glob("partners.line_chances-*.nbi")):
        say("compiling the expert for this machine, which is done once and takes a minute at most")
    bot = ExpertBot(samples=2)
    for view in (_calling(), _playing()):
        bot.evaluate(view)


def _classic() -> View:
    view = View(seat=1, dealer=3, ruleset_base="classic", upcard=_UPCARD, proposed=Suit.SUIT_CLUBS)
    for seat in range(4):
        view.seats.add(seat=seat, side=seat % 2, card_count=5, status=SeatStatus.SEAT_STATUS_IN)
        view.sides.add()
    return view


def _calling() -> View:
    """Returns the view of the second seat to speak, after a pass."""
    view = _classic()
    view.upcard_status = UpcardStatus.UPCARD_STATUS_FACE_UP
    view.next.phase = Phase.PHASE_CALL_ROUND_1
    view.seats[1].cards.extend(_HAND)
    getattr(view.calls.add(seat=0).action, "pass").SetInParent()
    getattr(view.legal_actions.add().action, "pass").SetInParent()
    view.legal_actions.add().action.order_up.SetInParent()
    return view


def _playing() -> View:
    """Returns the view of the second seat to play, which ordered the up-card up."""
    view = _classic()
    view.upcard_status = UpcardStatus.UPCARD_STATUS_TAKEN
    view.next.phase = Phase.PHASE_PLAY
    view.trump, view.maker = Trump.TRUMP_CLUBS, 1
    view.seats[1].cards.extend(_HAND)
    view.seats[0].card_count = 4
    getattr(view.calls.add(seat=0).action, "pass").SetInParent()
    view.calls.add(seat=1).action.order_up.SetInParent()
    view.trick.cards.add(seat=0, card=_LED)
    for card in _HAND[:3]:
        view.legal_actions.add().action.play_card.card = card
    return view
