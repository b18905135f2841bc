"""The ways in which work on a task is refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kit.errors import ConflictError, HolderError, NotFoundError


@dataclass(frozen=True, slots=True)
class Loss:
    """Who took an item from the person who held it, when, and why."""

    by: tuple[int, str]
    at: datetime
    note: str


class NotHeldError(HolderError):
    """The caller does not hold the task. `loss` is for them alone: that it was taken from them, by whom and why.

    `lock_version`: of the task's lock when it was refused; None where no task was locked.
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
    message = "There is no queue of this name."


class TaskNotFoundError(NotFoundError):
    message = "There is no task with this number."


class TaskTakenError(NotHeldError):
    """Somebody else holds the task, or it is assigned to them. Names them (product.md, Lock)."""

    code = "task_taken"
    message = "Somebody else is working on this item."


class LockLostError(NotHeldError):
    """The caller does not hold the lock, or no longer does. What was typed stays with the caller."""

    code = "lock_lost"
    message = "The lock on this item has ended. Take it again to go on."


class TaskClosedError(NotHeldError):
    """The task was decided before. Names who decided and when; or what ended it undecided, in the history's word."""

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
    message = "You hold as many items as one person may. Decide or release one first."


class AlreadyDecidedError(ConflictError):
    """What was decided is not edited while it waits for its effect: readers would get what nobody approved."""

    code = "already_decided"
    message = "This item has been decided. Take the decision back before you edit the text."


class OutcomeBlockedError(ConflictError):
    """A condition of the process stands against the outcome; the code says which."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__("This outcome is not possible at the moment.")


class NotEndedError(ConflictError):
    code = "not_ended"
    message = "Only an ended process without a running successor can be reinstated."


class TaskBusyError(ConflictError):
    code = "busy"
    message = "Somebody is changing this item at this moment. Try again."


class BlindError(ConflictError):
    """A person with a blind step of a subject cannot read outcomes about it until they decide it or give it back."""

    code = "blind_second_look"
    message = "You have the second look at this review. Decide it or give it back to read the first decision."


class OffDutyError(ConflictError):
    code = "off_duty"
    message = "This person is off duty. Choose somebody who is on duty."
