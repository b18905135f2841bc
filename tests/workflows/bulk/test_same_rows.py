"""A batch leaves the rows that single decisions leave, without the entry of the claim."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import connection

from reviews.models import Review
from tests.agreement import disagreements
from tests.factories import a_head_moderator, a_process, open_task
from tests.moderation_desk import FORMS
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, work
from tests.workflows.reviews.desk import end_holds
from workflows.models import BulkBatch, Process, Task

pytestmark = pytest.mark.usefixtures("database")

# ways of a review to the step in which it is decided, and the outcome that is taken there
WAYS = [
    *(([], outcome) for outcome in ("approve", "reject", "investigate", "backlog", "escalate")),
    (["backlog"], "return"),
    (["backlog"], "reject"),
    (["investigate"], "return"),
    (["investigate"], "approve"),
    (["escalate"], "investigate"),
    (["escalate"], "return"),
    (["approve"], "publish"),
    (["approve"], "recall"),
    (["unverified"], "verify"),
    (["unverified"], "backlog"),
    (["unverified", "backlog"], "return"),
]
# what differs from row to row, and what an entry more or less changes
OWN = {
    *("id", "process_id", "event_id", "created", "rank_at", "due_at", "fires_at", "finished", "started", "assigned"),
    *("at", "seq", "hash", "previous_hash", "salt", "text_digest", "task_id", "subject_id", "request_id", "length"),
    *("lock_version", "company_id", "owner_id", "actor_id", "moved_at", "received_at", "posted_at", "external_id"),
    *("status_since", "process_data", "sequence", "occurred_at", "content_digest", "puid", "position"),
}


def a_way(way: list[str], staff: Staff) -> Task:
    process = a_process(verified="unverified" not in way)
    for outcome in way:
        if outcome != "unverified":
            decide(staff, open_task(process), outcome)
    return open_task(process)


def form_of(task: Task, outcome: str) -> dict[str, Any]:
    if outcome == "return" and task.queue == "escalated":
        return {"advice": "Ask for the invoice."}
    return FORMS.get(outcome, {})


def decide(staff: Staff, task: Task, outcome: str) -> None:
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
    answer = staff.post(f"/tasks/{task.pk}/decision", {"outcome": outcome, "form": form_of(task, outcome)})
    assert answer.status_code == 200, answer.content


def rows(statement: str) -> Iterator[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        names = [column.name for column in cursor.description or ()]
        for values in cursor.fetchall():
            yield dict(zip(names, values, strict=True))


def about(process: Process) -> dict[str, list[dict[str, Any]]]:
    """All rows about a process, without what differs between any two reviews."""
    of = f"process_id = {process.pk}"
    found = {
        "process": f"SELECT * FROM workflows_process WHERE id = {process.pk}",
        "review": f"SELECT * FROM reviews_review WHERE id = {process.subject_id}",
        "tasks": f"SELECT * FROM workflows_task WHERE {of} ORDER BY id",
        "entries": f"SELECT * FROM workflows_taskevent WHERE {of} AND action <> 'claim' ORDER BY seq",
        "texts": f"""SELECT text.* FROM workflows_eventtext text
            JOIN workflows_taskevent event ON event.id = event_id WHERE {of} ORDER BY seq""",
        "links": f"""SELECT after.flow_task AS step, before.flow_task AS previous FROM workflows_task_previous link
            JOIN workflows_task after ON after.id = from_task_id JOIN workflows_task before ON before.id = to_task_id
            WHERE after.{of} ORDER BY after.id""",
        "events": f"SELECT * FROM workflows_domainevent WHERE {of} ORDER BY sequence",
        "mentions": f"""SELECT mention.* FROM workflows_mention mention
            JOIN workflows_task task ON task.id = mention.task_id WHERE task.{of} ORDER BY mention.id""",
    }
    return {name: [_comparable(row) for row in rows(statement)] for name, statement in found.items()}


def _comparable(row: dict[str, Any]) -> dict[str, Any]:
    """Times, people and numbers of rows only by whether they are set."""
    return {name: _value(name, value) for name, value in row.items()}


def _value(name: str, value: Any) -> Any:
    if name in OWN or isinstance(value, datetime):
        return value is not None
    if name == "payload" or (name == "data" and "reference" in value):  # of an event, and of a statement's entry
        return sorted(json.loads(value))
    return value


@pytest.mark.parametrize(("way", "outcome"), WAYS)
def test_a_batch_leaves_the_rows_of_single_decisions(
    way: list[str], outcome: str, caplog: pytest.LogCaptureFixture
) -> None:
    head = Staff(a_head_moderator())
    one_by_one = [a_way(way, head) for _ in range(3)]
    at_once = [a_way(way, head) for _ in range(3)]
    for task in one_by_one:
        decide(head, task, outcome)
    queue = at_once[0].queue
    batch = ask_for(head, at_once, outcome, queue=queue, form=form_of(at_once[0], outcome))
    work()
    assert "could not" not in caplog.text, "they were decided together where that is possible"
    assert BulkBatch.objects.get(pk=batch.pk).done == 3
    for single, many in zip(one_by_one, at_once, strict=True):
        assert about(many.process) == about(single.process)
    assert list(disagreements()) == []


def test_and_the_same_letters_follow() -> None:
    head = Staff(a_head_moderator())
    one, many = a_way([], head), a_way([], head)
    decide(head, one, "reject")
    ask_for(head, [many], "reject", form=FORMS["reject"])
    work()
    end_holds()
    work()
    assert about(many.process) == about(one.process)
    statements = Review.objects.filter(pk__in=[one.process.subject_id, many.process.subject_id])
    assert list(statements.values_list("status", flat=True)) == ["rejected"] * 2
    assert list(disagreements()) == []
