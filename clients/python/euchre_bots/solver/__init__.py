"""An exact solver of the card play with open hands, for two sides.

    from euchre_bots.solver import Contract, card_values, tricks

    contract = Contract(trump=3, sides=(0, 1, 0, 1), playing=(True, True, True, True))
    tricks(contract, hands, leader=1)  # by world the tricks that seats 0 and 2 take

A card is a bit: eight times its suit (clubs, diamonds, hearts, spades from 0) plus its rank above seven, and
32 for the joker. A hand is a mask of such bits. Many worlds are solved in one call.

The solver is compiled on a machine's first use, which takes half a minute, and read from a cache afterwards;
`prepare` does it at a time of your choosing.
"""

from euchre_bots.solver.contract import Contract
from euchre_bots.solver.solving import card_values, prepare, tricks, tricks_many

__all__ = ["Contract", "card_values", "prepare", "tricks", "tricks_many"]
