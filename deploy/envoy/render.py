"""Writes Envoy's configuration for a place that is neither Kubernetes nor compose.

    ENVOY_PORT=9080 EUCHRE_REPLICAS=10.0.0.1:50051,10.0.0.2:50051 python deploy/envoy/render.py build/envoy

The folder then has envoy.yaml, certificate.yaml and euchre.binpb, and `envoy -c build/envoy/envoy.yaml`
starts. Values are those of deploy/envoy/envoy.yaml unless the environment names others; `SETTINGS` below has
their names. Needs PyYAML.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import yaml

HERE: Final = Path(__file__).resolve().parent

Config = dict[str, Any]


def _listener(config: Config, name: str) -> Config:
    found: Config = next(each for each in config["static_resources"]["listeners"] if each["name"] == name)
    return found


def _http(config: Config) -> Config:
    """The HTTP filter, which both listeners share."""
    connection: Config = _listener(config, "plain")["filter_chains"][0]["filters"][0]["typed_config"]
    return connection


def _http_filter(config: Config, name: str) -> Config:
    filters = _http(config)["http_filters"]
    found: Config = next(each for each in filters if each["name"].endswith(f".{name}"))["typed_config"]
    return found


def _address(config: Config, value: str) -> None:
    for listener in config["static_resources"]["listeners"]:
        listener["address"]["socket_address"]["address"] = value


def _port(config: Config, value: str) -> None:
    _listener(config, "plain")["address"]["socket_address"]["port_value"] = int(value)


def _tls_port(config: Config, value: str) -> None:
    _listener(config, "tls")["address"]["socket_address"]["port_value"] = int(value)


def _admin_port(config: Config, value: str) -> None:
    config["admin"]["address"]["socket_address"]["port_value"] = int(value)


def _replicas(config: Config, value: str) -> None:
    _endpoints(config, "euchre", value)


def _practice(config: Config, value: str) -> None:
    _endpoints(config, "practice", value)


def _endpoints(config: Config, cluster: str, value: str) -> None:
    endpoints = []
    for replica in value.split(","):
        host, _, port = replica.strip().rpartition(":")
        address = {"socket_address": {"address": host.strip("[]"), "port_value": int(port)}}
        endpoints.append({"endpoint": {"address": address}})
    found = next(each for each in config["static_resources"]["clusters"] if each["name"] == cluster)
    found["load_assignment"]["endpoints"] = [{"lb_endpoints": endpoints}]


def _origins(config: Config, value: str) -> None:
    host = _http(config)["route_config"]["virtual_hosts"][0]
    cors = host["typed_per_filter_config"]["envoy.filters.http.cors"]
    cors["allow_origin_string_match"] = [{"exact": origin.strip()} for origin in value.split(",")]


def _calls_per_second(config: Config, value: str) -> None:
    bucket = _http_filter(config, "local_ratelimit")["token_bucket"]
    bucket |= {"tokens_per_fill": int(value), "max_tokens": 2 * int(value)}


SETTINGS: Final[Mapping[str, Callable[[Config, str], None]]] = {
    "ENVOY_ADDRESS": _address,
    "ENVOY_PORT": _port,
    "ENVOY_TLS_PORT": _tls_port,
    "ENVOY_ADMIN_PORT": _admin_port,
    "EUCHRE_REPLICAS": _replicas,
    "EUCHRE_PRACTICE": _practice,
    "EUCHRE_ORIGINS": _origins,
    "ENVOY_CALLS_PER_SECOND": _calls_per_second,
}
"""Environment variable, and what puts its value in its place. Lists have commas between."""

TLS_FOLDER: Final = "ENVOY_TLS_FOLDER"
"""Environment variable: the folder with `tls.crt` and `tls.key`; by default `tls` in the target folder."""


def render(folder: Path, environment: Mapping[str, str]) -> Path:
    """Writes the configuration.

    Args:
        folder: where to; made if it is missing.
        environment: the settings.

    Returns:
        The file to start Envoy with.

    Raises:
        FileNotFoundError: `make descriptors` has not written the compiled protos yet.
    """
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    config = yaml.safe_load((HERE / "envoy.yaml").read_text(encoding="utf-8"))
    for name, put in SETTINGS.items():
        if value := environment.get(name):
            put(config, value)
    _http_filter(config, "grpc_json_transcoder")["proto_descriptor"] = str(folder / "euchre.binpb")
    transport = _listener(config, "tls")["filter_chains"][0]["transport_socket"]["typed_config"]
    source = transport["common_tls_context"]["tls_certificate_sds_secret_configs"][0]["sds_config"]
    source["path_config_source"]["path"] = str(folder / "certificate.yaml")

    secret = yaml.safe_load((HERE / "certificate.yaml").read_text(encoding="utf-8"))
    tls = Path(environment.get(TLS_FOLDER) or folder / "tls").resolve()
    secret["resources"][0]["tls_certificate"] = {
        "certificate_chain": {"filename": str(tls / "tls.crt")},
        "private_key": {"filename": str(tls / "tls.key")},
        "watched_directory": {"path": str(tls)},
    }

    shutil.copyfile(HERE / "euchre.binpb", folder / "euchre.binpb")
    (folder / "certificate.yaml").write_text(yaml.safe_dump(secret), encoding="utf-8")
    path = folder / "envoy.yaml"
    path.write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(render(Path(sys.argv[1]), os.environ))
