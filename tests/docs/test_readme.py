"""What the README shows, works; and every link in the docs leads somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from euchre_service.embedded import EmbeddedServer
from tests.docs.links import anchors

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
MADE = ("api", "presets")
"""Folders of generated pages; tests/docs/test_generated.py has their links and snippets."""
PAGES = [
    README,
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.parent.name not in MADE),
]
SNIPPETS = [
    pytest.param(snippet, id=f"{page.name}-{number}")
    for page in PAGES
    for number, snippet in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL), start=1)
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with EmbeddedServer() as served:
        yield served


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_snippet_runs_and_says_something(
    snippet: str, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(snippet.replace("localhost:50051", address), "snippet", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_embedding_takes_ten_lines() -> None:
    embedding = [line for line in str(SNIPPETS[0].values[0]).splitlines() if line.strip()]
    assert len(embedding) <= 10


def test_readme_opens_with_the_two_commands() -> None:
    opening = README.read_text().split("##")[0]
    assert re.findall(r"^    (make \w+)", opening, re.MULTILINE) == ["make demo", "make test"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([\w-]+))?\)", page.read_text()):
        other = page.parent / target if target else page
        assert other.exists(), target
        assert not anchor or anchor in anchors(other), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_pages_install_can_be_had(page: Path) -> None:
    # The package is on no index: docs/index.md says so, and what its name in a message stands for.
    if page != ROOT / "docs" / "index.md":
        assert "pip install 'euchre-rules-service" not in page.read_text()


_BUILT = {"clients/python/euchre", "clients/web/dist"}
"""Paths that a build makes."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_paths_exist(page: Path) -> None:
    for path in re.findall(r"`((?:service|clients|protos|tests|docs|deploy)/[\w./]+)`", page.read_text()):
        assert (ROOT / path).exists() or path in _BUILT, path
