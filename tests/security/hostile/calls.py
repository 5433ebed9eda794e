"""Hostile calls: each is one that no server may obey, and says how it is to be refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from euchre.v1 import action_pb2, ruleset_pb2, view_pb2
from euchre.v1 import rules_service_pb2 as pb
from euchre_service.callers import new_token
from tests.security.hostile.dealing import DealAttacker
from tests.security.hostile.inputs import (
    ANY_REFUSAL,
    CANARY,
    EVERY_ITEM,
    SERVICE,
    Hostile,
    field,
    tag,
    varint,
)
from tests.security.hostile.material import Material
from tests.service import test_hostile_states

_KEY_REASONS: Final = frozenset({"SEAT_KEY_WRONG"})
_MALFORMED: Final = frozenset({"MALFORMED_REQUEST"})


class Attacker(DealAttacker):
    """Makes hostile calls of every kind, always the same for the same seed.

    Args:
        material: real states and keys.
        payloads: what some of those states hold, opened.
        chance: chooses.
        max_message_bytes: the server's limit.
    """

    def __init__(
        self, material: Material, payloads: list[bytes], chance: random.Random, max_message_bytes: int
    ) -> None:
        super().__init__(material, chance)
        self._limit = max_message_bytes
        test_hostile_states._PAYLOADS[:] = payloads
        self.kinds: list[Callable[[], Hostile]] = [
            *(self._of_state(attack) for attack in test_hostile_states.ATTACK_KINDS),
            self.wrong_key,
            self.key_of_another_seat,
            self.key_of_another_game,
            self.view_of_another_seat,
            self.host_only,
            self.secret_of_a_hand,
            self.entropy_that_is_none,
            self.no_such_seat,
            self.flipped_request,
            self.cut_request,
            self.noise,
            self.unknown_enums,
            self.unknown_fields,
            self.invalid_utf8,
            self.deep,
            self.batch_of_forgeries,
            self.batch_size,
            self.wrong_lengths,
            self.absurd_ruleset,
            self.wrong_token,
            self.many_headers,
            self.unknown_method,
        ]
        self.costly: list[Callable[[], Hostile]] = [
            self.too_long,
            self.nearly_too_long,
            self.headers_too_long,
            self.full_batch,
        ]

    # --- states and keys ---------------------------------------------------------------------------------

    def _of_state(self, attack: Any) -> Callable[[], Hostile]:
        def hostile() -> Hostile:
            state, reason = attack(self._chance, self._states)
            point = self._point()
            key = self._chance.choice([point.host_key, *point.keys])
            return self._act(pb.Turn(state=state, seat=point.seat, key=key), point, frozenset({reason}))

        hostile.__name__ = f"state_{attack.__name__}"
        return hostile

    def wrong_key(self) -> Hostile:
        point = self._point()
        key = point.keys[point.seat]
        wrong = self._chance.choice(
            [b"", self._chance.randbytes(16), key[:-1], key + b"\0", key[::-1], bytes(16), key * 100]
        )
        return self._act(self._turn(point, wrong), point, _KEY_REASONS)

    def key_of_another_seat(self) -> Hostile:
        point = self._point()
        other = (point.seat + self._chance.randrange(1, len(point.keys))) % len(point.keys)
        return self._act(self._turn(point, point.keys[other]), point, _KEY_REASONS)

    def key_of_another_game(self) -> Hostile:
        point, other = self._point(), self._point()
        while other.host_key == point.host_key:
            other = self._point()
        key = self._chance.choice([other.host_key, *other.keys])
        return self._act(self._turn(point, key), point, _KEY_REASONS)

    def view_of_another_seat(self) -> Hostile:
        point = self._point()
        seat = self._chance.randrange(len(point.keys))
        other = (seat + 1) % len(point.keys)
        request = pb.GetViewRequest(
            state=point.state, key=point.keys[seat], view=view_pb2.ViewSelector(seat=other)
        )
        return Hostile(f"{SERVICE}GetView", request.SerializeToString(), _KEY_REASONS)

    def host_only(self) -> Hostile:
        point = self._point()
        key = point.keys[point.seat]
        table = view_pb2.ViewSelector(audience=view_pb2.AUDIENCE_TABLE)
        turn = self._turn(point, key)
        if self._chance.random() < 0.5:
            turn.views.append(table)
            return self._act(turn, point, frozenset({"HOST_KEY_REQUIRED"}))
        look = pb.GetViewRequest(state=point.state, key=key, view=table)
        return Hostile(f"{SERVICE}GetView", look.SerializeToString(), frozenset({"HOST_KEY_REQUIRED"}))

    def no_such_seat(self) -> Hostile:
        point = self._point()
        turn = self._turn(point, point.host_key)
        turn.seat = self._chance.choice([len(point.keys), 7, 255, 256, 2**31, 2**32 - 1])
        return self._act(turn, point, _MALFORMED)

    # --- the form of requests ----------------------------------------------------------------------------

    def flipped_request(self) -> Hostile:
        """A real act whose key is wrong, with bits turned anywhere."""
        data = bytearray(self._forged().SerializeToString())
        for _ in range(self._chance.randrange(1, 12)):
            data[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
        return Hostile(f"{SERVICE}Apply", bytes(data), ANY_REFUSAL)

    def cut_request(self) -> Hostile:
        data = self._forged().SerializeToString()
        return Hostile(f"{SERVICE}Apply", data[: self._chance.randrange(len(data))], ANY_REFUSAL)

    def noise(self) -> Hostile:
        """Bytes without a meaning, for methods that cannot succeed without a key."""
        data = self._chance.randbytes(self._chance.randrange(1, 2000))
        method = self._chance.choice(
            ("Play", "Bid", "GetView", "ListLegalActions", "BatchApply", "Deal", "RevealDeal")
        )
        return Hostile(f"{SERVICE}{method}", data, ANY_REFUSAL)

    def unknown_enums(self) -> Hostile:
        point = self._point()
        turn = self._turn(point, point.host_key)
        number: Any = self._chance.choice([9999, 2**31 - 1, -1, -(2**31), 1000])
        kind = self._chance.randrange(4)
        if kind == 0:
            request: Any = pb.PlayRequest(turn=turn, card=number)
            return Hostile(f"{SERVICE}Play", request.SerializeToString(), _MALFORMED)
        if kind == 1:
            trump = action_pb2.NameTrump(trump=number)
            request = pb.BidRequest(turn=turn, name_trump=trump)
            return Hostile(f"{SERVICE}Bid", request.SerializeToString(), _MALFORMED)
        if kind == 2:
            turn.play_on = number
            return self._act(turn, point, _MALFORMED)
        turn.views.append(view_pb2.ViewSelector(audience=number))
        return self._act(turn, point, _MALFORMED)

    def unknown_fields(self) -> Hostile:
        """A forged act with fields that no contract has, of every wire type."""
        data = self._forged().SerializeToString()
        for _ in range(self._chance.randrange(1, 20)):
            number = self._chance.choice([19, 1000, 18999, 2**29 - 1])
            text = (CANARY * 3).encode()
            data += self._chance.choice(
                [
                    tag(number, 0) + b"\xff" * 9 + b"\x01",
                    tag(number, 1) + bytes(8),
                    tag(number, 2) + varint(len(text)) + text,
                    tag(number, 5) + bytes(4),
                    tag(number, 3) + tag(number, 4),
                ]
            )
        return Hostile(f"{SERVICE}Apply", data, _KEY_REASONS)

    def invalid_utf8(self) -> Hostile:
        bad = self._chance.choice([b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\x80"])
        text = CANARY.encode() + bad
        if self._chance.random() < 0.5:
            number = pb.CreateGameRequest.DESCRIPTOR.fields_by_name["label"].number
            return Hostile(f"{SERVICE}CreateGame", field(number, text), _MALFORMED)
        base = field(ruleset_pb2.Ruleset.DESCRIPTOR.fields_by_name["base"].number, text)
        return Hostile(f"{SERVICE}ResolveRuleset", field(1, base), _MALFORMED)

    def deep(self) -> Hostile:
        """Groups within groups within groups."""
        depth = self._chance.choice([101, 1000, 20_000])
        data = self._forged().SerializeToString() + tag(1000, 3) * depth
        if self._chance.random() < 0.5:
            data += tag(1000, 4) * depth
        return Hostile(f"{SERVICE}Apply", data, _MALFORMED | _KEY_REASONS)

    def batch_of_forgeries(self) -> Hostile:
        items = [self._forged() for _ in range(self._chance.randrange(1, 6))]
        request = pb.BatchApplyRequest(items=items)
        return Hostile(f"{SERVICE}BatchApply", request.SerializeToString(), EVERY_ITEM)

    def batch_size(self) -> Hostile:
        request = pb.BatchApplyRequest(items=[pb.ApplyRequest()] * self._chance.choice([0, 1001, 5000]))
        return Hostile(f"{SERVICE}BatchApply", request.SerializeToString(), frozenset({"BATCH_SIZE"}))

    def wrong_lengths(self) -> Hostile:
        point = self._point()
        create = pb.CreateGameRequest(ruleset=ruleset_pb2.Ruleset(base="classic"))
        kind = self._chance.randrange(4)
        if kind == 0:
            create.seed = self._chance.randbytes(self._chance.choice([1, 31, 33, 10_000]))
        elif kind == 1:
            create.label = CANARY * 20
        elif kind == 2:
            create.initial_scores.extend([2**31 - 1] * self._chance.choice([1, 2, 1000]))
        else:
            turn = self._turn(point, point.host_key)
            turn.views.extend([view_pb2.ViewSelector(seat=0)] * self._chance.choice([9, 5000]))
            return self._act(turn, point, _MALFORMED)
        return Hostile(f"{SERVICE}CreateGame", create.SerializeToString(), _MALFORMED)

    def absurd_ruleset(self) -> Hostile:
        rules = ruleset_pb2.Ruleset(base="classic", target=self._chance.choice([10_000, 2**31 - 1]))
        if self._chance.random() < 0.3:
            # The answer says which name there is not, and no more than the beginning of a long one.
            rules.base = "nobody's rules " * self._chance.choice([1, 1000])
        request = pb.ResolveRulesetRequest(ruleset=rules)
        return Hostile(
            f"{SERVICE}ResolveRuleset",
            request.SerializeToString(),
            frozenset({"OPTION_INVALID", "UNKNOWN_RULESET"}),
        )

    # --- around requests ---------------------------------------------------------------------------------

    def wrong_token(self) -> Hostile:
        token = self._chance.choice(
            [new_token(), CANARY, "a.b.c", f"{CANARY}.{CANARY}.{CANARY}", "x" * 5000, "e30.e30.", ""]
        )
        scheme = self._chance.choice(["Bearer ", "bearer ", "Basic ", "", "Bearer  "])
        headers: tuple[tuple[str, str | bytes], ...] = (("authorization", scheme + token),)
        if self._chance.random() < 0.2:
            headers *= 2
        invalid = frozenset({"CREDENTIALS_INVALID"})
        return Hostile(f"{SERVICE}ListRulesets", b"", invalid, headers)

    def many_headers(self) -> Hostile:
        """A forged act among headers, some of which mean something elsewhere."""
        names = ("x-request-id", "x-forwarded-for", "x-canary", "grpc-previous-rpc-attempts", "cookie")
        headers: list[tuple[str, str | bytes]] = [
            (self._chance.choice(names), f"{CANARY}-{number}")
            for number in range(self._chance.randrange(1, 80))
        ]
        headers.append(("x-raw-bin", self._chance.randbytes(200)))
        forged = self._forged().SerializeToString()
        return Hostile(f"{SERVICE}Apply", forged, _KEY_REASONS, tuple(headers))

    def unknown_method(self) -> Hostile:
        method = self._chance.choice(
            [f"/{CANARY}/Play", f"{SERVICE}{CANARY}", "/grpc.reflection.v1.ServerReflection/X", "/a/b", "//"]
        )
        return Hostile(method, self._chance.randbytes(50), frozenset({"UNIMPLEMENTED"}))

    # --- what costs much, and is sent more seldom --------------------------------------------------------

    def too_long(self) -> Hostile:
        data = bytes(self._limit + self._chance.choice([1, 1000, 1_000_000]))
        return Hostile(f"{SERVICE}Play", data, frozenset({"RESOURCE_EXHAUSTED"}))

    def nearly_too_long(self) -> Hostile:
        """As long as may be, of one text, of unknown fields, or of views."""
        size = self._limit - 200
        kind = self._chance.randrange(3)
        if kind == 0:
            request: Any = pb.CreateGameRequest(label="é" * (size // 2))
            return Hostile(f"{SERVICE}CreateGame", request.SerializeToString(), ANY_REFUSAL)
        if kind == 1:
            data = (tag(1000, 0) + b"\x01") * (size // 3)
            return Hostile(f"{SERVICE}Play", data, _MALFORMED)
        data = self._forged().SerializeToString() * (size // 600)
        return Hostile(f"{SERVICE}Apply", data, ANY_REFUSAL)

    def headers_too_long(self) -> Hostile:
        headers = tuple(
            (f"x-canary-{number}", CANARY * 20) for number in range(self._chance.choice([70, 400]))
        )
        forged = self._forged().SerializeToString()
        return Hostile(f"{SERVICE}Apply", forged, frozenset({"RESOURCE_EXHAUSTED", "UNAVAILABLE"}), headers)

    def full_batch(self) -> Hostile:
        items = [self._forged() for _ in range(20)] * 50
        request = pb.BatchApplyRequest(items=items)
        return Hostile(f"{SERVICE}BatchApply", request.SerializeToString(), EVERY_ITEM)
