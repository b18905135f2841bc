"""kill -9 before and after statements: open transactions are rolled back, committed work stays (rules 5 and 8)."""

from collections.abc import Mapping
from functools import partial
from itertools import count

import pytest
from django.db.models.functions import Now

from accounts.models import User
from tests import effort
from tests.consistency import inconsistencies
from tests.deciders import SHIFT
from tests.factories import a_moderator, a_pending_task
from tests.processes import kill_at, moments
from tests.staff import Staff
from workflows.engine.outbox.outbox import enqueue_once, perform, relay
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import OPEN, DomainEvent, OutboxMessage, Task, TaskEvent

pytestmark = pytest.mark.slow

# moments in the work on two items
OF_DECISIONS = {"between": 64, "within": 28}
OF_FIRINGS = {"between": 80, "within": 46}
WAITING = 4  # items, so that nobody ends their work before they are killed


def decide_one_after_the_other(staff: Staff, number: int) -> None:
    """A web process at work, through the whole stack, until it is killed."""
    for place in count(number):
        decide_next(staff, SHIFT[place % len(SHIFT)], number)


def decide_next(staff: Staff, decision: Mapping[str, object], number: int) -> None:
    path = f"/tasks/{staff.post('/queues/pending/next').json()['task_id']}/decision"
    staff.post(path, decision, Idempotency_Key=f"{number}-{path}")


@pytest.mark.rule(5)
def test_a_web_process_killed_at_any_moment_leaves_nothing_half_done() -> None:
    people = [Staff(a_moderator()) for _ in range(10)]
    for decision in SHIFT:  # what is loaded and compiled once is not in each process
        a_pending_task()
        decide_next(people[0], decision, -1)
    for number, moment in enumerate(moments(effort.KILLS_OF_DECIDERS.size, **OF_DECISIONS, seed=7)):
        Task.objects.filter(lease_until__isnull=False).update(lease_until=Now())
        for _ in range(WAITING - Task.objects.filter(queue="pending", status__in=OPEN).count()):
            a_pending_task()
        kill_at(moment, partial(decide_one_after_the_other, people[number % 10], number))
    assert TaskEvent.objects.filter(action="decide").count() > effort.KILLS_OF_DECIDERS.size / 4
    Task.objects.filter(lease_until__isnull=False).update(lease_until=Now())
    sweep()
    assert list(inconsistencies()) == []


def work_off() -> None:
    """A worker at work, its relay and the scheduler in one: until nothing is due, or until it is killed."""
    while True:
        if Task.objects.filter(status__in=OPEN, fires_at__lte=Now()).exists():
            enqueue_once("sweep")
        OutboxMessage.objects.filter(done_at=None).update(available_at=Now())
        if not relay(perform):
            return


def an_approved_task(user: User) -> None:
    """Its hold has ended: it is to be published."""
    task = a_pending_task()
    claim_task(task.pk, by=user)
    decide_task(task.pk, by=user, outcome="approve", payload={})
    Task.objects.filter(process_id=task.process_id, queue="queued").update(fires_at=Now())


@pytest.mark.rule(8)
def test_a_worker_killed_at_any_moment_does_every_job_once() -> None:
    user, published = a_moderator(), TaskEvent.objects.filter(action="fire")
    an_approved_task(user)
    work_off()  # loads and compiles
    for moment in moments(effort.KILLS_OF_PUBLISHERS.size, **OF_FIRINGS, seed=11):
        for _ in range(WAITING - Task.objects.filter(status__in=OPEN, fires_at__lte=Now()).count()):
            an_approved_task(user)
        kill_at(moment, work_off)
    assert published.count() > effort.KILLS_OF_PUBLISHERS.size / 4
    work_off()
    assert list(inconsistencies()) == []
    assert not OutboxMessage.objects.filter(done_at=None).exists()
    announced = list(DomainEvent.objects.filter(kind="review.published").values_list("process_id", flat=True))
    assert sorted(announced) == sorted(TaskEvent.objects.filter(action="decide").values_list("process_id", flat=True))
    places = list(DomainEvent.objects.order_by("position").values_list("position", flat=True))
    assert places == list(range(1, len(announced) + 1))
