"""What of `docs/languages.md` can be checked without the languages' tools."""

from tests.polyglot import languages, reflection, stubs
from tests.polyglot.page import ROOT, blocks, sections


def test_every_command_of_the_page_is_run() -> None:
    run_by = {
        **{language: {"build", "play", "bot", "conformance"} for language in languages.TOOLS},
        "Enter a tournament": {"tournament"},
        stubs.SECTION: {"plugins", "generate"},
        reflection.SECTION: {"install", "explore", "game", "refused"},
    }
    found = {heading: {name for section, name in blocks() if section == heading} for heading in sections()}
    assert {heading: names for heading, names in found.items() if names} == run_by


def test_every_template_is_in_the_table() -> None:
    table = sections()[stubs.SECTION].replace("#", "sharp").lower()
    languages_with_one = [path.name.split(".")[2] for path in stubs.TEMPLATES.iterdir()]
    assert len(languages_with_one) == 6
    for language in languages_with_one:
        assert f"\n| {language} |" in table, language


def test_stubs_are_not_committed() -> None:
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    for directory in ("go/gen", "node/src/gen", "java/target"):
        assert f"/clients/{directory}/" in ignored
