"""The kinds of house rule: one enum for each option that is not a number or a switch.

Names and meanings are those of `protos/euchre/v1/ruleset.proto` and `rules.md` 6a.
"""

from enum import Enum, auto


class Teams(Enum):
    """Who plays with whom."""

    PAIRS = auto()
    """Seats 0 and 2 against seats 1 and 3."""
    SOLO = auto()
    """Everyone for himself."""
    MAKER_VS_REST = auto()
    """Everyone scores for himself; the others stand together against the maker."""


class JokerUpcard(Enum):
    """What happens when the joker is turned up. `rules.md` 1.7."""

    DEALER_MAKES_BLIND = auto()
    """The dealer names trump before seeing his cards; his side are the makers."""
    DEALER_PROPOSES_BLIND = auto()
    """The dealer names the proposed suit before seeing his cards; calling follows."""
    CLUBS = auto()
    """It proposes clubs."""
    DIAMONDS = auto()
    """It proposes diamonds."""
    HEARTS = auto()
    """It proposes hearts."""
    SPADES = auto()
    """It proposes spades."""
    DEALER_MUST_TAKE = auto()
    """If all others pass, the dealer takes it and names its suit: he is the maker."""
    REDEAL = auto()
    """The turn is void; the same dealer deals again."""


class DealPattern(Enum):
    """In which packets the cards are dealt. `rules.md` 0.4."""

    THREE_TWO_THREE_TWO = auto()
    """3, 2, 3, 2 then 2, 3, 2, 3, from the dealer's left."""
    TWO_THREE = auto()
    """Two to each, then the rest to each, from the dealer's left."""
    THREE_TWO = auto()
    """Three to each, then the rest to each, from the dealer's left."""
    ONE = auto()
    """One at a time from the dealer's left."""
    ONE_FROM_DEALER = auto()
    """One at a time, the dealer first."""


class FirstDealer(Enum):
    """Who deals the first hand."""

    RANDOM = auto()
    """A seat drawn from the game's seed."""
    SEAT_0 = auto()
    """Seat 0."""
    SEAT_1 = auto()
    """Seat 1."""
    SEAT_2 = auto()
    """Seat 2."""
    SEAT_3 = auto()
    """Seat 3."""


class Calling(Enum):
    """How trump is fixed."""

    ORDER_UP = auto()
    """Two rounds over an up-card."""
    AUCTION = auto()
    """Bids of tricks."""


class DealerPickup(Enum):
    """Whether the dealer must take an up-card that was ordered. `rules.md` 1.2."""

    OPTIONAL_WHEN_ORDERED = auto()
    """He may leave it when somebody else ordered; he must take it when he accepted."""
    MANDATORY = auto()
    """He must take it."""


class Round2TurnedSuit(Enum):
    """Whether the turned-down suit may be named in the second round."""

    BARRED = auto()
    """It may not."""
    ALLOWED = auto()
    """It may."""


class StickDealer(Enum):
    """Whether the dealer must name trump as the last speaker. `rules.md` 1.3."""

    OFF = auto()
    """He may pass."""
    ON = auto()
    """He must name trump."""
    ON_OR_PAY1 = auto()
    """He must name trump or give up the deal: opponents score 1."""


class AllPass(Enum):
    """What happens when everybody passes."""

    NEXT_DEALER = auto()
    """The hand is void; the next seat deals."""
    SAME_DEALER = auto()
    """The hand is void; the same seat deals again."""
    NO_TRUMP = auto()
    """The hand is played without trump and without a maker."""
    FORCE_DEALER_MIN = auto()
    """Auction: the dealer must make the minimum bid."""


class BidForm(Enum):
    """What a bid of an auction names."""

    NUMBER = auto()
    """Tricks; trump is named by the winner afterwards."""
    NUMBER_AND_SUIT = auto()
    """Tricks and trump; trumps are not ranked."""


class AuctionRounds(Enum):
    """How long an auction lasts."""

    SINGLE = auto()
    """One turn for each seat."""
    UNTIL_PASSES = auto()
    """Until all but the high bidder have passed."""


class GhostSwap(Enum):
    """Exchanging a hand for the ghost hand. `rules.md` 2."""

    OFF = auto()
    """No swap."""
    ON_TURN_ONCE = auto()
    """On your own turn before your bid, once for the whole table."""


