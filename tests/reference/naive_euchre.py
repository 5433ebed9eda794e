"""A slow, plain implementation of one hand of Euchre, written to be read against rules.md.

It plays one deal of classic, ghost or buck from a given deck order and dealer until the hand is scored or
void.  Cards are strings such as ``Jd``, hands are sorted tuples of cards, and a state is never changed: every
action makes a new one.  Nothing here is fast on purpose, and nothing is shared with any other implementation.

Use::

    state = start(options_for("buck"), dealer=3, deck=deck)
    while actor(state) is not None:
        state = apply(state, legal(state)[0])
    print(result(state))

Actions (each answer to a prompt is one action, also when only one answer is legal):

=====================  ===============================================================================
``pass``               says nothing in a calling round or in the auction
``order``              first round: orders up, assists or accepts the up-card
``name s``/``name nt`` second round, or the winner of an auction: fixes trump (``nt`` = no trump, ace high)
``bid 4``, ``moon``    ghost auction
``swap``               ghost: takes the ghost hand, then at once bids or passes
``discard 9c``         the dealer takes the up-card and lays down 9c
``decline``            the dealer leaves the up-card
``alone``/``partner``  classic: plays alone, or with partner
``fold``/``stay``      buck: drops out of the hand, or stays in
``play 9c``            plays a card
=====================  ===============================================================================
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypedDict

Hand = tuple[str, ...]
Play = tuple[int, str]

SUITS = ["c", "d", "h", "s"]
RANKS = ["9", "T", "J", "Q", "K", "A"]
SAME_COLOUR = {"c": "s", "s": "c", "d": "h", "h": "d"}
NO_TRUMP = "nt"
MOON = 6


# ------------------------------------------------------------------------------
# Options (rules.md 6a)
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """House rules of one hand, with the names and values of rules.md 6a.

    The defaults written here are those of classic; ``options_for`` gives the defaults of each game.  An
    option that does not apply to a game (a dash in the table) is not looked at in that game.
    """

    game: str = "classic"
    deal_pattern: str = "3232-2323"
    # order-up games
    dealer_pickup: str = "optional_when_ordered"
    round2_turned_suit: str = "barred"
    round2_no_trump: bool = False
    stick_dealer: str = "off"
    all_pass: str = "next_dealer"
    club_forces_trump: bool = False
    # lone hands
    allow_alone: bool = True
    lone_maker_side: str = "any"
    lone_defender: str = "any"
    loner_lead: str = "left_of_loner"
    loner_march_score: int = 4
    loner_set_score: int = 2
    lone_defender_score: str = "split"
    super_euchre: int = 0
    # auction
    min_bid: int = 3
    dealer_may_equal: bool = False
    no_trump: str = "none"
    moon_score: int = 24
    moon_set: int = 6
    # folding, and the scores of the games where everybody plays for himself
    fold_in_all_pass: bool = True
    fold_penalty: int = 0
    uncontested: str = "credit_all"
    set_maker_keeps_tricks: bool = False
    set_penalty: int | str = 5
    zero_penalty: int = 5


CLASSIC = Options()
GHOST = Options(game="ghost", deal_pattern="1", allow_alone=False, set_penalty="bid")
BUCK = Options(
    game="buck",
    deal_pattern="2-3",
    dealer_pickup="mandatory",
    all_pass="no_trump",
    club_forces_trump=True,
    allow_alone=False,
)
DEFAULTS = {"classic": CLASSIC, "ghost": GHOST, "buck": BUCK}

ANY_NUMBER: list[Any] = [int]
FIVE_CARD_DEALS: list[Any] = ["3232-2323", "2-3", "3-2", "1", "1_from_dealer"]
ALLOWED: dict[str, dict[str, list[Any]]] = {
    "classic": {
        "deal_pattern": FIVE_CARD_DEALS,
        "dealer_pickup": ["optional_when_ordered", "mandatory"],
        "round2_turned_suit": ["barred", "allowed"],
        "round2_no_trump": [False, True],
        "stick_dealer": ["off", "on"],
        "all_pass": ["next_dealer"],
        "club_forces_trump": [False],
        "allow_alone": [True, False],
        "lone_maker_side": ["any", "maker_only"],
        "lone_defender": ["any", "vs_lone_maker", "never"],
        "loner_lead": ["left_of_loner", "left_of_dealer"],
        "loner_march_score": ANY_NUMBER,
        "loner_set_score": ANY_NUMBER,
        "lone_defender_score": ["split", "flat4"],
        "super_euchre": [0, 4],
    },
    "ghost": {
        "deal_pattern": ["1", "1_from_dealer"],
        "all_pass": ["next_dealer"],
        "min_bid": [1, 2, 3, 4, 5],
        "dealer_may_equal": [False, True],
        "no_trump": ["none", "high"],
        "allow_alone": [False],
        "moon_score": ANY_NUMBER,
        "moon_set": ANY_NUMBER,
        "set_penalty": ["bid", *ANY_NUMBER],
        "set_maker_keeps_tricks": [False, True],
    },
    "buck": {
        "deal_pattern": FIVE_CARD_DEALS,
        "dealer_pickup": ["mandatory", "optional_when_ordered"],
        "round2_turned_suit": ["barred", "allowed"],
        "round2_no_trump": [False, True],
        "all_pass": ["no_trump", "next_dealer"],
        "club_forces_trump": [True, False],
        "allow_alone": [False],
        "fold_in_all_pass": [True, False],
        "fold_penalty": ANY_NUMBER,
        "uncontested": ["credit_all", "credit_required", "void"],
        "set_penalty": ANY_NUMBER,
        "zero_penalty": ANY_NUMBER,
        "set_maker_keeps_tricks": [False, True],
    },
}


def options_for(game: str, overrides: dict[str, Any] | None = None) -> Options:
    """The options of a game (rules.md 6a) with some of them changed; reject what is not in the table."""
    if game not in DEFAULTS:
        raise ValueError(f"unknown game {game!r}")
    for name, value in (overrides or {}).items():
        allowed = ALLOWED[game].get(name)
        if allowed is None:
            raise ValueError(f"{name} is not an option of {game}")
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if value not in allowed and not (is_number and int in allowed):
            raise ValueError(f"{name}={value!r} is not allowed in {game}")
    return replace(DEFAULTS[game], **(overrides or {}))


# ------------------------------------------------------------------------------
# Cards and tricks (rules.md 0.3)
# ------------------------------------------------------------------------------


def full_deck() -> list[str]:
    """The 24 cards, nine to ace of four suits (rules.md 1.1), sorted as text."""
    return sorted(rank + suit for rank in RANKS for suit in SUITS)


def effective_suit(card: str, trump: str) -> str:
    """The suit a card belongs to in play: the left bower is a trump (rules.md 0.1, 0.3)."""
    if trump != NO_TRUMP and card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[1]


def suit_from_the_top(suit: str, trump: str) -> list[str]:
    """All cards that may belong to a suit, highest first (rules.md 0.3)."""
    if suit == trump:
        right_bower = "J" + trump
        left_bower = "J" + SAME_COLOUR[trump]
        return [right_bower, left_bower] + [rank + trump for rank in ["A", "K", "Q", "T", "9"]]
    cards = [rank + suit for rank in ["A", "K", "Q", "J", "T", "9"]]
    return [card for card in cards if effective_suit(card, trump) == suit]


def cards_allowed(hand: Hand, led: str | None, trump: str) -> list[str]:
    """The cards that may be played from a hand to a trick that was led with ``led`` (rules.md 0.3)."""
    if led is None:
        return sorted(hand)
    following = [card for card in hand if effective_suit(card, trump) == effective_suit(led, trump)]
    if following:
        return sorted(following)
    return sorted(hand)


def trick_winner(trick: tuple[Play, ...], trump: str) -> int:
    """The seat that wins a trick: the highest trump, else the highest card of the suit led (rules.md 0.3)."""
    cards = {card: seat for seat, card in trick}
    led_suit = effective_suit(trick[0][1], trump)
    order = suit_from_the_top(led_suit, trump)
    if trump != NO_TRUMP:
        order = suit_from_the_top(trump, trump) + order
    for card in order:
        if card in cards:
            return cards[card]
    raise AssertionError("the card led always belongs to the suit led")


# ------------------------------------------------------------------------------
# Seats and dealing (rules.md 0.1, 0.4)
# ------------------------------------------------------------------------------


def seat_count(options: Options) -> int:
    """Ghost has three players, the others four (rules.md 6a)."""
    return 3 if options.game == "ghost" else 4


def left_of(seat: int, seats: int) -> int:
    """The next seat clockwise (rules.md 0.1)."""
    return (seat + 1) % seats


def from_left_of(seat: int, seats: int) -> list[int]:
    """All seats clockwise, first the one to the left, last the seat itself."""
    return [(seat + step) % seats for step in range(1, seats + 1)]


def partner_of(seat: int) -> int:
    """The player opposite, at a table of four (rules.md 0.1)."""
    return (seat + 2) % 4


def team_of(seat: int) -> int:
    """Team 0 is seats 0 and 2, team 1 is seats 1 and 3 (rules.md 0.1)."""
    return seat % 2


def deal_out(options: Options, dealer: int, deck: list[str]) -> tuple[list[list[str]], list[str], list[str]]:
    """Deal a deck; return the hands by seat, the ghost hand and the cards left over (rules.md 0.4, 2).

    The ghost is served after the last player of each round, as if a fourth player sat there.
    """
    seats = seat_count(options)
    places = from_left_of(dealer, seats)
    if options.deal_pattern == "1_from_dealer":
        places = [dealer, *places[:-1]]
    ghost_place = seats
    if options.game == "ghost":
        places = [*places, ghost_place]

    cards_each = 6 if options.game == "ghost" else 5
    if options.deal_pattern == "3232-2323":
        rounds = [[3, 2, 3, 2], [2, 3, 2, 3]]
    elif options.deal_pattern == "2-3":
        rounds = [[2, 2, 2, 2], [3, 3, 3, 3]]
    elif options.deal_pattern == "3-2":
        rounds = [[3, 3, 3, 3], [2, 2, 2, 2]]
    else:
        rounds = [[1, 1, 1, 1] for _ in range(cards_each)]

    piles: list[list[str]] = [[] for _ in range(seats + 1)]
    rest = list(deck)
    for packets in rounds:
        for place, packet in zip(places, packets, strict=True):
            piles[place] += rest[:packet]
            rest = rest[packet:]
    return piles[:seats], piles[ghost_place], rest


# ------------------------------------------------------------------------------
# State
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """Everything about a hand at one moment, hidden cards included.

    ``phase`` is one of call1, exchange, call2, bid, name_trump, alone, fold, play, over.
    ``turn`` is the seat that must act; None when the hand is over.
    """

    options: Options
    dealer: int
    hands: tuple[Hand, ...]
    ghost: Hand
    upcard: str | None
    phase: str
    turn: int | None
    spoken: int = 0  # how many have had their turn in the present round of calls or bids
    trump: str | None = None  # c d h s, or nt
    maker: int | None = None
    bid: int = 0  # the highest bid so far; 6 is the moon
    swapped: bool = False  # somebody has taken the ghost hand
    alone_answers: tuple[tuple[int, bool], ...] = ()
    fold_answers: tuple[tuple[int, bool], ...] = ()
    sitting_out: tuple[int, ...] = ()
    trick: tuple[Play, ...] = ()
    tricks: tuple[int, ...] = ()
    outcome: str = ""  # when over: scored, uncontested or void


class Result(TypedDict):
    """How a hand ended.

    ``tricks`` are the tricks taken at the table, by seat (none in a hand that was not played).
    ``changes`` are the score changes: two numbers, by team, in classic; one for each seat in ghost and buck.
    ``outcome`` is scored, uncontested (buck, all but one folded and he is credited) or void.
    """

    tricks: list[int]
    changes: list[int]
    void: bool
    outcome: str


def start(options: Options, dealer: int, deck: list[str]) -> State:
    """Deal a hand and go to its first prompt (state machines of rules.md 1.8, 2 and 3.6)."""
    seats = seat_count(options)
    if sorted(deck) != full_deck():
        raise ValueError("the deck must be the 24 cards, each once")
    if dealer not in range(seats):
        raise ValueError("no such dealer")
    hands, ghost, rest = deal_out(options, dealer, deck)
    state = State(
        options=options,
        dealer=dealer,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        ghost=tuple(sorted(ghost)),
        upcard=None if options.game == "ghost" else rest[0],
        phase="bid" if options.game == "ghost" else "call1",
        turn=left_of(dealer, seats),
        tricks=(0,) * seats,
    )
    if options.game == "buck" and options.club_forces_trump and rest[0][1] == "c":
        # rules.md 3.1, 3.2: clubs are trump, no calls, no maker, nobody folds, the dealer leaves the card
        return begin_play(replace(state, trump="c"))
    return state


def actor(state: State) -> int | None:
    """The seat that must act, or None when the hand is over."""
    return state.turn


# ------------------------------------------------------------------------------
# What may be said or done
# ------------------------------------------------------------------------------


def legal(state: State) -> list[str]:
    """All legal actions of the seat in turn, sorted; none when the hand is over."""
    if state.phase == "over":
        return []
    choices = {
        "call1": legal_in_first_round,
        "exchange": legal_in_exchange,
        "call2": legal_in_second_round,
        "bid": legal_in_auction,
        "name_trump": legal_names_after_auction,
        "alone": legal_alone_answers,
        "fold": legal_fold_answers,
        "play": legal_plays,
    }
    return sorted(choices[state.phase](state))


def legal_in_first_round(state: State) -> list[str]:
    """Pass, or accept the up-card's suit (rules.md 1.2, 3.2)."""
    return ["pass", "order"]


