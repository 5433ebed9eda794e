"""Writes the alert rules once more, as a resource for the Prometheus operator.

    python deploy/monitoring/render.py

`prometheus-rule.yaml` follows `alerts.yaml`, which is what a Prometheus without the operator reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import yaml

_FOLDER: Final = Path(__file__).resolve().parent
ALERTS: Final = _FOLDER / "alerts.yaml"
RESOURCE: Final = _FOLDER / "prometheus-rule.yaml"

_HEADER: Final = "# Written by deploy/monitoring/render.py from alerts.yaml; do not edit.\n"


def resource() -> str:
    """The resource as YAML."""
    rules: dict[str, Any] = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))
    content = {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": "euchre", "labels": {"app.kubernetes.io/name": "euchre"}},
        "spec": rules,
    }
    return _HEADER + yaml.safe_dump(content, sort_keys=False, width=1000)


if __name__ == "__main__":
    RESOURCE.write_text(resource(), encoding="utf-8")
