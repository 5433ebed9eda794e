"""The auction and the swap with the ghost hand (`rules.md` 2 and 4.5)."""

from collections.abc import Sequence

from euchre_rules import actions, calling, cards, phases
from euchre_rules.errors import Reason, Refusal
from euchre_rules.events import Called, HandSwapped
from euchre_rules.options import AllPass, AuctionRounds, BidForm, GhostSwap
from euchre_rules.state import NOBODY, State


def legal(state: State) -> Sequence[int]:
    """Return what the speaker may do."""
    seat = state.actor
    trumps = _bid_trumps(state)
    bids = [actions.bid(amount, trump) for amount in state.rules.bids for trump in trumps]
    return [action for action in (actions.PASS, actions.SWAP, *bids) if refuse(state, seat, action) is None]


def refuse(state: State, seat: int, action: int) -> Refusal | None:
    """Return why the speaker may not do this, or None."""
    if action == actions.SWAP:
        return _refuse_swap(state, seat)
    forced = _dealer_is_forced(state, seat)
    if action == actions.PASS:
        if forced:
            return Refusal(Reason.DEALER_MUST_CALL, "Everybody passed and the dealer must bid the minimum.")
        return None
    amount, trump = actions.bid_amount(action), actions.bid_trump(action)
    words = {"bid": actions.text(action)}
    if amount not in state.rules.bids:
        return Refusal(Reason.BID_NOT_OFFERED, f"There is no {actions.text(action)!r} in this game.", words)
    if trump not in _bid_trumps(state):
        if trump != cards.UNFIXED:
            return calling.trump_refusal(trump)
        return Refusal(Reason.BID_NOT_OFFERED, "A bid must name its trump in this game.", words)
    if forced and amount != state.rules.bids[0]:
        return Refusal(Reason.BID_NOT_OFFERED, "The dealer must bid exactly the minimum here.", words)
    equals = state.rules.dealer_may_equal and seat == state.dealer and state.bid
    if amount < state.bid or (amount == state.bid and not equals):
        high = actions.text(actions.bid(state.bid))
        return Refusal(
            Reason.BID_TOO_LOW, f"The bid stands at {high!r}; bid more or pass.", words | {"high": high}
        )
    return None


def apply(state: State, seat: int, action: int) -> bool:
    """Take a bid, a pass or a swap; tell whether trump is fixed."""
    if action == actions.SWAP:
        state.swapped_by = seat
        state.hands[seat], state.ghost = state.ghost, state.hands[seat]
        state.tell(HandSwapped, seat, state.hands[seat])
        return False
    state.tell(Called, seat, action)
    if action == actions.PASS:
        state.passed |= 1 << seat
    else:
        state.bid = actions.bid_amount(action)
        state.bidder = seat
        state.bidders |= 1 << seat
        state.named_with_bid = actions.bid_trump(action)
    state.actor = _next_speaker(state, seat)
    return state.actor == NOBODY and _close(state)


def swap_too_late() -> Refusal:
    """Return the refusal of a swap after the seat's own bid or after the auction."""
    return Refusal(Reason.SWAP_TOO_LATE, "The ghost hand can only be taken before your own bid.")


def _refuse_swap(state: State, seat: int) -> Refusal | None:
    if state.rules.ghost_swap is GhostSwap.OFF:
        return Refusal(
            Reason.WRONG_PHASE, "There is no swap in this game.", {"phase": phases.NAMES[state.phase]}
        )
    if state.bidders >> seat & 1:
        return swap_too_late()
    if state.swapped_by != NOBODY:
        return Refusal(Reason.SWAP_ALREADY_USED, "The ghost hand was taken already.")
    return None


def _bid_trumps(state: State) -> tuple[int, ...]:
    if state.rules.bid_form is BidForm.NUMBER_AND_SUIT:
        return state.rules.auction_trumps
    return (cards.UNFIXED,)


def _dealer_is_forced(state: State, seat: int) -> bool:
    everybody_else = (1 << state.rules.players) - 1 & ~(1 << seat)
    return (
        state.rules.all_pass is AllPass.FORCE_DEALER_MIN
        and seat == state.dealer
        and not state.bid
        and state.passed == everybody_else
    )


def _next_speaker(state: State, seat: int) -> int:
    """Return who speaks next; NOBODY when the auction is over."""
    if state.rules.auction_rounds is AuctionRounds.SINGLE:
        return NOBODY if seat == state.dealer else state.left_of(seat)
    for following in state.around(state.left_of(seat)):
        if following == state.bidder:
            return NOBODY
        if not state.passed >> following & 1:
            return following
    return NOBODY


def _close(state: State) -> bool:
    """End the auction; tell whether trump is fixed."""
    if state.bidder == NOBODY:
        return calling.all_passed(state)
    if state.bid >= actions.SHOOTER and state.rules.pairs:
        calling.go_alone(state, state.bidder)
    if state.named_with_bid != cards.UNFIXED:
        calling.fix_trump(state, state.named_with_bid, state.bidder)
        return True
    state.phase = phases.NAME_TRUMP
    state.actor = state.maker = state.bidder
    return False