def legal_in_exchange(state: State) -> list[str]:
    """The dealer takes the up-card for one of his five; he may leave it if another ordered (rules.md 1.2)."""
    answers = ["discard " + card for card in state.hands[state.dealer]]
    if state.options.dealer_pickup == "optional_when_ordered" and state.maker != state.dealer:
        answers.append("decline")
    return answers


def legal_in_second_round(state: State) -> list[str]:
    """Name a suit, not the one turned down, or pass; a stuck dealer may not pass (rules.md 1.3, 3.2)."""
    assert state.upcard is not None
    names = list(SUITS)
    if state.options.round2_turned_suit == "barred":
        names.remove(state.upcard[1])
    if state.options.round2_no_trump:
        names.append(NO_TRUMP)
    answers = ["name " + name for name in names]
    dealer_is_stuck = state.options.game == "classic" and state.options.stick_dealer == "on"
    if not (dealer_is_stuck and state.turn == state.dealer):
        answers.append("pass")
    return answers


def legal_in_auction(state: State) -> list[str]:
    """Swap if nobody has yet; then pass or bid higher than the last bid (rules.md 2).

    With ``dealer_may_equal`` the dealer, who speaks last, may also bid just as high, the moon included.
    """
    answers = ["pass"]
    if not state.swapped:
        answers.append("swap")
    for bid in [1, 2, 3, 4, 5, MOON]:
        higher = bid > state.bid
        equal = bid == state.bid and state.turn == state.dealer and state.options.dealer_may_equal
        if bid >= state.options.min_bid and (higher or equal):
            answers.append("moon" if bid == MOON else f"bid {bid}")
    return answers


