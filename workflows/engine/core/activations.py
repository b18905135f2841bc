"""Create and change tasks. Called only by the engine's verbs, after their permission check (engine.md)."""

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

from django.utils.timezone import now
from viewflow.workflow import nodes
from viewflow.workflow.activation import Activation
from viewflow.workflow.status import PROCESS, STATUS

from accounts.models import User
from kit.rows import insert_row, update_row
from workflows.engine.core.starting import new_task, place_task
from workflows.engine.outbox.events import emit_event
from workflows.models import Process, Task


class LinkedMixin:
    """Holds the next task, and lets errors fail the transaction; viewflow would store frame locals in the row."""

    task: Task
    process: Any
    flow_task: Any
    flow_class: Any
    next_task: Task | None = None
    decided: Mapping[str, Any] = {}
    is_way_back = False

    def exception_guard(self) -> Any:
        return nullcontext()


class HumanTaskActivation(LinkedMixin, nodes.ViewActivation):
    """A step for people: claimed, released, decided by its holder, or by the clock while nobody holds it.

    Viewflow's transitions write all columns and pass through STARTED; these write only changed columns.
    """

    target: Any

    @classmethod
    def create(
        cls, flow_task: Any, prev_activation: Any, token: Any, data: Any = None, seed: Any = None
    ) -> "HumanTaskActivation":
        decided = getattr(prev_activation, "decided", {})
        task = cls.build(flow_task, prev_activation, token, now(), decided)
        _insert_after(prev_activation.task, task)
        prev_activation.next_task = task
        return cls(task)

    @staticmethod
    def build(flow_task: Any, previous: Any, token: Any, at: datetime, decided: Mapping[str, Any]) -> Task:
        """The unsaved task that follows another."""
        task = new_task(flow_task, previous.process, token, at, decided)
        _inherit_from_previous(task, previous)
        task.flow_task_type = flow_task.task_type
        return task

    @Activation.status.super()
    def activate(self) -> None:
        self.flow_class.instance.enter(self.process, self.flow_task)

    @Activation.status.transition(source=[STATUS.NEW, STATUS.ASSIGNED], target=STATUS.ASSIGNED)
    def claim(self, user: User, at: datetime, lease: timedelta) -> None:
        """Lock the task for a person, if it is free or its lease has ended."""
        self.task.owner, self.task.assigned, self.task.lease_until = user, at, at + lease
        self.task.snoozed_until = None
        self._write_lock("status", "owner", "assigned", "lease_until", "snoozed_until")

    def extend(self, until: datetime) -> None:
        self.task.lease_until = until
        self._write_lock("lease_until")

    @Activation.status.transition(source=STATUS.ASSIGNED, target=STATUS.NEW)
    def release(self) -> None:
        self.task.owner = self.task.assigned = self.task.lease_until = None
        self._write_lock("status", "owner", "assigned", "lease_until")

    def snooze(self, until: datetime | None) -> None:
        self.task.snoozed_until = until
        self.task.save(update_fields=["snoozed_until"])

    def assign(self, assignee: User | None) -> None:
        self.task.assignee = assignee
        self.task.save(update_fields=["assignee"])

    def decide(self, outcome: str, decided: Mapping[str, Any], at: datetime | None = None) -> None:
        """The holder's decision: this task ends, the next begins."""
        self.decided = decided
        self.close(outcome, at)
        self.activate_next()

    def aim(self, outcome: str) -> None:
        """Set the node to which an outcome leads."""
        self.target = self.flow_task.target_of(outcome, self.task)
        self.is_way_back = self.flow_task.targets[outcome] is not self.target

    def decide_unheld(self, user: User, at: datetime, outcome: str, decided: Mapping[str, Any]) -> None:
        """A person's decision on a task that nobody holds, as if they had claimed it at that time: it took no time."""
        self.task.owner, self.task.assigned = user, at
        self.decide(outcome, decided, at)

    def fire(self, outcome: str = "") -> None:
        """Take the automatic outcome of the step, or this one that an event takes."""
        self.task.owner = None
        self.close(outcome or self.flow_task.automatic_outcome)
        self.activate_next()

    @Activation.status.transition(source=[STATUS.NEW, STATUS.ASSIGNED], target=STATUS.DONE)
    def close(self, outcome: str, at: datetime | None = None) -> None:
        node = self.flow_task
        self.aim(outcome)
        self.task.outcome, self.task.finished = outcome, at or now()
        self.task.lease_until = self.task.snoozed_until = None
        self._write_lock("status", "owner", "assigned", "outcome", "finished", "lease_until", "snoozed_until")
        if effect := node.outcomes[outcome].effect:
            effect(self.process.subject_id)

    @Activation.status.transition(source=STATUS.DONE, target=STATUS.NEW)
    def reopen(self, next_task: Any) -> None:
        """Undo the decision: cancel `next_task`, to which it led, and open this task again as it was before.

        `next_task` is that of an end where the decision has ended the process, which goes on then.
        """
        outcome = self.flow_task.outcomes[self.task.outcome]
        if next_task.status == STATUS.DONE:
            next_task.status = STATUS.CANCELED
            update_row(next_task, "status")
            self.process.status, self.process.finished, self.process.outcome = PROCESS.NEW, None, ""
            update_row(self.process, "status", "finished", "outcome")
        else:
            next_task.flow_task.activation_class(next_task).cancel()
        self.task.owner = self.task.assigned = self.task.finished = None
        self.task.outcome = ""
        self._write_lock("status", "owner", "assigned", "finished", "outcome")
        if outcome.undo_effect:
            outcome.undo_effect(self.process.subject_id)
        self.flow_class.instance.enter(self.process, self.flow_task)

    def _write_lock(self, *fields: str) -> None:
        """Write these fields and increment the lock version. The caller has locked the row."""
        self.task.lock_version += 1
        update_row(self.task, *fields, "lock_version")

    @Activation.status.super()
    def create_next(self) -> Iterator[Activation]:
        yield self.target._create(self, self.task.token)


