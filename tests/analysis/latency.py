"""What a player of the rules service notices while somebody analyses.

    python -m tests.analysis.latency --rounds 6

One client asks for a view, again and again, in turns without and with a game being judged on the same
server. The server is a process of its own, as everywhere.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final

from euchre_bots import make
from euchre_client import AnalysisClient, GameRecord, RulesClient, Table

_ROOT: Final = Path(__file__).parents[2]
_PROGRAM: Final = """
from euchre_service.config import ServerConfig
from euchre_service.logs import LogLevel
from euchre_service.main import serve
from tests.analysis.serving import assemble

def ready(address):
    print("serving at", address, flush=True)

raise SystemExit(serve(ServerConfig(port=0, log_level=LogLevel.ERROR), ready, assemble))
"""


def views(client: RulesClient, table: Table, seconds: float) -> list[float]:
    """The seconds that each of many calls took."""
    took = []
    until = time.perf_counter() + seconds
    while (begin := time.perf_counter()) < until:
        client.get_view(state=table.state, key=table.host_key, seat=0)
        took.append(time.perf_counter() - begin)
    return took


def judging(address: str, record: GameRecord, stop: threading.Event) -> None:
    """Has a game judged, over and over, until it is enough."""
    with AnalysisClient(address) as client:
        while not stop.is_set():
            for _ in client.annotate(record):
                if stop.is_set():
                    break


def line(name: str, took: list[float]) -> str:
    took = sorted(took)
    at = {share: 1e3 * took[int(share * (len(took) - 1))] for share in (0.5, 0.95, 0.99)}
    shares = "  ".join(f"p{100 * share:.0f} {ms:6.2f} ms" for share, ms in at.items())
    return f"{name:8} {len(took):6} calls  {shares}  longest {1e3 * took[-1]:.1f} ms"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdout=subprocess.PIPE, text=True, cwd=_ROOT
    ) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        with RulesClient(address) as client:
            game = Table.create(client, "classic", seed=bytes(32))
            game.play_with([make("heuristic", seat) for seat in range(4)])
            table = Table.create(client, "classic", seed=bytes(32))
            table.deal()
            quiet: list[float] = []
            busy: list[float] = []
            views(client, table, 1.0)
            for _ in range(options.rounds):
                quiet += views(client, table, options.seconds)
                stop = threading.Event()
                thread = threading.Thread(target=judging, args=(address, game.record, stop))
                thread.start()
                time.sleep(1.0)
                busy += views(client, table, options.seconds)
                stop.set()
                thread.join()
        server.terminate()
    print(line("quiet", quiet))
    print(line("judging", busy))


if __name__ == "__main__":
    main()