def legal_names_after_auction(state: State) -> list[str]:
    """The highest bidder names a suit, or no trump where that is played (rules.md 2)."""
    names = list(SUITS)
    if state.options.no_trump == "high":
        names.append(NO_TRUMP)
    return ["name " + name for name in names]


def legal_alone_answers(state: State) -> list[str]:
    """Alone or with partner (rules.md 1.4)."""
    return ["alone", "partner"]


def legal_fold_answers(state: State) -> list[str]:
    """Fold or stay (rules.md 3.2)."""
    return ["fold", "stay"]


def legal_plays(state: State) -> list[str]:
    """Follow the suit led if possible (rules.md 0.3)."""
    assert state.turn is not None and state.trump is not None
    led = state.trick[0][1] if state.trick else None
    return ["play " + card for card in cards_allowed(state.hands[state.turn], led, state.trump)]


# ------------------------------------------------------------------------------
# What happens then
# ------------------------------------------------------------------------------


def apply(state: State, text: str) -> State:
    """Return the state after the seat in turn has done ``text``; refuse an illegal action."""
    if text not in legal(state):
        raise ValueError(f"illegal: {text!r}")
    steps = {
        "call1": after_first_round_call,
        "exchange": after_exchange,
        "call2": after_second_round_call,
        "bid": after_auction_turn,
        "name_trump": after_naming,
        "alone": after_alone_answer,
        "fold": after_fold_answer,
        "play": after_play,
    }
    return steps[state.phase](state, text)


