"""Changes that the source of a subject makes, during a process or after its end."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models.functions import Now

from workflows.engine.core.flows import ProductFlow
from workflows.engine.core.lifecycle import held_with_subject
from workflows.engine.core.locked import is_leased
from workflows.engine.core.transition.plan import Plan
from workflows.engine.core.transition.planning import begin, cancel, first_steps
from workflows.engine.core.transition.writer import write
from workflows.engine.verbs.handing_on import fire
from workflows.models import OPEN, Process, Task, TaskEvent


@contextmanager
def newest_process(flow: type[ProductFlow], subject_id: int) -> Iterator[Process]:
    """Lock the subject and its newest process of a flow, so that no other process can start."""
    about = Process.objects.filter(flow_class=flow, subject_id=subject_id).order_by("-pk")
    with held_with_subject(about[0]):
        # read again: another process may have started while this one waited for the lock
        process: Process = about[0].coerced
        with flow.lock(process.pk):
            yield process


def open_task_in(process: Process) -> Any:
    """The open task of a locked process, with the database's time. Tasks change only under this lock."""
    open_tasks = Task.objects.filter(process=process, status__in=OPEN)
    task: Any = open_tasks.annotate(db_now=Now()).first()
    if task is not None:
        task.process = process
    return task


def take_verified_outcome(process: Process, task: Any) -> None:
    """Take the step's `on_verification` outcome. If somebody holds the task, it is taken when their lease ends."""
    if is_leased(task, task.db_now):
        Task.objects.filter(pk=task.pk).update(fires_at=Now())  # the sweep takes the outcome after the lease
        return
    plan = Plan(process)
    fire(plan, task, task.flow_task.on_verification)
    write([plan])


def decide_anew(start: Any, process: Process, task: Any) -> None:
    """Let the flow choose the next step again, and notify the people whose work is discarded."""
    plan, at = Plan(process), task.db_now
    concerned = _concerned(process, task)
    cancel(plan, task, at)
    passed, step = first_steps(start, process)
    begin(plan, passed[-1], task, at)
    event = plan.record("screen", task=task, to_node=step.name)
    plan.mentions.append((event, plan.next_task, concerned))
    write([plan])


def _concerned(process: Process, task: Any) -> set[int]:
    """The assignee and the holder of the task, and the person whose decision led to it."""
    people = {task.assignee_id, task.owner_id if is_leased(task, task.db_now) else None}
    if task.flow_task.undo:
        led = TaskEvent.objects.filter(process=process, action="decide", to_node=task.flow_task.name)
        # rescheduling does not count as a decision
        decided = led.exclude(node=task.flow_task.name).order_by("-seq")
        people.add(decided.values_list("actor_id", flat=True).first())
    return {person for person in people if person is not None}


def must_be_decided_anew(start: Any, process: Process, task: Any) -> bool:
    """Whether new text sends an open task through the flow again.

    True for a decision in its hold, and for a task that nobody has touched if the flow would now choose another step.
    """
    if task.flow_task.undo:
        return True
    is_taken = task.assignee_id is not None or is_leased(task, task.db_now)
    is_untouched = not is_taken and not TaskEvent.objects.filter(process=process, action="decide").exists()
    passed, step = first_steps(start, process)
    is_at_its_beginning = any(target is task.flow_task for target, _ in passed[-1]._branches)
    return is_untouched and is_at_its_beginning and step is not task.flow_task
