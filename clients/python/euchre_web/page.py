"""Finding the built page, and building it in a source tree."""

from __future__ import annotations

import mimetypes
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

_HERE: Final = Path(__file__).resolve().parent
_PACKAGED: Final = _HERE / "page"
"""Where a wheel has it."""
_SOURCES: Final = _HERE.parents[1] / "web"
_PROTOS: Final = _HERE.parents[2] / "protos" / "euchre"
_INPUTS: Final = ("src", "public", "tools", "index.html", "vite.config.ts", "buf.gen.yaml", "tsconfig.json")
_GENERATED: Final = "gen"

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Not left to the machine's own list, which may lack some of them."""


class PageError(Exception):
    """There is no page, and it cannot be built; the message says why, in one line."""


class PageFile(NamedTuple):
    """A file of the page."""

    path: str
    """Where a browser asks for it, such as `/assets/index.js`."""
    file: Path
    """Where it is."""
    media_type: str
    """What it is."""
    is_forever: bool
    """Whether its name changes with its content, so that a browser may keep it."""


def find_page(say: Callable[[str], None], *, sources: Path = _SOURCES, packaged: Path = _PACKAGED) -> Path:
    """Returns the folder of the built page. In a source tree it is built first, if it is missing or stale.

    Args:
        say: called with a line if that takes a while.
        sources: where the page's sources are, in a source tree.
        packaged: where a wheel has the built page.

    Raises:
        PageError: there is none, and it cannot be built.
    """
    if not (sources / "package.json").is_file():
        if (packaged / "index.html").is_file():
            return packaged
        raise PageError("This installation has no page: its wheel was built without one (docs/web.md)")
    built = sources / "dist"
    if is_stale(sources):
        build(sources, say)
    return built


def is_stale(sources: Path) -> bool:
    """Whether the built page is missing, or older than what it is built from."""
    index = sources / "dist" / "index.html"
    if not index.is_file():
        return True
    built = index.stat().st_mtime
    return any(path.stat().st_mtime > built for path in _inputs(sources))


def build(sources: Path, say: Callable[[str], None]) -> None:
    """Builds the page with npm.

    Raises:
        PageError: npm is not there, or fails.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise PageError("The page is not built yet, and building it takes npm: install Node.js 20 or newer")
    modules, lock = sources / "node_modules" / ".package-lock.json", sources / "package-lock.json"
    if not modules.is_file() or modules.stat().st_mtime < lock.stat().st_mtime:
        say("fetching what the page is built with (npm ci)")
        _run([npm, "ci", "--no-audit", "--no-fund"], sources)
    say("building the page (npm run build)")
    _run([npm, "run", "--silent", "generate"], sources)
    _run([npm, "run", "--silent", "build"], sources)


def files_of(page: Path) -> list[PageFile]:
    """Lists the files of a built page, as a browser asks for them."""
    found = []
    for file in sorted(path for path in page.rglob("*") if path.is_file()):
        path = f"/{file.relative_to(page).as_posix()}"
        media_type = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        is_forever = path.startswith("/assets/")
        known = PageFile(path, file, media_type or "application/octet-stream", is_forever)
        found.append(known)
        if path == "/index.html":
            found.append(known._replace(path="/"))
    return found


def _inputs(sources: Path) -> Iterator[Path]:
    for name in (*_INPUTS, "package.json", "package-lock.json"):
        place = sources / name
        yield from (path for path in place.rglob("*") if path.is_file() and _GENERATED not in path.parts)
        if place.is_file():
            yield place
    yield from _PROTOS.rglob("*.proto")


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        last = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()][-8:]
        told = " ".join(["npm", *command[1:]])
        raise PageError(f"{told} fails in {folder}: {' / '.join(last)}")
