"""Attack a server: `python -m tests.security.hostile [--count N] [--seed N]`; exit code 1 after a finding."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.security.hostile.run import run


def main() -> int:
    """Runs the attack and prints its verdict as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        verdict = run(arguments.count, arguments.seed, Path(directory))
    print(verdict.to_json())
    return int(not verdict.good)


if __name__ == "__main__":
    sys.exit(main())
