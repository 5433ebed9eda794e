"""Following suit and winning tricks (`rules.md` 0.3, 1.7)."""

from __future__ import annotations

from euchre_rules import actions, cards
from euchre_rules.state import State
from tests.conformance.deals import rules_of
from tests.conformance.script import Book, Script
from tests.rules.tables import SUITS, deck_for, recolour, trick_table

_OPTIONS = {"allow_alone": False, "round2_no_trump": True}
_JOKER = {**_OPTIONS, "joker": True}

_FOLLOWING = [
    ("the left bower must follow trump", "h", "9h", "Jd Ad Ks", "Jd"),
    ("the left bower does not follow its printed suit", "h", "Kd", "Jd As 9c", "Jd As 9c"),
    ("the left bower leads trump", "s", "Jc", "Ac Kc 9s", "9s"),
    ("the right bower follows trump", "h", "Ah", "Jh Qs Kd", "Jh"),
    ("no duty to trump", "h", "Kc", "Ah Qs 9d", "Ah Qs 9d"),
    ("no duty to win", "h", "Qc", "Ac 9c Ah", "Ac 9c"),
]
_WINNING = [
    ("the left bower over the ace of trump", "d", "1:Ah 2:9h 3:Jh 0:Ad", 3),
    ("the right bower over the left", "d", "1:Ah 2:Jd 3:Jh 0:Ad", 2),
    ("an ace of another suit wins nothing", "c", "1:Ks 2:9s 3:Ad 0:Qs", 1),
    ("the lowest trump over an ace led", "c", "1:Ah 2:Kh 3:9c 0:Qh", 3),
]
_WITHOUT_TRUMP = [
    ("jacks are jacks", "1:Jh 2:Qh 3:9d 0:Js", 2),
    ("an ace of another suit wins nothing", "1:9h 2:As 3:Ad 0:Th", 0),
]
_WITH_JOKER = [
    ("the joker over the right bower", "c", "1:Ac 2:Jc 3:B 0:Js", 3),
    ("the joker led", "c", "1:B 2:Jc 3:Ac 0:Js", 1),
    ("the joker over an ace led", "c", "1:Ah 2:9h 3:B 0:Kh", 3),
    ("the joker without trump", "nt", "1:Ah 2:9h 3:B 0:Kh", 3),
]
_JOKER_FOLLOWS = [
    ("the joker led calls for trump", "c", "B", "Js Ah", "Js"),
    ("the joker does not follow another suit", "c", "9h", "B Ah", "Ah"),
    ("the joker follows trump", "c", "9c", "B Ah", "B"),
    ("the joker without trump follows nothing", "nt", "9h", "B Ah", "Ah"),
    ("the joker without trump when void", "nt", "9h", "B Ac", "B Ac"),
    ("the joker led without trump calls for nothing", "nt", "B", "Ah 9c", "Ah 9c"),
]


def tell(book: Book) -> None:
    """Tell the cases."""
    for suit in SUITS:
        for name, trump, led, held, playable in _FOLLOWING if suit == "h" else _FOLLOWING[:3]:
            led, held, playable = (recolour(text, trump, suit) for text in (led, held, playable))
            _follow(book, f"trump {suit}: {name}", "rules.md 0.3", suit, led, held, playable, _OPTIONS)
        for name, trump, plays, winner in _WINNING if suit == "h" else _WINNING[:2]:
            _win(book, f"trump {suit}: {name}", "rules.md 0.3", suit, recolour(plays, trump, suit), winner)
    for name, plays, winner in _WITHOUT_TRUMP:
        _win(book, f"no trump: {name}", "rules.md 0.3", "nt", plays, winner)
    _follow(book, "no trump: a jack follows its suit", "rules.md 0.3", "nt", "Kh", "Jd 9h", "9h", _OPTIONS)
    for name, trump, plays, winner in _WITH_JOKER:
        _win(book, name, "rules.md 1.7", trump, plays, winner, joker=True)
    for name, trump, led, held, playable in _JOKER_FOLLOWS:
        _follow(book, name, "rules.md 1.7", trump, led, held, playable, _JOKER)
    with book.case("a card that is not held", "rules.md 0.3") as table:
        _set_up(table, trick_table("h", "1:9h 2:Jd,Ad,Ks"), _OPTIONS)
        table.refuse("1 play Jd", "CARD_NOT_HELD", card="Jd").act("1 play 9h")
        table.refuse("2 play 9h", "CARD_NOT_HELD", card="9h")


def _set_up(table: Script, dealt: State, options: dict[str, bool]) -> None:
    """Deal the same hands, call the same trump."""
    rules = rules_of("classic", **options)
    hands = [cards.texts(hand) for hand in dealt.hands]
    deck = deck_for(rules, dealt.dealer, hands, upcard=cards.text(dealt.upcard))
    moves = [f"{entry >> 8} {actions.text(entry & 0xFF)}" for entry in dealt.log]
    table.replay("classic", [(deck, moves)], dealer=dealt.dealer, **options)


def _win(book: Book, name: str, rules: str, trump: str, plays: str, winner: int, joker: bool = False) -> None:
    options = _JOKER if joker else _OPTIONS
    with book.case(f"{name}: {plays}", rules) as table:
        _set_up(table, trick_table(trump, plays, rules_of("classic", **options)), options)
        table.play(plays)
        (trick,) = table.told("trickWon")
        assert trick == {"seat": winner, "trickNumber": 1}, trick


def _follow(
    book: Book,
    name: str,
    rules: str,
    trump: str,
    led: str,
    held: str,
    playable: str,
    options: dict[str, bool],
) -> None:
    plays = f"1:{led} 2:{held.replace(' ', ',')}"
    with book.case(f"{name}: {led} led to {held}", rules) as table:
        _set_up(table, trick_table(trump, plays, rules_of("classic", **options)), options)
        table.play(f"1:{led}").legal()
        may = [legal["text"].split()[1] for legal in table.answers[-1]["actions"]]
        assert [card for card in held.split() if card in may] == playable.split(), may
        for card in held.split():
            if card not in playable.split():
                table.refuse(f"2 play {card}", "MUST_FOLLOW_SUIT", card=card)
        table.act(f"2 play {playable.split()[0]}")
