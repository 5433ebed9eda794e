"""Cards, hands and the order of trump (`rules.md` 0.1 and 0.3).

A card is an `int`: `8 * suit + rank - 7` for suits clubs, diamonds, hearts, spades (0 to 3) and
ranks 7 to ace, and 32 for the joker. A set of cards is an `int` bit mask with bit `1 << card`. What
follows what and what beats what are table look-ups, so the left bower needs no special case
anywhere else.
"""

from functools import lru_cache
from typing import Final

CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
NO_TRUMP: Final = 4
NO_TRUMP_LOW: Final = 5
UNFIXED: Final = -1
"""Trump before it is fixed: neither a suit nor no trump."""

SUITS: Final = (CLUBS, DIAMONDS, HEARTS, SPADES)
TRUMPS: Final = (*SUITS, NO_TRUMP, NO_TRUMP_LOW)
RANKS: Final = "789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_NAMES: Final = ("club", "diamond", "heart", "spade")
TRUMP_WORDS: Final = ("c", "d", "h", "s", "nt", "low")
JOKER: Final = 32
CARD_COUNT: Final = 33
NO_CARD: Final = -1

_JACK: Final = RANKS.index("J")


def card(text: str) -> int:
    """Return the card of a text form such as `Jd` or `B`.

    Raises:
        ValueError: the text names no card.
    """
    if text == "B":
        return JOKER
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUIT_LETTERS:
        raise ValueError(f"{text!r} names no card")
    return 8 * SUIT_LETTERS.index(text[1]) + RANKS.index(text[0])


def text(a_card: int) -> str:
    """Return the text form of a card: rank then suit, or `B`."""
    return CARD_TEXTS[a_card]


def in_a_sentence(a_card: int) -> str:
    """Return how a refusal names a card: by its text, but the joker in full."""
    return "the joker" if a_card == JOKER else text(a_card)


def mask(*cards: int) -> int:
    """Return the set that holds these cards."""
    result = 0
    for a_card in cards:
        result |= 1 << a_card
    return result


@lru_cache(maxsize=1 << 16)
def members(cards: int) -> tuple[int, ...]:
    """Return the cards of a set, sorted by suit and rank."""
    return _LOW_MEMBERS[cards & 0x7FF] + _MID_MEMBERS[cards >> 11 & 0x7FF] + _HIGH_MEMBERS[cards >> 22]


def texts(cards: int) -> str:
    """Return the text forms of a set, separated by spaces."""
    return " ".join(CARD_TEXTS[a_card] for a_card in members(cards))


def hand(words: str) -> int:
    """Return the set that a text such as `Jd 9h B` names."""
    return mask(*(card(word) for word in words.split()))


def pack(min_rank: int, joker: bool) -> tuple[int, ...]:
    """Return the cards of a pack in canonical order, from the lowest rank (7, 8 or 9) up.

    The order is clubs, diamonds, hearts, spades, each from its lowest rank, then the joker. A
    shuffle starts from it (`docs/shuffle.md`).
    """
    cards = [8 * suit + rank - 7 for suit in SUITS for rank in range(min_rank, 15)]
    if joker:
        cards.append(JOKER)
    return tuple(cards)


def printed_suit(a_card: int) -> int:
    """Return the suit printed on a card (not the joker)."""
    return a_card >> 3


def same_colour(suit: int) -> int:
    """Return the other suit of the same colour: clubs and spades, diamonds and hearts."""
    return 3 - suit


def is_low(a_card: int) -> bool:
    """Tell whether a card is a ten or lower: what makes a farmer's hand (`rules.md` 5)."""
    return a_card != JOKER and a_card & 7 <= RANKS.index("T")


def effective_suit(a_card: int, trump: int) -> int:
    """Return the suit a card counts as under `trump`; the joker without trump is a suit of its own.

    The left bower and the joker are trumps (`rules.md` 0.1).
    """
    if a_card == JOKER:
        return trump if trump <= SPADES else JOKER
    suit = printed_suit(a_card)
    if trump <= SPADES and a_card & 7 == _JACK and suit == same_colour(trump):
        return trump
    return suit


def _strength(a_card: int, trump: int, led: int) -> int:
    """Return how a card ranks in a trick; 0 when it can win nothing (`rules.md` 0.3)."""
    suit = effective_suit(a_card, trump)
    if a_card == JOKER:
        return 200
    rank = a_card & 7
    if suit == trump:
        if rank == _JACK:
            return 150 + (printed_suit(a_card) == trump)
        return 100 + rank
    if suit == effective_suit(led, trump):
        return 1 + (7 - rank if trump == NO_TRUMP_LOW else rank)
    return 0


def _members_from(first: int) -> tuple[tuple[int, ...], ...]:
    """Return the members of every set of the 11 cards from `first` on."""
    return tuple(tuple(first + i for i in range(11) if bits >> i & 1) for bits in range(1 << 11))


_LOW_MEMBERS: Final = _members_from(0)
_MID_MEMBERS: Final = _members_from(11)
_HIGH_MEMBERS: Final = _members_from(22)

CARD_TEXTS: Final = tuple([f"{rank}{suit}" for suit in SUIT_LETTERS for rank in RANKS] + ["B"])

FOLLOWERS: Final = tuple(
    tuple(
        mask(*(c for c in range(CARD_COUNT) if effective_suit(c, trump) == effective_suit(led, trump)))
        for led in range(CARD_COUNT)
    )
    for trump in TRUMPS
)
"""`FOLLOWERS[trump][led]`: the cards that follow a led card."""

ALL_CARDS: Final = (1 << CARD_COUNT) - 1
"""Every card of any pack; what may be led."""

STRENGTHS: Final = tuple(
    tuple(tuple(_strength(c, trump, led) for c in range(CARD_COUNT)) for led in range(CARD_COUNT))
    for trump in TRUMPS
)
"""`STRENGTHS[trump][led][card]`: how high a card stands in that trick; the highest wins."""

NATURAL_TRUMPS: Final = tuple(mask(*range(8 * suit, 8 * suit + 8)) for suit in SUITS)
"""`NATURAL_TRUMPS[suit]`: cards printed in a suit; the left bower and the joker are not natural."""
