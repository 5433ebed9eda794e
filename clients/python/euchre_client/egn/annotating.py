"""Judging a game in EGN: remarks beside its calls and plays, and which of them rest on guessed cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from euchre_client.egn.inference import DealtHands
from euchre_client.egn.model import Annotations, Deal, Game
from euchre_client.record import HandRecord

_CALLS: Final = ("pass", "order", "name")


@dataclass(frozen=True)
class Remark:
    """What is said of one act.

    Attributes:
        hand: the hand, from 0.
        act: the act of its record, from 0.
        text: the remark; a label such as `[?]` comes first.
    """

    hand: int
    act: int
    text: str


def guessed_acts(hands: Sequence[HandRecord], dealt: Sequence[DealtHands]) -> list[tuple[int, int]]:
    """Returns the acts of seats that then held a card which the file does not tell.

    What such a seat should have done nobody can say who does not know its cards: they fill the places of
    those that were never seen, such as a discard, or the hand of a partner who sat out.

    Args:
        hands: the deals of a replayed game, as they are recorded.
        dealt: their cards, with what is known of them.

    Returns:
        Hand and act, from 0.
    """
    return [
        (number, act)
        for number, (hand, cards) in enumerate(zip(hands, dealt, strict=True))
        for act in _guessed_acts(hand, cards)
    ]


def _guessed_acts(hand: HandRecord, dealt: DealtHands) -> Iterator[int]:
    guessed = [{card.text for card in cards if not card.known} for cards in dealt.hands]
    for number, act in enumerate(hand.acts):
        if guessed[act.seat]:
            yield number
        word, _, card = act.text.partition(" ")
        if word in ("discard", "lay", "give"):
            guessed[act.seat].discard(card)


def with_remarks(game: Game, hands: Sequence[HandRecord], remarks: Iterable[Remark]) -> Game:
    """Returns a game with more remarks; those it has stay, and come first.

    EGN has remarks on calls and on plays. One on anything else (a discard, playing alone) is written beside
    the call before it, and names the act.

    Args:
        game: the game.
        hands: the same game as it is recorded: its deals, act by act.
        remarks: what to add.
    """
    by_hand: dict[int, list[Remark]] = defaultdict(list)
    for remark in remarks:
        by_hand[remark.hand].append(remark)
    deals = list(game.deals)
    for number, own in by_hand.items():
        deals[number] = _with_remarks(deals[number], hands[number], own)
    return replace(game, deals=tuple(deals))


def _with_remarks(deal: Deal, hand: HandRecord, remarks: Iterable[Remark]) -> Deal:
    words = [act.text.partition(" ")[0] for act in hand.acts]
    # Who is asked for a farmer's hand before the calls passes too, and EGN does not tell that.
    untold = sum(word in _CALLS for word in words) - len(deal.line.calls)
    calls: dict[int, tuple[str, ...]] = dict(deal.line.call_annotations)
    plays: dict[int, tuple[str, ...]] = dict(deal.line.play_annotations)
    for remark in remarks:
        before = words[: remark.act + 1]
        if words[remark.act] == "play":
            _add(plays, before.count("play") - 1, remark.text)
            continue
        number = sum(word in _CALLS for word in before) - untold - 1
        if number >= 0:
            is_call = words[remark.act] in _CALLS
            _add(calls, number, remark.text if is_call else _naming(remark.text, hand, remark.act))
    return replace(
        deal, line=replace(deal.line, call_annotations=_sorted(calls), play_annotations=_sorted(plays))
    )


def _naming(text: str, hand: HandRecord, act: int) -> str:
    """Returns a remark that says what it is about, behind its label."""
    label, bracket, rest = text.partition("]")
    about = f"Seat {hand.acts[act].seat}, `{hand.acts[act].text}`: "
    return f"{label}]{about}{rest}" if bracket and label.startswith("[") else f"{about}{text}"


def _add(annotations: dict[int, tuple[str, ...]], number: int, text: str) -> None:
    annotations[number] = (*annotations.get(number, ()), text)


def _sorted(annotations: Annotations) -> Annotations:
    return dict(sorted(annotations.items()))
