"""Who has to deal, as far as the record of a game tells: checked without a server by `verifying`."""

from __future__ import annotations

from euchre.v1.ruleset_pb2 import AllPass, FirstDealer, Ruleset
from euchre_client.record import VOID, HandRecord

_NAMED = (
    FirstDealer.FIRST_DEALER_SEAT_0,
    FirstDealer.FIRST_DEALER_SEAT_1,
    FirstDealer.FIRST_DEALER_SEAT_2,
    FirstDealer.FIRST_DEALER_SEAT_3,
)


def first_dealer(ruleset: Ruleset) -> int | None:
    """Returns the seat that the ruleset names as a game's first dealer; none where the seed decides."""
    return _NAMED.index(ruleset.first_dealer) if ruleset.first_dealer in _NAMED else None


def dealer_after(hand: HandRecord, ruleset: Ruleset) -> int | None:
    """Returns who deals after a hand; none if the record does not tell how the hand ended.

    Args:
        hand: the hand.
        ruleset: the table's rules, whole.
    """
    if not hand.outcome:
        return None
    stays = hand.outcome == VOID and _stays(hand, ruleset)
    return hand.dealer if stays else (hand.dealer + 1) % ruleset.players


def _stays(hand: HandRecord, ruleset: Ruleset) -> bool:
    """Tells whether the dealer of a void hand deals again, by the act that ended it."""
    acts = [act.text for act in hand.acts if not act.text.startswith("claim ")]
    if not acts or acts[-1] == "redeal":
        return True  # thrown in: a joker turned up, or a farmer's hand
    return acts[-1] == "pass" and ruleset.all_pass == AllPass.ALL_PASS_SAME_DEALER
