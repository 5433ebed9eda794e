from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.faults.scale import Assumed, Sizes, measured, needs

SIZES = Sizes(request=400, answer=600, table=500, acts_per_hand=25, record_per_hand=100)


def test_what_tables_need_follows_from_what_was_measured() -> None:
    needed = needs(Assumed(tables=1000, seconds_per_act=2, utilisation=0.5, core_month=10), SIZES, 100)
    assert needed["acts_per_s"] == 500
    assert needed["cores"] == 10
    assert needed["replicas_of_two_workers"] == 5
    assert needed["kept_by_callers_megabytes"] == 0.5
    assert needed["traffic_megabytes_per_s"] == 0.5
    assert needed["cost_a_month"] == pytest.approx(100 + 500 * 1000 * 30 * 86_400 / 1e9 * 0.01)
    # Twice as fast, half the cores.
    assert needs(Assumed(tables=1000, seconds_per_act=2, utilisation=0.5), SIZES, 200)["cores"] == 5


def test_without_measurements_it_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make bench"):
        measured(tmp_path / "bench.json")
    rates = {"play_vs_echo": 1, "batch_transitions_with_view_per_s": 2, "batch_transitions_per_s": 3}
    (tmp_path / "bench.json").write_text(json.dumps({name: {"value": rate} for name, rate in rates.items()}))
    assert measured(tmp_path / "bench.json") == {"single": 1, "batched": 2, "batched_without_views": 3}
