"""Games at real tables, with and without entropy, and copies of records to spoil."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from euchre.v1.ruleset_pb2 import Ruleset
from euchre.v1.state_pb2 import Phase
from euchre_client import GameRecord, RulesClient, Table, Verdict, verify_deals
from euchre_client.requests import RulesetLike

KINDS = ("classic", "ghost_hand", "buck")


def up_to_two(hand: int) -> Iterable[int]:
    return range(hand % 3)


def everybody(_hand: int) -> Iterable[int]:
    return range(4)


def nobody(_hand: int) -> Iterable[int]:
    return ()


def played(
    rules: RulesClient,
    ruleset: RulesetLike,
    *,
    hands: int = 4,
    adding: Callable[[int], Iterable[int]] = up_to_two,
    seed: int = 1,
) -> Table:
    """A game of so many hands and the beginning of another, with the seats that add to each shuffle.

    The seed decides all of it, so that no game ends before a test has seen enough of it.
    """
    rng = random.Random(seed)
    table = Table.create(rules, ruleset, seed=seed.to_bytes(32, "big"), watch=())
    while table.actor is not None and len(table.record.hands) <= hands:
        if table.phase == Phase.PHASE_DEAL:
            table.deal(entropy={seat: rng.randbytes(32) for seat in adding(len(table.record.hands))})
        else:
            legal = table.legal_actions()
            table.act(table.actor, rng.choice(legal).action)
    return table


def passed_out(table: Table) -> None:
    """Deals a hand in which everybody passes."""
    table.deal()
    while table.phase != Phase.PHASE_DEAL:
        assert table.actor is not None
        table.act(table.actor, "pass")


def copied(record: GameRecord) -> GameRecord:
    return GameRecord.from_bytes(record.to_bytes())


def verdicts(record: GameRecord) -> list[Verdict]:
    return [check.verdict for check in verify_deals(record)]


def house_rules(base: str, **options: object) -> Ruleset:
    return Ruleset(base=base, **options)  # type: ignore[arg-type]  # by name
