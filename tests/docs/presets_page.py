"""`docs/presets/NAME.md`: a page a preset, from its options and a few words of its own."""

from __future__ import annotations

from typing import Final

from euchre_rules.presets import PRESETS
from euchre_rules.ruleset import Ruleset
from tests.docs import hand_text, score_text
from tests.docs.links import rules_heading
from tests.docs.preset_texts import TEXTS
from tests.docs.words import BASIS, differing, paragraph, table, value_word

_MADE = "Made from the preset's options by `python -m tests.docs.generate`; do not edit."

_EXPERIMENTAL = "**Experimental**: sources disagree about this form, so its rules may change."

_PYTHON: Final = """```python
from euchre_bots import make
from euchre_client import RulesClient, Table

with RulesClient("localhost:50051") as client:
    table = Table.create(client, "{name}")
    result = table.play_with([make("heuristic", seed=seat) for seat in range(table.seats)])
    print("scores", result.scores, "winning sides", result.winners)
```"""

_COMMANDS: Final = """    euchre play {name}
    euchre rulesets show {name}
    euchre tournament --ruleset {name} heuristic random"""


def page(name: str) -> str:
    """Makes the page of a preset."""
    rules, text = PRESETS[name], TEXTS[name]
    parts = [f"# {text.title}", f"The preset `{name}`. {_MADE}"]
    if text.experimental:
        parts.append(_EXPERIMENTAL)
    parts.append(paragraph(text.about))
    common = rules_heading("0", "../")
    parts.append(f"The rules in full: {rules_heading(text.section, '../')}, on top of {common}.")
    parts.append(table(["what", "how"], hand_text.setup(rules)))
    parts += ["## A hand", _numbered(rules)]
    parts += ["## Scores", table(["what happens", "points"], score_text.rows(rules))]
    parts.append(paragraph(" ".join(score_text.ending(rules))))
    parts += [f"## What differs from {BASIS}", _differences(rules)]
    parts += ["## How to start it", "In Python, with a server that runs (`euchre serve`):"]
    parts += [_PYTHON.format(name=name), "By the command line:", _COMMANDS.format(name=name)]
    return "\n\n".join(parts) + "\n"


def _numbered(rules: Ruleset) -> str:
    steps = enumerate(hand_text.steps(rules), 1)
    return "\n".join(paragraph(f"{place}. **{phase}.** {what}", "   ") for place, (phase, what) in steps)


def _differences(rules: Ruleset) -> str:
    names = differing(rules)
    if not names:
        return "Nothing: it is the same game."
    basis = PRESETS[BASIS]
    rows = [
        [
            f"[{name}](../options.md#{name})",
            f"`{value_word(getattr(rules, name))}`",
            f"`{value_word(getattr(basis, name))}`",
        ]
        for name in names
    ]
    return table(["option", rules.base, BASIS], rows)
