"""Exports of any length: the web server lets them rest between two parts, without a connection to the database."""

from typing import Any

import pytest
from django.db import connection

from reviews.statements import issue_statement
from tests.factories import a_head_moderator, a_review, an_admin
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, pending_tasks, work

SIZES = (
    "workflows.engine.reading.history.pages.EXPORTED_AT_ONCE",
    "workflows.engine.reading.exports.entries.READ_AT_ONCE",
    "reviews.statement_lists._CHUNK",
)
FILES = [
    *(f"/history/export?format={form}" for form in ("csv", "xes", "ocel-json", "ocel-sqlite")),
    *(f"/statements/export?format={form}" for form in ("csv", "json")),
]


def opened(path: str) -> Any:
    staff = Staff(an_admin() if path.startswith("/history") else a_head_moderator())
    answer: Any = staff.get(path)
    assert answer.status_code == 200
    assert answer.rests
    return answer


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_whole_though_its_connection_is_given_back_after_each_part(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        issue_statement(a_review().pk, process_id=number, kind="reject", reason="fake", facts="x", by=4)
    ask_for(Staff(a_head_moderator()), pending_tasks(2))
    work()
    whole = b"".join(opened(path).streaming_content)
    for size in SIZES:
        monkeypatch.setattr(size, 1)
    parts = []
    for part in opened(path).streaming_content:
        parts.append(part)
        connection.close()
    # SQLite says in its head how often the file was changed
    assert b"".join(parts) == whole if "sqlite" not in path else len(b"".join(parts)) == len(whole)
