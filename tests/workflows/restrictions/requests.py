"""Requests to restrict, to test with."""

from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from reviews.models import Review
from tests.factories import a_head_moderator, a_process, open_task
from tests.staff import Staff
from workflows.engine.verbs.sweep import sweep
from workflows.models import Process, Task

ASKED: dict[str, Any] = {
    "ground": "defamation",
    "facts": "It says that we stole a ring. Nothing was stolen.",
    "contact": {"name": "Olive Tan", "email": "olive@tan.example", "role": "Owner"},
    "good_faith": True,
}
RESTRICTION = {"reason": "defamation", "facts": "The police found the ring at the author’s."}
DECLINATION = {"why": "The author has sent a receipt."}
FORMS: dict[str, dict[str, Any]] = {
    "restrict": RESTRICTION,
    "decline": DECLINATION,
    "escalate": {"notes": "A solicitor writes."},
    "reject": {"reason": "fake", "facts": "No such street."},
}


def a_published_review(**fields: Any) -> Review:
    process = a_process(**fields)
    head = Staff(a_head_moderator())
    decide(head, process, "approve", "publish")
    return Review.objects.get(pk=process.subject_id)


def ask(staff: Staff, about: Review, **changes: Any) -> Any:
    return staff.post("/restriction-requests", {"review": about.pk, **ASKED, **changes})


def a_request(review: Review | None = None, **changes: Any) -> Process:
    """The process of a request that somebody of the staff has sent in."""
    answer = ask(Staff(a_head_moderator()), review or a_published_review(), **changes)
    assert answer.status_code == 201, answer.content
    return Process.objects.get(pk=answer.json()["process"]["id"])


def a_requests_task(**changes: Any) -> Task:
    return open_task(a_request(**changes))


def decide(staff: Staff, process: Process, *outcomes: str) -> Any:
    """Take and decide whatever the process waits in; the last answer."""
    answer: Any = None
    for outcome in outcomes:
        answer = staff.decide(open_task(process).pk, outcome, FORMS.get(outcome))
    return answer


def end_hold(process: Process) -> None:
    process.task_set.filter(pk=open_task(process).pk).update(fires_at=Now() - timedelta(seconds=1))
    assert sweep()["fired"] == 1
