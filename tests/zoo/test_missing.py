"""What one is told who imports the environment without its extra."""

from __future__ import annotations

import subprocess
import sys

_WITHOUT = """
import sys
sys.modules["pettingzoo"] = None
import euchre_zoo
"""


def test_the_extra_is_named() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "pip install 'euchre-rules-service[zoo]'" in done.stderr.splitlines()[-1]
