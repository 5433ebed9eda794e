"""Servers with callers, and their callers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from euchre.v1 import rules_service_pb2 as pb
from euchre.v1 import rules_service_pb2_grpc as pb_grpc
from euchre.v1 import ruleset_pb2
from euchre_client.credentials import Credentials
from euchre_service.callers import Role, file_line, new_token
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from tests.service.fakes import Log, error_info, rich_status
from tests.service.wire import assemble

Metadata = tuple[tuple[str, str | bytes], ...]

LIST = pb.ListRulesetsRequest()
CREATE = pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="classic"), deal=True)


@contextmanager
def serving(log: Log | None = None, /, **settings: Any) -> Iterator[str]:
    """The real service in a thread of this process; gives its address."""
    config = ServerConfig(**{"drain_seconds": 1.0, "host": "localhost", **settings})
    with EmbeddedServer(config, assemble=assemble, log=log.logger if log else None) as address:
        yield address


@contextmanager
def calling(address: str, **files: Any) -> Iterator[pb_grpc.RulesServiceStub]:
    """A caller with a connection of its own."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    credentials = Credentials(**files).channel_credentials()
    with (
        grpc.insecure_channel(address, options=options)
        if credentials is None
        else grpc.secure_channel(address, credentials, options=options)
    ) as channel:
        yield pb_grpc.RulesServiceStub(channel)


def bearer(token: str) -> Metadata:
    """The metadata of a call with a token, for a connection that is not encrypted."""
    return (("authorization", f"Bearer {token}"),)


class CallersFile:
    """A callers file, and the tokens of those in it."""

    def __init__(self, path: Path, *further: str) -> None:
        self.path = path
        self.tokens = {role: new_token() for role in Role}
        lines = [file_line(f"the-{role}", [role], token) for role, token in self.tokens.items()]
        path.write_text("\n".join(["# callers", *lines, *further, ""]))

    def metadata(self, role: Role) -> Metadata:
        return bearer(self.tokens[role])


def refused(call: Callable[[], object]) -> tuple[grpc.StatusCode, str, dict[str, str]]:
    """The code, the reason and the metadata of a refusal; an empty reason if it has none."""
    with pytest.raises(grpc.RpcError) as caught:
        call()
    error: Any = caught.value
    trailers = dict(error.trailing_metadata() or ())
    if "grpc-status-details-bin" not in trailers:
        return error.code(), "", {}
    info = error_info(rich_status(error))
    return error.code(), info.reason, dict(info.metadata)


def calls_of(log: Log) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.text().splitlines() if '"event":"call"' in line]
