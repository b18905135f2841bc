"""Errors of bulk moderation."""

from collections.abc import Mapping
from typing import Any

from kit.errors import ConflictError, DomainError, ForbiddenError, NotFoundError

MAX_ITEMS = 50_000


class BatchNotFoundError(NotFoundError):
    message = "There is no batch with this number."


class TooManyItemsError(DomainError):
    status = 422
    code = "too_many_items"
    message = f"A batch can hold {MAX_ITEMS} items. Narrow the filter."


class NoItemsError(DomainError):
    status = 422
    code = "no_items"
    message = "No open item of this queue fits."


class PreviewChangedError(ConflictError):
    """The items that match now differ from the `previewed` ones, of which `same` are unchanged.

    `arrived`: items that came, or came back, after the preview; `changed`: items whose text changed after it.
    """

    code = "preview_changed"
    message = "The items that fit have changed since they were previewed. Look at them again."

    def __init__(self, previewed: int, same: int, arrived: int = 0, changed: int = 0) -> None:
        self.numbers = {"previewed": previewed, "same": same, "arrived": arrived, "changed": changed}
        super().__init__()

    def details(self) -> Mapping[str, Any]:
        return {"preview": self.numbers}


class NotYourBatchError(ForbiddenError):
    code = "not_your_batch"
    message = "This batch is somebody else's: the decisions are theirs, and only they can do this."


class OwnBatchError(ForbiddenError):
    code = "own_batch"
    message = "You asked for this batch: another person must confirm it."


class BatchStateError(ConflictError):
    code = "batch_state"
    message = "The batch has moved on. Look at its state."


class BatchLapsedError(ConflictError):
    code = "batch_lapsed"
    message = "Nobody confirmed the batch within its time. Ask for it again."
