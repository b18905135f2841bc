"""A batch leaves the rows that single decisions leave, without the entry of the claim."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import pytest
from django.conf import LazySettings
from django.db.models import Max

from accounts.models import User
from reviews.models import Review
from tests.consistency import inconsistencies
from tests.factories import a_company, a_head_moderator, a_moderator, a_process, open_task
from tests.moderation_desk import FORMS
from tests.staff import Staff
from tests.testimonials.arriving import a_company_that_checks, an_ingested_testimonial
from tests.workflows.bulk.batches import ask_for, work
from tests.workflows.bulk.rows import about, jobs
from tests.workflows.restrictions.requests import DECLINATION, RESTRICTION, a_request
from tests.workflows.reviews.desk import end_holds
from tests.workflows.tickets.threads import a_ticket, process_of, reply, writes
from tickets.models import Ticket
from workflows.models import BulkBatch, OutboxMessage, Process, Task
from workflows.review_moderation import ReviewModeration

TICKET, TESTIMONIAL = "ticket_resolution", "testimonial_transcription"
REFUSAL = {"reason": "offensive", "facts": "It insults her doctor."}
TRANSCRIBED = {"transcription": "They repaired my roof in the rain.", "stars": 5}
ADVICE = {"advice": "Ask for the invoice."}


def a_ticket_that_was_replied_to() -> Process:
    ticket = a_ticket()
    reply(Staff(a_moderator()), ticket)
    writes(ticket)
    return process_of(ticket)


ITEMS: Mapping[str, Callable[[], Process]] = {
    "review": a_process,
    "unverified review": lambda: a_process(verified=False),
    "request": a_request,
    "ticket": lambda: process_of(a_ticket()),
    "ticket with a reply": a_ticket_that_was_replied_to,
    "testimonial": lambda: an_ingested_testimonial(a_company()),
    "testimonial to be checked": lambda: an_ingested_testimonial(a_company_that_checks()),
}
# an item, its way to the step in which it is decided, and the outcome that is taken there
WAYS = [
    *(("review", [], outcome) for outcome in ("approve", "reject", "investigate", "backlog", "escalate")),
    ("review", ["backlog"], "return"),
    ("review", ["backlog"], "reject"),
    ("review", ["investigate"], "return"),
    ("review", ["investigate"], "approve"),
    ("review", ["escalate"], "investigate"),
    ("review", ["escalate"], "return"),
    ("review", ["approve"], "publish"),
    ("review", ["approve"], "recall"),
    ("unverified review", [], "verify"),
    ("unverified review", [], "backlog"),
    ("unverified review", ["backlog"], "return"),
    *(("request", [], outcome) for outcome in ("restrict", "decline", "escalate")),
    ("request", ["escalate"], "decline"),
    *(("ticket", [], outcome) for outcome in ("resolve", "escalate")),
    ("ticket", ["escalate"], "return"),
    ("ticket with a reply", [], "resolve"),
    *(("testimonial", [], outcome) for outcome in ("reject", "backlog", "escalate")),
    ("testimonial", ["backlog"], "return"),
    ("testimonial", ["backlog"], "reject"),
    ("testimonial", ["escalate"], "return"),
    ("testimonial to be checked", ["finish"], "reject"),
]


def kind_of(task: Task) -> str:
    return str(task.process.flow_class.kind)


def a_way(item: str, way: list[str], staff: Staff) -> Task:
    process = ITEMS[item]()
    for outcome in way:
        decide(staff, open_task(process), outcome)
    return open_task(process)


def form_of(task: Task, outcome: str) -> dict[str, Any]:
    own: dict[str, Any] = {
        "restrict": RESTRICTION,
        "decline": DECLINATION,
        "finish": TRANSCRIBED,
        **({"return": ADVICE} if task.queue == "escalated" else {}),
        **({"reject": REFUSAL} if kind_of(task) == TESTIMONIAL else {}),
    }
    form: dict[str, Any] = {**FORMS, **own}.get(outcome, {})
    return form


def decide(staff: Staff, task: Task, outcome: str) -> None:
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
    body: dict[str, Any] = {"outcome": outcome, "form": form_of(task, outcome)}
    if kind_of(task) == TICKET:
        body["revision"] = Ticket.objects.get(pk=task.process.subject_id).last_message_id
    answer = staff.post(f"/tasks/{task.pk}/decision", body)
    assert answer.status_code == 200, answer.content


def last_job() -> int:
    return OutboxMessage.objects.aggregate(last=Max("pk"))["last"] or 0


@pytest.mark.parametrize(("item", "way", "outcome"), WAYS)
def test_a_batch_leaves_the_rows_of_single_decisions(
    item: str, way: list[str], outcome: str, caplog: pytest.LogCaptureFixture, settings: LazySettings
) -> None:
    settings.QUALITY_SAMPLE = 1.0
    head, colleague = Staff(a_head_moderator()), Staff(a_head_moderator())
    one_by_one = [a_way(item, way, colleague) for _ in range(3)]
    at_once = [a_way(item, way, colleague) for _ in range(3)]
    work()
    before = last_job()
    for task in one_by_one:
        decide(head, task, outcome)
    work()
    jobs_of_single, before = jobs(before), last_job()
    chosen = {"queue": at_once[0].queue, "kind": kind_of(at_once[0])}
    batch = ask_for(head, at_once, outcome, **chosen, form=form_of(at_once[0], outcome))
    work()
    assert "could not" not in caplog.text, "they were decided together where that is possible"
    assert BulkBatch.objects.get(pk=batch.pk).done == 3
    for single, many in zip(one_by_one, at_once, strict=True):
        assert about(many.process) == about(single.process)
    assert jobs(before) == jobs_of_single
    assert list(inconsistencies()) == []


@pytest.mark.parametrize(("way", "outcome"), [([], "investigate"), ([], "escalate"), (["backlog"], "return")])
def test_so_does_a_flow_that_asks_before_a_decision_and_keeps_the_assignee(
    way: list[str], outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def deciding(task: Task, form: Any, *, by: User, at: datetime) -> None:
        asked.append((task.pk, by.pk))

    monkeypatch.setattr(ReviewModeration, "keeps_assignee", True)
    monkeypatch.setattr(ReviewModeration, "deciding", deciding)
    head = Staff(a_head_moderator())
    assert head.user
    one, many = (a_way("review", way, head) for _ in range(2))
    for task in (one, many):
        assert head.put(f"/tasks/{task.pk}/assignee", {"user_id": head.user.pk, "note": ""}).status_code == 204
    asked.clear()
    decide(head, one, outcome)
    ask_for(head, [many], outcome, queue=many.queue, kind=kind_of(many), form=form_of(many, outcome))
    work()
    assert asked == [(task.pk, head.user.pk) for task in (one, many)]
    keeps = open_task(one.process).flow_task.permission == one.flow_task.permission
    assert open_task(one.process).assignee == (head.user if keeps else None)
    assert about(many.process) == about(one.process)
    assert list(inconsistencies()) == []


@pytest.mark.parametrize(
    ("item", "outcome", "status", "letters"),
    [
        ("review", "reject", "rejected", ["statement"]),
        ("request", "restrict", "restricted", ["answer", "receipt", "statement"]),
        ("request", "decline", "published", ["answer", "receipt"]),
    ],
)
def test_and_the_same_letters_follow(item: str, outcome: str, status: str, letters: list[str], head: Staff) -> None:
    one, many = a_way(item, [], head), a_way(item, [], head)
    work()
    decide(head, one, outcome)
    ask_for(head, [many], outcome, queue=many.queue, form=form_of(many, outcome))
    work()
    end_holds()
    work()
    found = about(many.process)
    assert found == about(one.process)
    assert [letter["about"] for letter in found["letters"]] == letters
    reviews = Review.objects.filter(pk__in=[one.process.subject_id, many.process.subject_id])
    assert list(reviews.values_list("status", flat=True)) == [status] * 2
    assert list(inconsistencies()) == []
