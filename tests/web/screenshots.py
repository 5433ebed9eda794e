"""The pictures of `docs/web.md`, taken anew.

python -m tests.web.screenshots
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from euchre_web.envoy import find_envoy
from euchre_web.page import find_page
from euchre_web.stack import running

HERE: Final = Path(__file__).parent
FOLDER: Final = HERE.parents[1] / "docs" / "img"


def main() -> int:
    """Starts all that the page needs, and has it photographed; returns the exit code."""
    envoy, chromium = find_envoy(), os.environ.get("CHROMIUM") or shutil.which("chromium")
    if envoy is None or chromium is None:
        print("Envoy (the extra web) and Chromium are needed", file=sys.stderr)
        return 1
    with running(envoy, find_page(print), "127.0.0.1", 0) as address:
        environment = os.environ | {"EUCHRE_WEB": address, "CHROMIUM": chromium}
        command = ["node", str(HERE / "screenshots.mjs"), str(FOLDER)]
        return subprocess.run(command, cwd=HERE, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
