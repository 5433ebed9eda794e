"""Bearer tokens that are JSON Web Tokens, signed by an issuer whose public keys are in a JWKS file."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

from euchre_service.callers import Caller, CallersError, parse_roles, unknown_caller
from euchre_service.refusal import ServiceError

_ALGORITHMS: Final = {("RSA", None): "RS256", ("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA"}
"""The one algorithm of each kind of key. What a token's header says never chooses it."""
_LEAST_RSA_BITS: Final = 2048
_LEEWAY_SECONDS: Final = 10
_MAX_KEPT: Final = 4096
_MAX_NAME: Final = 128


class JwtTokens:
    """Checks the tokens of one issuer.

    A token must have `sub` (the caller's name), `roles` (a list of names of roles, or one text with commas),
    `exp`, `iss` and `aud`. Its header names the key by `kid`, unless the file has only one.

    Args:
        jwks: the public keys, as a JSON Web Key Set.
        issuer: what `iss` must be.
        audience: what `aud` must be, or have among it.

    Raises:
        CallersError: the set has no key, or one that is not for signatures, is secret or too short.
    """

    def __init__(self, jwks: Mapping[str, Any], issuer: str, audience: str) -> None:
        keys = jwks.get("keys") if isinstance(jwks, dict) else None
        if not isinstance(keys, list) or not keys:
            raise CallersError("it is not a JSON Web Key Set with keys")
        self._keys: dict[str | None, jwt.PyJWK] = {}
        for entry in keys:
            kid = entry.get("kid") if isinstance(entry, dict) else None
            if kid in self._keys or (kid is None and len(keys) > 1):
                raise CallersError("each key needs a kid of its own")
            self._keys[kid] = _public_key(entry)
        self._issuer = issuer
        self._audience = audience
        self._kept: dict[str, tuple[Caller, float]] = {}

    @classmethod
    def read(cls, path: Path, issuer: str, audience: str) -> JwtTokens:
        """Reads the keys from a file.

        Raises:
            CallersError: it cannot be read, or as in the constructor. The message names the file.
        """
        try:
            return cls(json.loads(path.read_bytes()), issuer, audience)
        except (OSError, ValueError) as error:
            known = isinstance(error, CallersError | OSError)
            raise CallersError(f"JWKS file {path}: {error if known else 'not JSON'}") from None

    def caller(self, token: str) -> Caller:
        """Who has this token.

        Raises:
            ServiceError: CREDENTIALS_INVALID, or CREDENTIALS_EXPIRED for one that was genuine.
        """
        # Checking a signature costs a fifth of what a call does, and callers come again.
        kept = self._kept.get(token)
        if kept is not None and time.time() < kept[1]:
            return kept[0]
        claims = self._claims(token)
        name = claims["sub"]
        roles = claims.get("roles", ())
        if not 1 <= len(name) <= _MAX_NAME or not name.isprintable():
            raise unknown_caller()
        try:
            named = parse_roles(roles.split(",") if isinstance(roles, str) else roles)
        except (CallersError, TypeError):
            raise unknown_caller() from None
        caller = Caller(name, named)
        if len(self._kept) >= _MAX_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[token] = caller, float(claims["exp"])
        return caller

    def _claims(self, token: str) -> dict[str, Any]:
        try:
            kid = jwt.get_unverified_header(token).get("kid")
            key = next(iter(self._keys.values())) if len(self._keys) == 1 and kid is None else self._keys[kid]
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=[key.algorithm_name],
                issuer=self._issuer,
                audience=self._audience,
                leeway=_LEEWAY_SECONDS,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except jwt.ExpiredSignatureError:
            raise ServiceError("CREDENTIALS_EXPIRED", "This token has expired; get a new one.") from None
        except (jwt.InvalidTokenError, KeyError, TypeError, ValueError, OverflowError):
            # Without the cause, whose text may quote the token.
            raise unknown_caller() from None
        return claims


def _public_key(entry: Any) -> jwt.PyJWK:
    if not isinstance(entry, dict) or entry.get("use", "sig") != "sig":
        raise CallersError("a key is not one for signatures")
    if "d" in entry or entry.get("kty") == "oct":
        raise CallersError("a key is secret; only public ones belong here")
    algorithm = _ALGORITHMS.get((str(entry.get("kty")), entry.get("crv")))
    if algorithm is None or entry.get("alg", algorithm) != algorithm:
        raise CallersError("a key is not one for RS256, ES256 or EdDSA")
    try:
        key = jwt.PyJWK(entry, algorithm)
    except jwt.PyJWTError:
        raise CallersError("a key is incomplete") from None
    if isinstance(key.key, RSAPublicKey) and key.key.key_size < _LEAST_RSA_BITS:
        raise CallersError(f"an RSA key has less than {_LEAST_RSA_BITS} bits")
    return key
