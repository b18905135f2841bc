"""Statements that are put together once: what their querysets find, whatever the values."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from kit.prepared import Marks, Prepared, along_the_order, fetch, statement_of
from reviews.models import Review
from tests.api.queries import statements
from tests.factories import a_moderator, a_pending_task, a_review
from tests.staff import Staff
from workflows.models import OPEN, Task

pytestmark = pytest.mark.usefixtures("database")


def reviews_of(marks: Marks, rated: bool) -> QuerySet[Any, Any]:
    found = Review.objects.filter(source=marks.text("source"), received_at__lt=marks.moment("before"))
    return (found.filter(rating=marks.number("rating")) if rated else found).order_by("pk").values_list("pk")


def test_values_replace_their_marks() -> None:
    first, second = a_review(source="google", rating=2), a_review(source="google", rating=5)
    a_review(source="nhs", rating=2)
    later = max(first.received_at, second.received_at).replace(year=9998)
    prepared = Prepared(reviews_of)
    values = {"source": "google", "before": later, "rating": 5}
    assert prepared.rows(values, False) == [(first.pk,), (second.pk,)]
    assert prepared.rows(values, True) == [(second.pk,)]
    assert prepared.rows({**values, "rating": 2}, True) == [(first.pk,)]
    assert prepared.rows({**values, "source": "50% off' OR 1=1 --%s"}, False) == []


def test_constants_are_quoted_in_the_statement() -> None:
    """A condition of a partial index that came as a value would not be known to hold."""
    marks = Marks()
    tasks = Task.objects.filter(status__in=OPEN, queue=marks.text("queue"), came_from="it's 100%s").exclude(queue="")
    text = statement_of(tasks.values_list("pk"), marks)
    assert "IN ('NEW', 'ASSIGNED')" in text
    assert "'it''s 100%%s'" in text
    assert "%(queue)s" in text


def test_an_empty_queryset_sends_no_statement() -> None:
    prepared = Prepared(lambda marks: Review.objects.filter(pk__in=[]).values_list("pk"))
    with statements() as sent:
        assert prepared.rows({}) == []
    assert sent == []


def test_a_page_in_the_middle_of_a_queue_is_planned_for_any_position() -> None:
    """For the position at hand the planner would expect nothing, and read the rest of the queue for it."""
    staff = Staff(a_moderator())
    for _ in range(3):
        a_pending_task()
    cursor = staff.get("/queues/pending/tasks?limit=1").json()["next_cursor"]
    before = plans_of_later_pages()
    for _ in range(3):
        assert len(staff.get(f"/queues/pending/tasks?limit=2&cursor={cursor}").json()["items"]) == 2
    assert plans_of_later_pages() == (before[0] + 3, 0)


def plans_of_later_pages() -> tuple[int, int]:
    """How often this connection, which earlier tests used as well, took a generic plan and a plan for the values."""
    with connection.cursor() as sent:
        sent.execute(
            "SELECT coalesce(sum(generic_plans), 0), coalesce(sum(custom_plans), 0) FROM pg_prepared_statements"
            " WHERE statement LIKE %s",
            ['%"rank_at", "workflows_task"."id") > (%'],
        )
        generic, custom = sent.fetchone()
        return int(generic), int(custom)


def test_a_statement_is_prepared_once_on_a_connection() -> None:
    prepared = Prepared(lambda marks: Review.objects.filter(source=marks.text("source")).values_list("pk"))
    for source in ("wf", "nhs", "google"):
        prepared.rows({"source": source})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ['%"source" = $1%'])
        assert cursor.fetchone()[0] >= 1


def test_along_the_order_a_sort_is_avoided() -> None:
    def least_cost() -> float:
        ((line,), *_) = fetch("EXPLAIN SELECT id FROM reviews_review ORDER BY text, id", {})  # no index has this order
        return float(line.split("cost=")[1].split("..")[0])

    with along_the_order():
        avoided = least_cost()
    assert avoided > 1e9 > least_cost()


def test_moments_are_read_alike_by_every_cursor() -> None:
    review = a_review(received_at=datetime(2026, 7, 1, 12, 30, 0, 123_456, tzinfo=UTC))
    with connection.cursor() as cursor:
        cursor.execute("SELECT received_at FROM reviews_review WHERE id = %s", [review.pk])
        (plain,) = cursor.fetchone()
    prepared = Prepared(lambda marks: Review.objects.filter(pk=marks.number("pk")).values_list("received_at"))
    ((kept,),) = prepared.rows({"pk": review.pk})
    (iterated,) = Review.objects.filter(pk=review.pk).values_list("received_at", flat=True).iterator()
    assert [plain, kept, iterated, Review.objects.get(pk=review.pk).received_at] == [review.received_at] * 4
    assert {moment.tzinfo for moment in (plain, kept, iterated)} == {UTC}
