"""What each reader may know, in every phase (`rules.md` 1.8, 2; view.proto)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.conformance.script import Book, Script
from tests.conformance.wording import ref

_HANDS = ["9c Kc Ad Ts 9s", "Tc Th Qs Jc Qd", "Jd Kh As Ks Td", "Jh Ah Ac Kd 9d"]
_PHASES: Sequence[tuple[str, str, dict[str, Any], str, tuple[str, ...]]] = (
    ("call round 1", "classic", {}, "9h", ()),
    ("call round 2", "classic", {}, "9h", ("1 pass", "2 pass", "3 pass", "0 pass")),
    ("exchange", "classic", {}, "9h", ("1 order",)),
    ("alone prompts", "classic", {}, "9h", ("1 order", "0 discard 9c", "1 alone")),
    ("up-card left", "classic", {}, "9h", ("1 order", "0 decline")),
    (
        "best card",
        "railroad",
        {},
        "9h",
        ("1 order", "0 discard 9c", "1 alone", "2 alone", "1 lay Tc", "3 give Jh"),
    ),
    ("joker turned up", "british", {}, "B", ()),
    ("farmers", "classic", {"go_under": True}, "9h", ("1 pass", "2 pass", "3 pass")),
    ("dummy", "three_handed_dummy", {}, "9h", ("1 order", "0 discard 9c", "1 take dummy", "1 lay Tc")),
    ("fold", "buck", {}, "9h", ("1 order", "0 discard 9c", "2 fold")),
    ("auction", "ghost_hand", {}, "", ("1 bid 3",)),
    ("name trump", "bid_partners", {}, "", ("1 bid 3", "2 shooter", "3 pass", "0 pass")),
)


def tell(book: Book) -> None:
    """Tell the cases."""
    for name, base, options, upcard, moves in _PHASES:
        with book.case(f"every reader: {name}", "rules.md 1.8") as table:
            table.create(base, dealer=0, **options)
            if base == "classic" or base in ("railroad", "british", "buck"):
                table.deal(_HANDS, upcard=upcard)
            elif upcard:
                table.deal(_HANDS[:3], upcard=upcard)
            else:
                table.deal()
            table.act(*moves)
            _all_readers(table)
    with book.case("every reader: a trick in progress", "rules.md 1.8") as table:
        _in_play(table).play("1:Tc 2:Td")
        _all_readers(table)
    with book.case("every reader: a hand just scored", "rules.md 1.8") as table:
        _in_play(table)
        while table.phase == "PLAY":
            table.legal()
            table.act(f"{table.actor} {table.answers[-1]['actions'][0]['text']}")
        _all_readers(table)
    with book.case("every reader: nothing dealt yet", "rules.md 1.8") as table:
        table.create("ghost_hand", dealer=1)
        _all_readers(table)
    _events(book)
    _asked_with_an_act(book)
    _rights(book)


def _in_play(table: Script) -> Script:
    table.create(dealer=0, allow_alone=False).deal(_HANDS, upcard="9h")
    return table.act("1 order", "0 discard 9c")


def _all_readers(table: Script) -> None:
    for seat in range(table.rules.players):
        table.view(seat)
    table.view(audience="PUBLIC")
    table.view(audience="TABLE")


def _events(book: Book) -> None:
    """The events of one act, as each reader hears them."""
    selectors = [{"audience": "AUDIENCE_SEAT", "seat": seat} for seat in range(4)]
    selectors += [{"audience": "AUDIENCE_PUBLIC"}, {"audience": "AUDIENCE_TABLE"}]
    for name, base, before, act in (
        ("a discard", "classic", ("1 order",), "0 discard 9c"),
        (
            "a card laid down",
            "railroad",
            ("1 order", "0 decline", "1 alone", "2 partner", "0 partner"),
            "1 lay Tc",
        ),
        (
            "a card given",
            "railroad",
            ("1 order", "0 decline", "1 alone", "2 partner", "0 partner", "1 lay Tc"),
            "3 give Jh",
        ),
    ):
        with book.case(f"who hears of {name}", "view.proto View.events") as table:
            table.create(base, dealer=0).deal(_HANDS, upcard="9h").act(*before)
            table.act(act, key=table.host, views=selectors)
    with book.case("who hears of a swap", "view.proto View.events") as table:
        table.create("ghost_hand", dealer=2).deal()
        table.act("0 swap", key=table.host, views=[*selectors[:3], *selectors[4:]])
    with book.case("a seat's own events leave out what it may not know", "view.proto View.events") as table:
        table.create("railroad", dealer=0).deal(_HANDS, upcard="9h").act("1 order", "0 decline", "1 alone")
        table.act("2 partner", "0 partner", "1 lay Tc")
        assert "card" in table.told("cardLaidDown")[0]


def _asked_with_an_act(book: Book) -> None:
    own = {"audience": "AUDIENCE_UNSPECIFIED"}
    with book.case("an act with the seat's own view", "rules_service.proto Turn.views") as table:
        table.create(dealer=0).deal(upcard="9h").act("1 pass", views=[own, {"audience": "AUDIENCE_PUBLIC"}])
        table.act("2 pass", views=[{"audience": "AUDIENCE_SEAT", "seat": 2}])
    with book.case("a new game with a deal and views", "rules_service.proto CreateGameRequest") as table:
        views = [{"audience": "AUDIENCE_TABLE"}, {"audience": "AUDIENCE_SEAT", "seat": 3}, {"seat": 0}]
        table.create(dealer=0, deal=True, views=views, keys=True)
    with book.case("a view with its ruleset", "rules_service.proto GetViewResponse") as table:
        table.create("ghost_hand", dealer=0, target=20, deal=True)
        table.view(audience="PUBLIC", rules=True)


def _rights(book: Book) -> None:
    with book.case(
        "a seat sees itself and what is public, the host everything", "view.proto ViewSelector"
    ) as t:
        t.create(dealer=0, deal=True)

        def ask(key: object, view: object, reason: str, **metadata: str) -> None:
            t.refuse_call("GetView", {"state": t.state, "key": key, "view": view}, reason, **metadata)

        for audience in ("SEAT", "UNSPECIFIED"):
            ask(t.key(0), {"audience": f"AUDIENCE_{audience}", "seat": 1}, "SEAT_KEY_WRONG")
        ask(t.key(0), {"audience": "AUDIENCE_TABLE"}, "HOST_KEY_REQUIRED")
        ask(t.host, {"audience": "AUDIENCE_UNSPECIFIED"}, "MALFORMED_REQUEST", field="view.seat")
        ask(t.key(0), {"audience": "AUDIENCE_SEAT"}, "MALFORMED_REQUEST", field="view.seat")
        ask(t.key(0), {"audience": "AUDIENCE_SEAT", "seat": 4}, "MALFORMED_REQUEST", field="view.seat")
        ask(t.key(0), {"audience": 9}, "MALFORMED_REQUEST", field="view.audience")
        ask(ref("0.seatKeys.0", flip=3), {"audience": "AUDIENCE_PUBLIC"}, "SEAT_KEY_WRONG")
        t.view(audience="PUBLIC", key=t.key(0))
        t.view(2, key=t.host)
