"""Envoy for one machine: the page, and gRPC-Web to the rules service and the host, on one origin.

deploy/envoy has the configuration for everywhere else. This one is for the loopback: one page, one person. It
is JSON, which Envoy takes as it takes YAML.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from euchre_web.page import PageFile

_TYPE: Final = "type.googleapis.com/envoy.extensions"
_FILTERS: Final = f"{_TYPE}.filters"
_MAX_FILE_BYTES: Final = 8 * 1024 * 1024
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

SERVICES: Final[Mapping[str, str]] = {
    "euchre.v1.RulesService": "rules",
    "euchre.v1.AnalysisService": "rules",
    "euchre.v1.PracticeService": "practice",
}
"""Which cluster serves what."""

_PAGE_HEADERS: Final[Mapping[str, str]] = {
    # Nothing from elsewhere, and no script but the page's own. Places of cards are set as inline styles.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


def find_envoy() -> str | None:
    """Returns the path of Envoy: of the extra `web`, or the machine's; `None` if it has none."""
    beside = Path(sys.executable).with_name("envoy")
    return str(beside) if beside.exists() else shutil.which("envoy")


def command(envoy: str, configuration: Mapping[str, Any]) -> list[str]:
    """Returns the command that runs Envoy."""
    options = ["--concurrency", "1", "--disable-hot-restart", "--log-level", "error"]
    return [envoy, *options, "--config-yaml", json.dumps(configuration)]


def configuration(
    host: str, port: int, upstreams: Mapping[str, tuple[str, int]], page: Sequence[PageFile]
) -> dict[str, Any]:
    """Makes the configuration.

    Args:
        host: address to listen at.
        port: port to listen at.
        upstreams: host and port of each cluster that `SERVICES` names.
        page: the page's files; Envoy reads them when it starts.
    """
    filters = [
        {"name": "grpc_web", "typed_config": {"@type": f"{_FILTERS}.http.grpc_web.v3.GrpcWeb"}},
        {"name": "router", "typed_config": {"@type": f"{_FILTERS}.http.router.v3.Router"}},
    ]
    manager = {
        "@type": f"{_FILTERS}.network.http_connection_manager.v3.HttpConnectionManager",
        "stat_prefix": "euchre",
        "normalize_path": True,
        # A stream waits for a bot that thinks, and a judgement on a game takes a while.
        "stream_idle_timeout": "300s",
        "route_config": {
            "max_direct_response_body_size_bytes": _MAX_FILE_BYTES,
            "virtual_hosts": [
                {
                    "name": "euchre",
                    "domains": _domains(host, port),
                    "routes": [*_services(), *map(_file, page)],
                }
            ],
        },
        "http_filters": filters,
    }
    chain = {"filters": [{"name": "http", "typed_config": manager}]}
    listener = {"name": "web", "address": _address(host, port), "filter_chains": [chain]}
    clusters = [_cluster(name, *address) for name, address in upstreams.items()]
    return {"static_resources": {"listeners": [listener], "clusters": clusters}}


def _domains(host: str, port: int) -> list[str]:
    """Returns the names that a browser may know this by.

    On the loopback only its own: so no page elsewhere can have its name point here and read our answers.
    """
    if host not in ("127.0.0.1", "localhost", "::1"):
        return ["*"]
    return [f"{name}:{port}" for name in _LOOPBACK]


def _services() -> list[dict[str, Any]]:
    return [
        {
            "match": {"prefix": f"/{service}/"},
            # No limit but the caller's own: see stream_idle_timeout.
            "route": {
                "cluster": cluster,
                "timeout": "0s",
                "max_stream_duration": {"grpc_timeout_header_max": "0s"},
            },
        }
        for service, cluster in SERVICES.items()
    ]


def _file(page_file: PageFile) -> dict[str, Any]:
    caching = "public, max-age=31536000, immutable" if page_file.is_forever else "no-cache"
    headers = {**_PAGE_HEADERS, "content-type": page_file.media_type, "cache-control": caching}
    return {
        "match": {"path": page_file.path},
        "direct_response": {"status": 200, "body": {"filename": str(page_file.file)}},
        "response_headers_to_add": [
            {"header": {"key": key, "value": value}, "append_action": "OVERWRITE_IF_EXISTS_OR_ADD"}
            for key, value in headers.items()
        ],
    }


def _cluster(name: str, host: str, port: int) -> dict[str, Any]:
    options = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"
    return {
        "name": name,
        "type": "STATIC",
        "connect_timeout": "1s",
        "load_assignment": {
            "cluster_name": name,
            "endpoints": [{"lb_endpoints": [{"endpoint": {"address": _address(host, port)}}]}],
        },
        "typed_extension_protocol_options": {
            options: {
                "@type": f"type.googleapis.com/{options}",
                "explicit_http_config": {"http2_protocol_options": {}},
            }
        },
    }


def _address(host: str, port: int) -> dict[str, Any]:
    return {"socket_address": {"address": "127.0.0.1" if host == "localhost" else host, "port_value": port}}
