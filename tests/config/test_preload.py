"""The garbage collector waits while a process imports, and passes over what was imported (decision 48)."""

import gc

import pytest

from config.preload import without_collecting


def test_what_was_imported_is_passed_over_and_collecting_goes_on() -> None:
    before = gc.get_freeze_count()
    with without_collecting():
        assert not gc.isenabled()
        imported: list[list[int]] = [[] for _ in range(1_000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(imported)


def test_an_import_that_fails_leaves_the_collector_on() -> None:
    with pytest.raises(ImportError), without_collecting():
        raise ImportError
    assert gc.isenabled()
