"""Why the rules refuse something. The reasons are those of `protos/euchre/v1/errors.proto`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from euchre_rules import cards


class Reason(StrEnum):
    """A machine-readable reason; the names are the proto's without its prefix."""

    UNKNOWN_RULESET = "UNKNOWN_RULESET"
    OPTION_INVALID = "OPTION_INVALID"
    OPTION_CONFLICT = "OPTION_CONFLICT"
    DECK_INVALID = "DECK_INVALID"
    GAME_OVER = "GAME_OVER"
    HAND_NOT_DEALT = "HAND_NOT_DEALT"
    WRONG_PHASE = "WRONG_PHASE"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    CARD_NOT_HELD = "CARD_NOT_HELD"
    MUST_FOLLOW_SUIT = "MUST_FOLLOW_SUIT"
    UPCARD_NOT_DISCARDABLE = "UPCARD_NOT_DISCARDABLE"
    UPCARD_MUST_BE_TAKEN = "UPCARD_MUST_BE_TAKEN"
    BID_TOO_LOW = "BID_TOO_LOW"
    BID_NOT_OFFERED = "BID_NOT_OFFERED"
    SUIT_TURNED_DOWN = "SUIT_TURNED_DOWN"
    TRUMP_NOT_OFFERED = "TRUMP_NOT_OFFERED"
    DEALER_MUST_CALL = "DEALER_MUST_CALL"
    NATURAL_TRUMP_REQUIRED = "NATURAL_TRUMP_REQUIRED"
    MUST_GO_ALONE = "MUST_GO_ALONE"
    ALONE_NOT_OFFERED = "ALONE_NOT_OFFERED"
    SWAP_ALREADY_USED = "SWAP_ALREADY_USED"
    SWAP_TOO_LATE = "SWAP_TOO_LATE"
    MAY_NOT_FOLD = "MAY_NOT_FOLD"
    HAND_NOT_ENTITLED = "HAND_NOT_ENTITLED"
    EXCHANGE_UNFINISHED = "EXCHANGE_UNFINISHED"
    RENEGE_NOT_PROVED = "RENEGE_NOT_PROVED"
    RENEGE_OWN_SIDE = "RENEGE_OWN_SIDE"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is refused.

    Attributes:
        reason: the machine-readable reason.
        message: a sentence for the player who tried it; it uses nothing he may not know.
        metadata: everything in the message that varies, as strings.
    """

    reason: Reason
    message: str
    metadata: Mapping[str, str] = field(default_factory=dict)


def not_held(card: int) -> Refusal:
    """Return the refusal of a card that its seat does not hold."""
    message = f"You do not hold {cards.in_a_sentence(card)}."
    return Refusal(Reason.CARD_NOT_HELD, message, {"card": cards.text(card)})


class RulesError(Exception):
    """The rules refuse something; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry `refusal`."""
        super().__init__(refusal.message)
        self.refusal = refusal

    @property
    def reason(self) -> Reason:
        """The machine-readable reason."""
        return self.refusal.reason


class IllegalAction(RulesError):
    """A seat may not do this now."""


class RulesetError(RulesError):
    """A ruleset is unknown or impossible.

    Attributes:
        refusals: everything wrong with it; `refusal` is the first.
    """

    def __init__(self, *refusals: Refusal) -> None:
        """Carry all that is wrong, the first thing first."""
        super().__init__(refusals[0])
        self.refusals = refusals
