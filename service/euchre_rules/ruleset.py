"""A table's rules as one value: every option of `rules.md` 6a and 5, and what follows from them.

No code asks for a variant by name; it asks the option. The defaults are the classic game's.
"""

from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from functools import cached_property
from operator import itemgetter
from typing import Any, Final

from euchre_rules import actions, cards, options, phases
from euchre_rules.packets import packets, serving_order

Picker = Callable[[Sequence[int]], tuple[int, ...]]
"""Picks the cards of one place out of a deck."""


def _number(default: int, low: int, high: int) -> int:
    """Declare a numeric option with its bounds, both inclusive."""
    bounded: int = field(default=default, metadata={"low": low, "high": high})
    return bounded


@dataclass(frozen=True)
class Ruleset:
    """Every option of a game. Immutable; make another with `dataclasses.replace`.

    Build one with `presets.resolve` (which checks it), or check it yourself with
    `conflicts.check`.
    """

    base: str = "classic"
    """The preset this ruleset starts from."""
    players: int = _number(4, 2, 4)
    """Seats, 2 to 4."""
    teams: options.Teams = options.Teams.PAIRS
    """Who plays with whom."""
    min_rank: int = _number(9, 7, 9)
    """Lowest rank of the pack: 7, 8 or 9."""
    joker: bool = False
    """Whether the joker is in the pack."""
    joker_upcard: options.JokerUpcard = options.JokerUpcard.DEALER_MAKES_BLIND
    """What happens when the joker is turned up."""
    hand_size: int = _number(5, 5, 6)
    """Cards dealt to each seat, 5 or 6."""
    ghost_hand: bool = False
    """Whether a ghost hand is dealt."""
    dummy_hand: bool = False
    """Whether a dummy hand is dealt that the maker may take up."""
    upcard: bool = True
    """Whether a card is turned up."""
    deal_pattern: options.DealPattern = options.DealPattern.THREE_TWO_THREE_TWO
    """Packets of the deal."""
    first_dealer: options.FirstDealer = options.FirstDealer.RANDOM
    """Who deals first."""
    calling: options.Calling = options.Calling.ORDER_UP
    """How trump is fixed."""
    dealer_pickup: options.DealerPickup = options.DealerPickup.OPTIONAL_WHEN_ORDERED
    """Whether the dealer must take an ordered up-card."""
    discard_may_be_upcard: bool = False
    """Whether the dealer may lay down the up-card he took."""
    round2_turned_suit: options.Round2TurnedSuit = options.Round2TurnedSuit.BARRED
    """Whether the turned-down suit may be named."""
    round2_no_trump: bool = False
    """Whether no trump may be named in the second round."""
    stick_dealer: options.StickDealer = options.StickDealer.OFF
    """Whether the dealer must call last."""
    all_pass: options.AllPass = options.AllPass.NEXT_DEALER
    """What happens when all pass."""
    club_forces_trump: bool = False
    """A club turned up makes clubs trump at once, without a maker or folds."""
    club_dealer_takes: bool = False
    """The dealer then takes that club."""
    club_dealer_need: int = _number(1, 1, 6)
    """Tricks the dealer then needs, 1 to 6."""
    min_bid: int = _number(3, 1, 6)
    """Lowest bid of an auction, 1 to 6."""
    max_bid: int = _number(0, 0, 6)
    """Highest number that may be bid, 0 to 6; 0: one below the hand's size, and above it the moon."""
    bid_form: options.BidForm = options.BidForm.NUMBER
    """What a bid names."""
    auction_rounds: options.AuctionRounds = options.AuctionRounds.SINGLE
    """How long an auction lasts."""
    dealer_may_equal: bool = False
    """Whether the dealer may take the bid at the same number."""
    ghost_swap: options.GhostSwap = options.GhostSwap.OFF
    """Exchanging for the ghost hand."""
    no_trump: options.NoTrump = options.NoTrump.NONE
    """No trump in an auction."""
    shooter: bool = False
    """Whether the shooter (all tricks, alone, one card from the partner) may be bid."""
    shooter_score: int = _number(12, 0, 100)
    """Points of a made shooter."""
    shooter_set: int = _number(6, 0, 100)
    """Points lost by a failed shooter."""
    allow_alone: bool = True
    """Whether alone may be declared."""
    lone_maker_side: options.LoneMakerSide = options.LoneMakerSide.ANY
    """Who of the makers may."""
    lone_defender: options.LoneDefender = options.LoneDefender.ANY
    """Who of the defenders may."""
    alone_timing: options.AloneTiming = options.AloneTiming.AFTER_EXCHANGE
    """When it is declared."""
    canadian: bool = False
    """Whether the dealer's partner who assists must play alone."""
    partners_best: options.PartnersBest = options.PartnersBest.OFF
    """Whether a lone player gets a card from his partner."""
    best_order: options.BestOrder = options.BestOrder.DISCARD_FIRST
    """Order of that exchange."""
    fold: options.FoldRule = options.FoldRule.OFF
    """Whether seats may fold."""
    fold_in_all_pass: bool = True
    """Whether seats may fold in a hand that everybody passed."""
    fold_penalty: int = _number(0, 0, 100)
    """Points a fold costs."""
    fold_answers: options.FoldAnswers = options.FoldAnswers.OPEN
    """Whether folds are seen at once."""
    uncontested: options.Uncontested = options.Uncontested.CREDIT_ALL
    """What a lone remaining seat gets."""
    sweep_needs_opponent: bool = True
    """Whether a sweep that wins the game needs an opponent in the hand."""
    first_lead: options.FirstLead = options.FirstLead.LEFT_OF_DEALER
    """Who leads first."""
    loner_lead: options.LonerLead = options.LonerLead.LEFT_OF_LONER
    """Who leads to a lone hand."""
    start_score: int = _number(0, 0, 1000)
    """Score at the start, 0 to 1000."""
    target: int = _number(10, 0, 1000)
    """Score that ends the game; below `start_score` the game counts down. 0 to 1000."""
    num_deals: int = _number(0, 0, 1000)
    """The game ends after this many hands, 0 to 1000, void ones included; 0: no limit."""
    make_score: int = _number(1, 1, 100)
    """Points of the makers for three or four tricks, 1 to 100."""
    march_score: int = _number(2, 1, 100)
    """Points of the makers for all tricks, 1 to 100."""
    set_score: int = _number(2, 1, 100)
    """Points of each opposing side when the makers are set, 1 to 100."""
    loner_march_score: int = _number(4, 1, 100)
    """Points of a lone maker for all tricks, 1 to 100."""
    loner_set_score: int = _number(2, 1, 100)
    """Points of the opponents when a lone maker is set, 1 to 100."""
    lone_defender_score: options.LoneDefenderScore = options.LoneDefenderScore.SPLIT
    """What a lone defender scores."""
    super_euchre: int = _number(0, 0, 100)
    """Points of the defenders when the makers take no trick; 0: as any set."""
    trick_points: int = _number(0, -10, 10)
    """Points for each trick, -10 to 10; 0: a hand is scored by make, march and set instead."""
    set_penalty: int = _number(0, 0, 100)
    """Points a set maker loses; 0: the number bid."""
    zero_penalty: int = _number(0, 0, 100)
    """Points lost by another side that takes fewer tricks than it needs."""
    set_maker_keeps_tricks: bool = False
    """Whether a set maker still scores his tricks."""
    maker_need: int = _number(3, 0, 6)
    """Tricks the makers need, 0 to 6; 0: the number bid."""
    other_need: int = _number(0, 0, 6)
    """Tricks every other side needs, 0 to 6."""
    moon_score: int = _number(24, 0, 100)
    """Points of a made moon."""
    moon_set: int = _number(6, 0, 100)
    """Points lost by a failed moon."""
    sweep_wins_game: bool = False
    """Whether one side that takes every trick wins the game at once."""
    simultaneous: options.Simultaneous = options.Simultaneous.HIGHEST
    """Who wins when several sides could."""
    out_rule: options.OutRule = options.OutRule.FREE
    """Winning on another's contract."""
    farmers: options.Farmers = options.Farmers.OFF
    """Farmer's hand."""
    go_under: bool = False
    """Whether three nines or tens may be exchanged for the unseen kitty before calling."""
    fast_break: bool = False
    """Defenders who win tricks 1 and 2 and lose the rest cancel the makers' point."""
    four_trick_tokens: bool = False
    """Makers, not alone, with exactly four tricks get a token; four tokens are a point."""
    min_trump_to_call: bool = False
    """Whether a caller must hold a natural trump; the left bower does not count."""
    alone_take5: bool = False
    """Whether a lone hand short of all tricks counts as set."""
    take4for1: bool = False
    """Whether makers with exactly three tricks score nothing (and are not set)."""
    laps: bool = False
    """Whether points over the target carry into the next game of a match."""
    slam: bool = False
    """Whether a game counts double when a loser has no point."""
    renege: options.Renege = options.Renege.REJECT
    """What happens to a card that does not follow suit."""
    renege_points: int = _number(2, 0, 100)
    """Points a proved renege costs (doubled in a lone hand of a partnership game)."""

    @cached_property
    def pairs(self) -> bool:
        """Whether seats opposite each other are partners."""
        return self.teams is options.Teams.PAIRS

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat: its partnership, or the seat itself."""
        return tuple(seat % 2 if self.pairs else seat for seat in range(self.players))

    @cached_property
    def side_count(self) -> int:
        """How many sides keep a score."""
        return 2 if self.pairs else self.players

    @cached_property
    def side_masks(self) -> tuple[int, ...]:
        """The seats of each side as a bit mask over seats."""
        return tuple(
            sum(1 << seat for seat in range(self.players) if self.side_of[seat] == side)
            for side in range(self.side_count)
        )

    @cached_property
    def deck(self) -> tuple[int, ...]:
        """The pack in canonical order."""
        return cards.pack(self.min_rank, self.joker)

    @cached_property
    def hands_dealt(self) -> int:
        """How many hands are dealt: the seats and the ghost or dummy."""
        return self.players + (self.ghost_hand or self.dummy_hand)

    @cached_property
    def pickers(self) -> tuple[tuple[Picker, ...], ...]:
        """For each dealer, what picks each place's cards out of a deck (`rules.md` 0.4).

        Places are the seats in order, and then the ghost or dummy if there is one.
        """
        return tuple(self._pickers(dealer) for dealer in range(self.players))

    def _pickers(self, dealer: int) -> tuple[Picker, ...]:
        places: list[list[int]] = [[] for _ in range(self.hands_dealt)]
        order = serving_order(self.players, self.deal_pattern, dealer, self.ghost_hand, self.dummy_hand)
        top = 0
        for place, size in packets(order, self.deal_pattern, self.hand_size):
            places[place] += range(top, top + size)
            top += size
        return tuple(itemgetter(*place) for place in places)

    @cached_property
    def kitty_size(self) -> int:
        """How many cards stay undealt and unseen, without the up-card."""
        return len(self.deck) - self.hands_dealt * self.hand_size - self.upcard

    @cached_property
    def bids(self) -> tuple[int, ...]:
        """The amounts an auction offers, lowest first (`actions.bid`)."""
        top = self.max_bid or self.hand_size - 1
        offered = list(range(self.min_bid, top + 1))
        if self.shooter:
            offered.append(actions.SHOOTER)
        if not self.max_bid:
            offered.append(actions.MOON)
        return tuple(offered)

    @cached_property
    def auction_trumps(self) -> tuple[int, ...]:
        """The trumps an auction's winner may name."""
        if self.no_trump is options.NoTrump.NONE:
            return cards.SUITS
        if self.no_trump is options.NoTrump.HIGH:
            return (*cards.SUITS, cards.NO_TRUMP)
        return cards.TRUMPS

    @cached_property
    def counts_up(self) -> bool:
        """Whether more points are better; Buck counts down."""
        return self.target > self.start_score

    @cached_property
    def scores_tricks(self) -> bool:
        """Whether each trick scores, instead of make, march and set."""
        return self.trick_points != 0

    @cached_property
    def alone_with_call(self) -> bool:
        """Whether the call that fixes trump carries the maker's alone."""
        return self.allow_alone and self.alone_timing is options.AloneTiming.WITH_CALL

    @cached_property
    def calls_depend_on_speaker(self) -> bool:
        """Whether who speaks, or with which cards, limits what may be called."""
        return self.canadian or self.min_trump_to_call

    @cached_property
    def round_1_words(self) -> tuple[int, ...]:
        """Everything that may be said over an up-card (`rules.md` 1.2)."""
        with_alone = self.alone_with_call or self.canadian
        return (actions.PASS, actions.ORDER, actions.ORDER_ALONE)[: 3 if with_alone else 2]

    @cached_property
    def round_2_words(self) -> tuple[tuple[int, ...], ...]:
        """Everything that may be said in the second round, for each suit proposed (`rules.md` 1.3)."""
        barred = self.round2_turned_suit is options.Round2TurnedSuit.BARRED
        trumps = (*cards.SUITS, cards.NO_TRUMP) if self.round2_no_trump else cards.SUITS
        words = []
        for proposed in cards.SUITS:
            names = [trump for trump in trumps if not (barred and trump == proposed)]
            words.append((actions.PASS, *map(actions.name_trump, names)))
            if self.alone_with_call:
                words[-1] += tuple(actions.name_trump(trump, True) for trump in names)
        return tuple(words)

    @cached_property
    def stages(self) -> tuple[int, ...]:
        """The phases between the call and the end that this game has, in order (`rules.md` 1.4)."""
        has = {
            phases.EXCHANGE: self.upcard,
            phases.ALONE: self.allow_alone,
            phases.BEST_CARD: self.shooter or self.partners_best is not options.PartnersBest.OFF,
            phases.DUMMY: self.dummy_hand,
            phases.FOLD: self.fold is not options.FoldRule.OFF,
            phases.PLAY: True,
        }
        order = list(has)
        if self.alone_timing is options.AloneTiming.BEFORE_EXCHANGE:
            order[:2] = [phases.ALONE, phases.EXCHANGE]
        return tuple(phase for phase in order if has[phase])

    @cached_property
    def stages_after(self) -> tuple[tuple[int, ...], ...]:
        """By the number of a phase: the stages that may still follow it; all of them after a call."""
        return tuple(
            self.stages[self.stages.index(phase) + 1 :] if phase in self.stages else self.stages
            for phase in range(phases.GAME_OVER + 1)
        )

    @cached_property
    def pickup_is_optional(self) -> bool:
        """Whether a dealer may leave an up-card that somebody else ordered (`rules.md` 1.2)."""
        return self.dealer_pickup is options.DealerPickup.OPTIONAL_WHEN_ORDERED

    @cached_property
    def asks_makers_partner(self) -> bool:
        """Whether the maker's partner may go alone (`rules.md` 1.4)."""
        return self.lone_maker_side is options.LoneMakerSide.ANY

    @cached_property
    def asks_defenders(self) -> bool:
        """Whether defenders may go alone (`rules.md` 1.4)."""
        return self.lone_defender is not options.LoneDefender.NEVER

    @cached_property
    def defends_only_against_loner(self) -> bool:
        """Whether a defender may go alone only against a lone maker (`rules.md` 1.4)."""
        return self.lone_defender is options.LoneDefender.VS_LONE_MAKER

    @cached_property
    def lead_is_left_of_loner(self) -> bool:
        """Whether the lead to a lone hand is at the lone player's left (`rules.md` 1.5)."""
        return self.loner_lead is options.LonerLead.LEFT_OF_LONER

    @cached_property
    def maker_leads(self) -> bool:
        """Whether the maker leads first (`rules.md` 2)."""
        return self.first_lead is options.FirstLead.MAKER

    @cached_property
    def good(self) -> int:
        """+1 where points are good, -1 where a score counts down."""
        return 1 if self.counts_up else -1

    @cached_property
    def contract_only(self) -> bool:
        """Whether a side may win only on its own contract or by setting another (`rules.md` 4.5)."""
        return self.out_rule is options.OutRule.CONTRACT_ONLY

    @cached_property
    def goes_under(self) -> bool:
        """Whether three low cards may be exchanged for the unseen kitty."""
        return self.go_under or self.farmers is options.Farmers.EXCHANGE3

    @cached_property
    def asks_farmers(self) -> bool:
        """Whether seats are asked about low cards before the calling (`rules.md` 5)."""
        return self.farmers is not options.Farmers.OFF or self.go_under

    @cached_property
    def claims(self) -> bool:
        """Whether a card that does not follow suit is accepted and may be called."""
        return self.renege is options.Renege.ALLOW_CLAIM


OPTION_FIELDS: Final[tuple[Field[Any], ...]] = fields(Ruleset)[1:]
"""The dataclass fields of all options, in the order of the proto, without `base`."""
OPTION_NAMES: Final = tuple(option.name for option in OPTION_FIELDS)


def option_values(name: str) -> tuple[Enum | bool, ...] | tuple[int, int]:
    """Return what an option may be: its enum members, both booleans, or (lowest, highest).

    Raises:
        KeyError: there is no such option.
    """
    option = {option.name: option for option in OPTION_FIELDS}[name]
    if option.metadata:
        return (option.metadata["low"], option.metadata["high"])
    if isinstance(option.default, Enum):
        return tuple(type(option.default))
    return (False, True)
