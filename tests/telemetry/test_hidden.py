"""Nothing that a player may not see, and nothing that a caller chooses, is in what operators are told."""

from __future__ import annotations

import base64
import json

from euchre_rules import cards
from euchre_service.calllog import CallLog
from euchre_service.telemetry.families import Distribution, families
from euchre_service.telemetry.recorder import Recorder
from tests.security.process import server
from tests.telemetry.collector import collecting
from tests.telemetry.watching import OPENMETRICS, play_a_little, player, scrape, scrape_after

REQUEST_ID = "a-request-id-of-its-caller"
METADATA = (
    ("x-request-id", REQUEST_ID),
    ("x-card", "AceOfHearts"),
    ("traceparent", f"00-{'ab' * 16}-{'cd' * 8}-01"),
)


def forms(secret: bytes) -> set[str]:
    """How bytes might appear in a text."""
    encoded = {base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode()}
    return {secret.hex(), repr(secret)[2:-1], *(each.rstrip("=") for each in encoded)}


def test_no_card_key_state_or_game_leaves_the_server() -> None:
    with (
        collecting() as (collector, environment),
        server(
            *("--metrics", "prometheus,otlp", "--metrics-port", "0", "--traces", "otlp"),
            environment=environment,
        ) as running,
        player(running.address) as someone,
    ):
        created = someone.table(metadata=METADATA)
        play_a_little(someone)
        page = scrape_after(running, someone.kinds.total())
        told = page.text + scrape(running, OPENMETRICS).text
        assert running.stop() == 0
        assert len(collector.spans()) == someone.kinds.total() and collector.metrics()
        told += collector.text()
        log = "".join(map(json.dumps, running.lines))

    info = created.transition.info
    for secret in (*someone.secrets, info.game_id, info.state_id, info.parent_state_id):
        for form in forms(secret) if secret else ():
            assert form not in told and form not in log
    assert REQUEST_ID not in told and "AceOfHearts" not in told
    words = set(told.replace('"', " ").split())
    assert words.isdisjoint(cards.text(card) for card in range(cards.CARD_COUNT))


def test_labels_are_those_of_the_contract_whatever_a_call_says() -> None:
    recorder = Recorder()
    for code, reason in (("OK", None), ("a card: Ah", "a key: k"), ("INTERNAL", "INTERNAL")):
        call = CallLog("/euchre.v1.RulesService/Play", "id")
        call.code, call.reason, call.seconds = code, reason, 0.002
        recorder.record(call)
    named = {family.name: family for family in families({0: recorder.snapshot()})}
    assert {point.labels[1:] for point in named["euchre_calls"].points} == {
        ("euchre.v1.RulesService/Play", "OK", ""),
        ("euchre.v1.RulesService/Play", "UNKNOWN", ""),
        ("euchre.v1.RulesService/Play", "INTERNAL", "INTERNAL"),
    }
    for point in named["euchre_call_duration_seconds"].points:
        assert isinstance(point.value, Distribution)
        assert (sum(point.value.buckets), point.value.total) == (1, 0.002)
