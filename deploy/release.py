"""Builds all that a release consists of into build/release: `make release`.

- the wheel and the source distribution, both with the page of `euchre web`;
- the protos, and the Python stubs generated from them, an archive each;
- the documentation as a site that needs no network;
- the release notes, out of CHANGELOG.md, and SHA256SUMS of everything.

All is built from the commit that is checked out, never from the working tree, with that commit's time as
the time of every file (SOURCE_DATE_EPOCH): the same commit and the versions of constraints.txt give the same
bytes. The page is built by npm, with the versions of its package-lock.json.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "build" / "release"
SUMS: Final = "SHA256SUMS"
NOTES: Final = "RELEASE_NOTES.md"
PAGE: Final = "euchre_web/page/"
"""Where a wheel has the page (hatch_build.py)."""

_PAGE_STEPS: Final = (("ci", "--no-audit", "--no-fund"), ("run", "generate"), ("run", "build"))


class NotReady(Exception):
    """Why there can be no release of this commit."""


def main(arguments: list[str] | None = None) -> int:
    """Builds a release; returns the exit code."""
    parser = argparse.ArgumentParser(description="Builds a release of the commit that is checked out.")
    parser.add_argument(
        "--trial",
        action="store_true",
        help="accept uncommitted changes (not built) and an unreleased version",
    )
    parser.add_argument("--twice", action="store_true", help="build a second time and compare byte by byte")
    parser.add_argument(
        "--no-page",
        action="store_true",
        help="of a trial: leave out the page of `euchre web`, for want of npm",
    )
    options = parser.parse_args(arguments)
    if options.no_page and not options.trial:
        parser.error("--no-page is for a --trial: a release has the page")
    page = not options.no_page
    try:
        if page and shutil.which("npm") is None:
            raise NotReady("npm is missing, which builds the page: install Node 20, or try --trial --no-page")
        version = _version()
        notes = changes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version, trial=options.trial)
        if not options.trial:
            _demand_clean()
        sums = _built(version, notes, TARGET, page=page)
        if options.twice:
            with tempfile.TemporaryDirectory() as other:
                if _built(version, notes, Path(other) / "release", page=page) != sums:
                    raise NotReady(f"two builds differ: compare {TARGET / SUMS} with another run's")
            print("built twice, byte for byte the same")
    except NotReady as obstacle:
        print(f"no release: {obstacle}", file=sys.stderr)
        return 1
    print(sums, end="")
    return 0


def changes(changelog: str, version: str, *, trial: bool = False) -> str:
    """Returns what the changelog says of a version, for its release notes.

    Args:
        changelog: the text of CHANGELOG.md.
        version: the version.
        trial: whether the version may be unreleased still.

    Raises:
        NotReady: there is no such section, it has no date, or it is empty.
    """
    section = re.search(
        rf"^## {re.escape(version)} \((?P<when>[^)]*)\)\n(?P<text>.*?)(?=^## |\Z)", changelog, re.M | re.S
    )
    if section is None:
        raise NotReady(f"CHANGELOG.md has no section of {version}")
    if not trial and not re.fullmatch(r"\d{4}-\d\d-\d\d", section["when"]):
        raise NotReady(f"CHANGELOG.md says that {version} is {section['when']}: put the date there")
    if not section["text"].strip():
        raise NotReady(f"CHANGELOG.md says nothing about {version}")
    return f"# Euchre rules service {version}\n\n{section['text'].strip()}\n"


def _version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def _demand_clean() -> None:
    changed = _git("status", "--porcelain")
    if changed:
        raise NotReady(f"there are changes that are not committed:\n{changed}")


def demand_page(wheel: Path) -> None:
    """Makes sure that a wheel holds the page, and all that its first file names.

    Raises:
        NotReady: it does not.
    """
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        index = f"{PAGE}index.html"
        if index not in held:
            raise NotReady(f"{wheel.name} has no page: {index} is missing")
        named = re.findall(r'(?:src|href)="\./([^"]+)"', archive.read(index).decode())
    missing = [name for name in named if f"{PAGE}{name}" not in held]
    if missing or not named:
        raise NotReady(f"{wheel.name} has a page without {', '.join(missing) or 'its program'}")


def _built(version: str, notes: str, target: Path, *, page: bool) -> str:
    """Builds everything into an empty folder; returns the text of its SHA256SUMS."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    moment = int(_git("log", "-1", "--format=%ct"))
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / f"euchre-rules-service-{version}"
        sources.mkdir()
        exported = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", sources], input=exported.stdout, check=True)
        # Whatever umask the builder has.
        subprocess.run(["chmod", "-R", "u=rwX,go=rX", sources], check=True)
        if page:
            for step in _PAGE_STEPS:
                _run(sources / "clients/web", moment, "npm", *step)
        _python(sources, moment, "-m", "build", "--no-isolation", "--outdir", str(target))
        _python(sources, moment, "hatch_build.py")
        _python(sources, moment, "-m", "zensical", "build", "--strict", "--clean")
        parts = {
            "protos": sources / "protos",
            "stubs-python": sources / "clients/python/euchre",
            "docs": sources / "build/site",
        }
        for name, part in parts.items():
            _archive(part, target / f"euchre-{name}-{version}.tar.gz", moment)
    if page:
        for wheel in target.glob("*.whl"):
            demand_page(wheel)
    (target / NOTES).write_text(notes, encoding="utf-8")
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(target.iterdir())
    ]
    (target / SUMS).write_text("".join(lines), encoding="utf-8")
    return "".join(lines)


def _archive(folder: Path, target: Path, moment: int) -> None:
    """Packs a folder so that nothing but its files' names, bytes and modes counts."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
        if "__pycache__" in member.name:
            return None
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = moment
        return member

    with (
        target.open("wb") as raw,
        gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=moment) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        archive.add(folder, arcname=target.name.removesuffix(".tar.gz"), recursive=False, filter=plain)
        for path in sorted(folder.rglob("*")):
            name = f"{target.name.removesuffix('.tar.gz')}/{path.relative_to(folder)}"
            archive.add(path, arcname=name, recursive=False, filter=plain)


def _python(folder: Path, moment: int, *arguments: str) -> None:
    """Runs Python in the exported sources, with nothing of this tree on its path."""
    _run(folder, moment, sys.executable, *arguments)


def _run(folder: Path, moment: int, *command: str) -> None:
    """Runs a command that must succeed."""
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(moment), "PYTHONPATH": "", "PYTHONHASHSEED": "0"}
    ended = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if ended.returncode != 0:
        raise NotReady(f"{' '.join((Path(command[0]).name, *command[1:]))} failed:\n{ended.stdout}")


def _git(*arguments: str) -> str:
    ended = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
    return ended.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
