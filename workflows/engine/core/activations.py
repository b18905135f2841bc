"""The states of tasks, guarded by viewflow: a transition that the state forbids raises TransitionNotAllowed.

Transitions change a task in memory; the plan collects the tasks, and the writer stores them (core/transition). Only the
engine calls activations, after a verb has checked the permission (engine.md).
"""

from datetime import datetime, timedelta
from typing import Any

from viewflow.workflow import nodes
from viewflow.workflow.activation import Activation
from viewflow.workflow.status import STATUS

from accounts.models import User


class HumanTaskActivation(nodes.ViewActivation):
    """A step for people. A person claims, releases and decides it; the clock can decide it while nobody holds it."""

    task: Any

    @Activation.status.transition(source=[STATUS.NEW, STATUS.ASSIGNED], target=STATUS.ASSIGNED)
    def claim(self, user: User, at: datetime, lease: timedelta) -> None:
        """Lock the task for a person, if it is free or its lease has ended."""
        self.task.owner, self.task.assigned, self.task.lease_until = user, at, at + lease
        self.task.snoozed_until = None
        self.task.lock_version += 1

    @Activation.status.transition(source=STATUS.ASSIGNED, target=STATUS.NEW)
    def release(self) -> None:
        self.task.owner = self.task.assigned = self.task.lease_until = None
        self.task.lock_version += 1

    @Activation.status.transition(source=[STATUS.NEW, STATUS.ASSIGNED], target=STATUS.DONE)
    def close(self, outcome: str, at: datetime) -> None:
        self.task.outcome, self.task.finished = outcome, at
        self.task.lease_until = self.task.snoozed_until = None
        self.task.lock_version += 1

    @Activation.status.transition(source=[STATUS.NEW, STATUS.ASSIGNED], target=STATUS.CANCELED)
    def cancel(self, at: datetime) -> None:
        self.task.finished = at

    @Activation.status.transition(source=STATUS.DONE, target=STATUS.NEW)
    def reopen(self) -> None:
        self.task.owner = self.task.assigned = self.task.finished = None
        self.task.outcome = ""
        self.task.lock_version += 1


class EndingActivation(nodes.EndActivation):
    """The end of a process. A process has a single token, so no other task can be open."""

    task: Any

    @Activation.status.transition(source=STATUS.DONE, target=STATUS.CANCELED)
    def cancel(self, at: datetime) -> None:
        """Cancel the end because the decision that led to it is undone. The task keeps its time."""
