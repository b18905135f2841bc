"""Cursors of pages."""

import time

import pytest

from kit.cursors import decode_cursor, encode_cursor
from kit.errors import InvalidError


def test_a_position_has_one_cursor_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    cursor = encode_cursor([5, "2026-01-01T00:00:00+00:00", 7], of="pending")
    monkeypatch.setattr(time, "time", lambda: 4_000_000_000.0)
    assert encode_cursor([5, "2026-01-01T00:00:00+00:00", 7], of="pending") == cursor
    assert decode_cursor(cursor, of="pending") == [5, "2026-01-01T00:00:00+00:00", 7]


@pytest.mark.parametrize("damage", ["", "x", "a:b"])
def test_a_changed_cursor_is_refused(damage: str) -> None:
    with pytest.raises(InvalidError):
        decode_cursor(damage or encode_cursor([1], of="queued"), of="pending")
