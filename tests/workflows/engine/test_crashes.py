"""kill -9 at random moments: open transactions are rolled back, committed work stays (figures.md, rules 5 and 8)."""

import random
import time
from collections.abc import Callable
from functools import partial

import pytest
from django.db.models.functions import Now

from accounts.models import User
from tests.agreement import disagreements
from tests.factories import a_moderator, a_pending_task
from tests.processes import fork_ready, kill_after, numbers_until_done
from tests.staff import Staff
from workflows.engine.outbox.outbox import enqueue_once, perform, relay
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import OPEN, DomainEvent, OutboxMessage, Task, TaskEvent

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

KILLS, KILLS_OF_WORKERS = 150, 100  # at least; more on a machine whose pace changes, until enough work was done
SPAN = 6  # decisions of the measured pace; the first of a process takes longer, because it prepares its statements
MEASURED = 3  # decisions, every so often: a machine with other work is slower
MANY, ENOUGH = 4, 20  # items that wait, so that nobody is killed while idle
REJECTION = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
SHIFT = ({"outcome": "approve"}, REJECTION, {"outcome": "backlog"}, {"outcome": "escalate", "form": {"notes": "?"}})


def work_a_shift(user: User, seed: int, ready: Callable[[], object]) -> None:
    """A web process at work: it takes and decides through the whole stack until it is killed."""
    staff = Staff(user)
    staff.get("/user/me")  # the first call opens connections; it is the work that is to be killed
    ready()
    decide_many(staff, seed, ENOUGH)


def decide_many(staff: Staff, seed: int, number: int) -> None:
    chance = random.Random(seed)
    for _ in range(number):
        taken = staff.post("/queues/pending/next")
        path, body = f"/tasks/{taken.json()['task_id']}/decision", chance.choice(SHIFT)
        staff.post(path, body, Idempotency_Key=f"{seed}-{path}")


def seconds_per_decision(staff: Staff, seed: int) -> float:
    begun = time.perf_counter()
    decide_many(staff, seed, MEASURED)
    return (time.perf_counter() - begun) / MEASURED


def test_a_web_process_killed_at_any_moment_leaves_nothing_half_done() -> None:
    chance, measured = random.Random(7), a_moderator()
    people = [a_moderator() for _ in range(10)]
    pace = 0.0
    decided = TaskEvent.objects.filter(action="decide").exclude(actor_id=measured.pk)
    for number in numbers_until_done(KILLS, lambda: decided.count() > KILLS / 4):
        Task.objects.filter(lease_until__isnull=False).update(lease_until=Now())
        for _ in range(max(0, 2 * ENOUGH - Task.objects.filter(queue="pending", status__in=OPEN).count())):
            a_pending_task()
        if number % ENOUGH == 0:
            pace = seconds_per_decision(Staff(measured), KILLS + number)
        child = fork_ready(partial(work_a_shift, people[number % 10], number))
        kill_after(child, chance.uniform(0, SPAN * pace))
    Task.objects.filter(lease_until__isnull=False).update(lease_until=Now())
    sweep()
    assert list(disagreements()) == []


def work_off(ready: Callable[[], object] = lambda: None) -> None:
    """A worker at work, its relay and the scheduler in one: until nothing is due, or until it is killed."""
    OutboxMessage.objects.exists()  # opens a connection
    ready()
    while True:
        if Task.objects.filter(status__in=OPEN, fires_at__lte=Now()).exists():
            enqueue_once("sweep")
        OutboxMessage.objects.filter(done_at=None).update(available_at=Now())
        if not relay(perform):
            return


def seconds_per_firing(user: User) -> float:
    for _ in range(MEASURED):
        an_approved_task(user)
    begun = time.perf_counter()
    work_off()
    return (time.perf_counter() - begun) / MEASURED


def an_approved_task(user: User) -> Task:
    """Its hold has ended: it is to be published."""
    task = a_pending_task()
    claim_task(task.pk, by=user)
    decide_task(task.pk, by=user, outcome="approve", payload={})
    Task.objects.filter(process_id=task.process_id, queue="queued").update(fires_at=Now())
    return task


def test_a_worker_killed_at_any_moment_does_every_job_once() -> None:
    chance, user = random.Random(11), a_moderator()
    pace = seconds_per_firing(user)
    published = TaskEvent.objects.filter(action="fire")
    for _ in numbers_until_done(KILLS_OF_WORKERS, lambda: published.count() > KILLS_OF_WORKERS / 4):
        for _ in range(max(0, MANY - Task.objects.filter(status__in=OPEN, fires_at__lte=Now()).count())):
            an_approved_task(user)
        kill_after(fork_ready(work_off), chance.uniform(0, MANY * pace))
    work_off()
    assert list(disagreements()) == []
    assert not OutboxMessage.objects.filter(done_at=None).exists()
    announced = list(DomainEvent.objects.filter(kind="review.published").values_list("process_id", flat=True))
    assert sorted(announced) == sorted(TaskEvent.objects.filter(action="decide").values_list("process_id", flat=True))
    places = list(DomainEvent.objects.order_by("position").values_list("position", flat=True))
    assert places == list(range(1, len(announced) + 1))
