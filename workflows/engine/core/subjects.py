"""The subject of a process: the interface between a domain and the engine and API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel

from accounts.models import User
from kit.errors import DomainError
from workflows.engine.core.facets import Facet


class About(NamedTuple):
    """The ids of a process and of its subject."""

    process_id: int
    subject_id: int


class Whole(NamedTuple):
    """All that the author of a subject wrote, a blank line between its texts, and where in it banned words stand: begin
    and end of each."""

    text: str
    marked: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Revised:
    """A written revision: its number, the changed fields, and further data for history."""

    number: int
    changed: tuple[str, ...]
    notes: Mapping[str, Any]


class OpenWords(Protocol):
    """SQL that selects ids, with %(name)s for its `values`: of running processes with a text that has the words, of
    subjects that are found otherwise, and of companies whose names have the words.
    """

    @property
    def processes(self) -> str: ...

    @property
    def things(self) -> str: ...

    @property
    def companies(self) -> str: ...

    @property
    def values(self) -> Mapping[str, Any]: ...


class Words(Protocol):
    """Finds the subjects of one thing by what is typed: in their texts, or in the names of their companies."""

    def open(self, typed: str) -> OpenWords:
        """Those with a running process."""

    def selected(self, typed: str) -> tuple[Any, Any]:
        """Subqueries for the ids of all such subjects, and for those of the companies."""


class Subject(Protocol):
    """Reads and changes the subjects of a flow. Registered as the `subject` of the flow.

    `kind` discriminates the union of `row_schema` and `detail_schema`: subjects of the same kind have the same schemas.
    `thing` names the table of `subject_id`: processes with the same thing and id are about the same row, whatever their
    kinds. Locks and events use this name. `page`: the address of a subject in the console, with `{}` for its id.
    `facets`: what its lists are filtered by. `refusals`: the fields that errors about it add to the answer, each with
    its type and what it says.
    """

    kind: str
    thing: str
    row_schema: type[BaseModel]
    detail_schema: type[BaseModel]
    words: Words
    # the fields of a row by which sentences name it: the first that holds anything
    named_by: Sequence[str] = ("title", "excerpt")
    page: str
    facets: Sequence[Facet] = ()
    refusals: Mapping[str, tuple[Any, str]] = {}

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        """The rows of lists by process id, in one statement.

        Exactly the fields of `row_schema`: lists are written without validation.
        """

    def wholes(self, subject_ids: Sequence[int]) -> Mapping[int, Whole]:
        """By subject id, in one statement; none for a subject of which the row's excerpt is enough."""
        return {}

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        """The fields of `detail_schema`, for a task as `get_task` reads it, without what is kept from the reader."""

    def public(self, subject_id: int) -> Mapping[str, Any]:
        """The payload of public events, sent to subscribers."""

    def erase(self, account_id: int) -> None:
        """Remove the personal data of an erased account of the staff from subjects of this kind. Its id stays."""

    def revision(self, process: Any) -> int | None:
        """The number of what is decided on: the newest revision, or the last message. None for a subject without."""

    def harm(self, process: Any) -> Sequence[str]:
        """The passages for which the process comes first: somebody may come to harm."""
        return []

    def stale(self, process: Any, read: int) -> DomainError:
        """The refusal for a person who has read another revision than the newest. `read`: its number."""

    def newest_revision(self, process: Any) -> Mapping[str, Any]:
        """The newest revision, as the API shows it. Not called for a subject without revisions."""

    def revise(
        self, process: Any, task: Any, changes: Mapping[str, Any], *, reason: str, by: User, revision: int
    ) -> Revised | None:
        """Write a revision that follows `revision`, which the caller has read; None without a change.

        The caller holds the locks of the process and of its open task. Raises StaleRevisionError,
        InvalidError.
        """


class UnrevisedSubject(Subject):
    """A subject whose text is never changed. It has no revision, so that what needs one is never called."""

    def revision(self, process: Any) -> int | None:
        return None

    def stale(self, process: Any, read: int) -> DomainError:
        raise NotImplementedError

    def newest_revision(self, process: Any) -> Mapping[str, Any]:
        raise NotImplementedError

    def revise(
        self, process: Any, task: Any, changes: Mapping[str, Any], *, reason: str, by: User, revision: int
    ) -> Revised | None:
        raise NotImplementedError
