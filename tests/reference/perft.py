"""Counts of action sequences by length (perft) for fixed deals, played with the naive rules.

What is counted.  The position after ``prefix`` is the root.  ``counts[n]`` is the number of legal action
sequences of exactly n actions from the root; ``counts[0]`` is 1.  A sequence that ends the hand with its n-th
action is counted in ``counts[n]`` and in no later count, because nothing can be added to it.  ``ended[n]``
says how many of the ``counts[n]`` sequences ended the hand so (scored, uncontested or void), ``void[n]`` how
many of those were void, and ``changes[n]`` is the sum of the score changes of the hands ended at n: by team
in classic, by seat in ghost and buck.  A case with ``depth`` None goes on until every line has ended.

Every answer to a prompt is one action, also where only one is legal (for instance ``pass`` after a moon, or
the last card of a hand).  ``discard 9c`` (taking the up-card and laying down 9c) is one action; ``swap`` is
one and the bid or pass that follows is another.  Sequences are counted, not positions: two orders of the same
plays are two sequences.

The decks are written out; ``deck[0]`` is dealt first.  They were shuffled with Python's
``random.Random(seed).shuffle`` from the 24 cards sorted as text, but nothing depends on that any more.

Usage::

    python -m tests.reference.perft            # count everything, print the table as JSON (a few minutes)
    python -m tests.reference.perft --write    # the same, into perft.json beside this file
    python -m tests.reference.perft --check    # the same, compared with perft.json
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.reference.naive_euchre import State, apply, legal, options_for, result, start

TABLE = Path(__file__).with_name("perft.json")


@dataclass(frozen=True)
class Case:
    """One root position: a deal, the options that differ from the game's defaults, and the actions so far."""

    name: str
    game: str
    options: dict[str, Any]
    dealer: int
    deck: str
    prefix: list[str]
    depth: int | None


