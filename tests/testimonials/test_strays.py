"""Files of a folder that no row names."""

import pytest

from kit.stray_files import delete_stray_files
from tests.testimonials.strays import require_that_strays_are_deleted


def test_they_are_deleted_a_day_later(monkeypatch: pytest.MonkeyPatch) -> None:
    require_that_strays_are_deleted(monkeypatch)


def test_a_storage_without_folders_has_none() -> None:
    assert delete_stray_files() == 0
