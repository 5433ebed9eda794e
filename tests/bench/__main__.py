"""Measure everything: `python -m tests.bench [--short] [--write-docs]`."""

import argparse
import re
from pathlib import Path

from tests.bench import batch, calls, engine, report, tournament

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "bench.json"
DOCS = (ROOT / "README.md", ROOT / "docs" / "performance.md")
_TABLE = re.compile(r"(<!-- bench -->\n).*?(<!-- /bench -->)", re.DOTALL)


def main() -> None:
    """Measure, print, and write build/bench.json."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--short", action="store_true", help="shorter runs, for a quick look")
    parser.add_argument("--write-docs", action="store_true", help="put the table into README and docs too")
    arguments = parser.parse_args()
    seconds, runs, blocks = (1.0, 3, 60) if arguments.short else (3.0, 5, 1000)
    measurements = [
        *engine.measure(seconds, runs),
        *calls.measure(seconds, runs),
        *batch.measure(seconds, runs),
        *tournament.measure(blocks, runs),
    ]
    report.show(measurements)
    report.write(measurements, RESULTS)
    print(f"written to {RESULTS.relative_to(ROOT)}")
    if arguments.write_docs:
        table = report.as_markdown(measurements)
        for path in DOCS:
            path.write_text(_TABLE.sub(lambda found: found[1] + table + found[2], path.read_text()))
    for each in measurements:
        if each.floor is not None and each.promised < each.floor:
            print(f"below its floor: {each.name} is {each.promised:,.2f}, promised {each.floor:,g}")


if __name__ == "__main__":
    main()
