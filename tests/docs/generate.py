"""Writes what is made from the contract, the rules and the imports: `python -m tests.docs.generate`."""

from __future__ import annotations

from euchre_rules.presets import PRESETS
from tests.docs import api_pages, errors_page, options_page, picture, presets_page
from tests.docs.contract import ROOT


def pages() -> dict[str, str]:
    """Makes every page, by its path below the project's root."""
    made = {"docs/options.md": options_page.page(), "docs/errors.md": errors_page.page()}
    made |= api_pages.pages() | {"docs/architecture.svg": picture.picture()}
    return made | {f"docs/presets/{name}.md": presets_page.page(name) for name in PRESETS}


def main() -> None:
    """Writes the pages, and removes those of presets and proto files that there are no longer."""
    made = pages()
    for folder in ("docs/api", "docs/presets"):
        for old in (ROOT / folder).glob("*.md"):
            if f"{folder}/{old.name}" not in made:
                old.unlink()
    for name, text in made.items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{len(made)} pages written")


if __name__ == "__main__":
    main()
