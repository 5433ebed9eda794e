"""The documentation's site: built without a warning, complete, and in need of nothing from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs.contract import ROOT

CONFIG = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
PAGES = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}


def listed(entries: list[Any]) -> Iterator[str]:
    """The pages of the navigation."""
    for entry in entries:
        value = next(iter(entry.values())) if isinstance(entry, dict) else entry
        if isinstance(value, str):
            yield value
        else:
            yield from listed(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    built = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout
    return folder / "build" / "site"


def test_every_page_is_in_the_navigation_once() -> None:
    pages = list(listed(CONFIG["nav"]))
    assert sorted(pages) == sorted(PAGES)


def test_every_page_and_the_search_are_built(site: Path) -> None:
    for page in PAGES:
        assert (site / page).with_suffix(".html").is_file(), page
    search = (site / "search.json").read_text(encoding="utf-8")
    assert "farmer" in search


def test_pages_need_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for tag in re.findall(r"<(?:script|img|iframe|source|link)\b[^>]*>", text):
            if 'rel="canonical"' not in tag:
                assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", tag), f"{page}: {tag}"
    for style in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?https?:|@import", style.read_text(encoding="utf-8")), style


def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    with (tmp_path / "docs/state.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](rules.md#no-such-heading)\n")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode != 0
    assert "anchor does not exist" in built.stdout + built.stderr


def test_links_of_built_pages_lead_somewhere(site: Path) -> None:
    anchors = {
        page: set(re.findall(r"""\bid=["']?([^"' >]+)""", page.read_text(encoding="utf-8")))
        for page in site.rglob("*.html")
    }
    for page in anchors:
        if page.name == "404.html":  # it is shown at any address, so its links are absolute
            continue
        for target in re.findall(r"""<a\b[^>]*\bhref=["']?([^"' >]+)""", page.read_text(encoding="utf-8")):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            other = (page.parent / name).resolve() if name else page
            other = other / "index.html" if other.is_dir() else other
            assert other.exists(), f"{page}: {target}"
            assert not anchor or other.suffix != ".html" or anchor in anchors[other], f"{page}: {target}"
