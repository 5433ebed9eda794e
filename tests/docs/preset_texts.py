"""What each preset is, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Text(NamedTuple):
    """The words of a preset's page that its options cannot say.

    Attributes:
        title: the game's name.
        section: the section of the rules that it is in.
        about: what is special about it.
        experimental: whether its rules may change.
    """

    title: str
    section: str
    about: str
    experimental: bool = False


TEXTS: Final[Mapping[str, Text]] = {
    "classic": Text(
        "Classic Euchre",
        "1",
        "The partnership game that most people mean by Euchre. Two sides of two fight over five tricks; "
        "whoever makes trump promises three of them, and is set when he falls short. This preset keeps to "
        "the older, freer rules where the printed ones leave a choice: the dealer may leave a card that "
        "somebody else ordered, a hand may be passed out, and any player may go alone, a defender too.",
    ),
    "ghost_hand": Text(
        "Ghost Hand Euchre",
        "2",
        "Euchre for three, each for himself. All cards are dealt: six to each and six to a ghost who is "
        "not there. The right to name trump goes to whoever promises most tricks, and one player in each "
        "hand may gamble his cards for the ghost's, unseen. Everybody scores his tricks, but a bidder who "
        "falls short loses what he bid.",
    ),
    "buck": Text(
        "Buck Euchre",
        "3",
        "Cut-throat Euchre that counts down: four players start at 25, each trick takes a point off, and "
        "a player who stays in without a trick, or makes trump without three, is sent back by five. So "
        "whoever doubts his cards folds once trump is known. A club turned up is trump for all, and then "
        "nobody may fold. All five tricks win the game on the spot.",
    ),
    "egn": Text(
        "Euchre Game Notation",
        "1",
        "The partnership game as Euchre Game Notation assumes it when a file says nothing else, and as "
        "most programs play it: the dealer must pick up what was ordered and must name trump when it "
        "comes round to him, only the maker goes alone and says so with his call, and nobody defends "
        "alone. `euchre replay` judges recorded games by it.",
    ),
    "openspiel": Text(
        "Euchre of OpenSpiel",
        "1",
        "The game that OpenSpiel, a library for research on games, calls euchre, with its default flags. "
        "It is that of the preset `egn` but for the way of dealing, and for alone, which is asked after "
        "the dealer's discard. The tests play the same hands with both engines and compare every step.",
    ),
    "turn_up": Text(
        "Turn Up",
        "4.1",
        "Another name for the classic game, after the card that is turned up; books use it where Euchre "
        "by auction has to be told apart from the ordinary one.",
    ),
    "classic_32": Text(
        "Classic Euchre with 32 cards",
        "1.7",
        "The classic game with the sevens and eights left in the pack. As only five cards are dealt to "
        "each, eleven stay unseen, and it is harder to know which trumps are out.",
    ),
    "british": Text(
        "British Euchre",
        "1.7",
        "The classic game with a joker, called Benny, that beats every other trump. When the Benny is "
        "turned up it proposes no suit of its own, so the dealer names trump without having seen his "
        "cards.",
    ),
    "railroad": Text(
        "Railroad Euchre",
        "4.4",
        "A faster, wilder classic: a joker on top of the trumps, a card from the partner for whoever "
        "plays or defends alone, points over the target that count for the next game, and games that "
        "count double when the loser has nothing. Laps and slams concern the match: the service says how "
        "many games a win counts for and what is carried over, and whoever keeps the match adds them up.",
    ),
    "two_handed": Text(
        "Two-handed Euchre",
        "4.2",
        "Euchre for two. More than half of the pack sleeps, so the non-dealer, who speaks and leads "
        "first, plays with little knowledge; nobody plays alone, as everybody does.",
    ),
    "three_handed": Text(
        "Three-handed Euchre",
        "4.3",
        "Cutthroat: whoever makes trump plays against the other two, who stand together for that hand and "
        "then go their own ways again. Each of them scores when the maker is set, and a maker who takes "
        "all five tricks against two gets three points. It is not the same as Ghost Hand.",
    ),
    "three_handed_dummy": Text(
        "Three-handed Euchre with a dummy",
        "4.3",
        "The three-handed game with a fourth hand, dealt to the dealer's right. The maker may take its "
        "five cards up and keep the best five of his ten; a maker who leaves it plays alone and scores as "
        "a lone hand.",
        experimental=True,
    ),
    "bid_partners": Text(
        "Bid Euchre in partnerships",
        "4.5",
        "Two sides of two bid for the right to name trump; all 24 cards are dealt and partners may outbid "
        "each other. Both sides score their tricks unless the bidders fall short. The highest bids are "
        "played alone: the shooter, with one card from the partner, and the moon, without. A side goes "
        "out only in a hand that it bid and made, or in which it set the others.",
    ),
}
"""The words of every preset."""