CASES = [
    Case(
        name="classic-default",
        game="classic",
        options={},
        dealer=0,
        deck="Jh Td Kd 9c Jd Jc 9h Ts Kc Ad 9s Tc Ks Ac Qs As Th Qc 9d Kh Js Qd Ah Qh",  # seed 101
        prefix=[],
        depth=12,
    ),
    Case(
        name="classic-openspiel-like",
        game="classic",
        options={
            "deal_pattern": "1_from_dealer",
            "dealer_pickup": "mandatory",
            "stick_dealer": "on",
            "lone_maker_side": "maker_only",
            "lone_defender": "never",
            "loner_lead": "left_of_dealer",
            "lone_defender_score": "flat4",
        },
        dealer=1,
        deck="Ts Jh As 9d Kd 9s Qh 9h Tc Jc 9c Qc Kh Ah Ks Jd Kc Th Qd Ad Js Qs Td Ac",  # seed 102
        prefix=[],
        depth=13,
    ),
    Case(
        name="classic-lone-defender-answers-lone-maker",
        game="classic",
        options={
            "dealer_pickup": "mandatory",
            "lone_defender": "vs_lone_maker",
            "loner_lead": "left_of_dealer",
            "lone_defender_score": "flat4",
            "loner_set_score": 4,
            "super_euchre": 4,
        },
        dealer=2,
        deck="Ac Jc Jd Ad Td Qc Js 9c Qh Tc Qd As 9d Ks Kd Jh Ts Kc 9s Qs 9h Ah Kh Th",  # seed 103
        prefix=[],
        depth=11,
    ),
    Case(
        name="classic-stuck-dealer-no-trump-any-suit",
        game="classic",
        options={"stick_dealer": "on", "round2_turned_suit": "allowed", "round2_no_trump": True},
        dealer=3,
        deck="Td 9s Jc Kd Qd Js Th Qc Jd Ks Qs Tc Kh 9h 9d Ad Qh Ac Ts Jh Kc As Ah 9c",  # seed 104
        prefix=[],
        depth=12,
    ),
    Case(
        name="classic-maker-only-dealt-3-2",
        game="classic",
        options={"deal_pattern": "3-2", "lone_maker_side": "maker_only", "loner_march_score": 5},
        dealer=1,
        deck="Qs Qd Jc As Ac Tc Ks Kc Ah 9d Th Kh Ad Kd 9h Td Jh Qc Jd 9c 9s Ts Js Qh",  # seed 105
        prefix=[],
        depth=12,
    ),
    Case(
        name="classic-no-lone-hands",
        game="classic",
        options={"deal_pattern": "1", "allow_alone": False},
        dealer=0,
        deck="Tc Td Qs Jh Qh Jd Js Kh Ac Kd Ah Ad As Kc 9s 9h Jc 9d Ts Qc Qd 9c Ks Th",  # seed 106
        prefix=[],
        depth=10,
    ),
    Case(
        name="ghost-default",
        game="ghost",
        options={},
        dealer=2,
        deck="Js 9s Kc Ah Ad 9d Ac Qs Qd Ts Tc Qh Qc Kh As Jc Ks Td Jd 9c Kd Jh Th 9h",  # seed 201
        prefix=[],
        depth=9,
    ),
    Case(
        name="ghost-bid-2-dealer-may-equal",
        game="ghost",
        options={"min_bid": 2, "dealer_may_equal": True},
        dealer=0,
        deck="Js 9h Qh Qc Ac Jd Qd Jh 9s Ad Jc 9c Kh Td As Th 9d Ts Qs Ah Kd Ks Tc Kc",  # seed 202
        prefix=[],
        depth=8,
    ),
    Case(
        name="ghost-no-trump",
        game="ghost",
        options={"no_trump": "high", "moon_set": 24},
        dealer=1,
        deck="Td Qc Kd Tc Jd Kh Ac Qd Js Ts Th Jh Ad 9s Kc Qh As Jc 9c Ah Qs Ks 9d 9h",  # seed 203
        prefix=[],
        depth=8,
    ),
    Case(
        name="ghost-dealt-from-dealer",
        game="ghost",
        options={"deal_pattern": "1_from_dealer", "min_bid": 4},
        dealer=2,
        deck="Jc Qc 9c Ts Qs Kh Qd Td As 9d Tc Ad Th Jd Js 9s Jh Ks Kd Ac Ah Qh 9h Kc",  # seed 204
        prefix=[],
        depth=10,
    ),
    Case(
        name="buck-club-upcard",
        game="buck",
        options={},
        dealer=3,
        deck="Jh Th Ad Jc Ks Kc 9h Qh Qs Ts Td 9c 9s Js Tc Qd Jd As 9d Kh Qc Kd Ah Ac",  # seed 304
        prefix=[],
        depth=11,
    ),
    Case(
        name="buck-default",
        game="buck",
        options={},
        dealer=0,
        deck="Ad Ts Jh Qc Ah Jd Js Kd 9c Ac Qs Td 9d 9h Th Qh 9s Jc As Kh Qd Ks Tc Kc",  # seed 301
        prefix=[],
        depth=13,
    ),
    Case(
        name="buck-spade-upcard-void-when-all-pass",
        game="buck",
        options={"all_pass": "next_dealer"},
        dealer=1,
        deck="Jh As 9s Qd 9c Kh 9d 9h Qh Td Jd Ah Qs Ks Th Kd Ts Jc Qc Tc Js Kc Ac Ad",  # seed 308
        prefix=[],
        depth=14,
    ),
    Case(
        name="buck-nobody-folds-in-no-trump-hand",
        game="buck",
        options={"fold_in_all_pass": False, "deal_pattern": "3-2", "set_maker_keeps_tricks": True},
        dealer=2,
        deck="Ks Tc Kh Jh 9s Kd Js 9c Qs Ac Ts Jd Qd Th Td Ad Kc Qc Jc Qh 9h Ah As 9d",  # seed 303
        prefix=[],
        depth=12,
    ),
    Case(
        name="buck-ordinary-club",
        game="buck",
        options={"club_forces_trump": False, "dealer_pickup": "optional_when_ordered", "deal_pattern": "1"},
        dealer=3,
        deck="Ah Jc Ks Kd 9d Jh Tc Kh 9c 9h 9s Js Ac Qs As Td Qd Ts Qc Jd Kc Th Qh Ad",  # seed 305
        prefix=[],
        depth=11,
    ),
    Case(
        name="buck-no-trump-call-fold-penalty",
        game="buck",
        options={
            "round2_no_trump": True,
            "round2_turned_suit": "allowed",
            "fold_penalty": 1,
            "uncontested": "credit_required",
        },
        dealer=0,
        deck="9c Ac 9s As Kh Jc Qc Js Kd Qh Ks Td Jh Ts Th Jd Ah 9h Kc Tc Qs Qd 9d Ad",  # seed 319
        prefix=[],
        depth=12,
    ),
    Case(
        name="classic-late-nobody-alone",
        game="classic",
        options={},
        dealer=0,
        deck="Ts Js 9h Jc Ah Kc 9d Th Ad Qc Jh 9c Td Kh Qd 9s Tc Ac Jd Ks Kd Qh Qs As",  # seed 107
        prefix=[
            "pass",
            "pass",
            "order",
            "decline",
            "partner",
            "partner",
            "partner",
            "partner",
            "play 9h",
            "play Ah",
            "play Th",
            "play Ac",
        ],
        depth=None,
    ),
    Case(
        name="classic-late-lone-maker",
        game="classic",
        options={"loner_set_score": 4, "super_euchre": 4},
        dealer=3,
        deck="9c Jh Kd Td Ts Kc Ks Tc Th Jc 9s Qh Qd Ac 9d Ad Kh As Js 9h Jd Qs Ah Qc",  # seed 122
        prefix=["pass", "pass", "pass", "pass", "pass", "name c", "alone", "partner", "partner"],
        depth=None,
    ),
    Case(
        name="classic-late-both-alone",
        game="classic",
        options={},
        dealer=1,
        deck="Ac Jc 9d As Qd 9s Tc Kh Js Ks 9c Th Td Kd Ts Jd Jh Qs Qc Ad Kc Qh Ah 9h",  # seed 121
        prefix=["order", "discard Js", "partner", "alone", "alone"],
        depth=None,
    ),
    Case(
        name="classic-late-lone-defender",
        game="classic",
        options={"lone_defender_score": "flat4", "loner_lead": "left_of_dealer"},
        dealer=2,
        deck="Td Jd Ad Kh Qs Qh Kc Ts 9h Qc Ac Kd Jh Ks Js Ah Tc As 9d Qd Th Jc 9c 9s",  # seed 140
        prefix=["pass", "order", "discard 9h", "partner", "partner", "partner", "alone"],
        depth=None,
    ),
    Case(
        name="classic-late-openspiel-like",
        game="classic",
        options={
            "deal_pattern": "1_from_dealer",
            "dealer_pickup": "mandatory",
            "stick_dealer": "on",
            "lone_maker_side": "maker_only",
            "lone_defender": "never",
            "loner_lead": "left_of_dealer",
            "lone_defender_score": "flat4",
        },
        dealer=3,
        deck="Kh Qh Jh Ks Jd 9s Qc As Th Td Kc Ac Ah 9h Tc Qs Js Ts Kd 9d Ad 9c Qd Jc",  # seed 124
        prefix=[
            "pass",
            "pass",
            "pass",
            "order",
            "discard Jd",
            "partner",
            "play Ts",
            "play Jh",
            "play Ks",
            "play Js",
        ],
        depth=None,
    ),
    Case(
        name="classic-late-no-trump",
        game="classic",
        options={"round2_no_trump": True, "allow_alone": False},
        dealer=0,
        deck="Jh Ac Ts 9d Qc 9h Qd Kc Th Tc Ah 9c As Jc 9s Js Ad Kd Kh Jd Qs Qh Td Ks",  # seed 112
        prefix=[
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "name nt",
            "play Ac",
            "play Jc",
            "play Kc",
            "play Tc",
        ],
        depth=None,
    ),
    Case(
        name="ghost-late-swap",
        game="ghost",
        options={},
        dealer=2,
        deck="9h Kd Ad Jc Ac Ts Tc Ah Jh Qh Qs Kc Qc Qd Js Kh Th Ks 9c 9d Td Jd As 9s",  # seed 222
        prefix=["pass", "swap", "bid 4", "pass", "name s", "play 9s", "play Qs", "play 9h"],
        depth=None,
    ),
    Case(
        name="ghost-late-moon",
        game="ghost",
        options={},
        dealer=0,
        deck="Ad Jh Qs Js Th As Td 9c 9s Kh Jd Ac Qc Qd Kc Jc 9d Ts Ks Tc Qh Kd 9h Ah",  # seed 260
        prefix=["moon", "pass", "pass", "name h", "play 9s", "play As", "play Qs"],
        depth=None,
    ),
    Case(
        name="ghost-late-no-trump",
        game="ghost",
        options={"no_trump": "high", "set_penalty": 3, "set_maker_keeps_tricks": True},
        dealer=1,
        deck="Jc 9h Ts Ks Kd 9s Ac Qh 9d Th Tc 9c Kc Js Kh As Jh Ad Qc Ah Qd Jd Td Qs",  # seed 264
        prefix=["bid 3", "pass", "bid 5", "name nt", "play Kh", "play Jh", "play Th", "play Ac"],
        depth=None,
    ),
    Case(
        name="buck-late-club-upcard",
        game="buck",
        options={},
        dealer=2,
        deck="Qh As Th Js Jh 9s 9h Ac Tc Qd Ks Ad 9c Kh Jd 9d Kc Ts Td Qs Jc Ah Qc Kd",  # seed 306
        prefix=["play Ks", "play Th"],
        depth=None,
    ),
    Case(
        name="buck-late-one-folds",
        game="buck",
        options={},
        dealer=3,
        deck="Kh As 9h Js Ac Jd Jh 9c Tc Td Ad Qh Qs Jc 9s Qc Kc 9d Ah Ks Kd Th Ts Qd",  # seed 302
        prefix=["pass", "order", "discard 9d", "fold", "stay", "stay"],
        depth=None,
    ),
    Case(
        name="buck-late-all-pass",
        game="buck",
        options={},
        dealer=1,
        deck="9s Ah Kc Ad Jd Kh As Qs Jc Qd Td Tc Qc Ks Qh Ac 9h 9d Js 9c Jh Ts Th Kd",  # seed 315
        prefix=[
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "stay",
            "stay",
            "stay",
            "stay",
            "play Ah",
            "play Tc",
            "play 9h",
            "play As",
        ],
        depth=None,
    ),
    Case(
        name="buck-late-all-pass-folds",
        game="buck",
        options={"fold_penalty": 2},
        dealer=0,
        deck="Qs Qh Ac Qd 9h As Kc Js 9d Ad Ts 9s Kh Ah Jh 9c Jc Kd Ks Th Td Jd Qc Tc",  # seed 307
        prefix=["pass", "pass", "pass", "pass", "pass", "pass", "pass", "pass", "fold"],
        depth=None,
    ),
    Case(
        name="buck-late-uncontested",
        game="buck",
        options={"uncontested": "credit_required"},
        dealer=2,
        deck="9d 9h Ad Kd Tc Ts Jd Td 9c 9s Qc Ks Qs Th Ah Qh As Jh Kh Qd Js Ac Kc Jc",  # seed 321
        prefix=["pass", "pass", "pass", "pass", "name c", "fold"],
        depth=None,
    ),
    Case(
        name="buck-late-set-maker-keeps-tricks",
        game="buck",
        options={"set_maker_keeps_tricks": True},
        dealer=0,
        deck="Kc Js Ac Ad 9h Kd Ah Qc Jd 9s Td Qd Qh 9d Jc Kh Tc Ks Qs As Th Jh Ts 9c",  # seed 316
        prefix=[
            "pass",
            "pass",
            "pass",
            "pass",
            "pass",
            "name c",
            "stay",
            "stay",
            "stay",
            "play Td",
            "play 9d",
            "play Kd",
            "play Ah",
        ],
        depth=None,
    ),
]


