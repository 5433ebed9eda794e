"""A typed client of the Euchre rules service, blocking and asyncio.

`RulesClient` has a method for every RPC and raises a typed exception for every refusal. `Table` carries
the state from call to call and keeps the record of the game:

    from euchre_client import EuchreError, RulesClient, Table

    with RulesClient("localhost:50051") as client:
        table = Table.create(client, "classic")
        while (seat := table.actor) is not None:
            print(f"Seat {seat} may", ", ".join(legal.text for legal in table.legal_actions()))
            try:
                table.act(seat, input("> "))
            except EuchreError as refused:
                print(refused.message)
        print(f"Side {table.winners[0]} wins with {table.scores}.")

`AsyncRulesClient` and `AsyncTable` are the same with coroutines. `AnalysisClient` and
`AsyncAnalysisClient` ask a server for advice, if it has the service of analysis.
"""

from euchre_client.aio import (
    AsyncRulesClient,
)
from euchre_client.aio_analysis import (
    AsyncAnalysisClient,
)
from euchre_client.aio_table import (
    AsyncTable,
)
from euchre_client.analysis import (
    AnalysisClient,
)
from euchre_client.cards import (
    CardLike,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    parse_trump,
    rank_of,
    suit_of,
    trump_text,
)
from euchre_client.channel import (
    DEFAULT_TARGET,
    channel_options,
    open_aio_channel,
    open_channel,
    service_config,
)
from euchre_client.client import (
    RulesClient,
)
from euchre_client.credentials import (
    Credentials,
    CredentialsError,
)
from euchre_client.errors import (
    AloneNotOffered,
    BatchSize,
    BidNotOffered,
    BidTooLow,
    CardNotHeld,
    CredentialsExpired,
    CredentialsInvalid,
    CredentialsMissing,
    DeadlineExceeded,
    DealerMustCall,
    DeckInvalid,
    EuchreError,
    ExchangeUnfinished,
    FieldViolation,
    GameOver,
    HandNotDealt,
    HandNotEntitled,
    HandNotOver,
    HandStacked,
    HostKeyRequired,
    Internal,
    MalformedRequest,
    MayNotFold,
    MustFollowSuit,
    MustGoAlone,
    NaturalTrumpRequired,
    NotSolvable,
    NotYourTurn,
    OptionConflict,
    OptionInvalid,
    Overloaded,
    RateLimited,
    RenegeNotProved,
    RenegeOwnSide,
    RoleRequired,
    SeatKeyWrong,
    ShuttingDown,
    StalePly,
    StateCorrupt,
    StateForked,
    StateKeyRetired,
    StateKeyUnknown,
    StateNotOurs,
    StateVersionNewer,
    SuitTurnedDown,
    SwapAlreadyUsed,
    SwapTooLate,
    TooManyCalls,
    TransportError,
    TrumpNotOffered,
    UnknownRuleset,
    UpcardMustBeTaken,
    UpcardNotDiscardable,
    WrongPhase,
)
from euchre_client.matches import (
    Match,
    MatchRecord,
)
from euchre_client.proofs import (
    DealProof,
)
from euchre_client.record import (
    GameRecord,
    HandRecord,
    SeatAct,
)
from euchre_client.record_files import (
    load_record,
    parse_record,
    save_record,
)
from euchre_client.record_format import (
    RecordVersionError,
)
from euchre_client.recreating import (
    record_of_replay,
    recreate,
)
from euchre_client.requests import (
    RulesetLike,
    public_view,
    recorded_hand,
    seat_view,
    table_view,
)
from euchre_client.shuffling import (
    deal_commitment,
    entropy_commitment,
    new_entropy,
)
from euchre_client.status import (
    from_rpc_error,
    from_status,
)
from euchre_client.table import (
    Table,
)
from euchre_client.table_core import (
    AsyncPlayer,
    GameResult,
    Player,
)
from euchre_client.text import (
    ActionLike,
    action_text,
    parse_action,
)
from euchre_client.unreachable import (
    Unreachable,
    why_unreachable,
)
from euchre_client.verifying import (
    HandCheck,
    Notes,
    Verdict,
    verify_deals,
)

__all__ = [
    "DEFAULT_TARGET",
    "ActionLike",
    "AloneNotOffered",
    "AnalysisClient",
    "AsyncAnalysisClient",
    "AsyncPlayer",
    "AsyncRulesClient",
    "AsyncTable",
    "BatchSize",
    "BidNotOffered",
    "BidTooLow",
    "CardLike",
    "CardNotHeld",
    "Credentials",
    "CredentialsError",
    "CredentialsExpired",
    "CredentialsInvalid",
    "CredentialsMissing",
    "DeadlineExceeded",
    "DealProof",
    "DealerMustCall",
    "DeckInvalid",
    "EuchreError",
    "ExchangeUnfinished",
    "FieldViolation",
    "GameOver",
    "GameRecord",
    "GameResult",
    "HandCheck",
    "HandNotDealt",
    "HandNotEntitled",
    "HandNotOver",
    "HandRecord",
    "HandStacked",
    "HostKeyRequired",
    "Internal",
    "MalformedRequest",
    "Match",
    "MatchRecord",
    "MayNotFold",
    "MustFollowSuit",
    "MustGoAlone",
    "NaturalTrumpRequired",
    "NotSolvable",
    "NotYourTurn",
    "Notes",
    "OptionConflict",
    "OptionInvalid",
    "Overloaded",
    "Player",
    "RateLimited",
    "RecordVersionError",
    "RenegeNotProved",
    "RenegeOwnSide",
    "RoleRequired",
    "RulesClient",
    "RulesetLike",
    "SeatAct",
    "SeatKeyWrong",
    "ShuttingDown",
    "StalePly",
    "StateCorrupt",
    "StateForked",
    "StateKeyRetired",
    "StateKeyUnknown",
    "StateNotOurs",
    "StateVersionNewer",
    "SuitTurnedDown",
    "SwapAlreadyUsed",
    "SwapTooLate",
    "Table",
    "TooManyCalls",
    "TransportError",
    "TrumpNotOffered",
    "UnknownRuleset",
    "Unreachable",
    "UpcardMustBeTaken",
    "UpcardNotDiscardable",
    "Verdict",
    "WrongPhase",
    "action_text",
    "card_text",
    "cards_text",
    "channel_options",
    "deal_commitment",
    "entropy_commitment",
    "from_rpc_error",
    "from_status",
    "load_record",
    "new_entropy",
    "open_aio_channel",
    "open_channel",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_record",
    "parse_trump",
    "public_view",
    "rank_of",
    "record_of_replay",
    "recorded_hand",
    "recreate",
    "save_record",
    "seat_view",
    "service_config",
    "suit_of",
    "table_view",
    "trump_text",
    "verify_deals",
    "why_unreachable",
]
