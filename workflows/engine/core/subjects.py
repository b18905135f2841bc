"""What a process is about: the part of a room that the engine and the API need to know of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet
from pydantic import BaseModel

from accounts.models import User


class About(NamedTuple):
    """A process and what it is about, by their ids."""

    process_id: int
    subject_id: int


@dataclass(frozen=True, slots=True)
class Revised:
    """A revision that was written: its number, the names of the fields that changed, and what else history notes."""

    number: int
    changed: tuple[str, ...]
    notes: Mapping[str, Any]


class Subject(Protocol):
    """Reads and changes what the processes of a flow are about. Registered by being the `subject` of a flow.

    `kind` tells the shapes of `row_schema` and `detail_schema` apart: subjects of the same kind have the same two.
    `thing` names what `subject_id` numbers: processes with the same thing and id are about the same row, whatever their
    kinds; locks and events carry this name.
    """

    kind: str
    thing: str
    row_schema: type[BaseModel]
    detail_schema: type[BaseModel]

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        """What rows of lists show, by the process's id, in one statement.

        Exactly the fields of `row_schema`: lists are written without validation.
        """

    def detail(self, task: Any) -> Mapping[str, Any]:
        """The fields of `detail_schema`, for a task as `get_task` reads it."""

    def holds_words(self, words: str, subject_id: Any) -> QuerySet[Any]:
        """Whether the text of a subject holds the words: a single value, computed for each row of a list."""

    def public(self, subject_id: int) -> Mapping[str, Any]:
        """The payload of public events: what subscribers learn of it."""

    def erase(self, account_id: int) -> None:
        """Remove what an erased account of the staff leaves in subjects of this kind, beyond its id."""

    def revision(self, process: Any) -> int | None:
        """The number of the revision that a decision is about; None for a subject without revisions."""

    def newest_revision(self, process: Any) -> Mapping[str, Any]:
        """The newest revision, as the API shows it. Asked only of a subject with revisions."""

    def revise(
        self, process: Any, task: Any, changes: Mapping[str, Any], *, reason: str, by: User, revision: int
    ) -> Revised | None:
        """Write the next revision, on the revision that was read; None when there is nothing to write.

        The caller holds the locks of the process and of the task that it waits in. Raises StaleRevisionError,
        InvalidError.
        """