def after_first_round_call(state: State, text: str) -> State:
    """The first acceptance ends all calling; four passes lead to the second round (rules.md 1.2, 3.2)."""
    assert state.turn is not None and state.upcard is not None
    if text == "order":
        return replace(state, maker=state.turn, trump=state.upcard[1], phase="exchange", turn=state.dealer)
    if state.spoken + 1 == 4:
        return replace(state, phase="call2", spoken=0, turn=left_of(state.dealer, 4))
    return replace(state, spoken=state.spoken + 1, turn=left_of(state.turn, 4))


def after_exchange(state: State, text: str) -> State:
    """The dealer has taken the up-card and discarded, or has left it (rules.md 1.2, 3.2)."""
    assert state.upcard is not None
    if text != "decline":
        discard = text.split()[1]
        kept = [card for card in state.hands[state.dealer] if card != discard]
        state = with_hand(state, state.dealer, [*kept, state.upcard])
    return after_trump_is_settled(state)


def after_second_round_call(state: State, text: str) -> State:
    """The first to name a suit fixes trump; no exchange.  Four more passes: see rules.md 1.3 and 3.2."""
    assert state.turn is not None
    if text != "pass":
        return after_trump_is_settled(replace(state, maker=state.turn, trump=text.split()[1]))
    if state.spoken + 1 < 4:
        return replace(state, spoken=state.spoken + 1, turn=left_of(state.turn, 4))
    if state.options.all_pass == "no_trump":
        return after_trump_is_settled(replace(state, maker=None, trump=NO_TRUMP))
    return finish(state, "void")


