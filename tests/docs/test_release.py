"""What a release is made of.

That two builds give the same bytes is shown by `make release RELEASE_ARGS='--trial --twice'`.
"""

from __future__ import annotations

import os
import shutil
import tarfile
import zipfile
from contextlib import nullcontext
from pathlib import Path

import pytest
from deploy import release
from deploy.release import NotReady, changes
from hatch_build import PAGE_IN_WHEEL

LOG = """# Changelog

Words before.

## 0.2.0 (unreleased)

- Not yet.

## 0.1.0 (2026-12-01)

- The first.

## 0.0.1 (2026-01-01)
"""


def test_notes_are_the_versions_section() -> None:
    assert changes(LOG, "0.1.0") == "# Euchre rules service 0.1.0\n\n- The first.\n"


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("0.2.0", "is unreleased: put the date"),
        ("0.3.0", "no section of 0.3.0"),
        ("0.0.1", "says nothing about"),
    ],
)
def test_no_version_without_an_entry(version: str, why: str) -> None:
    with pytest.raises(NotReady, match=why):
        changes(LOG, version)


def test_a_trial_may_be_unreleased() -> None:
    assert "- Not yet." in changes(LOG, "0.2.0", trial=True)


def test_the_changelog_has_the_version_of_the_project() -> None:
    log = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changes(log, release._version(), trial=True)


def test_no_release_of_a_dirty_tree(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: program)
    monkeypatch.setattr(release, "_git", lambda *arguments: " M README.md")
    monkeypatch.setattr(release, "changes", lambda *arguments, trial: "notes")
    monkeypatch.setattr(release, "_built", lambda *arguments, page: pytest.fail("built all the same"))
    assert release.main([]) == 1
    assert "not committed:\n M README.md" in capsys.readouterr().err


def test_an_archive_depends_on_names_and_bytes_alone(tmp_path: Path) -> None:
    packed = []
    for number, names in enumerate((("b", "a"), ("a", "b"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in names:
            (folder / name).write_text(name)
            os.utime(folder / name, (number, number))
        target = tmp_path / f"{number}-out" / "part.tar.gz"
        target.parent.mkdir()
        release._archive(folder, target, 1_700_000_000)
        packed.append(target.read_bytes())
    assert packed[0] == packed[1]
    with tarfile.open(tmp_path / "0-out" / "part.tar.gz") as archive:
        assert archive.getnames() == ["part", "part/a", "part/b"]
        assert {member.mtime for member in archive} == {1_700_000_000}


INDEX = '<script src="./assets/index-1.js"></script><link href="./assets/index-2.css">'


@pytest.mark.parametrize(
    ("held", "why"),
    [
        ({}, "has no page"),
        ({"index.html": "<p>"}, "without its program"),
        ({"index.html": INDEX, "assets/index-1.js": ""}, "without assets/index-2.css"),
        ({"index.html": INDEX, "assets/index-1.js": "", "assets/index-2.css": ""}, None),
    ],
)
def test_a_wheel_without_the_whole_page_is_no_release(
    tmp_path: Path, held: dict[str, str], why: str | None
) -> None:
    wheel = tmp_path / "some.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("euchre_web/page.py", "")
        for name, text in held.items():
            archive.writestr(f"{release.PAGE}{name}", text)
    with nullcontext() if why is None else pytest.raises(NotReady, match=why):
        release.demand_page(wheel)


def test_the_page_is_where_the_wheel_has_it() -> None:
    assert f"{PAGE_IN_WHEEL}/" == release.PAGE


def test_without_npm_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    monkeypatch.setattr(release, "_built", lambda *arguments, page: f"built, {page=}\n")
    assert release.main(["--trial"]) == 1
    assert "npm is missing" in capsys.readouterr().err
    assert release.main(["--trial", "--no-page"]) == 0
    assert capsys.readouterr().out == "built, page=False\n"
    with pytest.raises(SystemExit):
        release.main(["--no-page"])
