"""Rows that are written by COPY: what `save()` would have given, whatever stands in them."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from kit.copying import Rows, another, reserve_ids
from reviews.models import Reason, Review, Statement
from tests.factories import a_company, a_pending_task, a_review
from workflows.models import Process, Task, TaskEvent

pytestmark = pytest.mark.usefixtures("database")

AWKWARD = (
    "",
    r"\N",
    "\\",
    "a\\tb",
    "one\ttwo\nthree\rfour\r\nfive",
    "\\.\n",
    "'\"{}$1%s",
    "Ça va — 🦷 \u202e\u0000".replace("\u0000", ""),
    " leading and trailing ",
    "\x01\x0b\x7f\u2028",
)


def kept(rows: list[Any]) -> list[dict[str, Any]]:
    """The rows, as the ORM reads them again."""
    fields = [field.attname for field in type(rows[0])._meta.concrete_fields]
    there = type(rows[0]).objects.filter(pk__in=[row.pk for row in rows]).order_by("pk")
    return [{name: _plain(getattr(row, name)) for name in fields} for row in there]


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def copied(rows: list[Any]) -> list[dict[str, Any]]:
    writer = Rows(rows[0])
    for row in rows:
        writer.add_instance(row)
    writer.write()
    return kept(rows)


def expected(rows: list[Any]) -> list[dict[str, Any]]:
    return [{field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} for row in rows]


def test_texts_numbers_times_bytes_and_json_arrive_as_they_are() -> None:
    company, numbers = a_company(), reserve_ids(Review, len(AWKWARD))
    received = datetime(2026, 1, 31, 23, 59, 59, 123456, tzinfo=UTC)
    rows = [
        Review(
            id=number,
            source="wf",
            external_id=f"copied-{number}",
            company=company,
            rating=place % 5 + 1 if place % 3 else None,
            title=text[:500],
            text=text,
            business_name=text or None,
            anonymous=bool(place % 2),
            flagged_words=[{"word": text, "start": place, "end": None}],
            content_digest=bytes(range(place, place + 32)),
            posted_at=received if place % 2 else None,
            received_at=received,
            moved_at=received,
            raw={text: [1.5, True, None, text]},
        )
        for place, (number, text) in enumerate(zip(numbers, AWKWARD, strict=True))
    ]
    assert copied(rows) == expected(rows)


def test_nodes_tokens_lists_and_dates_are_written_as_their_fields_have_them() -> None:
    known = a_pending_task()
    (number,) = reserve_ids(Task, 1)
    task = Task.objects.get(pk=known.pk)
    task.pk, task._state.adding = number, True
    assert copied([task]) == expected([task])
    review, reason = a_review(), Reason.objects.first()
    statement = Statement(
        puid="p",
        review=review,
        company=review.company,
        process_id=known.process_id,
        kind="reject",
        reason=reason,
        decision_visibility=list(AWKWARD),
        decision_facts="\\",
        content_type=[],
        content_date=date(2026, 1, 2),
        application_date=date(2026, 1, 3),
        automated_detection=True,
    )
    writer = Rows(statement, without=["id"])  # an append-only table gives its own
    writer.add_instance(statement)
    writer.write()
    statement.pk = Statement.objects.get(puid="p").pk
    assert kept([statement]) == expected([statement])


def test_a_copied_row_has_equal_values_and_shares_no_orm_state() -> None:
    like = Process(flow_class=a_pending_task().process.flow_class, subject_id=1, data={})
    new = another(like, subject_id=2)
    assert (like.subject_id, new.subject_id, new.flow_class) == (1, 2, like.flow_class)
    assert new._state is not like._state
    assert new._state.adding
    new.outcome = "published"
    assert like.outcome == ""


def test_a_value_without_a_column_is_refused() -> None:
    rows = Rows(TaskEvent(process_id=1, action="start"), without=["id"])
    with pytest.raises(TypeError, match="cannot be copied"):
        rows.add(action=object())
    with pytest.raises(KeyError):
        rows.add(unknown=1)
