"""Changes by the clock: ends leases and holds. Safe to run in parallel: each item is checked again under its lock."""

import logging
from collections import Counter
from collections.abc import Callable

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from viewflow.workflow.status import STATUS

from kit import request_id
from kit.tallies import LEASES_ENDED
from workflows.engine.core.flows import queues
from workflows.engine.core.locked import LockedTask, lock_first
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.writer import change_task, write
from workflows.engine.verbs.handing_on import fire
from workflows.models import OPEN, Task

logger = logging.getLogger(__name__)
BATCH = 500


def ended_leases() -> QuerySet[Task]:
    return Task.objects.filter(status=STATUS.ASSIGNED, lease_until__lte=Now()).order_by("lease_until")


def due_tasks() -> QuerySet[Task]:
    return Task.objects.filter(status__in=OPEN, fires_at__lte=Now()).order_by("fires_at")


def woken_tasks() -> QuerySet[Task]:
    return Task.objects.filter(status__in=OPEN, snoozed_until__lte=Now()).order_by("snoozed_until")


def stranded_tasks() -> QuerySet[Task]:
    """Tasks of people who lost access: they are in nobody's list, and `next` offers them to nobody."""
    cannot = Q(assignee__is_active=False)
    for queue in queues().values():
        cannot |= Q(queue=queue.name) & ~Q(assignee__cms_access__contains=[queue.permission])
    return Task.objects.filter(cannot, status__in=OPEN, assignee__isnull=False).order_by("pk")


def anything_to_sweep() -> bool:
    return any(tasks().exists() for tasks in (ended_leases, due_tasks, woken_tasks, stranded_tasks))


def sweep() -> Counter[str]:
    """Release ended leases, take due outcomes, return items that were put off, unassign people without access.

    Counts `expired`, `fired`, `woken`, `freed` and `failed` items.
    """
    done: Counter[str] = Counter()
    with request_id.bound():
        _each(ended_leases(), _expire, done, "expired")
        _each(due_tasks(), _fire, done, "fired")
        _each(woken_tasks(), _wake, done, "woken")
        _each(stranded_tasks(), _free, done, "freed")
    return done


def fire_task(task_id: int) -> bool:
    """Take the automatic outcome of a task if it is due and nobody holds the task."""
    with lock_first(Task.objects.filter(pk=task_id)) as locked:
        return locked is not None and _fire(locked)


def _each(tasks: QuerySet[Task], act: Callable[[LockedTask], bool], done: Counter[str], name: str) -> None:
    for task_id in list(tasks.values_list("pk", flat=True)[:BATCH]):
        try:
            with lock_first(Task.objects.filter(pk=task_id)) as locked:
                if locked and act(locked):
                    done[name] += 1
        except Exception:  # a failing item must not stop the others; the next sweep retries it
            logger.exception("task %s could not be swept", task_id)
            done["failed"] += 1


def _expire(locked: LockedTask) -> bool:
    task = locked.task
    if task.status != STATUS.ASSIGNED or locked.is_leased:
        return False
    owner_id = task.owner_id
    LEASES_ENDED.add_when_committed(task.queue)
    locked.activation.release()
    change_task(task, "expire", actor_id=owner_id)
    return True


def _fire(locked: LockedTask) -> bool:
    """Take the automatic outcome if it is due. It waits for the end of a lease (engine.md, decision 5)."""
    task = locked.task
    if not task.is_open or locked.is_leased or task.fires_at is None or task.fires_at > locked.now:
        return False
    plan = Plan(task.process)
    fire(plan, task, task.flow_task.automatic_outcome)
    write([plan])
    return True


def _wake(locked: LockedTask) -> bool:
    task = locked.task
    if not task.is_open or task.snoozed_until is None or task.snoozed_until > locked.now:
        return False
    task.snoozed_until = None
    change_task(task, "wake")
    return True


def _free(locked: LockedTask) -> bool:
    task = locked.task
    if not task.is_open or task.assignee_id is None or locked.is_leased:
        return False
    before = task.assignee
    if before.is_active and before.may(task.flow_task.permission):
        return False
    task.assignee = None
    change_task(task, "unassign", data={"from": before.pk})
    return True
