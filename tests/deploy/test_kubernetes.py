"""deploy/kubernetes: built by Kustomize, held against Kubernetes' own schemas, and against each other."""

from __future__ import annotations

import inspect
import json
import subprocess
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from cloudcoil.models.prometheus_operator import v1 as monitoring

from euchre_service.config import ServerConfig
from euchre_service.main import server_command
from tests.deploy.dockerfile_reading import read
from tests.deploy.dry_build import DOCKERFILE, ROOT
from tests.deploy.programs import kustomize, tool

OVERLAYS = ["dev", "production"]
# The oldest that Kubernetes still maintained when this was written, and the newest.
VERSIONS = ["1.35.0", "1.37.0"]

Resource: TypeAlias = dict[str, Any]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """What `kustomize build` makes of each overlay, as a file."""
    folder = tmp_path_factory.mktemp("kubernetes")
    files = {}
    for overlay in OVERLAYS:
        command = [*kustomize(), str(ROOT / "deploy" / "kubernetes" / "overlays" / overlay)]
        files[overlay] = folder / f"{overlay}.yaml"
        files[overlay].write_bytes(subprocess.run(command, check=True, capture_output=True).stdout)
    return files


@pytest.fixture(params=OVERLAYS)
def resources(request: pytest.FixtureRequest, built: dict[str, Path]) -> list[Resource]:
    return list(yaml.safe_load_all(built[request.param].read_text()))


@pytest.fixture
def production(built: dict[str, Path]) -> list[Resource]:
    return list(yaml.safe_load_all(built["production"].read_text()))


def of_kind(resources: list[Resource], kind: str) -> dict[str, Resource]:
    return {each["metadata"]["name"]: each for each in resources if each["kind"] == kind}


