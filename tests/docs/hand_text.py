"""How a hand goes under a ruleset, phase by phase, in sentences made from its options."""

from __future__ import annotations

from collections.abc import Iterator

from euchre_rules import options
from euchre_rules.ruleset import Ruleset
from tests.docs.words import listed, meaning, number, spoken

_RANKS = {7: "seven", 8: "eight", 9: "nine"}


def setup(r: Ruleset) -> Iterator[tuple[str, str]]:
    """Gives what lies on the table, as (what, how)."""
    yield "Players", f"{number(r.players)}: {spoken('teams', r.teams)}"
    joker = ", and the joker" if r.joker else ""
    yield "Pack", f"{len(r.deck)} cards: {_RANKS[r.min_rank]} to ace of each suit{joker}"
    extra = "; as many to a ghost hand" if r.ghost_hand else ""
    extra = "; as many to a dummy hand" if r.dummy_hand else extra
    yield "Hand", f"{number(r.hand_size)} cards{extra}"
    left = f"{number(r.kitty_size)} unseen" if r.kitty_size else "nothing"
    yield "Left over", f"one turned up, {left}" if r.upcard else left
    aim = "or more" if r.counts_up else "or less"
    yield "Target", f"from {r.start_score} to {r.target} {aim}"
    if r.num_deals:
        yield "Deals", f"at most {r.num_deals}"


def steps(r: Ruleset) -> Iterator[tuple[str, str]]:
    """Gives the phases of a hand that this game has, as (phase, what happens)."""
    yield "Deal", _deal(r)
    if r.joker and r.upcard:
        yield "A joker turned up", meaning("joker_upcard", r.joker_upcard)
    if r.asks_farmers:
        yield "Before the calling", " ".join(_farmers(r))
    if r.calling is options.Calling.ORDER_UP:
        yield "First round", " ".join(_round_1(r))
        yield "Second round", " ".join(_round_2(r))
        yield "Exchange", _exchange(r)
    else:
        yield "Auction", " ".join(_auction(r))
        yield "Naming trump", _naming(r)
    if r.allow_alone:
        yield "Alone", " ".join(_alone(r))
    if r.partners_best is not options.PartnersBest.OFF:
        yield "Partner's best", " ".join(_best(r))
    elif r.shooter:
        yield "The shooter's card", _order(r)
    if r.dummy_hand:
        yield "Dummy", "The maker may take the dummy's cards up and then lays down as many; or he leaves it."
    if r.fold is not options.FoldRule.OFF:
        yield "Folding", " ".join(_folding(r))
    yield "Play", " ".join(_play(r))
    yield "Score", "As in the table below. The deal then passes to the left."


def _deal(r: Ruleset) -> str:
    first = "A seat drawn at random" if r.first_dealer is options.FirstDealer.RANDOM else None
    first = first or meaning("first_dealer", r.first_dealer).removesuffix(".")
    upcard = " The next card is turned up and proposes its suit as trump." if r.upcard else ""
    ghost = " The ghost is served after the dealer." if r.ghost_hand else ""
    dummy = " The dummy is served at the dealer's right." if r.dummy_hand else ""
    packets = meaning("deal_pattern", r.deal_pattern)
    return f"{first} deals the first hand. {packets}{ghost}{dummy}{upcard}"


def _farmers(r: Ruleset) -> Iterator[str]:
    if r.farmers is not options.Farmers.OFF:
        yield meaning("farmers", r.farmers)
    if r.go_under:
        yield "Whoever holds three tens or lower may exchange three of them for the unseen kitty."


def _round_1(r: Ruleset) -> Iterator[str]:
    if r.club_forces_trump:
        yield "A club turned up is trump at once: nobody calls and nobody is the maker."
        yield "The dealer takes it." if r.club_dealer_takes else "The dealer does not take it."
        yield "Otherwise, from"
    else:
        yield "From"
    alone = ", with or without playing alone" if r.alone_with_call else ""
    yield (
        "the dealer's left, each passes or has the dealer pick the up-card up: its suit is then trump and "
        f"who said so is the maker{alone}. The dealer speaks last, and accepts it by picking it up himself."
    )
    if r.canadian:
        yield "The dealer's partner may order only if he plays alone."
    if r.min_trump_to_call:
        yield "A caller must hold a natural trump."


def _round_2(r: Ruleset) -> Iterator[str]:
    barred = r.round2_turned_suit is options.Round2TurnedSuit.BARRED
    what = "a suit other than the one turned down" if barred else "any suit"
    no_trump = ", or no trump" if r.round2_no_trump else ""
    alone = ", with or without playing alone" if r.alone_with_call else ""
    yield (
        "If all pass, the card is turned down. From the dealer's left again, each passes or names "
        f"{what}{no_trump}{alone}; the first to name one is the maker."
    )
    if r.stick_dealer is options.StickDealer.ON:
        yield "The dealer may not pass here."
    elif r.stick_dealer is options.StickDealer.ON_OR_PAY1:
        yield "A dealer who passes too gives the deal up: each other side scores 1."
    else:
        yield f"If all pass again: {spoken('all_pass', r.all_pass)}."


