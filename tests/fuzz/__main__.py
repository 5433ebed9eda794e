"""Fuzz one target: `python -m tests.fuzz TARGET [--seconds N]`; the exit code is not 0 after a finding.

What was found interesting stays in build/fuzz/TARGET and is where the next run starts; an input that
fails is written to build/fuzz. `--seeds-only` runs the seeds once, without the fuzzer.
"""

import argparse
import hashlib
import sys
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "build" / "fuzz"
SECONDS_FOR_ONE_INPUT = 20
LONGEST_INPUT = 8192


def main() -> None:
    """Run the fuzzer on one target."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=("state", "request", "egn"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seeds-only", action="store_true")
    arguments = parser.parse_args()
    if arguments.seeds_only:
        from tests.fuzz.targets import TARGETS

        target = TARGETS[arguments.target]
        print(sum(1 for seed in target.seeds() if target.run(seed) is None), "seeds")
        return
    try:
        import atheris
    except ImportError:
        raise SystemExit("The fuzzer is missing: pip install atheris (Linux on x86-64)") from None
    with atheris.instrument_imports(include=["euchre_rules", "euchre_service", "euchre_client"]):
        from tests.fuzz.targets import TARGETS
    target = TARGETS[arguments.target]
    corpus = CORPUS / arguments.target
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in target.seeds():
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-max_total_time={arguments.seconds}",
            f"-timeout={SECONDS_FOR_ONE_INPUT}",
            f"-max_len={LONGEST_INPUT}",
            f"-artifact_prefix={CORPUS}/{arguments.target}-",
            "-print_final_stats=1",
            "-verbosity=0",
        ],
        target.run,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