def validate(version: str, *files: Path) -> subprocess.CompletedProcess[str]:
    command = [tool("kubernetes-validate"), "--strict", "-k", version, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("version", VERSIONS)
def test_schemas_accept_everything(built: dict[str, Path], version: str) -> None:
    result = validate(version, *built.values())
    assert result.returncode == 0, result.stdout
    passed = [line for line in result.stdout.splitlines() if " passed for resource " in line]
    unknown = [line for line in result.stdout.splitlines() if "Couldn't find schema" in line]
    assert len(passed) > 20
    # These have tests of their own.
    assert len(unknown) == 2 and "PrometheusRule" in unknown[0] and "ServiceMonitor" in unknown[1]


def test_schemas_would_refuse_a_misspelt_field(built: dict[str, Path], tmp_path: Path) -> None:
    worse = tmp_path / "worse.yaml"
    worse.write_text(built["production"].read_text().replace("readinessProbe:", "readyProbe:"))
    assert validate(VERSIONS[-1], worse).returncode != 0


def test_service_monitor_is_one(production: list[Resource]) -> None:
    (monitor,) = of_kind(production, "ServiceMonitor").values()
    read_back = monitoring.ServiceMonitor.model_validate(monitor)
    # The model drops what it does not know, so nothing may be missing.
    assert read_back.model_dump(by_alias=True, exclude_unset=True, mode="json") == monitor


def test_service_monitor_finds_its_port(production: list[Resource]) -> None:
    (monitor,) = of_kind(production, "ServiceMonitor").values()
    wanted = monitor["spec"]["selector"]["matchLabels"].items()
    services = [
        service
        for service in of_kind(production, "Service").values()
        if wanted <= service["metadata"]["labels"].items()
    ]
    assert [service["metadata"]["name"] for service in services] == ["euchre"]
    (endpoint,) = monitor["spec"]["endpoints"]
    ports = {port["name"]: port["targetPort"] for port in services[0]["spec"]["ports"]}
    # From there to the container, whose server serves it.
    server = pods(production)["euchre"]["containers"][0]
    container = {port["name"]: port["containerPort"] for port in server["ports"]}
    settings = {variable["name"]: variable["value"] for variable in server["env"]}
    assert container[ports[endpoint["port"]]] == ServerConfig(metrics=settings["EUCHRE_METRICS"]).metrics_port
    assert ServerConfig(metrics=settings["EUCHRE_METRICS"]).serves_metrics
    assert "EUCHRE_METRICS_PORT" not in settings


def test_alerts_and_dashboard_are_where_their_programs_look(production: list[Resource]) -> None:
    assert "euchre" in of_kind(production, "PrometheusRule")
    dashboard = of_kind(production, "ConfigMap")["euchre-dashboard"]
    assert dashboard["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert json.loads(dashboard["data"]["dashboard.json"])["uid"] == "euchre-rules-service"


def test_no_secret_is_in_it(resources: list[Resource]) -> None:
    assert of_kind(resources, "Secret") == {}
    for pod in pods(resources).values():
        for variable in pod["containers"][0].get("env", []):
            assert variable["name"] not in {"EUCHRE_KEYS"}


def pods(resources: list[Resource]) -> dict[str, Resource]:
    """The pods' specs by deployment."""
    return {
        name: deployment["spec"]["template"]["spec"]
        for name, deployment in of_kind(resources, "Deployment").items()
    }


def test_pods_have_no_privilege(resources: list[Resource]) -> None:
    for pod in pods(resources).values():
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert container["resources"]["limits"]["memory"]


def test_services_policies_and_budgets_find_their_pods(resources: list[Resource]) -> None:
    labels = [
        deployment["spec"]["template"]["metadata"]["labels"].items()
        for deployment in of_kind(resources, "Deployment").values()
    ]
    selectors = [each["spec"]["selector"] for each in of_kind(resources, "Service").values()]
    for kind in ("PodDisruptionBudget", "Deployment"):
        selectors += [each["spec"]["selector"]["matchLabels"] for each in of_kind(resources, kind).values()]
    selectors += [
        each["spec"]["podSelector"]["matchLabels"] for each in of_kind(resources, "NetworkPolicy").values()
    ]
    assert len(selectors) > 6
    for selector in selectors:
        assert sum(selector.items() <= found for found in labels) == 1, selector


def test_ports_that_are_named_exist(resources: list[Resource]) -> None:
    named = {
        name: {port["name"]: port["containerPort"] for port in pod["containers"][0]["ports"]}
        for name, pod in pods(resources).items()
    }
    for service in of_kind(resources, "Service").values():
        ports = named[service["spec"]["selector"]["app.kubernetes.io/name"]]
        for port in service["spec"]["ports"]:
            assert port["targetPort"] in ports
            # A headless service does not translate ports.
            if service["spec"].get("clusterIP") == "None":
                assert port["port"] == ports[port["targetPort"]]


def test_probes_ask_what_the_service_answers(resources: list[Resource]) -> None:
    server = pods(resources)["euchre"]["containers"][0]
    port = int(read(DOCKERFILE)["runtime"].environment["EUCHRE_PORT"])
    assert server["readinessProbe"]["grpc"] == {"port": port, "service": "euchre.v1.RulesService"}
    assert server["livenessProbe"]["grpc"]["port"] == port == server["startupProbe"]["grpc"]["port"]


def test_a_pod_has_the_time_to_drain(resources: list[Resource]) -> None:
    pod = pods(resources)["euchre"]
    server = pod["containers"][0]
    settings = {variable["name"]: variable["value"] for variable in server["env"]}
    drain = float(settings["EUCHRE_DRAIN_DELAY_SECONDS"]) + float(settings["EUCHRE_DRAIN_SECONDS"])
    asleep = server["lifecycle"]["preStop"]["sleep"]["seconds"]
    # The server waits up to 3 s for a quiet moment and a second for its last lines.
    assert pod["terminationGracePeriodSeconds"] >= asleep + drain + 5
    # Envoy asks every 2 s, and a health watcher hears it at once.
    envoy = yaml.safe_load((ROOT / "deploy" / "envoy" / "envoy.yaml").read_text())
    (check,) = envoy["static_resources"]["clusters"][0]["health_checks"]
    assert float(settings["EUCHRE_DRAIN_DELAY_SECONDS"]) > 2 * float(check["interval"].rstrip("s"))


def test_settings_are_flags_of_the_server(resources: list[Resource]) -> None:
    flags = {f"EUCHRE_{name.upper()}" for name in inspect.signature(server_command).parameters}
    server = pods(resources)["euchre"]["containers"][0]
    assert {variable["name"] for variable in server["env"]} <= flags | {"MALLOC_ARENA_MAX"}


def test_production_scales_and_keeps_its_keys(production: list[Resource]) -> None:
    scaler = of_kind(production, "HorizontalPodAutoscaler")["euchre"]["spec"]
    assert scaler["minReplicas"] >= 3
    # A number of its own in the deployment would undo the autoscaler's at each roll-out.
    deployment = of_kind(production, "Deployment")[scaler["scaleTargetRef"]["name"]]
    assert "replicas" not in deployment["spec"]
    pod = deployment["spec"]["template"]["spec"]
    (volume,) = pod["volumes"]
    (mount,) = pod["containers"][0]["volumeMounts"]
    settings = {variable["name"]: variable["value"] for variable in pod["containers"][0]["env"]}
    assert volume["secret"]["secretName"] == "euchre-keys"
    assert Path(settings["EUCHRE_KEYS_FILE"]).parent == Path(mount["mountPath"])
    # What makes the pod ask for resources makes the autoscaler able to reckon.
    assert pod["containers"][0]["resources"]["requests"]["cpu"]


def test_outside_there_is_only_tls(production: list[Resource]) -> None:
    outside = [each for each in of_kind(production, "Service").values() if each["spec"].get("type")]
    (edge,) = outside
    assert [port["targetPort"] for port in edge["spec"]["ports"]] == ["https"]


def test_envoy_has_its_files(resources: list[Resource]) -> None:
    (config,) = (
        each for name, each in of_kind(resources, "ConfigMap").items() if name.startswith("euchre-envoy")
    )
    assert set(config["data"]) | set(config["binaryData"]) == {
        "envoy.yaml",
        "certificate.yaml",
        "euchre.binpb",
    }
    envoy = yaml.safe_load(config["data"]["envoy.yaml"])
    (upstream,) = envoy["static_resources"]["clusters"][0]["load_assignment"]["endpoints"][0]["lb_endpoints"]
    address = upstream["endpoint"]["address"]["socket_address"]
    service = of_kind(resources, "Service")[address["address"]]
    assert service["spec"]["clusterIP"] == "None"
    assert [port["port"] for port in service["spec"]["ports"]] == [address["port_value"]]
    pod = pods(resources)["euchre-envoy"]
    assert [volume["configMap"]["name"] for volume in pod["volumes"] if "configMap" in volume] == [
        config["metadata"]["name"]
    ]
    certificate = yaml.safe_load(config["data"]["certificate.yaml"])["resources"][0]["tls_certificate"]
    mounts = {mount["name"]: mount["mountPath"] for mount in pod["containers"][0]["volumeMounts"]}
    assert certificate["watched_directory"]["path"] == mounts["tls"]
