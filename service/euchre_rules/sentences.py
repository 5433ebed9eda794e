"""Words for players: what an action does, and what a hand has come to, as refusals say it."""

from typing import Final

from euchre_rules import phases
from euchre_rules.actions import Kind

DOING: Final = {
    Kind.PLAY: "play a card",
    Kind.DISCARD: "discard",
    Kind.LAY: "lay down a card",
    Kind.GIVE: "give a card",
    Kind.NAME: "name trump",
    Kind.BID: "bid",
    Kind.CLAIM: "call a renege",
    Kind.PASS: "pass",
    Kind.ORDER: "order the up-card",
    Kind.SWAP: "swap your hand",
    Kind.DECLINE: "decline the up-card",
    Kind.ALONE: "go alone",
    Kind.PARTNER: "call your partner in",
    Kind.FOLD: "fold",
    Kind.STAY: "say that you stay",
    Kind.REDEAL: "ask for a new deal",
    Kind.TAKE_DUMMY: "take the dummy",
    Kind.DEAL: "deal",
}
"""By the sort of an action, what the seat does, after "you cannot"."""

GOING_ON: Final = {
    phases.NAME_JOKER_SUIT: "the suit of the joker is to be named",
    phases.FARMERS: "poor hands may be exchanged",
    phases.CALL_ROUND_1: "it is the first round of calling",
    phases.CALL_ROUND_2: "it is the second round of calling",
    phases.AUCTION: "it is the auction",
    phases.NAME_TRUMP: "trump is to be named",
    phases.EXCHANGE: "the up-card is to be taken up",
    phases.ALONE: "it is asked who plays alone",
    phases.BEST_CARD: "a partner gives his best card",
    phases.DUMMY: "the dummy may be taken",
    phases.FOLD: "it is asked who folds",
    phases.PLAY: "cards are played",
}
"""By phase, what a hand has come to."""
