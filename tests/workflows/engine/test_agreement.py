"""The check `disagreements`, which other tests use, finds disagreements."""

from collections.abc import Callable

import pytest
from django.db.models import F
from django.db.models.functions import Now

from reviews.models import Review
from tests.agreement import disagreements
from tests.factories import a_moderator, a_process, open_task
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import DomainEvent, Process, Task

pytestmark = pytest.mark.usefixtures("database")

SPOILT: dict[str, Callable[[], object]] = {
    "has 1 recorded decisions and 0": lambda: Task.objects.filter(outcome="approve").update(outcome=""),
    "with 0 open tasks": lambda: Task.objects.filter(queue="pending").exclude(status="DONE").update(status="CANCELED"),
    "ended with 0 public events": lambda: DomainEvent.objects.filter(process__status="DONE").update(kind="nothing"),
    "its history says queued": lambda: (
        Process.objects.filter(status="NEW").update(outcome="")
        and Task.objects.filter(queue="queued").update(status="CANCELED")
    ),
    "is ASSIGNED for": lambda: Task.objects.filter(status="ASSIGNED").update(lease_until=None),
    "is assigned to": lambda: Task.objects.filter(status="ASSIGNED").update(assignee=F("owner")),
    "differs from its newest": lambda: Review.objects.update(text="Else."),
    "at revision 2 of 1": lambda: Review.objects.update(revision=2),
    "has 2 revisions": lambda: Review.objects.update(revision=2),
    "is closed, its process says": lambda: Review.objects.update(status="closed"),
}


@pytest.fixture
def work() -> None:
    """One item is held, one waits for its hold to end, one is at its end."""
    user = a_moderator()
    held, approved, ended = (open_task(a_process()) for _ in range(3))
    claim_task(held.pk, by=user)
    for task in (approved, ended):
        claim_task(task.pk, by=user)
        decide_task(task.pk, by=user, outcome="approve", payload={})
    decide_queued(ended)
    Task.objects.filter(pk=held.pk).update(assigned=Now())


def decide_queued(task: Task) -> None:
    user = a_moderator()
    waiting = open_task(task.process)
    claim_task(waiting.pk, by=user)
    decide_task(waiting.pk, by=user, outcome="publish", payload={})


def test_rows_written_by_the_engine_agree(work: None) -> None:
    assert list(disagreements()) == []


@pytest.mark.parametrize("fault", SPOILT)
def test_disagreements_are_found(work: None, fault: str) -> None:
    SPOILT[fault]()
    assert any(fault in sentence for sentence in disagreements()), list(disagreements())
