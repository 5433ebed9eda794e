"""deploy/monitoring: dashboard and alerts name what a server tells, and the alerts do what they say."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from cloudcoil.models.prometheus_operator import v1 as monitoring
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.dashboard import Dashboard

from tests.deploy.programs import machine_tool
from tests.security.process import server
from tests.telemetry.watching import METRICS, Page, play_a_little, player, scrape_after

ROOT: Final = Path(__file__).resolve().parents[2]
MONITORING: Final = ROOT / "deploy" / "monitoring"
ALERT_TESTS: Final = Path(__file__).with_name("alerts.test.yaml")
DASHBOARD: Final = json.loads((MONITORING / "dashboard.json").read_text())
RULES: Final[list[dict[str, Any]]] = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"][0][
    "rules"
]

TARGET_LABELS: Final = {"job", "instance"}
"""Prometheus itself adds these to all that it scrapes."""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """What a server with two workers tells after some calls."""
    with server(*METRICS, workers=2) as running, player(running.address) as someone:
        play_a_little(someone)
        yield scrape_after(running, someone.kinds.total())


def dashboard_queries() -> list[str]:
    queries = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    assert len(queries) > 25
    return queries


def without_variables(query: str) -> str:
    return query.replace("$__rate_interval", "5m").replace("$job", ".*")


def metrics_of(query: str) -> set[str]:
    """The names of metrics in a query, labels and texts aside."""
    bare = re.sub(r"\{[^}]*\}|\[[^\]]*\]|\b(?:by|on|without)\s*\([^)]*\)", " ", query)
    names = set(re.findall(r"\b[a-z]\w+\b(?!\s*\()", bare)) - {"or", "and", "by", "on"}
    return {name for name in names if not re.fullmatch(r"\d+e?\d*", name)}


def labels_of(query: str) -> set[str]:
    chosen = [
        name for block in re.findall(r"\{([^}]*)\}", query) for name in re.findall(r"(\w+)\s*[=!]", block)
    ]
    grouped = [
        name.strip()
        for block in re.findall(r"\b(?:by|on|without)\s*\(([^)]*)\)", query)
        for name in block.split(",")
    ]
    return {*chosen, *grouped}


@pytest.mark.parametrize(
    "query",
    [*dashboard_queries(), *(rule["expr"] for rule in RULES)],
    ids=lambda query: "-".join(sorted(metrics_of(query))),
)
def test_queries_name_what_a_server_tells(page: Page, query: str) -> None:
    told = page.labels()
    names = metrics_of(query)
    assert names and names <= told.keys()
    assert labels_of(query) <= TARGET_LABELS.union(*(told[name] for name in names))


def test_the_dashboard_shows_every_number(page: Page) -> None:
    shown = set[str]().union(*map(metrics_of, dashboard_queries()))
    ours = {family.name for family in page.families if family.name.startswith("euchre_")}
    families = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in shown}
    assert ours <= families


def test_the_names_are_as_prometheus_wants_them(page: Page) -> None:
    result = subprocess.run(
        [machine_tool("promtool"), "check", "metrics"],
        input=page.text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_grafana_knows_all_that_the_dashboard_says() -> None:
    read = Dashboard.from_json(DASHBOARD)
    # The model drops what it does not know, so nothing may be missing; it adds what has a default.
    assert missing(DASHBOARD, json.loads(JSONEncoder().encode(read))) == []
    worse = json.loads((MONITORING / "dashboard.json").read_text().replace('"gridPos"', '"gridPosition"'))
    assert missing(worse, json.loads(JSONEncoder().encode(Dashboard.from_json(worse))))


def missing(wanted: Any, found: Any, place: str = "") -> list[str]:
    """Where something that is wanted was not found."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            lost
            for name, value in wanted.items()
            for lost in missing(value, found.get(name, ...), f"{place}.{name}")
        ]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [
            lost
            for number, pair in enumerate(zip(wanted, found, strict=True))
            for lost in missing(*pair, f"{place}[{number}]")
        ]
    return [] if wanted == found else [place]


def test_panels_do_not_lie_on_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert max(x for x, _ in cells) < 24 and taken.isdisjoint(cells), panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def promtool(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [machine_tool("promtool"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_prometheus_understands_its_configuration_and_the_rules() -> None:
    result = promtool("check", "config", MONITORING / "prometheus.yaml")
    assert result.returncode == 0, result.stderr
    assert f"{len(RULES)} rules found" in result.stdout


def test_prometheus_understands_the_queries_of_the_dashboard(tmp_path: Path) -> None:
    rules = [
        {"record": f"query:{number}", "expr": without_variables(query)}
        for number, query in enumerate(dashboard_queries())
    ]
    file = tmp_path / "rules.yaml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}))
    result = promtool("check", "rules", file)
    assert result.returncode == 0, result.stderr
    file.write_text(file.read_text().replace("histogram_quantile(", "histogram_quantil("))
    assert promtool("check", "rules", file).returncode != 0


def test_alerts_ring_when_they_should_and_not_otherwise(tmp_path: Path) -> None:
    result = promtool("test", "rules", ALERT_TESTS)
    assert result.returncode == 0, result.stdout + result.stderr
    worse = tmp_path / ALERT_TESTS.name
    rules = (MONITORING / "alerts.yaml").read_text()
    (tmp_path / "alerts.yaml").write_text(rules.replace("EuchreSheds\n", "EuchreSheds2\n"))
    worse.write_text(ALERT_TESTS.read_text().replace("../../deploy/monitoring/", ""))
    assert promtool("test", "rules", worse).returncode != 0


def test_every_alert_is_tested_both_ways_and_explained() -> None:
    cases = [
        case for test in yaml.safe_load(ALERT_TESTS.read_text())["tests"] for case in test["alert_rule_test"]
    ]
    names = {rule["alert"] for rule in RULES}
    assert {case["alertname"] for case in cases if case["exp_alerts"]} == names
    assert {case["alertname"] for case in cases if not case["exp_alerts"]} == names
    explained = re.findall(
        r"^\| `(Euchre\w+)` \|", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE
    )
    assert sorted(explained) == sorted(names)


def test_every_metric_is_explained(page: Page) -> None:
    explained = re.findall(r"^\| `(euchre_\w+)`", (ROOT / "docs" / "operations.md").read_text(), re.MULTILINE)
    # Of a counter the page has the name with its ending, of a histogram the name without.
    told = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in page.families
        if family.name.startswith("euchre_")
    }
    assert sorted(explained) == sorted(told)


def test_the_operators_resource_follows_the_rules() -> None:
    text = (MONITORING / "prometheus-rule.yaml").read_text()
    assert text == runpy.run_path(str(MONITORING / "render.py"))["resource"](), "run render.py"
    resource = yaml.safe_load(text)
    read = monitoring.PrometheusRule.model_validate(resource)
    assert missing(resource, read.model_dump(by_alias=True, exclude_unset=True, mode="json")) == []
