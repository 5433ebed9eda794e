"""Everything that is true of a table at one moment.

A `State` is a plain record. The phase modules (`deal`, `calling`, `auction`, `exchange`, `alone`,
`fold`, `play`, `scoring`) move it on; `game` is the door through which callers use them. It holds no
seed, clock or key: entropy comes in as a deck.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, ParamSpec

from euchre_rules import cards, phases
from euchre_rules.events import Event, GameWon, HandScored
from euchre_rules.ruleset import Ruleset

_Facts = ParamSpec("_Facts")

NOBODY: Final = -1
"""In place of a seat: no maker, no bidder, nobody acts."""


def _turns(players: int, out: int) -> tuple[int, ...]:
    """Return the next seat in play after each seat, when the seats of `out` are not."""
    following = []
    for seat in range(players):
        clockwise = [(seat + step) % players for step in range(1, players + 1)]
        following.append(next((other for other in clockwise if not out >> other & 1), NOBODY))
    return tuple(following)


TURNS: Final = tuple(tuple(_turns(players, out) for out in range(1 << players)) for players in range(5))
"""`TURNS[players][out][seat]`: who plays after a seat when some are out (`rules.md` 0.3.6)."""


Call = tuple[int, int | None]
"""A seat and what it said; None while answers are hidden."""


CONTRACT: Final = (
    "hand_number",
    "dealer",
    "upcard",
    "upcard_status",
    "proposed",
    "trump",
    "maker",
    "bid",
    "named_with_bid",
    "bidder",
    "swapped_by",
)
"""The fields of a state that make up the contract."""


class Trick(NamedTuple):
    """A complete trick: (seat, card) in the order played, and its winner."""

    plays: tuple[tuple[int, int], ...]
    winner: int


class Course(NamedTuple):
    """The course of a hand: what stays the same while a trick is played.

    Attributes:
        contract: the values of `CONTRACT`.
        scores: each side's score.
        tokens: each side's tokens.
        calls: what was said.
        tricks: the complete tricks.
    """

    contract: tuple[int, ...]
    scores: tuple[int, ...]
    tokens: tuple[int, ...]
    calls: tuple[Call, ...]
    tricks: tuple[Trick, ...]


class State:
    """One table: the game so far and the hand in progress.

    Sets of cards and of seats are bit masks. The fields of the hand keep their values after it is
    scored, until the next deal, so that its result can be shown and a renege called.
    """

    __slots__ = (
        "actor",
        "alone",
        "best_seat",
        "best_strength",
        "bid",
        "bidder",
        "bidders",
        "changes",
        "course",
        "dealer",
        "deals_done",
        "events",
        "folded",
        "followers",
        "ghost",
        "hand_number",
        "hands",
        "in_play",
        "kitty",
        "laid",
        "log",
        "maker",
        "named_with_bid",
        "out",
        "passed",
        "phase",
        "plays",
        "proposed",
        "queue",
        "reserve",
        "result",
        "rules",
        "scores",
        "stacked",
        "strengths",
        "swapped_by",
        "tokens",
        "trick",
        "tricks",
        "trump",
        "turns",
        "upcard",
        "upcard_status",
        "winners",
        "won",
    )

    def __init__(self, rules: Ruleset, dealer: int, scores: list[int]) -> None:
        """Start a game: nothing dealt, `dealer` to deal."""
        self.rules = rules
        self.phase = phases.DEAL
        self.actor = dealer
        """The one seat that acts; NOBODY when the game is over."""
        self.dealer = dealer
        self.hand_number = 0
        """Hands dealt so far; the deck of a deal is drawn for this number plus one."""
        self.deals_done = 0
        """Hands that count towards `num_deals`: scored or passed out, not thrown in."""
        self.scores = scores
        self.tokens = [0] * rules.side_count
        self.won: GameWon | None = None
        self.events: list[Event] | None = None
        """What the last transition caused; None when nobody listens, which is faster."""
        self.clear_hand()

    def clear_hand(self) -> None:
        """Set every field of the hand back; the game's stay."""
        seats = self.rules.players
        # The cards.
        self.stacked = False
        self.hands = [0] * seats
        self.ghost = 0
        """The ghost or dummy hand."""
        self.kitty = 0
        """Undealt cards nobody has seen, without the up-card."""
        self.reserve = 0
        """The three of them that a go-under exchange takes up."""
        self.laid = [0] * seats
        """Cards each seat laid face down."""
        self.upcard = cards.NO_CARD
        self.upcard_status = phases.NO_UPCARD
        # The contract.
        self.proposed = cards.UNFIXED
        """The suit the up-card proposes."""
        self.trump = cards.UNFIXED
        self.maker = NOBODY
        self.bid = 0
        """The highest bid: an amount of `actions.bid`, 0 for none."""
        self.bidder = NOBODY
        self.named_with_bid = cards.UNFIXED
        self.bidders = 0
        """Seats that have bid in this hand."""
        self.passed = 0
        """Seats that have passed in this auction."""
        self.swapped_by = NOBODY
        self.alone = 0
        """Seats that play alone."""
        self.folded = 0
        self.out = 0
        """Seats that take no part in the tricks."""
        self.in_play = seats
        """How many seats do."""
        self.queue: list[int] = []
        """Seats still to be asked after the actor, in a phase of prompts."""
        # The tricks.
        self.trick: list[int] = []
        """Cards of the trick in progress, in the order played."""
        self.best_seat = NOBODY
        self.best_strength = 0
        self.followers = cards.ALL_CARDS
        """Cards that follow the lead; all of them when there is none."""
        self.strengths: tuple[int, ...] = ()
        """How high each card stands in the trick in progress."""
        self.turns: tuple[int, ...] = ()
        """The next seat to play after each seat."""
        self.tricks = [0] * seats
        """Tricks won by each seat."""
        self.winners: list[int] = []
        """Winner of each complete trick."""
        self.log: list[int] = []
        """What was done in this hand: `seat << 8 | action`."""
        self.plays: list[tuple[int, int]] = []
        """The cards played in this hand: (seat, card), in order. They are in the log too."""
        self.course: Course | None = None
        """The course of the hand as it was last told while cards were played."""
        # The result.
        self.changes = [0] * self.rules.side_count
        """What this hand changed in the scores."""
        self.result: HandScored | None = None

    def tell(self, kind: Callable[_Facts, Event], *facts: _Facts.args, **named: _Facts.kwargs) -> None:
        """Add an event, made of these facts, if somebody listens."""
        if self.events is not None:
            self.events.append(kind(*facts, **named))

    def announce(self, event: Event) -> None:
        """Add an event that is kept elsewhere too, if somebody listens."""
        if self.events is not None:
            self.events.append(event)

    def copy(self) -> "State":
        """Return an independent copy."""
        twin = object.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if type(value) is list else value)
        return twin

    def __eq__(self, other: object) -> bool:
        """Compare everything but what was told: the events of the last transition and the course."""
        if not isinstance(other, State):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in State.__slots__
            if name not in ("events", "course")
        )

    __hash__ = None  # type: ignore[assignment]  # mutable

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.rules.players

    def around(self, first: int) -> list[int]:
        """Return every seat once, clockwise from `first`."""
        players = self.rules.players
        return [(first + step) % players for step in range(players)]

    def is_out(self, seat: int) -> bool:
        """Tell whether a seat takes no part in the tricks."""
        return bool(self.out >> seat & 1)

    def is_alone(self, seat: int) -> bool:
        """Tell whether a seat plays alone."""
        return bool(self.alone >> seat & 1)

    def next_in(self, seat: int) -> int:
        """Return the next seat clockwise that plays (`rules.md` 0.3.6); NOBODY when all are out."""
        return TURNS[self.rules.players][self.out][seat]

    def partner(self, seat: int) -> int:
        """Return the seat opposite, in a partnership game."""
        return (seat + 2) % 4

    def maker_mask(self) -> int:
        """Return the seats of the makers' side; none without a maker."""
        if self.maker == NOBODY:
            return 0
        return self.rules.side_masks[self.rules.side_of[self.maker]]

    def side_tricks(self) -> list[int]:
        """Return the tricks each side has won in this hand."""
        totals = [0] * self.rules.side_count
        for seat, won in enumerate(self.tricks):
            totals[self.rules.side_of[seat]] += won
        return totals
