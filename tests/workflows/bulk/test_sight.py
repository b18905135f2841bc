"""Everybody with the tool sees the numbers and states of batches. What is in them wants the queue's permission."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from audit.models import AuditEntry, Kind
from tests.audit_log import told
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_second_look, an_account
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks, work
from tests.workflows.tickets.threads import a_ticket, task_of
from workflows.bulk.reading import seconds_left
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import BatchState, BulkBatch, BulkItem, Result, TaskEvent


def with_the_tool(*permissions: str) -> Staff:
    return Staff(an_account(access=["bulk_moderation", *permissions]))


def test_without_the_permission_of_the_queue_only_numbers_and_the_state_are_seen(head: Staff) -> None:
    task = a_pending_task(title="They broke the boiler", text="At number 5, Mrs Bellwether saw it.")
    batch = ask_for(head, [task], "reject", form=REJECTION, note="  All of the stag party. ")
    work()
    other = with_the_tool("tickets")
    found = other.get(f"/bulk/{batch.pk}").json()
    assert {name: found[name] for name in ("state", "total", "done", "label", "filter", "note", "form")} == {
        "state": "done",
        "total": 1,
        "done": 1,
        "label": "Reject",
        "filter": None,
        "note": None,
        "form": None,
    }
    assert found["by"]["name"] == "Hilde Brandt"
    assert [row["id"] for row in other.get("/bulk").json()["items"]] == [batch.pk]
    answers = [other.get(f"/bulk/{batch.pk}/{what}") for what in ("items", "export")]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert not AuditEntry.objects.filter(kind=Kind.EXPORT).exists(), "nothing was saved"
    second = with_the_tool("moderation")
    assert second.get(f"/bulk/{batch.pk}").json()["form"] == head.get(f"/bulk/{batch.pk}").json()["form"] != []
    assert second.get(f"/bulk/{batch.pk}").json()["note"] == "All of the stag party."
    assert not [entry for entry in TaskEvent.objects.all() if "stag party" in str(entry.data)], "of the batch alone"
    (item,) = second.get(f"/bulk/{batch.pk}/items").json()["items"]
    assert (item["title"], item["subject_id"]) == ("They broke the boiler", task.process.subject_id)


def test_nor_are_they_seen_by_who_stops_the_batch(head: Staff) -> None:
    batch = ask_for(head, [a_pending_task()], "reject", form=REJECTION)
    found = with_the_tool("tickets").post(f"/bulk/{batch.pk}/cancel", {}).json()
    assert (found["state"], found["filter"], found["form"]) == ("cancelled", None, None)


def test_the_permission_is_that_of_the_batch_s_own_queue(head: Staff) -> None:
    batch = ask_for(head, [task_of(a_ticket())], "resolve", queue="tickets")
    work()
    assert with_the_tool("moderation").get(f"/bulk/{batch.pk}/items").status_code == 403
    assert with_the_tool("tickets").get(f"/bulk/{batch.pk}/items").status_code == 200


def test_who_has_a_second_look_reads_no_results_before_it_is_decided(head: Staff) -> None:
    batch, second = ask_for(head, [a_pending_task()]), Staff(a_head_moderator())
    work()
    task = a_second_look()
    assert second.put(f"/tasks/{task.pk}/lock").status_code == 200
    for what in ("items", "export"):
        answer = second.get(f"/bulk/{batch.pk}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "blind_second_look")
    assert second.delete(f"/tasks/{task.pk}/lock").status_code == 204
    assert second.get(f"/bulk/{batch.pk}/items").status_code == 200


def test_an_export_is_noted(head: Staff) -> None:
    batch = ask_for(head, [a_pending_task()])
    work()
    answer = head.get(f"/bulk/{batch.pk}/export")
    assert b"done" in b"".join(answer.streaming_content)
    assert head.user
    said = f"Exported the results of bulk batch {batch.pk} as CSV."
    assert told("user_id", kind=Kind.EXPORT) == [(head.user.pk, said)]


def test_the_time_left_is_told_by_the_speed_of_the_present_run(
    head: Staff, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BULK_HELD_PATIENCE = timedelta(0)
    monkeypatch.setattr("workflows.bulk.running.CHUNK", 2)
    tasks = pending_tasks(10)
    holder = Staff(a_moderator())
    for task in tasks[:4]:
        holder.put(f"/tasks/{task.pk}/lock")
    batch = ask_for(head, tasks)
    work()
    for task in tasks[:4]:
        holder.delete(f"/tasks/{task.pk}/lock")
    assert head.post(f"/bulk/{batch.pk}/retry").status_code == 200
    batch.refresh_from_db()
    assert (batch.state, seconds_left(batch)) == (BatchState.RUNNING, None), "nothing is finished in this run"
    relay(perform)
    BulkBatch.objects.update(started_at=F("started_at") - timedelta(minutes=10))
    batch.refresh_from_db()
    assert (batch.done, batch.skipped, batch.total) == (8, 0, 10)
    begun: Any = batch.started_at
    at_least = (timezone.now() - begun).total_seconds()
    left = seconds_left(batch)
    assert left is not None
    at_most = (timezone.now() - begun).total_seconds()
    assert at_least - 1 <= left <= at_most + 1, "two of four in that time, two are left"
    waiting = BulkItem.objects.filter(batch=batch, result=Result.WAITING)
    waiting.update(held_since=timezone.now())
    assert seconds_left(batch) is None, "nobody knows when those who have them let them go"