def after_auction_turn(state: State, text: str) -> State:
    """One turn for each player, the dealer last; a swap does not use up the turn (rules.md 2)."""
    seat = state.turn
    assert seat is not None
    if text == "swap":
        laid_down = state.hands[seat]
        taken = state.ghost
        return replace(with_hand(state, seat, list(taken)), ghost=laid_down, swapped=True)
    if text != "pass":
        state = replace(state, maker=seat, bid=MOON if text == "moon" else int(text.split()[1]))
    if state.spoken + 1 < 3:
        return replace(state, spoken=state.spoken + 1, turn=left_of(seat, 3))
    if state.maker is None:
        return finish(state, "void")
    return replace(state, phase="name_trump", turn=state.maker)


def after_naming(state: State, text: str) -> State:
    """The highest bidder has named trump and leads (rules.md 2)."""
    return begin_play(replace(state, trump=text.split()[1]))


def after_trump_is_settled(state: State) -> State:
    """Exchange done or not needed: classic asks who plays alone, buck asks who folds (rules.md 1.8, 3.6)."""
    if state.options.game == "classic":
        return next_alone_prompt(state)
    return next_fold_prompt(state)


def lone_player(state: State, team: int) -> int | None:
    """The player of a team who has said that he plays alone, if any (rules.md 1.4)."""
    for seat, alone in state.alone_answers:
        if alone and team_of(seat) == team:
            return seat
    return None


def seats_to_ask_about_alone(state: State) -> list[int]:
    """Who is asked, in order, given the answers so far; those who have answered are still in the list.

    rules.md 1.4: first the maker, then his partner if the maker declined, then the defenders clockwise from
    the left of the dealer up to the first yes.
    """
    assert state.maker is not None
    options = state.options
    if not options.allow_alone:
        return []
    makers = team_of(state.maker)
    defenders = 1 - makers

    asked = [state.maker]
    if options.lone_maker_side == "any" and lone_player(state, makers) != state.maker:
        asked.append(partner_of(state.maker))

    if options.lone_defender == "never":
        return asked
    if options.lone_defender == "vs_lone_maker" and lone_player(state, makers) is None:
        return asked
    for seat in from_left_of(state.dealer, 4):
        if team_of(seat) == defenders:
            asked.append(seat)
            if lone_player(state, defenders) == seat:
                break
    return asked


