"""The subject of a process: the interface that a domain implements for the engine and the API."""

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
    """The author's full text, its parts separated by blank lines, with the begin and end of each banned word."""

    text: str
    marked: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Revised:
    """A stored revision: its number, the changed fields, and further data for history."""

    number: int
    changed: tuple[str, ...]
    notes: Mapping[str, Any]


class OpenWords(Protocol):
    """SQL that selects ids, with %(name)s for each of its `values`: of running processes with a text that contains the
    words, of subjects found in other ways, and of companies whose names contain the words.
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
    """Finds the subjects in one table whose texts, or whose companies' names, contain the typed words."""

    def open(self, typed: str) -> OpenWords:
        """Finds subjects with a running process."""

    def selected(self, typed: str) -> tuple[Any, Any]:
        """Subqueries for the ids of all subjects found by their text, and of all companies found by their name."""


class Subject(Protocol):
    """Reads and changes the subjects of a flow. Registered as the `subject` of the flow.

    `kind` discriminates the union of `row_schema` and `detail_schema`: subjects of the same kind have the same schemas.
    `thing` names the table of `subject_id`: processes with the same thing and id are about the same row, even if their
    kinds differ. Locks and events use this name. `page`: the address of a subject in the console, with `{}` for its id.
    `facets`: the filters of its lists. `refusals`: fields that errors about the subject add to the API's answer, each
    with its type and meaning.
    """

    kind: str
    thing: str
    row_schema: type[BaseModel]
    detail_schema: type[BaseModel]
    words: Words
    # fields of a row that sentences can name the subject by: the first that is not empty
    named_by: Sequence[str] = ("title", "excerpt")
    page: str
    facets: Sequence[Facet] = ()
    refusals: Mapping[str, tuple[Any, str]] = {}

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        """The rows of lists by process id, in one statement.

        Each has exactly the fields of `row_schema`: lists are serialised without validation.
        """

    def wholes(self, subject_ids: Sequence[int]) -> Mapping[int, Whole]:
        """Full texts by subject id, in one statement; without subjects whose `excerpt` in the row is enough."""
        return {}

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        """The fields of `detail_schema`, for a task from `get_task`, without what the reader may not see."""

    def public(self, subject_id: int) -> Mapping[str, Any]:
        """The payload of public events, which subscribers receive."""

    def erase(self, account_id: int) -> None:
        """Remove personal data of an erased staff account from subjects of this kind. The account's id stays."""

    def revision(self, process: Any) -> int | None:
        """The number of what a person decides on: the newest revision or the last message; None if the subject has
        neither.
        """

    def harm(self, process: Any) -> Sequence[str]:
        """Passages that say somebody may come to harm; the process is served first because of them."""
        return []

    def stale(self, process: Any, read: int) -> DomainError:
        """The refusal for a person who has not read the newest revision. `read`: the number of the revision that they
        read.
        """

    def newest_revision(self, process: Any) -> Mapping[str, Any]:
        """The newest revision as the API shows it. Not called for a subject without revisions."""

    def revise(
        self, process: Any, task: Any, changes: Mapping[str, Any], *, reason: str, by: User, revision: int
    ) -> Revised | None:
        """Write the revision after `revision`, which the caller has read; None if nothing changed.

        The caller holds the locks of the process and of its open task. Raises StaleRevisionError, InvalidError.
        """


class UnrevisedSubject(Subject):
    """A subject whose text never changes. It has no revision, so the methods for revisions are never called."""

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
