"""A batch leaves the rows that single decisions leave, without the entry of the claim."""

from typing import Any

import pytest

from reviews.models import Review
from tests.agreement import disagreements
from tests.factories import a_head_moderator, a_process, open_task
from tests.moderation_desk import FORMS
from tests.staff import Staff
from tests.workflows.bulk.batches import ask_for, work
from tests.workflows.bulk.rows import about
from tests.workflows.reviews.desk import end_holds
from workflows.models import BulkBatch, Task

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