def root(case: Case) -> State:
    """The position a case counts from."""
    state = start(options_for(case.game, case.options), case.dealer, case.deck.split())
    for text in case.prefix:
        state = apply(state, text)
    return state


def perft(state: State, depth: int | None) -> dict[str, Any]:
    """Count the action sequences from a state by length, up to ``depth`` actions (None: to the end)."""
    counts: list[int] = []
    ended: list[int] = []
    void: list[int] = []
    changes: list[list[int]] = []
    sides = 2 if state.options.game == "classic" else len(state.hands)

    def visit(position: State, length: int) -> None:
        if length == len(counts):
            counts.append(0)
            ended.append(0)
            void.append(0)
            changes.append([0] * sides)
        counts[length] += 1
        answers = legal(position)
        if not answers:
            outcome = result(position)
            ended[length] += 1
            void[length] += outcome["void"]
            for side, change in enumerate(outcome["changes"]):
                changes[length][side] += change
        elif length != depth:
            for text in answers:
                visit(apply(position, text), length + 1)

    visit(state, 0)
    return {"counts": counts, "ended": ended, "void": void, "changes": changes}


def row(case: Case) -> dict[str, Any]:
    """The line of the table for one case."""
    return {
        "name": case.name,
        "game": case.game,
        "options": case.options,
        "dealer": case.dealer,
        "deck": case.deck.split(),
        "prefix": case.prefix,
        "to_the_end": case.depth is None,
        **perft(root(case), case.depth),
    }


def as_json(rows: list[dict[str, Any]]) -> str:
    """The table as JSON, one field a line."""
    texts = []
    for fields in rows:
        lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()]
        texts.append(" {\n" + ",\n".join(lines) + "\n }")
    return "[\n" + ",\n".join(texts) + "\n]\n"


def main() -> int:
    """Count all cases; print, write or check the table."""
    parser = argparse.ArgumentParser(description="perft table of the naive Euchre rules")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--write", action="store_true", help="write perft.json")
    what.add_argument("--check", action="store_true", help="compare with perft.json")
    arguments = parser.parse_args()

    rows = []
    for case in CASES:
        rows.append(row(case))
        print(case.name, rows[-1]["counts"], file=sys.stderr)
    text = as_json(rows)
    if arguments.write:
        TABLE.write_text(text, encoding="utf-8")
    elif arguments.check:
        if text != TABLE.read_text(encoding="utf-8"):
            print("perft.json differs", file=sys.stderr)
            return 1
        print("perft.json agrees", file=sys.stderr)
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
