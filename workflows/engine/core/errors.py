"""Errors of work on tasks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kit.errors import ConflictError, ForbiddenError, HolderError, NotFoundError


@dataclass(frozen=True, slots=True)
class Loss:
    """Who took an item from its holder, when, and why."""

    by: tuple[int, str]
    at: datetime
    note: str


class NotHeldError(HolderError):
    """The caller does not hold the task. `loss`: who took it from the caller and why; only the caller is shown it.

    `lock_version`: the version of the task's lock at the refusal; None if no task was locked.
    """

    loss: Loss | None = None
    lock_version: int | None = None

    def details(self) -> Mapping[str, Any]:
        details = dict(super().details())
        if self.loss:
            person_id, name = self.loss.by
            taken = {"by": {"id": person_id, "name": name}, "at": self.loss.at, "note": self.loss.note}
            details["taken_over"] = taken
        if self.lock_version is not None:
            details["lock_version"] = self.lock_version
        return details


class UnknownQueueError(NotFoundError):
    code = "unknown_queue"
    message = "There is no queue with this name."


class TaskNotFoundError(NotFoundError):
    message = "There is no task with this number."


class TaskTakenError(NotHeldError):
    """Somebody else holds the task or is assigned it. Names this person (product.md, Lock)."""

    code = "task_taken"
    message = "Somebody else is working on this item."


class LockLostError(NotHeldError):
    """The caller has lost the lock, or never had it."""

    code = "lock_lost"
    message = "The lock on this item has ended. Take it again to continue."


class TaskClosedError(NotHeldError):
    """The task is closed. Names the decider and the time, or the action that ended the task without a decision
    (`ended_by`).
    """

    code = "task_closed"
    message = "This item has been decided."

    def __init__(
        self, holder: tuple[int, str] | None = None, since: datetime | None = None, *, ended_by: str = ""
    ) -> None:
        self.ended_by = ended_by
        super().__init__(holder, since, message="This item was ended before it was decided." if ended_by else "")

    def details(self) -> Mapping[str, Any]:
        return {**super().details(), "ended_by": self.ended_by} if self.ended_by else super().details()


class TooManyHeldError(ConflictError):
    code = "too_many_held"
    message = "You already hold the most items allowed. Decide or release one first."


class AlreadyDecidedError(ConflictError):
    """A decided item cannot be edited during its hold: the published text must be the approved one."""

    code = "already_decided"
    message = "This item has been decided. Undo the decision before you edit the text."


class OutcomeBlockedError(ConflictError):
    """A condition of the process forbids the outcome; `code` names the condition."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__("This outcome is not possible at the moment.")


class NotYourDecisionError(ForbiddenError):
    code = "not_your_decision"
    message = "Only the person who decided can undo the decision."


class AlreadyUndoneError(ConflictError):
    code = "already_undone"
    message = "This decision has been undone already."


class UndoImpossibleError(ConflictError):
    """The outcome has effects outside the product, or shows the decider what was hidden before."""

    code = "undo_impossible"
    message = "This decision cannot be undone."


class UndoOverError(ConflictError):
    code = "undo_over"
    message = "The time in which this decision could be undone is over."


class UndoEndedError(ConflictError):
    code = "undo_ended"
    message = "The decision has taken effect. It can no longer be undone."


class MovedOnError(ConflictError):
    code = "moved_on"
    message = "Somebody has worked on this item since the decision. It can no longer be undone."


class NotEndedError(ConflictError):
    code = "not_ended"
    message = "Only an item that has ended and was not reopened yet can be reopened."


class TaskBusyError(ConflictError):
    """A lock is not available in time, or the state has changed: the caller can try again."""

    code = "busy"
    message = "Somebody is changing this item at this moment. Try again."


class BlindError(ConflictError):
    """The result of a subject is hidden from the holder of a blind step until they decide or release it."""

    code = "blind_second_look"
    message = "You have the second look at this item. Decide or release it before you read the result."


class OffDutyError(ConflictError):
    code = "off_duty"
    message = "This person is off duty. Choose somebody who is on duty."
