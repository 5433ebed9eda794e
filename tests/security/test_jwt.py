"""Callers with JSON Web Tokens: which are taken, and the ways to forge one that are known."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from pathlib import Path
from typing import Any

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from euchre_service import jwt_tokens
from euchre_service.callers import CallersError
from euchre_service.config import ConfigError, ServerConfig
from euchre_service.jwt_tokens import JwtTokens
from euchre_service.refusal import ServiceError
from tests.security.servers import CREATE, LIST, CallersFile, bearer, calling, calls_of, refused, serving
from tests.service.fakes import Log

KEYS: dict[str, Any] = {
    "RS256": rsa.generate_private_key(65537, 2048),
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate(),
}
FORMS: dict[str, Any] = {"RS256": RSAAlgorithm, "ES256": ECAlgorithm, "EdDSA": OKPAlgorithm}
ISSUER, AUDIENCE = "https://issuer.example", "euchre"


def jwk(algorithm: str, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = FORMS[algorithm].to_jwk(KEYS[algorithm].public_key(), as_dict=True)
    return {**made, "kid": algorithm, "use": "sig", **more}


JWKS = {"keys": [jwk(algorithm) for algorithm in KEYS]}


def claims(**changes: Any) -> dict[str, Any]:
    usual = {
        "sub": "alice",
        "roles": ["player", "host"],
        "iss": ISSUER,
        "aud": AUDIENCE,
        "exp": time.time() + 60,
    }
    return {name: value for name, value in (usual | changes).items() if value is not None}


def token(algorithm: str = "ES256", headers: dict[str, Any] | None = None, **changes: Any) -> str:
    return jwt.encode(claims(**changes), KEYS[algorithm], algorithm, headers or {"kid": algorithm})


def segment(value: Any) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def by_hand(header: dict[str, Any], secret: bytes | None) -> str:
    """A token signed with HMAC or not at all, which the library would not make from a public key."""
    body = f"{segment(header)}.{segment(claims())}"
    signature = b"" if secret is None else hmac.digest(secret, body.encode(), hashlib.sha256)
    return f"{body}.{segment(signature)}"


@pytest.fixture
def tokens() -> JwtTokens:
    return JwtTokens(JWKS, ISSUER, AUDIENCE)


@pytest.fixture
def jwks(tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "jwks.json"
    path.write_text(json.dumps(JWKS))
    return {"jwks_file": path, "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE}


def reason(tokens: JwtTokens, text: str) -> str:
    with pytest.raises(ServiceError) as caught:
        tokens.caller(text)
    assert caught.value.metadata == {}
    return caught.value.reason


def test_tokens_over_grpc(jwks: dict[str, Any], log: Log, tmp_path: Path) -> None:
    callers = CallersFile(tmp_path / "callers")
    with serving(log, callers_file=callers.path, **jwks) as address, calling(address) as stub:
        for algorithm in KEYS:
            assert stub.CreateGame(CREATE, metadata=bearer(token(algorithm))).host_key
        assert stub.CreateGame(CREATE, metadata=bearer(token(roles="host"))).host_key
        player = bearer(token(roles="player", sub="bob"))
        assert refused(lambda: stub.CreateGame(CREATE, metadata=player))[1] == "ROLE_REQUIRED"
        late = bearer(token(exp=time.time() - 60))
        assert refused(lambda: stub.ListRulesets(LIST, metadata=late)) == (
            grpc.StatusCode.UNAUTHENTICATED,
            "CREDENTIALS_EXPIRED",
            {},
        )
        forged = bearer(by_hand({"alg": "none", "kid": "ES256"}, None))
        assert refused(lambda: stub.ListRulesets(LIST, metadata=forged))[1] == "CREDENTIALS_INVALID"
        # Tokens of the callers file are taken beside them.
        assert stub.ListRulesets(LIST, metadata=bearer(next(iter(callers.tokens.values()))))
    named = [line.get("caller") for line in calls_of(log)]
    assert named == ["alice"] * 4 + ["bob", None, None, "the-player"]
    assert "eyJ" not in log.text()


@pytest.mark.parametrize("algorithm", KEYS)
def test_the_key_chooses_the_algorithm(algorithm: str, tokens: JwtTokens) -> None:
    assert tokens.caller(token(algorithm)).name == "alice"
    public = KEYS[algorithm].public_key()
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    der = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    for secret in (pem, der, b"", json.dumps(jwk(algorithm)).encode()):
        for name in ("HS256", algorithm):
            assert reason(tokens, by_hand({"alg": name, "kid": algorithm}, secret)) == "CREDENTIALS_INVALID"
    nothings: tuple[Any, ...] = ("none", "None", "NONE", "", None, 7, ["ES256"])
    for nothing in nothings:
        assert reason(tokens, by_hand({"alg": nothing, "kid": algorithm}, None)) == "CREDENTIALS_INVALID"


def test_keys_are_not_taken_from_the_token(tokens: JwtTokens) -> None:
    mine = ec.generate_private_key(ec.SECP256R1())
    public = ECAlgorithm.to_jwk(mine.public_key(), as_dict=True)
    for headers in (
        {"kid": "ES256"},
        {"kid": "ES256", "jwk": public},
        {"kid": "ES256", "jku": "https://elsewhere.example/jwks.json"},
        {"kid": "other"},
        {"kid": "RS256"},
        {"kid": "../../../dev/null"},
        {},
    ):
        assert reason(tokens, jwt.encode(claims(), mine, "ES256", headers)) == "CREDENTIALS_INVALID"


def test_a_signature_of_one_key_does_not_count_for_another(tokens: JwtTokens) -> None:
    assert reason(tokens, token("ES256", {"kid": "EdDSA"})) == "CREDENTIALS_INVALID"


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://other.example"},
        {"iss": None},
        {"aud": "other"},
        {"aud": ["other", "another"]},
        {"aud": None},
        {"exp": None},
        {"exp": "tomorrow"},
        {"exp": float("inf")},
        {"sub": None},
        {"sub": 7},
        {"sub": ""},
        {"sub": "a\nb"},
        {"sub": "x" * 129},
        {"roles": None},
        {"roles": []},
        {"roles": ["king"]},
        {"roles": 7},
        {"roles": [["host"]]},
        {"nbf": 2**33},  # in the year 2242
    ],
    ids=str,
)
def test_claims_that_are_not_enough(changes: dict[str, Any], tokens: JwtTokens) -> None:
    body = segment(claims(**changes))
    signing = f"{segment({'alg': 'EdDSA', 'kid': 'EdDSA'})}.{body}"
    signed = f"{signing}.{segment(KEYS['EdDSA'].sign(signing.encode()))}"
    assert reason(tokens, signed) == "CREDENTIALS_INVALID"


def test_one_audience_of_several_is_enough(tokens: JwtTokens) -> None:
    assert tokens.caller(token(aud=["other", AUDIENCE])).name == "alice"


def test_a_token_that_was_taken_before_ends_all_the_same(tokens: JwtTokens) -> None:
    """Tokens are kept once they were checked, until they end; seconds of leeway do not count for those."""
    text = token(exp=time.time() + 0.3)
    assert tokens.caller(text) is tokens.caller(text)
    stale = token(exp=time.time() - 3600)
    tokens._kept[stale] = tokens.caller(text), time.time() - 3600
    assert reason(tokens, stale) == "CREDENTIALS_EXPIRED"


@pytest.mark.parametrize(
    "text", ["..", "a.b.c", "é.é.é", "eyJ.eyJ.", "." * 5000, "e30.e30.e30", "bnVsbA.e30.e30"]
)
def test_nonsense(text: str, tokens: JwtTokens) -> None:
    assert reason(tokens, text) == "CREDENTIALS_INVALID"


def test_what_is_kept_is_bounded(tokens: JwtTokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jwt_tokens, "_MAX_KEPT", 8)
    made = [token("EdDSA", sub=f"caller-{number}") for number in range(20)]
    for _ in range(2):
        assert [tokens.caller(text).name for text in made] == [f"caller-{number}" for number in range(20)]
    assert len(tokens._kept) == 8


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, "not a JSON Web Key Set"),
        ({"keys": []}, "not a JSON Web Key Set"),
        ([], "not a JSON Web Key Set"),
        ({"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}, "is secret"),
        ({"keys": [ECAlgorithm.to_jwk(KEYS["ES256"], as_dict=True)]}, "is secret"),
        ({"keys": [jwk("ES256", use="enc")]}, "not one for signatures"),
        ({"keys": [jwk("ES256", alg="HS256")]}, "not one for RS256"),
        ({"keys": [jwk("ES256", crv="P-521")]}, "not one for RS256"),
        ({"keys": [jwk("ES256"), jwk("ES256")]}, "a kid of its own"),
        ({"keys": [jwk("ES256"), jwk("RS256", kid=None)]}, "a kid of its own"),
        ({"keys": [{"kty": "EC", "crv": "P-256"}]}, "incomplete"),
        ({"keys": ["key"]}, "not one for signatures"),
        (
            {"keys": [RSAAlgorithm.to_jwk(rsa.generate_private_key(65537, 1024).public_key(), as_dict=True)]},
            "less than 2048 bits",
        ),
    ],
)
def test_key_sets_that_cannot_be_used(keys: Any, said: str, tmp_path: Path) -> None:
    path = tmp_path / "jwks.json"
    path.write_text(json.dumps(keys))
    with pytest.raises(CallersError, match=said):
        JwtTokens.read(path, ISSUER, AUDIENCE)


def test_settings_that_go_together(tmp_path: Path) -> None:
    path = tmp_path / "jwks.json"
    for more in ({}, {"jwt_issuer": ISSUER}, {"jwt_audience": AUDIENCE}):
        with pytest.raises(ConfigError, match="needs --jwt-issuer and --jwt-audience"):
            ServerConfig(jwks_file=path, **more)  # type: ignore[arg-type]
    path.write_text("{")
    wrong = {"jwks_file": path, "jwt_issuer": ISSUER, "jwt_audience": AUDIENCE}
    with pytest.raises(ConfigError, match="not JSON"), serving(**wrong):
        pass
