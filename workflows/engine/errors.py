"""The ways in which work on a task is refused."""

from kit.errors import ConflictError, HolderError, NotFoundError


class UnknownQueueError(NotFoundError):
    code = "unknown_queue"
    message = "There is no queue of this name."


class TaskNotFoundError(NotFoundError):
    message = "There is no task with this number."


class TaskTakenError(HolderError):
    """Somebody else holds the task, or it is assigned to them. Names them (product.md, Lock)."""

    code = "task_taken"
    message = "Somebody else is working on this item."


class LockLostError(HolderError):
    """The caller does not hold the lock, or no longer does. What was typed stays with the caller."""

    code = "lock_lost"
    message = "The lock on this item has ended. Take it again to go on."


class TaskClosedError(HolderError):
    """The task was decided before. Names who decided and when."""

    code = "task_closed"
    message = "This item has been decided."


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
    message = "Only what has come to an end, and is not being worked on again, can be reinstated."


class TaskBusyError(ConflictError):
    code = "busy"
    message = "Somebody is changing this item at this moment. Try again."
