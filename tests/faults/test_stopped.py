"""A replica that stands still (SIGSTOP) with its connections open: the hardest way to be gone."""

from __future__ import annotations

import signal
from pathlib import Path

from tests.deploy.stack import proxy, wait_until, write_descriptors
from tests.deploy.test_envoy_faults import calling, healthy
from tests.faults.servers import started


def test_calls_go_to_the_others_while_a_replica_stands_still(tmp_path: Path) -> None:
    write_descriptors()
    with (
        started(2, "--log-level", "error") as servers,
        proxy(tmp_path / "envoy", [server.address for server in servers]) as envoy,
        # Each call with a deadline of 20 s; Envoy gives a replica 10 s before it tries another.
        calling(envoy.target, callers=3) as codes,
    ):
        wait_until(lambda: len(codes) > 30, "the first calls")
        servers[0].send(signal.SIGSTOP)
        try:
            wait_until(lambda: healthy(envoy) == 1, "Envoy to notice")
            assert "failed_active_hc" in envoy.replicas()[servers[0].address]["health_flags"]
            so_far = len(codes)
            wait_until(lambda: len(codes) > so_far + 30, "calls to the other replica")
        finally:
            servers[0].send(signal.SIGCONT)
        wait_until(lambda: healthy(envoy) == 2, "Envoy to take it back")
        so_far = len(codes)
        wait_until(lambda: len(codes) > so_far + 30, "calls to both")
    assert set(codes) == {"OK"}
