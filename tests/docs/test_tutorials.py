"""Whoever follows a tutorial gets to its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.tutorial import TUTORIALS, Reader


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_tutorial(page: Path, tmp_path: Path) -> None:
    with Reader(tmp_path) as reader:
        reader.follow(page)
