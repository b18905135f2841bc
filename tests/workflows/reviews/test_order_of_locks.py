"""Callers that send the same reviews lock rows in one order, so that they wait for each other and never in a circle."""

from django.db import connection

from reviews.models import Review
from tests.api.source import Source
from tests.sent_reviews import a_sent_review
from workflows.models import TaskEvent

NAMES = ("c", "a", "d", "b")


def test_new_reviews_are_written_in_the_order_of_their_identities() -> None:
    """Each row waits for a parallel caller that writes the same identity."""
    source = Source()
    reviews = [a_sent_review(external_id=name) for name in NAMES]
    assert source.statuses(*reviews) == ["accepted"] * 4
    with connection.cursor() as cursor:
        cursor.execute("SELECT external_id FROM reviews_review ORDER BY ctid")
        assert [row[0] for row in cursor.fetchall()] == sorted(NAMES)


def test_existing_reviews_are_changed_in_the_order_of_their_ids() -> None:
    """With an Idempotency-Key all changes of a call share a transaction, and each holds its process until its end."""
    source = Source()
    source.send(*(a_sent_review(external_id=name) for name in sorted(NAMES)))
    changed = [a_sent_review(external_id=name, text=f"They came late, {name}.") for name in NAMES]
    answer = source.send(*changed, idempotency_key="one-transaction")
    assert [result["status"] for result in answer.json()["results"]] == ["revised"] * 4
    revised = TaskEvent.objects.filter(action="revise").order_by("pk").values_list("process__subject_id", flat=True)
    assert list(revised) == sorted(Review.objects.values_list("pk", flat=True))
