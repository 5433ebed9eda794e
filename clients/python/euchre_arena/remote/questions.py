"""What a bot is asked, and whether its answer will do."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from euchre.v1.action_pb2 import Action
from euchre.v1.bot_service_pb2 import Decision, Question
from euchre.v1.view_pb2 import Audience, View
from euchre_arena.remote.failure import BotFailure, illegal, of_status

MOST_QUESTIONS: Final = 1000
"""Questions of one batch."""

_MOST_BYTES: Final = 3 * 1024 * 1024
"""Size of a batch that a server takes whose limit is the usual 4 MiB."""
_TABLE_BYTES: Final = 8


def question(view: View, seed: int) -> Question:
    """Makes the question for a view.

    Args:
        view: the view of the seat that acts.
        seed: the bot's, for all its decisions.

    Returns:
        The question, without the ids of the game and its states, and with a seed of its own. That one
        depends on `seed` and on what the view says, not on ids, which are others on another server.

    Raises:
        ValueError: the view is not that of one seat, or shows cards that this seat may not know.
    """
    check_own(view)
    asked = Question(view=view, table=_table(view))
    for name in ("game_id", "state_id", "parent_state_id"):
        asked.view.info.ClearField(name)
    said = b"%d/" % seed + asked.view.SerializeToString(deterministic=True)
    asked.seed = int.from_bytes(hashlib.sha256(said).digest()[:4], "big")
    return asked


def check_own(view: View) -> None:
    """Makes sure that a view shows its own seat's cards alone.

    Raises:
        ValueError: it shows more, or is for no seat.
    """
    others = [seat for seat in view.seats if seat.seat != view.seat]
    if view.audience != Audience.AUDIENCE_SEAT or not view.HasField("seat"):
        raise ValueError("a bot may only be asked about the view of a seat")
    if view.kitty or view.ghost or any(seat.cards or seat.laid_down for seat in others):
        raise ValueError("the view shows cards that its seat may not know")


def batches(questions: Sequence[Question]) -> Iterator[list[Question]]:
    """Divides questions into batches that any bot takes, in order."""
    batch: list[Question] = []
    size = 0
    for asked in questions:
        length = asked.ByteSize()
        if batch and (len(batch) == MOST_QUESTIONS or size + length > _MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(asked)
        size += length
    if batch:
        yield batch


def judged(action: Action, view: View) -> Action:
    """Returns an answer that is legal.

    Raises:
        BotFailure: it is not; of kind `illegal`.
    """
    for legal in view.legal_actions:
        # Mostly it is one of them itself: to compare what messages say takes its time.
        if (offered := legal.action) is action or offered == action:
            return action
    kind = action.WhichOneof("kind")
    if kind is None:
        raise illegal("an answer without an action")
    raise illegal(f"`{kind}` as it was answered is none of the {len(view.legal_actions)} legal actions")


def outcome(decision: Decision, view: View) -> Action | BotFailure:
    """Returns what a batch or a stream says of one question: a legal action, or how it failed."""
    if decision.WhichOneof("result") == "error":
        return of_status(decision.error)
    try:
        return judged(decision.action, view)
    except BotFailure as failure:
        return failure


def _table(view: View) -> str:
    name = view.info.game_id + b"/%d" % view.seat
    return hashlib.sha256(name).digest()[:_TABLE_BYTES].hex()
