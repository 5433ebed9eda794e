"""Calls that are refused because of who calls, or because of a key that was retired: one for each reason."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.rpc import status_pb2
from jwt.algorithms import OKPAlgorithm

from euchre.v1 import rules_service_pb2 as pb
from euchre_service.callers import Role, new_token
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.keyring import MasterKey
from euchre_service.limits import CallerLimits
from tests.security.servers import CREATE, LIST, CallersFile, Metadata, bearer, calling, serving
from tests.service.desk import KEY
from tests.service.wire import Stub, refusal


def _by(metadata: Callable[[CallersFile], Metadata], **settings: Any) -> status_pb2.Status:
    """Of a caller that makes a game at a server with callers."""
    with tempfile.TemporaryDirectory() as directory:
        callers = CallersFile(Path(directory) / "callers")
        with serving(callers_file=callers.path, **settings) as address, calling(address) as stub:
            return refusal(lambda: stub.CreateGame(CREATE, metadata=metadata(callers)))


def _missing(_: Stub) -> status_pb2.Status:
    return _by(lambda _callers: ())


def _invalid(_: Stub) -> status_pb2.Status:
    return _by(lambda _callers: bearer(new_token()))


def _role(_: Stub) -> status_pb2.Status:
    return _by(lambda callers: callers.metadata(Role.PLAYER))


def _expired(_: Stub) -> status_pb2.Status:
    key = Ed25519PrivateKey.generate()
    public = OKPAlgorithm.to_jwk(key.public_key(), as_dict=True)
    claims = {"sub": "alice", "roles": "host", "iss": "us", "aud": "euchre", "exp": time.time() - 60}
    with tempfile.TemporaryDirectory() as directory:
        jwks = Path(directory) / "jwks.json"
        jwks.write_text(json.dumps({"keys": [public]}))
        token = jwt.encode(claims, key, "EdDSA")
        return _by(lambda _callers: bearer(token), jwks_file=jwks, jwt_issuer="us", jwt_audience="euchre")


def _too_fast(_: Stub) -> status_pb2.Status:
    with serving(caller_rate=0.001, caller_burst=1.0) as address, calling(address) as stub:
        stub.ListRulesets(LIST)
        return refusal(lambda: stub.ListRulesets(LIST))


def _too_many(_: Stub) -> status_pb2.Status:
    # A caller that has one call more than it may, whenever it calls.
    enter = CallerLimits.enter

    def enter_twice(self: CallerLimits, name: str) -> None:
        enter(self, name)
        enter(self, name)

    CallerLimits.enter = enter_twice  # type: ignore[method-assign]
    try:
        with serving(caller_calls=1) as address, calling(address) as stub:
            return refusal(lambda: stub.ListRulesets(LIST))
    finally:
        CallerLimits.enter = enter  # type: ignore[method-assign]


def _retired(stub: Stub) -> status_pb2.Status:
    created = stub.CreateGame(CREATE)
    look = pb.GetViewRequest(state=created.transition.state, key=created.host_key)
    with tempfile.TemporaryDirectory() as directory:
        keys = Path(directory) / "keys"
        keys.write_text(f"retired {KEY.key_id.hex()}\n{MasterKey.generate().to_line()}\n")
        config = ServerConfig(keys_file=keys, drain_seconds=1.0)
        with EmbeddedServer(config) as address, calling(address) as other:
            return refusal(lambda: other.GetView(look))


PROVOKERS: Final[dict[str, Callable[[Stub], status_pb2.Status]]] = {
    "STATE_KEY_RETIRED": _retired,
    "CREDENTIALS_MISSING": _missing,
    "CREDENTIALS_INVALID": _invalid,
    "CREDENTIALS_EXPIRED": _expired,
    "ROLE_REQUIRED": _role,
    "RATE_LIMITED": _too_fast,
    "TOO_MANY_CALLS": _too_many,
}
