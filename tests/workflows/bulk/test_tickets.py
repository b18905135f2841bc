"""Tickets that are chosen in their list and resolved together: what cannot be resolved is told one by one."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.consistency import inconsistencies
from tests.factories import a_moderator, a_pending_task, an_account
from tests.staff import Staff
from tests.workflows.bulk.batches import ask, results, work
from tests.workflows.tickets.threads import (
    a_ticket,
    decide,
    process_of,
    reopen,
    reply,
    resolve,
    status,
    task_of,
    writes,
)
from tickets.models import Ticket
from workflows.models import BulkBatch, BulkItem, Task, TaskEvent

DONE = ("done", "", None)


@pytest.fixture
def moderator() -> Staff:
    return Staff(a_moderator("Marta Ellwood"))


def rows_of(staff: Staff, *tickets: Ticket) -> list[Any]:
    """The rows of the list, as the console has them when it asks."""
    items = {row["id"]: row for row in staff.get("/tickets").json()["items"]}
    return [items[ticket.pk] for ticket in tickets]


def resolve_all(staff: Staff, rows: list[Any], **header: Any) -> Any:
    body = {
        "queue": "tickets",
        "outcome": "resolve",
        "task_ids": [row["task_id"] for row in rows],
        "revisions": [row["last_message_id"] for row in rows],
    }
    return staff.post("/bulk", body, **header)


def accepted(answer: Any) -> BulkBatch:
    assert answer.status_code == 202, answer.content
    return BulkBatch.objects.get(pk=answer.json()["id"])


def by_task(batch: BulkBatch) -> dict[int, tuple[str, str, int | None]]:
    return {item.task_id: (item.result, item.code, item.holder_id) for item in batch.items.all()}


def decisions(ticket: Ticket) -> list[str]:
    entries = TaskEvent.objects.filter(process=process_of(ticket), action="decide").order_by("seq")
    return list(entries.values_list("outcome", flat=True))


def test_new_replied_and_waiting_tickets_are_resolved_together(head: Staff, moderator: Staff) -> None:
    new, replied, waiting = a_ticket(), a_ticket(), a_ticket()
    for ticket in (replied, waiting):
        reply(moderator, ticket)
    writes(replied)
    batch = accepted(resolve_all(head, rows_of(head, new, replied, waiting)))
    work()
    assert results(batch) == [DONE] * 3
    assert [status(ticket) for ticket in (new, replied, waiting)] == ["resolved"] * 3
    assert decisions(new) == ["resolve"]
    assert decisions(waiting) == ["reply", "resolve"]
    assert list(inconsistencies()) == []
    # what was resolved is opened again one by one
    assert head.get(f"/bulk/{batch.pk}").json()["undo"] is False
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 409
    assert reopen(head, new).status_code == 200


def test_each_ticket_that_cannot_be_resolved_says_why(head: Staff, moderator: Staff, settings: Any) -> None:
    settings.BULK_HELD_PATIENCE = timedelta(0)
    names = ("free", "held", "closed", "asleep", "escalated", "written")
    tickets = {name: a_ticket() for name in names}
    rows = rows_of(head, *tickets.values())
    tasks = dict(zip(names, (row["task_id"] for row in rows), strict=True))
    moderator.put(f"/tasks/{tasks['held']}/lock")
    resolve(moderator, tickets["closed"])
    Task.objects.filter(pk=tasks["asleep"]).update(snoozed_until=timezone.now() + timedelta(days=1))
    decide(moderator, tickets["escalated"], "escalate", notes="Too hard for me.")
    up = task_of(tickets["escalated"]).pk
    rows[names.index("escalated")]["task_id"] = up
    writes(tickets["written"], "It is worse now.")
    batch = accepted(resolve_all(head, rows))
    work(patient=True)
    assert moderator.user
    person = moderator.user.pk
    assert by_task(batch) == {
        tasks["free"]: DONE,
        tasks["held"]: ("skipped", "task_taken", person),
        tasks["closed"]: ("failed", "task_closed", person),
        tasks["asleep"]: ("failed", "snoozed", None),
        up: ("failed", "not_offered", None),
        tasks["written"]: ("failed", "newer_message", None),
    }
    read = head.get(f"/bulk/{batch.pk}").json()
    assert {name: read[name] for name in ("state", "total", "done", "skipped", "failed", "waiting")} == {
        "state": "done",
        "total": 6,
        "done": 1,
        "skipped": 1,
        "failed": 4,
        "waiting": 0,
    }
    names_said = {item["task_id"]: item["holder"] for item in head.get(f"/bulk/{batch.pk}/items").json()["items"]}
    assert names_said[tasks["held"]] == names_said[tasks["closed"]] == {"id": person, "name": "Marta Ellwood"}
    assert [status(tickets[name]) for name in names] == ["resolved", "new", "resolved", "new", "escalated", "new"]
    assert list(inconsistencies()) == []


def test_what_was_skipped_is_tried_again_on_what_was_read(head: Staff, moderator: Staff, settings: Any) -> None:
    settings.BULK_HELD_PATIENCE = timedelta(0)
    free, held = a_ticket(), a_ticket()
    rows = rows_of(head, free, held)
    task = rows[1]["task_id"]
    moderator.put(f"/tasks/{task}/lock")
    batch = accepted(resolve_all(head, rows))
    work(patient=True)
    moderator.delete(f"/tasks/{task}/lock")
    writes(held, "One more thing.")
    assert head.post(f"/bulk/{batch.pk}/retry").status_code == 200
    work()
    assert by_task(batch)[task] == ("failed", "newer_message", None)
    assert (status(free), status(held)) == ("resolved", "new")


def test_the_same_request_twice_resolves_once(head: Staff) -> None:
    ticket = a_ticket()
    rows = rows_of(head, ticket)
    # a ticket that is named twice is one item
    first = resolve_all(head, rows * 2, Idempotency_Key="resolve-1")
    again = resolve_all(head, rows * 2, Idempotency_Key="resolve-1")
    assert first.json() == again.json()
    work()
    assert BulkItem.objects.count() == 1
    assert decisions(ticket) == ["resolve"]


def test_a_batch_of_the_queue_leaves_alone_what_waits_for_clients(head: Staff, moderator: Staff) -> None:
    new, waiting = a_ticket(), a_ticket()
    reply(moderator, waiting)
    assert head.post("/bulk/preview", {"queue": "tickets", "outcome": "resolve"}).json()["count"] == 1
    batch = accepted(ask(head, "resolve", "tickets"))
    work()
    assert (len(results(batch)), status(new), status(waiting)) == (1, "resolved", "awaiting_response")


def test_tickets_alone_are_resolved_and_by_who_may(head: Staff, moderator: Staff) -> None:
    review, ticket = a_pending_task(), a_ticket()
    rows = rows_of(head, ticket)
    assert resolve_all(moderator, rows).status_code == 403
    assert resolve_all(Staff(an_account(access=["bulk_moderation"])), rows).status_code == 403
    batch = accepted(resolve_all(head, [*rows, {"task_id": review.pk, "last_message_id": None}]))
    work()
    # an item of another kind is not of this batch, whatever its number
    assert by_task(batch) == {rows[0]["task_id"]: DONE}
    assert Task.objects.get(pk=review.pk).is_open


def test_nothing_that_can_be_resolved_is_no_batch(head: Staff, moderator: Staff) -> None:
    ticket = a_ticket()
    rows = rows_of(head, ticket)
    resolve(moderator, ticket)
    answer = resolve_all(head, rows)
    assert (answer.status_code, answer.json()["code"]) == (422, "no_items")
    assert not BulkBatch.objects.exists()


def test_revisions_are_those_of_the_items(head: Staff) -> None:
    (row,) = rows_of(head, a_ticket())
    body = {"queue": "tickets", "outcome": "resolve", "revisions": [row["last_message_id"]]}
    for task_ids in (None, [row["task_id"]] * 2):
        answer = head.post("/bulk", {**body, "task_ids": task_ids})
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["revisions"])


def test_who_may_not_see_a_queue_is_not_told_what_waits_there(moderator: Staff) -> None:
    ticket, seen = a_ticket(), a_ticket()
    decide(moderator, ticket, "escalate", notes="Too hard for me.")
    staff = Staff(an_account(access=["bulk_moderation", "tickets"]))
    batch = accepted(resolve_all(staff, rows_of(staff, ticket, seen)))
    work()
    assert by_task(batch) == {task_of_done(seen): DONE}


def task_of_done(ticket: Ticket) -> int:
    return int(Task.objects.get(process=process_of(ticket), outcome="resolve").pk)