def next_alone_prompt(state: State) -> State:
    """Ask the next player who has to be asked, or begin the play (rules.md 1.4)."""
    answered = [seat for seat, _ in state.alone_answers]
    for seat in seats_to_ask_about_alone(state):
        if seat not in answered:
            return replace(state, phase="alone", turn=seat)
    return begin_play(state)


def after_alone_answer(state: State, text: str) -> State:
    """The partner of a lone player sits out (rules.md 1.4)."""
    seat = state.turn
    assert seat is not None
    alone = text == "alone"
    state = replace(state, alone_answers=(*state.alone_answers, (seat, alone)))
    if alone:
        state = replace(state, sitting_out=(*state.sitting_out, partner_of(seat)))
    return next_alone_prompt(state)


def next_fold_prompt(state: State) -> State:
    """Ask who folds, clockwise from the left of the dealer, not the maker (rules.md 3.2).

    When all have answered the hand is played; with one player left (rules.md 3.4), or none (3.2), it ends.
    """
    everybody_must_play = state.maker is None and not state.options.fold_in_all_pass
    answered = [seat for seat, _ in state.fold_answers]
    for seat in from_left_of(state.dealer, 4):
        if seat != state.maker and seat not in answered and not everybody_must_play:
            return replace(state, phase="fold", turn=seat)
    staying = seats_in(state)
    if len(staying) == 0:
        return finish(state, "void")
    if len(staying) == 1:
        return finish(state, "void" if state.options.uncontested == "void" else "uncontested")
    return begin_play(state)


def after_fold_answer(state: State, text: str) -> State:
    """A player who folds is out of the hand (rules.md 3.2)."""
    seat = state.turn
    assert seat is not None
    fold = text == "fold"
    state = replace(state, fold_answers=(*state.fold_answers, (seat, fold)))
    if fold:
        state = replace(state, sitting_out=(*state.sitting_out, seat))
    return next_fold_prompt(state)


def seats_in(state: State) -> list[int]:
    """The seats that take part in the play."""
    return [seat for seat in range(seat_count(state.options)) if seat not in state.sitting_out]


def next_seat_in(state: State, seat: int) -> int:
    """The first seat clockwise from ``seat`` that takes part in the play (rules.md 0.3)."""
    for other in from_left_of(seat, seat_count(state.options)):
        if other not in state.sitting_out:
            return other
    raise AssertionError("somebody is in")


def first_leader(state: State) -> int:
    """Who leads to the first trick (rules.md 1.5, 2, 3.2)."""
    if state.options.game == "ghost":
        assert state.maker is not None
        return state.maker
    if state.options.game == "classic" and state.options.loner_lead == "left_of_loner":
        assert state.maker is not None
        lone_maker = lone_player(state, team_of(state.maker))
        lone_defender = lone_player(state, 1 - team_of(state.maker))
        if lone_maker is not None and lone_defender is not None:
            return lone_defender
        if lone_maker is not None:
            return left_of(lone_maker, 4)
        if lone_defender is not None:
            return left_of(lone_defender, 4)
    return next_seat_in(state, state.dealer)


def begin_play(state: State) -> State:
    """Nothing more to ask: the leader plays to the first trick."""
    return replace(state, phase="play", turn=first_leader(state))


def after_play(state: State, text: str) -> State:
    """A card is on the table; a full trick goes to its winner, who leads next (rules.md 0.3)."""
    seat, trump = state.turn, state.trump
    assert seat is not None and trump is not None
    card = text.split()[1]
    state = with_hand(state, seat, [other for other in state.hands[seat] if other != card])
    state = replace(state, trick=(*state.trick, (seat, card)))
    if len(state.trick) < len(seats_in(state)):
        return replace(state, turn=next_seat_in(state, seat))

    winner = trick_winner(state.trick, trump)
    tricks = list(state.tricks)
    tricks[winner] += 1
    state = replace(state, trick=(), tricks=tuple(tricks), turn=winner)
    if not state.hands[winner]:
        return finish(state, "scored")
    return state


