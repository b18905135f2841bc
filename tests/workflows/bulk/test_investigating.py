"""Adding somebody to the blacklist offers to send their open reviews to investigation, as batches."""

from typing import Any

from reviews.models import Review
from tests.factories import a_head_moderator, a_pending_task, an_account, open_task
from tests.staff import Staff
from tests.workflows.bulk.batches import ask, work
from workflows.models import Task

TROLL = "troll@example.com"
QUESTION = {"question": "Is this one person?"}


def by_troll(outcome: str = "", form: dict[str, str] | None = None, **fields: Any) -> Task:
    """An open task of a review of theirs, decided once."""
    task, head = a_pending_task(author_email=TROLL, **fields), Staff(a_head_moderator())
    if outcome:
        head.put(f"/tasks/{task.pk}/lock")
        decision = {"outcome": outcome, "form": form or {}, "revision": 1}
        assert head.post(f"/tasks/{task.pk}/decision", decision).status_code == 200
    return open_task(task.process)


def in_every_queue() -> dict[str, Task]:
    """Reviews of theirs, by where they are. What is queued to publish has a hold of its own."""
    return {
        "unverified": by_troll(verified=False),
        "pending": by_troll(),
        "escalated": by_troll("escalate", {"notes": "A threat."}),
        "backlog": by_troll("backlog"),
        "queued": by_troll("approve"),
        "investigation": by_troll("investigate", QUESTION),
    }


def add(staff: Staff) -> Any:
    answer = staff.post("/blacklist", {"value": TROLL})
    assert answer.status_code == 201, answer.content
    return answer.json()["open_reviews"]


def test_what_can_be_sent_is_sent_in_a_batch_for_each_queue(head: Staff) -> None:
    tasks, others = in_every_queue(), a_pending_task()
    assert {name: task.queue for name, task in tasks.items()} == {name: name for name in tasks}
    found = add(head)
    assert (found["count"], found["investigated"]) == (6, 1)
    assert {each["queue"]: each["task_ids"] for each in found["sendable"]} == {
        "pending": [tasks["pending"].pk],
        "escalated": [tasks["escalated"].pk],
    }
    for each in found["sendable"]:
        answer = ask(head, "investigate", each["queue"], task_ids=each["task_ids"], form=QUESTION)
        assert answer.status_code == 202
    work()
    for name in ("pending", "escalated"):
        assert open_task(tasks[name].process).queue == "investigation"
    assert open_task(others.process).queue == "pending"


def test_only_what_the_person_may_decide_is_offered() -> None:
    tasks = in_every_queue()
    person = Staff(an_account(access=["blacklist", "moderation", "bulk_moderation"]))
    assert [each["task_ids"] for each in add(person)["sendable"]] == [[tasks["pending"].pk]]


def test_nothing_is_offered_without_the_permission_of_bulk_moderation() -> None:
    by_troll()
    person = Staff(an_account(access=["blacklist", "moderation", "head_moderator"]))
    assert add(person) == {"count": 1, "complete": True, "investigated": 0, "sendable": []}


def test_an_item_that_is_put_off_is_not_offered() -> None:
    task, head = by_troll(), Staff(a_head_moderator())
    Task.objects.filter(pk=task.pk).update(snoozed_until="2999-01-01T00:00Z")
    assert Review.objects.filter(author_email=TROLL).count() == 1
    assert add(head)["sendable"] == []
