"""Cases told as scripts: who deals what, who does what, and what must come of it.

A script calls the service as it is told and writes each call down as a step, with the answer as what is
expected from now on. What its author says (a reason, the legal actions, a score) is checked on the way, so a
suite can only be made from a service that agrees with the scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from euchre_arena.conformance import Service, error_json, resolve
from euchre_arena.conformance_cases import METHODS, Json
from euchre_client import EuchreError
from euchre_rules.ruleset import Ruleset
from tests.conformance import deals
from tests.conformance.expectations import expected
from tests.conformance.wording import RPCS, Named, action, ref, seat_action, wire_cards
from tests.rules.tables import deck_for

SEED: Final = bytes(range(32))

_EXCHANGES: Final = ("PHASE_FARMERS", "PHASE_DUMMY")


class Script:
    """One case, as it is being told."""

    def __init__(self, service: Service, name: str, rules: str, needs: str = "") -> None:
        self._service = service
        self.case: dict[str, Json] = {"name": name, "rules": rules}
        if needs:
            self.case["needs"] = needs
        self.steps: list[Json] = []
        self.answers: list[Json] = []
        self.rules: Ruleset = deals.rules_of("classic")
        self.at = 0
        """The step whose state is the current one."""
        self.created = 0
        """The step that made the game, and with it the keys."""

    # --- what the last transition said -----------------------------------------------------------------

    @property
    def last(self) -> Json:
        return self.answers[self.at]["transition"]

    @property
    def phase(self) -> str:
        return str(self.last["next"]["phase"]).removeprefix("PHASE_")

    @property
    def actor(self) -> int:
        return int(self.last["next"]["seat"])

    @property
    def state(self) -> Json:
        return ref(f"{self.at}.transition.state")

    def key(self, seat: int) -> Json:
        if "seatKeys" in self.answers[self.created]:
            return ref(f"{self.created}.seatKeys.{seat}")
        return self.host

    @property
    def host(self) -> Json:
        return ref(f"{self.created}.hostKey")

    def turn(self, who: int, /, **changes: Json) -> Json:
        """A turn of a seat; `None` leaves a field away."""
        whole = {"state": self.state, "seat": who, "key": self.key(who), **changes}
        return {name: value for name, value in whole.items() if value is not None}

    # --- calls ------------------------------------------------------------------------------------------

    def call(self, rpc: str, request: Json, *, open_answer: bool = False, **shown: bool) -> Json:
        """Make a call that is answered, write it down and return the answer.

        Args:
            rpc: the call.
            request: its request, with references.
            open_answer: expect nothing in particular, as where the service draws something.
            shown: which further parts of the answer to expect (see `expectations.expected`).
        """
        answer = self._service.call(rpc, resolve(request, self.answers))
        named = {} if open_answer else expected(answer, METHODS[rpc].output_type, **shown)
        self._write({"rpc": rpc, "request": request, "response": named}, answer)
        if "transition" in answer:
            self.at = len(self.answers) - 1
        return answer

    def refuse_call(self, rpc: str, request: Json, reason: str, **metadata: str) -> Script:
        """Make a call that is refused for this reason, with at least this metadata."""
        try:
            self._service.call(rpc, resolve(request, self.answers))
        except EuchreError as error:
            refusal = error_json(error)
            assert refusal["reason"] == reason, f"{self.case['name']}: {refusal} is not {reason}"
            assert metadata.items() <= refusal["metadata"].items(), f"{refusal} lacks {metadata}"
            self._write({"rpc": rpc, "request": request, "error": refusal}, {})
            return self
        raise AssertionError(f"{self.case['name']}: {rpc} is not refused")

    def _write(self, step: Json, answer: Json) -> None:
        self.steps.append(step)
        self.answers.append(answer)

    def create(self, base: str = "classic", *, dealer: int | None = None, **more: Any) -> Script:
        """Make a game by options under their names; `scores`, `deal`, `label`, `views` are the request's."""
        request, options = deals.creation(more)
        if dealer is not None:
            options["first_dealer"] = f"SEAT_{dealer}"
        self.rules = deals.rules_of(base, **options)
        self.created = len(self.answers)
        whole = {"ruleset": deals.ruleset_json(base, options), "seed": deals.base64(SEED), **request}
        self.call("CreateGame", whole, keys=bool(more.get("keys")))
        return self

    def deal(self, hands: Mapping[int, str] | Sequence[str] = (), **places: str) -> Script:
        """Deal as the host: these cards (`upcard`, `ghost`, `kitty` too), or from the game's seed."""
        deck: Sequence[int] = ()
        if hands or places:
            deck = deck_for(self.rules, self.actor, hands, **places)
        return self.deal_deck(deck)

    def deal_deck(self, deck: Sequence[int] = ()) -> Script:
        """Deal this pack as the host; none is the one of the game's seed."""
        request: Json = {"turn": self.turn(self.actor, key=self.host)}
        if deck:
            request["deck"] = wire_cards(deck)
        self.call("Deal", request)
        return self

    def replay(self, base: str, hands: Sequence[tuple[Sequence[int], Sequence[str]]], **more: Any) -> Script:
        """Set a table up by a replay of hands, each a pack and its moves, but for the last move.

        That one is made by a call of its own. `dealer` deals the first hand.
        """
        request, options = deals.creation(more)
        dealer = options.pop("dealer")
        recorded = [
            {"deck": wire_cards(deck), "actions": list(map(seat_action, moves))} for deck, moves in hands
        ]
        recorded[0]["dealer"] = dealer
        last = hands[-1][1][-1]
        del recorded[-1]["actions"][-1]
        self.rules = deals.rules_of(base, **options)
        self.created = len(self.answers)
        answer = self.call(
            "Replay", {"ruleset": deals.ruleset_json(base, options), "hands": recorded, **request}
        )
        assert "fault" not in answer, answer["fault"]
        return self.act(last)

    def named(self, move: str, **turn: Json) -> Named:
        """The call, named after what it does, that makes a move such as `1 order`."""
        seat, words = move.split(" ", 1)
        ((kind, content),) = action(words).items()
        rpc, fields = RPCS[kind](content)
        if kind == "pass" and f"PHASE_{self.phase}" in _EXCHANGES:
            rpc = "Exchange"
        return rpc, {"turn": self.turn(int(seat), **turn), **fields}

    def act(self, *moves: str, **turn: Json) -> Script:
        """Make moves such as `1 order`."""
        for move in moves:
            self.call(*self.named(move, **turn))
        return self

    def apply(self, *moves: str) -> Script:
        """Make moves by `Apply`."""
        for move in moves:
            seat, words = move.split(" ", 1)
            self.call("Apply", {"turn": self.turn(int(seat)), "action": action(words)})
        return self

    def play(self, plays: str) -> Script:
        """Play cards such as `1:Jd 2:9h`."""
        return self.act(*(play.replace(":", " play ") for play in plays.split()))

    def refuse(self, move: str, reason: str, *, turn: Json = None, **metadata: str) -> Script:
        """Make a move that is refused for this reason."""
        rpc, request = self.named(move, **(turn or {}))
        return self.refuse_call(rpc, request, reason, **metadata)

    def legal(self, *texts: str, seat: int | None = None) -> Script:
        """Ask what a seat (else the acting one) may do; if texts are given it must be these."""
        asked = self.actor if seat is None else seat
        request = {"state": self.state, "seat": asked, "key": self.key(asked)}
        answer = self.call("ListLegalActions", request)
        found = sorted(legal["text"] for legal in answer["actions"])
        assert not texts or found == sorted(texts), f"{self.case['name']}: {found} is not {sorted(texts)}"
        return self

    def nothing_legal(self, seat: int) -> Script:
        """A seat that does not act has no legal action."""
        request = {"state": self.state, "seat": seat, "key": self.key(seat)}
        assert not self.call("ListLegalActions", request)["actions"]
        return self

    def view(
        self, seat: int | None = None, *, audience: str = "SEAT", key: Json = None, **shown: bool
    ) -> Json:
        """Look as a seat, or with `audience` as TABLE or PUBLIC; returns the view."""
        selector: Json = {"audience": f"AUDIENCE_{audience}"}
        if seat is not None:
            selector["seat"] = seat
        opener = key or (self.host if seat is None else self.key(seat))
        request = {"state": self.state, "key": opener, "view": selector}
        return self.call("GetView", request, **shown)["view"]

    # --- what must be so ----------------------------------------------------------------------------------

    def is_at(self, phase: str, actor: int | None = None) -> Script:
        """The hand is in this phase, and this seat acts."""
        assert self.phase == phase, f"{self.case['name']}: at {self.phase}, not {phase}"
        assert actor is None or self.actor == actor, f"{self.case['name']}: seat {self.actor} acts"
        return self

    def told(self, kind: str) -> list[Json]:
        """The events of one kind of the last transition."""
        return [event[kind] for event in self.last["events"] if kind in event]

    def scored(self, *changes: int) -> Script:
        """The hand just ended with these changes by side."""
        (result,) = self.told("handScored")
        found = [side["change"] for side in result["sides"]]
        assert found == list(changes), f"{self.case['name']}: {found} is not {list(changes)}"
        return self

    def won(self, *sides: int) -> Script:
        """The game was just won by these sides; by none: it goes on."""
        found = [side for event in self.told("gameWon") for side in event["sides"]]
        assert found == list(sides), f"{self.case['name']}: won by {found}"
        return self

    def voided(self, reason: str) -> Script:
        """The hand just became void."""
        assert [event["reason"] for event in self.told("handVoided")] == [f"VOID_REASON_{reason}"]
        return self

    def finish(self) -> Json:
        """The case; its last state is compared whole."""
        for place in range(len(self.steps) - 1, -1, -1):
            transition = self.steps[place].get("response", {}).get("transition")
            if transition:
                answered = self.answers[place]["transition"]
                transition["state"] = answered["state"]
                transition["info"] = answered["info"]
                break
        return {**self.case, "steps": self.steps}


class Book:
    """The cases of one group."""

    def __init__(self, service: Service, group: str, about: str) -> None:
        self._service = service
        self.group = group
        self.about = about
        self.cases: list[Json] = []

    @contextmanager
    def case(self, name: str, rules: str, *, needs: str = "") -> Iterator[Script]:
        """Tell a case."""
        assert all(case["name"] != name for case in self.cases), f"two cases are called {name!r}"
        script = Script(self._service, name, rules, needs)
        yield script
        self.cases.append(script.finish())
