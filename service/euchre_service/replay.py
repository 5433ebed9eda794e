"""Playing recorded hands through the rules, to their end or to the first illegal act."""

from typing import Final

from euchre.v1 import rules_service_pb2
from euchre_rules import actions, phases
from euchre_rules.ruleset import Ruleset
from euchre_rules.view import TABLE
from euchre_service import wire_actions, wire_events
from euchre_service.calllog import note
from euchre_service.codec import Game
from euchre_service.dealing import Dealing
from euchre_service.readers import host_readers
from euchre_service.refusal import ServiceError, malformed, to_status
from euchre_service.seal import state_id
from euchre_service.tables import Tables

MAX_HANDS: Final = 200
MAX_ACTIONS: Final = 100
"""More acts than any hand can have."""


class _Fault(Exception):
    """The first act the rules refuse."""

    def __init__(self, fault: rules_service_pb2.ReplayFault) -> None:
        super().__init__()
        self.fault = fault


def replay(
    tables: Tables, request: rules_service_pb2.ReplayRequest, rules: Ruleset, scores: list[int]
) -> rules_service_pb2.ReplayResponse:
    """Replay a request whose ruleset and scores are checked already.

    Raises:
        ServiceError: MALFORMED_REQUEST; a refused act is a fault of the response instead.
    """
    hands = _read(request, rules)
    first_dealer = request.hands[0].dealer if request.hands else 0
    game = tables.replayed(rules, first_dealer, scores, request.SerializeToString(deterministic=True))
    note(game_id=game.game_id, ply=game.ply)
    readers = host_readers(request.views, game, "views")
    response = rules_service_pb2.ReplayResponse(host_key=tables.keys(game)[0])
    try:
        for index, (deck, acts) in enumerate(hands):
            _replay_hand(tables, game, index, request.hands[index], deck, acts)
            response.hands.append(wire_events.summary(game.table))
    except _Fault as stopped:
        response.fault.CopyFrom(stopped.fault)
        if stopped.fault.HasField("action"):
            response.hands.append(wire_events.summary(game.table))
    token = tables.seal(game)
    response.transition.MergeFromString(tables.transition(game, token, state_id(token), TABLE, readers))
    return response


def _read(
    request: rules_service_pb2.ReplayRequest, rules: Ruleset
) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """Return each hand's deck and (seat, action) list; refuse what is malformed before any is played."""
    if len(request.hands) > MAX_HANDS:
        raise malformed("hands", f"At most {MAX_HANDS} hands can be replayed at once.")
    hands = []
    for index, hand in enumerate(request.hands):
        path = f"hands[{index}]"
        if hand.dealer >= rules.players:
            raise malformed(f"{path}.dealer", "There is no such seat at this table.")
        if len(hand.actions) > MAX_ACTIONS:
            raise malformed(f"{path}.actions", f"No hand has more than {MAX_ACTIONS} actions.")
        if not hand.deck:
            raise malformed(f"{path}.deck", "A recorded hand needs its pack.")
        acts = []
        for place, act in enumerate(hand.actions):
            field = f"{path}.actions[{place}]"
            if not act.HasField("seat") or act.seat >= rules.players:
                raise malformed(f"{field}.seat", "The seat is missing or not at the table.")
            action = wire_actions.from_wire(act.action, f"{field}.action")
            if action == actions.DEAL:
                raise malformed(f"{field}.action", "The deal is not among a recorded hand's actions.")
            acts.append((act.seat, action))
        hands.append((wire_actions.deck(hand.deck, f"{path}.deck"), acts))
    return hands


def _replay_hand(
    tables: Tables,
    game: Game,
    index: int,
    hand: rules_service_pb2.RecordedHand,
    deck: list[int],
    acts: list[tuple[int, int]],
) -> None:
    table = game.table
    dealer = hand.dealer if hand.HasField("dealer") else table.dealer
    _act(tables, game, rules_service_pb2.ReplayFault(hand=index, seat=dealer), dealer, actions.DEAL, deck)
    for place, (seat, action) in enumerate(acts):
        fault = rules_service_pb2.ReplayFault(hand=index, action=place, seat=seat)
        if table.phase == phases.PLAY:
            fault.trick = len(table.winners)
        _act(tables, game, fault, seat, action, [])


def _act(
    tables: Tables,
    game: Game,
    fault: rules_service_pb2.ReplayFault,
    seat: int,
    action: int,
    deck: list[int],
) -> None:
    try:
        tables.apply(game, seat, action, Dealing(deck, field=f"hands[{fault.hand}].deck"))
    except ServiceError as error:
        fault.error.CopyFrom(to_status(error))
        raise _Fault(fault) from None
    game.ply += 1
