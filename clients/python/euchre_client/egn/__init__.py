"""Reads and writes Euchre Game Notation (EGN) and has the rules service judge every act of it.

EGN writes down what was seen at a table: the up-card, the calls and the cards of each trick. It does not
say who played which card nor what stayed hidden. `replay` asks the service whose turn it was, deals hands
that hold all that was shown, and plays the game again:

    from euchre_client import RulesClient
    from euchre_client.egn import EgnError, read, replay

    with RulesClient("localhost:50051") as client:
        try:
            print(replay(client, read(Path("final.egn").read_text())).final_score)
        except EgnError as wrong:
            print(wrong.fault.message)

`write` writes a game that was read, or one of our own records; what EGN has no words for it refuses with
`NotInEgn`.
"""

from euchre_client.egn.annotating import Remark, guessed_acts, with_remarks
from euchre_client.egn.faults import EgnError, Fault
from euchre_client.egn.inference import DealtHands, HeldCard, Shown, deal_out
from euchre_client.egn.limits import NotInEgn, Unsayable
from euchre_client.egn.model import AlternativeLine, CardExchange, Deal, Game, Line
from euchre_client.egn.reading import read
from euchre_client.egn.replaying import ReplayedGame, replay
from euchre_client.egn.rules import ruleset_of
from euchre_client.egn.writing import game_of, upgrade, write

__all__ = [
    "AlternativeLine",
    "CardExchange",
    "Deal",
    "DealtHands",
    "EgnError",
    "Fault",
    "Game",
    "HeldCard",
    "Line",
    "NotInEgn",
    "Remark",
    "ReplayedGame",
    "Shown",
    "Unsayable",
    "deal_out",
    "game_of",
    "guessed_acts",
    "read",
    "replay",
    "ruleset_of",
    "upgrade",
    "with_remarks",
    "write",
]