def _exchange(r: Ruleset) -> str:
    if r.pickup_is_optional:
        return (
            "A dealer who accepted the up-card takes it and lays one of his cards face down. If somebody "
            "else ordered it, he may also leave it; trump is its suit all the same."
        )
    which = "any card, that one too" if r.discard_may_be_upcard else "one of his own cards"
    return f"The dealer must take an up-card that was ordered, and lays {which} face down."


def _auction(r: Ruleset) -> Iterator[str]:
    top = r.max_bid or r.hand_size - 1
    bids = [str(amount) for amount in range(r.min_bid, top + 1)]
    bids += ["the shooter (all tricks, alone, with one card from the partner)"] * r.shooter
    bids += [f"the moon (all {number(r.hand_size)}{', alone' * r.pairs})"] * (not r.max_bid)
    turns = "once" if r.auction_rounds is options.AuctionRounds.SINGLE else "until all but one have passed"
    form = " and a trump" if r.bid_form is options.BidForm.NUMBER_AND_SUIT else ""
    yield (
        f"From the dealer's left, each passes or bids a number of tricks{form}, {turns}: "
        f"{listed(bids, 'or')}. A bid must be higher than the one before"
        + (", except that the dealer may take it over at the same height." if r.dealer_may_equal else ".")
    )
    if r.ghost_swap is options.GhostSwap.ON_TURN_ONCE:
        yield (
            "Before his own bid a player may exchange his whole hand for the ghost hand, unseen; only one "
            "player in a hand can. He then bids or passes as usual."
        )
    yield f"If all pass: {spoken('all_pass', r.all_pass)}."


def _naming(r: Ruleset) -> str:
    if r.bid_form is options.BidForm.NUMBER_AND_SUIT:
        return "The highest bid is the contract and its trump is trump."
    extra = {
        options.NoTrump.NONE: "",
        options.NoTrump.HIGH: ", or no trump",
        options.NoTrump.HIGH_LOW: ", or no trump with the ace high, or with the nine high",
    }[r.no_trump]
    return f"The highest bidder is the maker and names a suit{extra}."


def _alone(r: Ruleset) -> Iterator[str]:
    when = {
        options.AloneTiming.AFTER_EXCHANGE: "After the exchange",
        options.AloneTiming.WITH_CALL: "With his call",
        options.AloneTiming.BEFORE_EXCHANGE: "Before the exchange",
    }[r.alone_timing]
    yield f"{when} the maker may say that he plays alone; his partner then lays his cards down."
    if r.asks_makers_partner:
        yield "If he does not, his partner is asked."
    if r.lone_defender is options.LoneDefender.ANY:
        yield "Then the defenders are asked, from the dealer's left, until one defends alone."
    elif r.lone_defender is options.LoneDefender.VS_LONE_MAKER:
        yield "Against a lone maker the defenders are asked, from the dealer's left, until one defends alone."


def _best(r: Ruleset) -> Iterator[str]:
    who = {
        options.PartnersBest.MAKER: "A lone player of the makers",
        options.PartnersBest.MAKER_AND_DEFENDER: "Each lone player",
    }[r.partners_best]
    yield f"{who} gets a card that his partner chooses. {_order(r)}"


def _order(r: Ruleset) -> str:
    return meaning("best_order", r.best_order)


def _folding(r: Ruleset) -> Iterator[str]:
    yield "From the dealer's left, each but the maker stays or folds: who folds is out of the hand."
    if r.fold_answers is options.FoldAnswers.HIDDEN:
        yield "The answers are shown together."
    if r.club_forces_trump:
        yield "Nobody folds when a club was turned up."
    if r.all_pass is options.AllPass.NO_TRUMP and not r.fold_in_all_pass:
        yield "Nor does anybody in a hand that all passed."
    credit = {
        options.Uncontested.CREDIT_ALL: "gets all the tricks without playing",
        options.Uncontested.CREDIT_REQUIRED: "gets the tricks he needs without playing",
        options.Uncontested.VOID: "gets nothing",
        options.Uncontested.PLAY_OUT: "plays his cards alone",
    }[r.uncontested]
    yield f"Who stays alone {credit}; a hand in which nobody stays is void."


def _play(r: Ruleset) -> Iterator[str]:
    first = "the dealer's left"
    if r.first_lead is options.FirstLead.MAKER:
        first = "the maker"
    yield f"{first[0].upper()}{first[1:]} leads first" + (
        ", or the first seat from there that is in the hand."
        if r.allow_alone or r.fold is not options.FoldRule.OFF
        else "."
    )
    if r.allow_alone and r.lead_is_left_of_loner:
        yield "To a lone hand the lone player's left leads; if both sides are alone, the lone defender."
    yield (
        f"{number(r.hand_size).capitalize()} tricks are played. Who can follow the suit led must; the left "
        "bower (the jack of trump's colour) is a trump. The highest trump wins the trick, else the highest "
        "card of the suit led, and its player leads next."
    )
    if r.claims:
        yield "A card that does not follow is accepted, and another side may call the renege."
