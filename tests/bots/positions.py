"""Views written by hand, as the seat that acts would see them."""

from __future__ import annotations

from euchre.v1.action_pb2 import Action
from euchre.v1.state_pb2 import Next, Phase
from euchre.v1.view_pb2 import (
    Audience,
    LegalAction,
    SeatStatus,
    SeatView,
    SideView,
    TrickCard,
    UpcardStatus,
    View,
)
from euchre_bots import HeuristicBot
from euchre_client import action_text, parse_action, parse_card, parse_cards, parse_trump, suit_of


def position(
    phase: Phase.ValueType,
    cards: str,
    legal: str,
    *,
    seat: int = 0,
    dealer: int = 3,
    pairs: bool = True,
    players: int = 4,
    out: tuple[int, ...] = (),
    upcard: str = "",
    trump: str = "",
    maker: int | None = None,
    trick: str = "",
    leader: int = 0,
    tricks: tuple[str, ...] = (),
) -> View:
    """Makes a view.

    Cards are separated by blanks, legal actions by commas. `trick` and `tricks` hold the cards in the
    order played, the first by `leader`; who played to the complete ones does not matter.
    """
    view = View(
        audience=Audience.AUDIENCE_SEAT,
        seat=seat,
        next=Next(phase=phase, seat=seat),
        dealer=dealer,
        maker=maker,
        sides=[SideView(side=side) for side in range(2 if pairs else players)],
        seats=[
            SeatView(
                seat=other,
                side=other % 2 if pairs else other,
                status=SeatStatus.SEAT_STATUS_SITTING_OUT if other in out else SeatStatus.SEAT_STATUS_IN,
                cards=parse_cards(cards) if other == seat else [],
            )
            for other in range(players)
        ],
        legal_actions=[
            LegalAction(action=parse_action(text), text=text) for text in map(str.strip, legal.split(","))
        ],
    )
    if trump:
        view.trump = parse_trump(trump)
    if upcard:
        view.upcard = parse_card(upcard)
        view.upcard_status = UpcardStatus.UPCARD_STATUS_FACE_UP
        view.proposed = suit_of(view.upcard)
    for complete in tricks:
        view.tricks.add(cards=[TrickCard(seat=0, card=card) for card in parse_cards(complete)])
    seats = [(leader + place) % players for place in range(players)]
    players_in = [other for other in seats if other not in out]
    view.trick.cards.extend(
        TrickCard(seat=other, card=card) for other, card in zip(players_in, parse_cards(trick), strict=False)
    )
    return view


def answer(view: View) -> str:
    """What the heuristic bot does, as text."""
    action: Action = HeuristicBot().decide(view)
    return action_text(action)
