"""A batch beside people at work, and under kills: each item is decided once, and nobody loses what they hold."""

from collections import Counter
from functools import partial

import pytest
from django.db.models.functions import Now

from accounts.models import User
from kit.errors import DomainError
from tests import effort
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_pending_task
from tests.processes import finish, fork, kill_at, moments
from tests.staff import Staff
from tests.workflows.bulk.batches import REJECTION, ask_for, pending_tasks, work
from workflows.engine.core.flows import get_queue
from workflows.engine.verbs.claims import claim_next
from workflows.engine.verbs.decisions import decide_task
from workflows.models import BulkBatch, BulkItem, OutboxMessage, TaskEvent

pytestmark = [pytest.mark.slow, pytest.mark.rule(10)]

CHUNK = 5
# moments in two chunks, of which there are two for each kill, so that work is left
OF_CHUNKS = {"between": 30, "within": 60}
OF_ROLLED_BACK = {"between": 30, "within": 140}


def run() -> None:
    """A worker: until nothing is left to do, or until it is killed."""
    OutboxMessage.objects.filter(done_at=None).update(available_at=Now())  # what a killed worker had begun
    work()


def decided_by() -> dict[int, int]:
    """How many decisions each task has."""
    return Counter(task_id or 0 for (task_id,) in TaskEvent.objects.filter(action="decide").values_list("task_id"))


def test_a_worker_killed_at_any_moment_decides_each_item_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.bulk.running.CHUNK", CHUNK)
    tasks = pending_tasks(2 * CHUNK * effort.KILLS_IN_BATCHES.size)
    batch = ask_for(Staff(a_head_moderator()), tasks, "reject", form=REJECTION)
    for moment in moments(effort.KILLS_IN_BATCHES.size, **OF_CHUNKS, seed=5):
        kill_at(moment, run)
        stored = BulkBatch.objects.get(pk=batch.pk)
        assert stored.done == batch.items.filter(result="done").count(), "counts and results are written together"
    assert stored.done >= CHUNK * effort.KILLS_IN_BATCHES.size / 4
    run()
    assert BulkBatch.objects.get(pk=batch.pk).state == "done"
    assert BulkItem.objects.filter(result="done").count() == len(tasks)
    assert decided_by() == dict.fromkeys([task.pk for task in tasks], 1)
    assert list(inconsistencies()) == []


def test_a_rollback_that_is_killed_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workflows.bulk.running.CHUNK_ONE_BY_ONE", CHUNK)
    head, number = Staff(a_head_moderator()), 2 * CHUNK * effort.KILLS_IN_ROLLBACKS.size
    batch = ask_for(head, pending_tasks(number), "reject", form=REJECTION)
    work()
    assert head.post(f"/bulk/{batch.pk}/rollback").status_code == 200
    for moment in moments(effort.KILLS_IN_ROLLBACKS.size, **OF_ROLLED_BACK, seed=6):
        kill_at(moment, run)
    run()
    stored = BulkBatch.objects.get(pk=batch.pk)
    assert (stored.state, stored.rolled_back, stored.done) == ("rolled_back", number, 0)
    undone = Counter(TaskEvent.objects.filter(action="undo").values_list("process_id", flat=True))
    assert len(undone) == number
    assert set(undone.values()) == {1}
    assert list(inconsistencies()) == []


def by_hand(user: User) -> None:
    """Whoever has claimed an item decides it: nobody may have taken it away."""
    while task := _next(user):
        decide_task(task, by=user, outcome="approve", payload={})


def _next(user: User) -> int | None:
    for _ in range(1_000):
        try:
            task = claim_next(get_queue("pending"), by=user)
        except DomainError:  # busy: somebody is changing it
            continue
        return task.pk if task else None
    raise TimeoutError


def test_people_beside_a_batch_lose_nothing() -> None:
    head, people = Staff(a_head_moderator()), [a_moderator() for _ in range(effort.PEOPLE_BESIDE_A_BATCH.size)]
    tasks = [a_pending_task() for _ in range(10 * effort.PEOPLE_BESIDE_A_BATCH.size)]
    batch = ask_for(head, tasks)
    children = [fork(partial(by_hand, person)) for person in people]
    batch_workers = [fork(work) for _ in range(2)]
    assert [finish(child) for child in (*children, *batch_workers)] == [True] * (effort.PEOPLE_BESIDE_A_BATCH.size + 2)
    work(patient=True)
    stored = BulkBatch.objects.get(pk=batch.pk)
    assert stored.state == "done"
    assert decided_by() == dict.fromkeys([task.pk for task in tasks], 1)
    assert head.user
    own = TaskEvent.objects.filter(action="decide", actor_id=head.user.pk)
    assert own.count() == stored.done, "the batch counts what it decided, and people decided the rest"
    assert stored.done + stored.failed == len(tasks)
    assert list(inconsistencies()) == []
