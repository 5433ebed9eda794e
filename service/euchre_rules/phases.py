"""Where a hand is, and where its up-card is, as plain numbers.

The numbers are those of `Phase` in `protos/euchre/v1/state.proto` and of `UpcardStatus` in
`protos/euchre/v1/view.proto`. They are plain integers and not an enum because every decision of
every hand looks them up.
"""

from typing import Final

DEAL: Final = 1
NAME_JOKER_SUIT: Final = 2
FARMERS: Final = 3
CALL_ROUND_1: Final = 4
CALL_ROUND_2: Final = 5
AUCTION: Final = 6
NAME_TRUMP: Final = 7
EXCHANGE: Final = 8
ALONE: Final = 9
BEST_CARD: Final = 10
DUMMY: Final = 11
FOLD: Final = 12
PLAY: Final = 13
GAME_OVER: Final = 14

PHASES: Final = tuple(range(DEAL, GAME_OVER + 1))
NAMES: Final = (
    "",
    "DEAL",
    "NAME_JOKER_SUIT",
    "FARMERS",
    "CALL_ROUND_1",
    "CALL_ROUND_2",
    "AUCTION",
    "NAME_TRUMP",
    "EXCHANGE",
    "ALONE",
    "BEST_CARD",
    "DUMMY",
    "FOLD",
    "PLAY",
    "GAME_OVER",
)
"""The name of each phase by its number."""

NO_UPCARD: Final = 0
FACE_UP: Final = 1
TAKEN: Final = 2
TURNED_DOWN: Final = 3
LEFT: Final = 4