_LINK = "INSERT INTO workflows_task_previous (from_task_id, to_task_id) SELECT id, %(previous)s FROM inserted"


def _insert_after(previous: Any, task: Any) -> None:
    """Insert a new task, linked to the one that led to it."""
    insert_row(task, and_insert=_LINK, previous=previous.pk)


def _inherit_from_previous(task: Any, previous: Any) -> None:
    """Set the target of `return`, and the age of a task that comes back to a step.

    An item that comes back to a step keeps its age and due time: undo, recall, return and reinstatement do not restart
    clocks, so that overdue items stay overdue. What the flow declares is excepted: `keeps_age`, `asked_since`.
    """
    if not isinstance(previous, HumanTaskActivation):
        if previous.flow_class.keeps_age:
            _keep_age(task, _last_visit(task, task.process.override_of_id))
    elif previous.flow_task is task.flow_task:
        task.came_from = previous.task.came_from  # a step that leads to itself, like rescheduling
    elif previous.is_way_back:
        before = _last_visit(task, task.process_id)
        since = previous.flow_class.asked_since(task.process, task.flow_task)
        # without a visit: screening had skipped this step
        began = before["created"] if before else task.process.created
        if before is None or (since and since > began):
            place_task(task, task.flow_task, task.process, max(began, since or began), previous.decided)
        else:
            _keep_age(task, before)
        if before:
            task.came_from = before["came_from"]
    else:
        task.came_from = str(previous.flow_task.name)


def _last_visit(task: Any, process_id: int | None) -> dict[str, Any] | None:
    """The newest task of the same step in a process; None without a process or without such a task."""
    if process_id is None:
        return None
    before = Task.objects.filter(process_id=process_id, flow_task=task.flow_task).order_by("-pk")
    return before.values("came_from", "created", "due_at").first()


def _keep_age(task: Any, before: dict[str, Any] | None) -> None:
    if before is None:
        return
    task.created = before["created"]
    if task.flow_task.due:
        task.due_at = before["due_at"]
    task.rank_at = task.due_at or task.created


class EndingActivation(LinkedMixin, nodes.EndActivation):
    """The end of a process with a single token: no other task can be open, and the row is written once."""

    previous_task: Task
    # viewflow hashes activations by task id; this task has no id yet
    __hash__ = object.__hash__

    @classmethod
    def create(
        cls, flow_task: Any, prev_activation: Any, token: Any, data: Any = None, seed: Any = None
    ) -> "EndingActivation":
        activation = cls(Task(process=prev_activation.process, flow_task=flow_task, token=token))
        activation.previous_task = prev_activation.task
        prev_activation.next_task = None
        return activation

    @Activation.status.super()
    def activate(self) -> None:
        self.task.started = now()
        if self.flow_task.effect:
            self.flow_task.effect(self.process.subject_id)
        self.process.status, self.process.finished = PROCESS.DONE, self.task.started
        self.process.outcome = self.flow_task.name
        update_row(self.process, "status", "finished", "outcome")
        if self.flow_task.event:
            emit_event(self.flow_task.event, self.process, self.flow_class.subject)
        self.flow_class.ended(self.process)

    @Activation.status.super()
    def complete(self) -> None:
        self.task.finished, self.task.flow_task_type = now(), self.flow_task.task_type
        _insert_after(self.previous_task, self.task)


def end_from_outside(process: Process, task: Any, ending: Any) -> None:
    """Cancel the open task, if any, and end the process with an ending that no step leads to."""
    if task is not None:
        previous = task.flow_task.activation_class(task)
        previous.cancel()
    else:
        last = Task.objects.filter(process=process).select_related("process").latest("pk")
        previous = last.flow_task.activation_class(last)
    end = EndingActivation.create(ending, previous, previous.task.token)
    end.activate()
    end.complete()


def rerun_gateway(task: Any, gateway: Any) -> None:
    """Cancel the open task, and let a gateway choose the next step again."""
    previous = task.flow_task.activation_class(task)
    previous.cancel()
    previous._activate_next({gateway._create(previous, task.token)})


def cancel_task(process: Process, task: Any) -> None:
    """Cancel the open task and the process."""
    task.flow_task.activation_class(task).cancel()
    process.status, process.finished = PROCESS.CANCELED, now()
    process.save(update_fields=["status", "finished"])
