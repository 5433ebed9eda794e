"""What a key entitles its holder to: which seats it acts for, and whose views it may ask for."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from euchre.v1 import view_pb2
from euchre_rules.state import NOBODY
from euchre_rules.view import PUBLIC, TABLE
from euchre_service.codec import Game
from euchre_service.refusal import ServiceError, malformed
from euchre_service.seatkeys import HOST, Authority

MAX_VIEWS: Final = 8
NEXT: Final = -3
"""Reader: the seat that acts once the act is done."""
_OF_SEATS: Final = (view_pb2.AUDIENCE_SEAT, view_pb2.AUDIENCE_UNSPECIFIED)
_HOST_ONLY: Final[dict[int, int]] = {view_pb2.AUDIENCE_TABLE: TABLE, view_pb2.AUDIENCE_NEXT: NEXT}


class Opened(NamedTuple):
    """A state that was opened, what its caller may do, its id and its payload."""

    game: Game
    authority: Authority
    state_id: bytes
    payload: bytes


def readers_of(selectors: Sequence[view_pb2.ViewSelector], opened: Opened, field: str) -> list[int]:
    """Return the readers that views are asked for, each checked against the key.

    Raises:
        ServiceError: MALFORMED_REQUEST, SEAT_KEY_WRONG or HOST_KEY_REQUIRED.
    """
    if len(selectors) > MAX_VIEWS:
        raise malformed(field, f"At most {MAX_VIEWS} views can be asked for.")
    players, authority = opened.game.table.rules.players, opened.authority
    if len(selectors) == 1:
        return [_reader(selectors[0], players, authority, field, "[0]")]
    return [
        _reader(selector, players, authority, field, f"[{place}]") for place, selector in enumerate(selectors)
    ]


def host_readers(selectors: Sequence[view_pb2.ViewSelector], opened: Game, field: str) -> list[int]:
    """Return the readers of views that the host asks for."""
    return readers_of(selectors, Opened(opened, HOST, b"", b""), field)


def reader_of(selector: view_pb2.ViewSelector, opened: Opened, field: str) -> int:
    """Return the reader of one view of a table as it is, checked against the key."""
    table = opened.game.table
    reader = _reader(selector, table.rules.players, opened.authority, field, "")
    if reader != NEXT:
        return reader
    if table.actor == NOBODY:
        raise ServiceError("GAME_OVER", "The game is over: nobody acts next.")
    return table.actor


def seat_of(seat: int, opened: Opened, field: str) -> int:
    """Return a seat that a request names in `field`, checked against the key."""
    return _seat(seat, opened.game.table.rules.players, opened.authority, field, "")


def _reader(
    selector: view_pb2.ViewSelector, players: int, authority: Authority, field: str, place: str
) -> int:
    audience = selector.audience
    reader = _HOST_ONLY.get(audience)
    if reader is not None:
        if not authority.host:
            raise host_required()
        return reader
    if audience in _OF_SEATS:
        if selector.HasField("seat"):
            return _seat(selector.seat, players, authority, field, place + ".seat")
        if authority.seat is None or audience == view_pb2.AUDIENCE_SEAT:
            raise malformed(f"{field}{place}.seat", "A view must say whose it is.")
        return authority.seat
    if audience == view_pb2.AUDIENCE_PUBLIC:
        return PUBLIC
    raise malformed(f"{field}{place}.audience", "There is no such audience.")


def _seat(seat: int, players: int, authority: Authority, field: str, place: str) -> int:
    """Return a seat if it is at the table and the key's; its path is `field` and then `place`."""
    if seat >= players:
        raise malformed(field + place, "There is no such seat at this table.")
    if not authority.host and authority.seat != seat:
        raise key_wrong()
    return seat


def key_wrong() -> ServiceError:
    """Return the error for a key that opens nothing here, or not this."""
    return ServiceError("SEAT_KEY_WRONG", "This key does not open this seat.")


def host_required() -> ServiceError:
    """Return the error for what only the host may do."""
    return ServiceError("HOST_KEY_REQUIRED", "Only the table's host may ask for this.")
