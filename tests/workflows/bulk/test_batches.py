"""A batch decides a fixed set of items, takes nothing from a holder, and can be cancelled, retried and rolled back."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from reviews.models import Review
from tests.audit_log import told
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_account, open_task
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask, ask_for, pending_tasks, results, work
from workflows.engine.core.flows import queues, steps
from workflows.engine.core.transition import writer
from workflows.engine.outbox.outbox import perform, relay
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import BulkBatch, BulkItem, OutboxMessage, Task, TaskEvent
from workflows.second_look import SecondLook

pytestmark = pytest.mark.rule(10)

DONE = ("done", "", None)


def read(staff: Staff, batch: BulkBatch) -> Any:
    answer = staff.get(f"/bulk/{batch.pk}")
    assert answer.status_code == 200
    return answer.json()


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_batch_decides_its_items_and_no_others(head: Staff) -> None:
    tasks = pending_tasks(3)
    other = a_pending_task()
    answer = ask(head, "approve", filter={"company": tasks[0].company_id})
    assert (answer.status_code, answer.json()["total"]) == (202, 3)
    batch = BulkBatch.objects.get(pk=answer.json()["id"])
    late = a_pending_task()
    Task.objects.filter(pk=late.pk).update(company_id=tasks[0].company_id)
    work()
    assert results(batch) == [DONE] * 3
    assert read(head, batch)["state"] == "done"
    assert [open_task(task.process).queue for task in (*tasks, other, late)] == ["queued"] * 3 + ["pending"] * 2
    assert list(inconsistencies()) == []


@pytest.mark.parametrize(
    ("filter_", "matches"),
    [
        ({"rating": 1}, {0}),
        ({"q": "gas boiler"}, {1}),
        ({"flagged": False}, {0, 1, 2}),
        ({"flagged": True}, set()),
        ({"since": "2020-01-01T00:00:00Z", "rating": 5}, {2}),
        ({"until": "2020-01-01T00:00:00Z"}, set()),
        ({"company": 987654}, set()),
    ],
)
def test_the_filter_finds_what_the_preview_counts(head: Staff, filter_: Any, matches: set[int]) -> None:
    tasks = [a_pending_task(rating=1), a_pending_task(text="They broke the gas boiler."), a_pending_task(rating=5)]
    body = {"queue": "pending", "outcome": "backlog", "filter": filter_}
    seen = head.post("/bulk/preview", body).json()
    assert seen["count"] == len(matches)
    assert {row["task_id"] for row in seen["sample"]} == {tasks[number].pk for number in matches}
    answer = head.post("/bulk", body)
    if not matches:
        assert code_of(answer) == (422, "no_items")
        return
    work()
    assert set(Task.objects.filter(outcome="backlog").values_list("pk", flat=True)) == {
        tasks[number].pk for number in matches
    }


def test_a_batch_of_given_items_does_not_say_that_it_is_the_whole_queue(head: Staff) -> None:
    chosen, _ = pending_tasks(2)
    assert read(head, ask_for(head, [chosen]))["filter"] == {"chosen": 1}
    whole = head.post("/bulk", {"queue": "pending", "outcome": "backlog"}).json()["id"]
    assert head.get(f"/bulk/{whole}").json()["filter"] == {}


def test_a_preview_shows_twenty_and_counts_all(head: Staff) -> None:
    tasks = pending_tasks(23)
    claim_task(tasks[0].pk, by=a_moderator())
    seen = head.post("/bulk/preview", {"queue": "pending", "outcome": "approve"}).json()
    assert (seen["count"], seen["is_exact"], seen["held"], len(seen["sample"])) == (23, True, 1, 20)
    assert not TaskEvent.objects.filter(action="decide").exists()


def test_what_was_not_done_comes_first_page_by_page(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.bulk.reading.PAGE_SIZE", 1)
    tasks = pending_tasks(4)
    batch = ask_for(head, tasks)
    work()
    BulkItem.objects.filter(batch=batch, task_id=tasks[2].pk).update(result="skipped")
    BulkItem.objects.filter(batch=batch, task_id=tasks[3].pk).update(result="failed")
    seen: list[int] = []
    cursor: str | None = ""
    while cursor is not None:
        page = head.get(f"/bulk/{batch.pk}/items?cursor={cursor}").json()
        seen += [row["task_id"] for row in page["items"]]
        cursor = page["next_cursor"]
    assert seen == [tasks[number].pk for number in (2, 3, 0, 1)]


def test_what_others_hold_is_tried_again_then_skipped_with_the_holder(head: Staff) -> None:
    held, free = pending_tasks(2)
    holder = a_moderator("Piet Visser")
    claim_task(held.pk, by=holder)
    batch = ask_for(head, [held, free])
    work()
    assert results(batch) == [("waiting", "task_taken", holder.pk), DONE]
    assert read(head, batch)["state"] == "running"
    waiting = OutboxMessage.objects.get(topic="bulk", done_at=None)
    assert waiting.available_at > waiting.created_at, "it waits for a while before it tries again"
    batch.items.update(held_since=Now() - timedelta(minutes=2))
    work(patient=True)
    assert results(batch) == [("skipped", "task_taken", holder.pk), DONE]
    held.refresh_from_db()
    assert (held.owner_id, held.status) == (holder.pk, "ASSIGNED"), "nothing is taken from a holder"
    rows = head.get(f"/bulk/{batch.pk}/items?result=skipped").json()["items"]
    assert [(row["task_id"], row["holder"]["name"]) for row in rows] == [(held.pk, "Piet Visser")]
    lines = b"".join(head.get(f"/bulk/{batch.pk}/export").streaming_content).decode("utf-8-sig").splitlines()
    assert lines[1].startswith(f"{held.pk},skipped,task_taken,Piet Visser,")


def test_what_a_holder_releases_in_time_is_decided(head: Staff) -> None:
    (task,) = pending_tasks(1)
    holder = Staff(a_moderator())
    holder.put(f"/tasks/{task.pk}/lock")
    batch = ask_for(head, [task])
    work()
    holder.delete(f"/tasks/{task.pk}/lock")
    work(patient=True)
    assert results(batch) == [DONE]


def test_items_assigned_to_others_are_skipped_and_ones_own_are_decided(head: Staff, settings: Any) -> None:
    settings.BULK_HELD_PATIENCE = timedelta(0)
    assigned, own, mine = pending_tasks(3)
    colleague = a_moderator()
    Task.objects.filter(pk=assigned.pk).update(assignee=colleague)
    Task.objects.filter(pk=mine.pk).update(assignee=head.user)
    head.put(f"/tasks/{own.pk}/lock")
    batch = ask_for(head, [assigned, own, mine])
    work()
    assert results(batch) == [("skipped", "task_taken", colleague.pk), DONE, DONE]


def test_each_item_keeps_the_conditions_of_the_process(head: Staff) -> None:
    unverified, fine, gone = pending_tasks(3)
    unverified.process.refresh_from_db()
    batch = ask_for(head, [unverified, fine, gone], "approve")
    Review.objects.filter(pk=unverified.process.subject_id).update(verified=False)
    colleague = Staff(a_moderator())
    colleague.decide(gone.pk, "backlog")
    work()
    assert colleague.user
    assert results(batch) == [("failed", "not_verified", None), DONE, ("failed", "task_closed", colleague.user.pk)]


def test_a_lost_permission_bites_at_the_next_chunk(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.bulk.running.CHUNK", 1)
    tasks = pending_tasks(3)
    batch = ask_for(head, tasks)
    assert head.user
    message = OutboxMessage.objects.get(topic="bulk", done_at=None)
    perform(message.pk)
    head.user.cms_access = ["moderation"]
    head.user.save()
    work()
    assert results(batch) == [DONE, ("failed", "forbidden", None), ("failed", "forbidden", None)]


@pytest.mark.parametrize(("queue", "outcome"), [("pending", "backlog"), ("queued", "publish")])
def test_an_item_that_its_owner_is_barred_from_meanwhile_is_left_alone(head: Staff, queue: str, outcome: str) -> None:
    """Decided together, and one by one."""
    tasks = pending_tasks(2)
    if queue == "queued":
        ask_for(head, tasks, "approve")
        work()
        tasks = [open_task(task.process) for task in tasks]
    batch = ask_for(head, tasks, outcome, queue=queue)
    assert head.user
    Task.objects.filter(pk=tasks[1].pk).update(barred_id=head.user.pk)
    work()
    assert results(batch) == [("done", "", None), ("failed", "not_found", None)]
    assert open_task(tasks[1].process).pk == tasks[1].pk


def test_an_item_that_a_person_is_barred_from_is_no_part_of_what_they_choose(head: Staff) -> None:
    tasks = pending_tasks(2)
    assert head.user
    Task.objects.filter(pk=tasks[1].pk).update(barred_id=head.user.pk)
    batch = ask_for(head, tasks)
    work()
    assert results(batch) == [DONE], "nothing is told of the other, not even that it is there"


def test_a_cancelled_batch_keeps_what_is_decided(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.bulk.running.CHUNK", 1)
    batch = ask_for(head, pending_tasks(3))
    relay(perform)
    assert Staff(a_head_moderator()).post(f"/bulk/{batch.pk}/cancel", {}).status_code == 200
    work()
    assert [result for result, *_ in results(batch)] == ["done", "skipped", "skipped"]
    assert read(head, batch)["state"] == "cancelled"
    assert code_of(head.post(f"/bulk/{batch.pk}/cancel", {})) == (409, "batch_state")


def test_retry_decides_what_was_skipped(head: Staff, settings: Any) -> None:
    settings.BULK_HELD_PATIENCE = timedelta(0)
    tasks = pending_tasks(2)
    holder = Staff(a_moderator())
    holder.put(f"/tasks/{tasks[0].pk}/lock")
    batch = ask_for(head, tasks)
    work()
    assert read(head, batch)["skipped"] == 1
    holder.delete(f"/tasks/{tasks[0].pk}/lock")
    other = Staff(a_head_moderator())
    assert code_of(other.post(f"/bulk/{batch.pk}/retry")) == (403, "not_your_batch")
    assert head.post(f"/bulk/{batch.pk}/retry").status_code == 200
    work()
    found = read(head, batch)
    assert (found["state"], found["done"], found["skipped"]) == ("done", 2, 0)
    assert code_of(head.post(f"/bulk/{batch.pk}/retry")) == (409, "batch_state")


@pytest.mark.parametrize("outcome", ["approve", "reject", "backlog", "escalate", "investigate"])
def test_rollback_undoes_what_nobody_has_touched(head: Staff, outcome: str) -> None:
    forms = {"reject": REJECTION, "escalate": {"notes": "?"}, "investigate": {"question": "?"}}
    tasks = pending_tasks(3)
    batch = ask_for(head, tasks, outcome, form=forms.get(outcome, {}))
    work()
    Task.objects.filter(outcome=outcome).update(finished=Now() - timedelta(minutes=1))
    touched = a_moderator() if outcome != "escalate" else a_head_moderator()
    held = open_task(tasks[1].process)
    claim_task(held.pk, by=touched)
    assert head.get(f"/bulk/{batch.pk}/rollback").json() == {
        "possible": 2,
        "refused": [{"code": "task_taken", "count": 1}],
    }
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 200
    work()
    found = read(head, batch)
    assert (found["state"], found["rolled_back"], found["done"]) == ("rolled_back", 2, 1)
    assert results(batch)[1] == ("done", "task_taken", touched.pk)
    assert [open_task(task.process).pk for task in tasks] == [tasks[0].pk, held.pk, tasks[2].pk]
    assert list(inconsistencies()) == []


def test_what_is_published_cannot_be_rolled_back(head: Staff) -> None:
    tasks = pending_tasks(2)
    batch = ask_for(head, tasks, "approve")
    work()
    Task.objects.filter(queue="queued", process=tasks[0].process).update(fires_at=Now())
    sweep()
    assert head.get(f"/bulk/{batch.pk}/rollback").json() == {
        "possible": 1,
        "refused": [{"code": "undo_ended", "count": 1}],
    }
    head.post(f"/bulk/{batch.pk}/rollback")
    work()
    assert [(result, code) for result, code, _ in results(batch)] == [("done", "undo_ended"), ("rolled_back", "")]


def test_only_its_owner_rolls_a_batch_back(head: Staff) -> None:
    batch = ask_for(head, pending_tasks(1))
    work()
    other = Staff(a_head_moderator())
    assert code_of(other.post(f"/bulk/{batch.pk}/rollback")) == (403, "not_your_batch")


def test_everyone_with_the_permission_sees_the_batches_and_nobody_else(head: Staff) -> None:
    batch = ask_for(head, pending_tasks(1))
    other, moderator = Staff(a_head_moderator()), Staff(a_moderator())
    (row,) = other.get("/bulk").json()["items"]
    assert (row["id"], row["by"]["name"], row["state"], row["label"]) == (
        batch.pk,
        "Hilde Brandt",
        "waiting",
        "Backlog",
    )
    for path in ("/bulk", "/bulk/queues", f"/bulk/{batch.pk}", f"/bulk/{batch.pk}/items", f"/bulk/{batch.pk}/export"):
        assert moderator.get(path).status_code == 403, path
    for path in ("", "/preview", f"/{batch.pk}/confirm", f"/{batch.pk}/cancel", f"/{batch.pk}/retry"):
        assert moderator.post(f"/bulk{path}", {}).status_code == 403, path
    assert moderator.post(f"/bulk/{batch.pk}/rollback").status_code == 403


def test_a_batch_wants_the_permission_of_its_queue_too() -> None:
    task = a_pending_task()
    staff = Staff(an_account(access=["bulk_moderation"]))
    assert ask(staff, task_ids=[task.pk]).status_code == 403
    assert staff.post("/bulk/preview", {"queue": "pending", "outcome": "backlog"}).status_code == 403
    assert staff.get("/bulk/queues").json() == []


def test_second_looks_are_not_decided_in_bulk(head: Staff) -> None:
    offered = {queue["queue"] for queue in head.get("/bulk/queues").json() if not queue["past"]}
    assert offered == queues().keys() - {step.queue for step in steps(SecondLook)}
    assert ask(head, "would_approve", "second_look").status_code == 422


def test_a_form_is_checked_before_the_batch_is_accepted(head: Staff) -> None:
    tasks = pending_tasks(1)
    answer = ask(head, "reject", task_ids=[tasks[0].pk], form={"reason": "nonsense", "facts": "?"})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["form.reason"])
    assert not BulkBatch.objects.exists()


def test_each_change_of_a_batch_is_audited(head: Staff) -> None:
    batch = ask_for(head, pending_tasks(1))
    work()
    head.post(f"/bulk/{batch.pk}/rollback")
    assert head.user
    assert told("user_id", kind="bulk", subject_id=batch.pk) == [
        (head.user.pk, "Asked for a batch: backlog, 1 item of pending."),
        (head.user.pk, "Asked to roll back 1 item of a bulk batch."),
    ]


def test_an_item_that_fails_does_not_stop_the_others(head: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = pending_tasks(3)

    def fail_for_one(plans: Any) -> None:
        writer.write(plans)
        if any(plan.changed[0].pk == tasks[1].pk for plan in plans):
            raise RuntimeError("a fault of the product")

    monkeypatch.setattr("workflows.engine.verbs.decisions.write", fail_for_one)
    form = {**REJECTION, "explanation": "In our own words."}
    batch = ask_for(head, tasks, "reject", form=form)
    work()
    assert results(batch) == [DONE, ("failed", "error", None), DONE]
    process = Task.objects.get(pk=tasks[0].pk).process
    assert process.data["statement"] == {"explanation": "In our own words."}
    assert list(inconsistencies()) == []