def with_hand(state: State, seat: int, cards: list[str]) -> State:
    """The same state with another hand in front of one seat."""
    hands = list(state.hands)
    hands[seat] = tuple(sorted(cards))
    return replace(state, hands=tuple(hands))


def finish(state: State, outcome: str) -> State:
    """The hand is over."""
    return replace(state, phase="over", turn=None, outcome=outcome)


# ------------------------------------------------------------------------------
# Scoring
# ------------------------------------------------------------------------------


def result(state: State) -> Result:
    """The tricks and the score changes of a finished hand."""
    if state.phase != "over":
        raise ValueError("the hand is not over")
    tricks = list(state.tricks)
    if state.outcome == "void":
        changes = [0, 0] if state.options.game == "classic" else [0] * seat_count(state.options)
    elif state.options.game == "classic":
        assert state.maker is not None
        makers = team_of(state.maker)
        changes = score_classic(
            state.options,
            makers=makers,
            makers_tricks=sum(tricks[seat] for seat in range(4) if team_of(seat) == makers),
            maker_side_alone=lone_player(state, makers) is not None,
            defender_alone=lone_player(state, 1 - makers) is not None,
        )
    elif state.options.game == "ghost":
        assert state.maker is not None
        changes = score_ghost(state.options, maker=state.maker, bid=state.bid, tricks=tricks)
    elif state.outcome == "uncontested":
        changes = score_buck_uncontested(state.options, maker=state.maker, survivor=seats_in(state)[0])
    else:
        changes = score_buck(state.options, maker=state.maker, folded=list(state.sitting_out), tricks=tricks)
    return Result(tricks=tricks, changes=changes, void=state.outcome == "void", outcome=state.outcome)


def score_classic(
    options: Options, *, makers: int, makers_tricks: int, maker_side_alone: bool, defender_alone: bool
) -> list[int]:
    """Score changes by team (rules.md 1.6).

    Where several lines give the defenders different values for the same set, they get the highest of them.
    """
    defenders = 1 - makers
    changes = [0, 0]
    if makers_tricks == 5:
        changes[makers] = options.loner_march_score if maker_side_alone else 2
    elif makers_tricks >= 3:
        changes[makers] = 1
    else:
        values = [options.loner_set_score if maker_side_alone else 2]
        if defender_alone:
            values.append(4 if makers_tricks == 0 or options.lone_defender_score == "flat4" else 2)
        if makers_tricks == 0:
            values.append(options.super_euchre)
        changes[defenders] = max(values)
    return changes


def score_ghost(options: Options, *, maker: int, bid: int, tricks: list[int]) -> list[int]:
    """Score changes by seat (rules.md 2)."""
    changes = list(tricks)
    if tricks[maker] >= bid:
        if bid == MOON:
            changes[maker] = options.moon_score
        return changes
    if bid == MOON:
        changes[maker] = -options.moon_set
    elif options.set_penalty == "bid":
        changes[maker] = -bid
    else:
        changes[maker] = -int(options.set_penalty)
    if options.set_maker_keeps_tricks:
        changes[maker] += tricks[maker]
    return changes


def score_buck(options: Options, *, maker: int | None, folded: list[int], tricks: list[int]) -> list[int]:
    """Score changes by seat of a hand that was played (rules.md 3.3)."""
    changes = []
    for seat in range(4):
        if seat in folded:
            changes.append(options.fold_penalty)
        elif seat == maker and tricks[seat] < 3:
            kept = tricks[seat] if options.set_maker_keeps_tricks else 0
            changes.append(int(options.set_penalty) - kept)
        elif tricks[seat] == 0:
            changes.append(options.zero_penalty)
        else:
            changes.append(-tricks[seat])
    return changes


def score_buck_uncontested(options: Options, *, maker: int | None, survivor: int) -> list[int]:
    """Score changes by seat when all but one have folded (rules.md 3.4)."""
    changes = [options.fold_penalty] * 4
    if options.uncontested == "credit_all":
        changes[survivor] = -5
    else:
        changes[survivor] = -3 if survivor == maker else -1
    return changes
