"""EGN files to take, to change and to write."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from euchre_client import GameRecord, HandRecord, RulesClient, card_text
from euchre_client.egn import EgnError, Fault, ReplayedGame, read, replay

DIRECTORY: Final = Path(__file__).parents[1] / "data" / "games" / "egn"
EXPECTED: Final[dict[str, dict[str, Any]]] = json.loads((DIRECTORY / "expected.json").read_text())

Json = dict[str, Any]


def load(name: str) -> Json:
    data: Json = json.loads((DIRECTORY / name).read_text())
    return data


def deal_of(game: Json, number: int = 0) -> tuple[Json, Json, Json]:
    """A deal's initial state, bidding and play."""
    deal = game["deals"][number]
    return deal["initialState"], deal["phases"][0], deal["phases"][1]


def replayed(rules: RulesClient, game: Json) -> ReplayedGame:
    return replay(rules, read(json.dumps(game)))


def fault_of(rules: RulesClient, game: Json) -> Fault:
    try:
        ended = replayed(rules, game)
    except EgnError as error:
        return error.fault
    raise AssertionError(f"accepted, with {ended.final_score}")


def where(fault: Fault) -> tuple[str, int | None, int | None, int | None, str | None]:
    return fault.reason, fault.deal, fault.trick, fault.seat, fault.card


def egn_of(record: GameRecord, options: Json, *, discards: bool = False, spell: bool = False) -> Json:
    """Writes a game as EGN, with as little as it can be written with."""
    return egn(
        [_deal(number, hand, discards, spell) for number, hand in enumerate(record.hands)],
        record.initial_scores,
        options,
    )


def egn(deals: Sequence[Json], scores: Sequence[int], options: Json) -> Json:
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": {"players": ["a", "b", "c", "d"], "initialScore": list(scores), "ruleset": options},
        "deals": list(deals),
    }


def _deal(number: int, hand: HandRecord, discards: bool, spell: bool) -> Json:
    assert hand.deck is not None
    upcard = card_text(hand.deck[20])
    calls: list[str] = []
    plays: list[str] = []
    bidding: Json = {"type": "EUCHRE_BIDDING", "calls": calls}
    for act in hand.acts:
        word, _, rest = act.text.partition(" ")
        match word:
            case "pass":
                calls.append("Pass")
            case "order" | "name":
                trump = rest.removesuffix("alone").strip()
                calls.append("Order" if word == "order" else "n" if trump == "nt" else trump)
                bidding["isAlone"] = act.text.endswith("alone")
            case "alone":
                bidding["aloneDefender"] = act.seat
            case "discard" if discards:
                bidding["discard"] = rest
            case "give" if discards:
                exchange = {"sender": act.seat, "receiver": (act.seat + 2) % 4, "cards": [rest]}
                bidding["cardExchanges"] = [exchange]
            case "play":
                plays.append(rest)
    size = len(plays) // 5
    trump = upcard[-1] if calls[-1] == "Order" else calls[-1]
    written = [_spelled(card, trump) for card in plays] if spell else plays
    tricks = [written[start : start + size] for start in range(0, len(plays), size)] if plays else []
    return {
        "dealNumber": number,
        "initialState": {"dealer": hand.dealer, "upCard": upcard},
        "phases": [bidding, {"type": "TRICK_PLAY", "tricks": tricks}],
    }


def _spelled(card: str, trump: str) -> str:
    """Writes nines as N and bowers as R and L."""
    colour = {"c": "s", "s": "c", "d": "h", "h": "d"}
    if card == f"J{trump}":
        return "R"
    if trump in colour and card == f"J{colour[trump]}":
        return "L"
    return card.replace("9", "N")
