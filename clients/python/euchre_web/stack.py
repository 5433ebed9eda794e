"""Everything that a page needs, as processes of this machine: rules service, host, proxy."""

from __future__ import annotations

import multiprocessing
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from euchre_hosting.servers import own_servers
from euchre_service import ports
from euchre_service.assembly import load_keyring
from euchre_service.config import ServerConfig
from euchre_service.embedded import EmbeddedServer
from euchre_service.keyring import Keyring
from euchre_service.logs import silent_logger
from euchre_service.server import Registration
from euchre_web import envoy
from euchre_web.hosting import practice_services
from euchre_web.page import files_of
from euchre_web.tether import tethered

_LOOPBACK: Final = "127.0.0.1"
_START_SECONDS: Final = 60.0
_END_SECONDS: Final = 5.0


class StackError(Exception):
    """Something has not started; the message says what, in one line."""


@contextmanager
def running(
    program: str, page: Path, host: str, port: int, *, keys_file: Path | None = None
) -> Iterator[str]:
    """Runs it all.

    Args:
        program: Envoy's path.
        page: the folder of the built page.
        host: address to listen at; the rest listens on the loopback only.
        port: port to listen at; 0 for any free one.
        keys_file: file with the keys of states and tables; without it they die with the processes.

    Yields:
        The address of the page, such as `http://127.0.0.1:8080/`.

    Raises:
        StackError: the proxy has not started.
        ServerError: the rules service has not.
        ConfigError: the keys cannot be used.
        PortTakenError: another program listens there.
        AddressError: the address cannot be used for another reason.
    """
    port = ports.check_free(host, port)
    settings = ServerConfig(
        host=_LOOPBACK, port=0, keys_file=keys_file, drain_seconds=1.0, max_waiting_calls=0
    )
    # Here, for keys that cannot be used would be told by a process of the service, at length.
    load_keyring(settings, {}, silent_logger())
    with ExitStack() as stack:
        (rules,) = stack.enter_context(own_servers(1, settings))

        def assemble(_config: ServerConfig, keyring: Keyring | None) -> list[Registration]:
            return practice_services(keyring, rules, silent_logger())

        practice = stack.enter_context(EmbeddedServer(settings, assemble=assemble))
        stack.callback(_end_thoughts)
        upstreams = {"rules": _split(rules), "practice": _split(practice)}
        configuration = envoy.configuration(host, port, upstreams, files_of(page))
        proxy = subprocess.Popen(tethered(envoy.command(program, configuration)), stdout=subprocess.DEVNULL)
        stack.callback(_end, proxy)
        shown = f"http://{ports.join(_LOOPBACK if host in ('0.0.0.0', '::') else host, port)}/"
        _wait_for(shown, proxy)
        yield shown


def _split(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    return host, int(port)


def _wait_for(page: str, proxy: subprocess.Popen[bytes]) -> None:
    """Waits until the page is there."""
    deadline = time.monotonic() + _START_SECONDS
    while proxy.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(page, timeout=1) as response:
                response.read()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise StackError("the proxy (Envoy) has not started; what it says is above")


def _end_thoughts() -> None:
    """Ends the processes that think, which nobody waits for any more, and the rules service."""
    for child in multiprocessing.active_children():
        child.terminate()


def _end(proxy: subprocess.Popen[bytes]) -> None:
    proxy.terminate()
    try:
        proxy.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        proxy.kill()
        proxy.wait()
