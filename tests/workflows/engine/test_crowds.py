"""Eight people at the same items, many processes at one queue, several relays and sweeps (figures.md, rules 1, 8)."""

from collections import Counter
from functools import partial

import pytest
from django.db import connection
from django.db.models.functions import Now

from accounts.models import User
from kit.errors import DomainError
from tests import effort
from tests.consistency import inconsistencies
from tests.factories import a_moderator, a_pending_task
from tests.live import at_once
from tests.processes import finish, fork
from tests.staff import Staff
from workflows.engine.core.flows import get_queue
from workflows.engine.outbox.outbox import enqueue, perform, relay
from workflows.engine.verbs.claims import claim_next, claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import DomainEvent, OutboxMessage, Task, TaskEvent

pytestmark = pytest.mark.slow

PEOPLE = 8


def many_pending_tasks(number: int) -> list[int]:
    return [a_pending_task().pk for _ in range(number)]


def decide_what_i_can(task_ids: list[int], user: User) -> None:
    """Try every item, in the same order as everybody else."""
    for task_id in task_ids:
        try:
            claim_task(task_id, by=user)
            decide_task(task_id, by=user, outcome="approve", payload={})
        except DomainError:
            continue


def drain(user: User) -> None:
    while task := claim_next(get_queue("pending"), by=user):
        decide_task(task.pk, by=user, outcome="approve", payload={})


@pytest.mark.rule(1)
def test_eight_people_at_the_same_items_give_each_one_winner() -> None:
    task_ids, people = many_pending_tasks(effort.CLAIMS.size), [a_moderator() for _ in range(PEOPLE)]
    children = [fork(partial(decide_what_i_can, task_ids, person)) for person in people]
    assert [finish(child) for child in children] == [True] * len(children)
    decided = Counter(TaskEvent.objects.filter(action="decide").values_list("task_id", flat=True))
    assert decided == dict.fromkeys(task_ids, 1)
    claims = Counter(TaskEvent.objects.filter(action="claim").values_list("task_id", flat=True))
    assert claims == dict.fromkeys(task_ids, 1)
    assert Task.objects.filter(queue="queued", status="NEW").count() == effort.CLAIMS.size


@pytest.mark.rule(1)
def test_a_queue_drained_by_many_processes_gives_each_item_once() -> None:
    people = [a_moderator() for _ in range(effort.DRAINERS.size)]
    task_ids = many_pending_tasks(10 * len(people))
    children = [fork(partial(drain, person)) for person in people]
    assert [finish(child) for child in children] == [True] * len(children)
    decided = Counter(TaskEvent.objects.filter(action="decide").values_list("task_id", flat=True))
    assert decided == dict.fromkeys(task_ids, 1)


def do_the_rest() -> None:
    """On a busy machine a job may have waited too long for a lock: it is to be tried again a few seconds later."""
    OutboxMessage.objects.filter(done_at=None).update(available_at=Now())
    while relay(perform):
        pass


@pytest.mark.rule(8)
def test_two_relays_and_three_sweeps_at_once_do_everything_once(head: Staff) -> None:
    for _ in range(effort.HOLDS.size):
        task = a_pending_task()
        head.decide(task.pk, "approve")
    for task_id in many_pending_tasks(5):
        head.put(f"/tasks/{task_id}/lock")
    Task.objects.filter(queue="queued").update(fires_at=Now())
    Task.objects.filter(queue="pending").update(lease_until=Now())
    for _ in range(5):
        enqueue("announce")

    def relay_all() -> None:
        for _ in range(20):
            relay(perform)
        connection.close()

    def sweep_all() -> None:
        for _ in range(3):
            sweep()
        connection.close()

    at_once([relay_all, relay_all, sweep_all, sweep_all, sweep_all])
    do_the_rest()
    assert list(inconsistencies()) == []
    assert TaskEvent.objects.filter(action="fire").count() == effort.HOLDS.size
    assert TaskEvent.objects.filter(action="expire").count() == 5
    assert DomainEvent.objects.filter(kind="review.published", position__isnull=False).count() == effort.HOLDS.size
    assert not OutboxMessage.objects.filter(done_at=None).exists()
