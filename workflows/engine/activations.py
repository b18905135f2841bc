"""How tasks come about and change. Only `engine.work` and `engine.sweep` call these (engine.md, Facts to know)."""

from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.timezone import now
from viewflow.workflow import nodes
from viewflow.workflow.activation import Activation
from viewflow.workflow.status import PROCESS, STATUS

from workflows.models import Task


class LinkedMixin:
    """Knows the task that comes next, and lets errors fail the transaction: viewflow keeps frame locals in the row."""

    task: Task
    process: Any
    flow_task: Any
    flow_class: Any
    next_task: Task | None = None

    def exception_guard(self) -> Any:
        return nullcontext()


class HumanTaskActivation(LinkedMixin, nodes.ViewActivation):
    """A step for people: claimed, released, decided by its holder, or by the clock when nobody holds it."""

    @classmethod
    def create(
        cls, flow_task: Any, prev_activation: Any, token: Any, data: Any = None, seed: Any = None
    ) -> "HumanTaskActivation":
        process, start = prev_activation.process, now()
        task = Task(process=process, flow_task=flow_task, token=token, created=start, queue=flow_task.queue)
        task.priority, task.flagged = process.priority, process.flagged
        task.company_id, task.rating = process.company_id, process.rating
        task.fires_at = flow_task.fires(process, start) if flow_task.fires else None
        task.due_at = flow_task.due(process, start) if flow_task.due else task.fires_at
        task.rank_at = task.due_at or start
        task.save()
        task.previous.add(prev_activation.task)
        prev_activation.next_task = task
        return cls(task)

    @Activation.status.super()
    def activate(self) -> None:
        self.flow_class.instance.enter(self.process, self.flow_task)

    def claim(self, user: AbstractBaseUser, at: datetime, lease: timedelta) -> None:
        """Give the lock to a person: a new one on a free task, or the place of a lease that has ended."""
        self.task.assigned, self.task.lease_until = at, at + lease
        if self.task.status == STATUS.NEW:
            self.assign(user)
        else:
            self.reassign(user)

    def extend(self, until: datetime) -> None:
        self.task.lease_until = until
        self.task.save(update_fields=["lease_until"])

    def release(self) -> None:
        self.task.assigned = self.task.lease_until = None
        self.unassign()

    def decide(self, outcome: str) -> None:
        """The holder's decision: this task ends, the next begins."""
        self._close(outcome)
        self.start(None)
        self.execute()

    def fire(self) -> None:
        """What happens by itself when the time comes."""
        self._close(self.flow_task.on_fire)
        self.task.owner = None
        self.complete_unattended()
        self.activate_next()

    @Activation.status.transition(source=[STATUS.NEW, STATUS.ASSIGNED], target=STATUS.DONE)
    def complete_unattended(self) -> None:
        self.task.finished = now()
        self.task.save()

    @Activation.status.super()
    def create_next(self) -> Iterator[Activation]:
        yield self.flow_task.targets[self.task.outcome]._create(self, self.task.token)

    def _close(self, outcome: str) -> None:
        self.task.outcome, self.task.lease_until = outcome, None


class EndingActivation(LinkedMixin, nodes.EndActivation):
    """The end of a process with one token: no sibling can be open, so none is looked for; the row is written once."""

    previous_task: Task
    # viewflow keeps activations in sets, by their task; this one's row is not written yet
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
        self.flow_task.effect(self.process.subject_id)
        self.process.status, self.process.finished = PROCESS.DONE, self.task.started
        self.process.outcome = self.flow_task.name
        self.process.save(update_fields=["status", "finished", "outcome"])

    @Activation.status.super()
    def complete(self) -> None:
        super().complete.original()
        self.task.previous.add(self.previous_task)