class NoTrump(Enum):
    """What no-trump an auction's winner may name."""

    NONE = auto()
    """None."""
    HIGH = auto()
    """Ace high."""
    HIGH_LOW = auto()
    """Ace high, and nine high."""


class LoneMakerSide(Enum):
    """Who of the makers may play alone."""

    ANY = auto()
    """The maker, or his partner if he declines."""
    MAKER_ONLY = auto()
    """The maker."""


class LoneDefender(Enum):
    """Who may defend alone."""

    ANY = auto()
    """Either defender, also against two makers."""
    VS_LONE_MAKER = auto()
    """Either defender, against a lone maker."""
    NEVER = auto()
    """Nobody."""


class AloneTiming(Enum):
    """When alone is declared."""

    AFTER_EXCHANGE = auto()
    """After the dealer's exchange."""
    WITH_CALL = auto()
    """With the call that fixes trump; the other seats are asked after the exchange."""
    BEFORE_EXCHANGE = auto()
    """After the call, before the dealer's exchange."""


class PartnersBest(Enum):
    """Whether a lone player gets a card from his partner. `rules.md` 5."""

    OFF = auto()
    """No."""
    MAKER = auto()
    """A lone player of the makers."""
    MAKER_AND_DEFENDER = auto()
    """Any lone player."""


class BestOrder(Enum):
    """Order of the exchange with the partner."""

    DISCARD_FIRST = auto()
    """The lone player lays a card down, then gets one."""
    RECEIVE_FIRST = auto()
    """He gets a card, then lays one down."""


class FoldRule(Enum):
    """Whether seats may fold."""

    OFF = auto()
    """No."""
    AFTER_TRUMP = auto()
    """Once trump is fixed, in turn."""


class FoldAnswers(Enum):
    """Whether fold answers are seen as they are given."""

    OPEN = auto()
    """Each is seen at once."""
    HIDDEN = auto()
    """All are shown together when the last is in."""


class Uncontested(Enum):
    """What a seat gets when all others folded. `rules.md` 3.4."""

    CREDIT_ALL = auto()
    """All the tricks, unplayed."""
    CREDIT_REQUIRED = auto()
    """The tricks it needs, unplayed."""
    VOID = auto()
    """Nothing."""
    PLAY_OUT = auto()
    """It plays its cards alone."""


class FirstLead(Enum):
    """Who leads when nobody is alone."""

    LEFT_OF_DEALER = auto()
    """The first seat in, from the dealer's left."""
    MAKER = auto()
    """The maker."""


class LonerLead(Enum):
    """Who leads to a lone hand. `rules.md` 1.5."""

    LEFT_OF_LONER = auto()
    """Left of the lone player; the lone defender when both sides are alone."""
    LEFT_OF_DEALER = auto()
    """The first seat in, from the dealer's left."""


class LoneDefenderScore(Enum):
    """What setting the makers alone is worth. `rules.md` 1.6."""

    SPLIT = auto()
    """2 for three or four tricks, 4 for all five."""
    FLAT4 = auto()
    """4 for three or more."""


class Simultaneous(Enum):
    """Who wins when several sides could."""

    HIGHEST = auto()
    """The highest score; level: another hand."""
    LOWEST = auto()
    """The lowest score; level: another hand."""
    MAKER_FIRST = auto()
    """The maker's side, else the best score."""
    TRICK_ORDER = auto()
    """The side that got there first, trick by trick, else the best score."""


class OutRule(Enum):
    """Whether a side may win on another's contract."""

    FREE = auto()
    """It may."""
    CONTRACT_ONLY = auto()
    """Only in a hand where it made its contract or set the other side."""


class Farmers(Enum):
    """Farmer's hand. `rules.md` 5."""

    OFF = auto()
    """None."""
    REDEAL_ALL_LOW = auto()
    """A hand of nothing but nines and tens may be shown: the same dealer deals again."""
    REDEAL_NO_ACE_NO_FACE = auto()
    """A hand without ace and picture may be shown: the same dealer deals again."""
    EXCHANGE3 = auto()
    """Three nines or tens may be exchanged for the unseen kitty; the same as `go_under`."""


class Renege(Enum):
    """What happens to a card that does not follow suit. `rules.md` 2."""

    REJECT = auto()
    """It is refused."""
    ALLOW_CLAIM = auto()
    """It is accepted; another seat may call the renege once a shown card proves it."""
