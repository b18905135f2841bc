"""Batches to test with: people, what they ask for, and a worker that does all jobs."""

from typing import Any

from django.db.models.functions import Now

from tests.factories import a_company, a_pending_task, a_review
from tests.staff import Staff
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import BulkBatch, BulkItem, OutboxMessage, Task

REJECTION = {"reason": "fake", "facts": "No such street."}


def pending_tasks(number: int, **fields: Any) -> list[Task]:
    """Tasks of one company, in the order of the queue."""
    company = a_company()
    return [a_pending_task(a_review(company, **fields)) for _ in range(number)]


def ask(staff: Staff, outcome: str = "backlog", queue: str = "pending", **body: Any) -> Any:
    return staff.post("/bulk", {"queue": queue, "outcome": outcome, **body})


def ask_for(
    staff: Staff, tasks: list[Task], outcome: str = "backlog", queue: str = "pending", **body: Any
) -> BulkBatch:
    """An accepted batch."""
    answer = ask(staff, outcome, queue, task_ids=[task.pk for task in tasks], **body)
    assert answer.status_code == 202, answer.content
    return BulkBatch.objects.get(pk=answer.json()["id"])


def work(*, patient: bool = False) -> None:
    """Do all jobs; with `patient` also those that wait for their time, as if the time of held items were over."""
    while True:
        if patient:
            BulkItem.objects.filter(result="waiting", try_at__isnull=False).update(try_at=Now())
            OutboxMessage.objects.filter(done_at=None).update(available_at=Now())
        if not relay(perform):
            return


def results(batch: BulkBatch) -> list[tuple[str, str, int | None]]:
    """Result, reason and holder of each item, in the order of the queue."""
    return list(batch.items.order_by("pk").values_list("result", "code", "holder_id"))
