"""Facets: filters of lists and batches that a kind of subject declares, in addition to the filters of all items.

Their values are stored in columns that all kinds share, on the process and on each of its tasks. The API's parameters
and the console's controls are derived from the declaration.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from django.db.models import Q, TextChoices

from kit.prepared import Marks
from workflows.models import NUMBERS, TEXTS, Process, Task

FacetType = Literal["number", "flag", "choice"]
# reserved names: other parameters of lists and batches in the API and in the console's addresses
FILTERS = frozenset(
    (
        *("cursor", "limit", "company", "q", "snoozed", "person", "overdue", "since", "until", "trial"),
        *("item", "queue", "kind", "outcome", "filter"),
    )
)


@dataclass(frozen=True)
class Facet:
    """A facet, and a descriptor: as an attribute of a process class it reads and writes the value.

    `name` is the parameter's name; `title` is shown to people. `column`: where the value is stored, one of COLUMNS. The
    index of waiting tasks includes the first number column, so figures by it need only an index-only scan.
    """

    name: str
    title: str
    column: str

    TYPE: ClassVar[FacetType]
    COLUMNS: ClassVar[tuple[str, ...]] = NUMBERS

    def __get__(self, process: Process | None, _owner: type[Process]) -> Any:
        return self if process is None else getattr(process, self.column)

    def __set__(self, process: Process, value: Any) -> None:
        setattr(process, self.column, value)

    def holds(self, value: Any, among: Q) -> Q:
        """Those of the tasks in `among` that have this value. `among`: the tasks that have the facet."""
        return Q(**{self.column: value}) & among

    def fixed(self, value: Any) -> Any:
        """The part of a value that is written into the text of a prepared statement; None: the value is a parameter."""
        return None

    def mark(self, marks: Marks, name: str) -> Any:
        return marks.number(name)

    def described(self) -> dict[str, Any]:
        """The fields with which the API describes the facet."""
        return {"name": self.name, "title": self.title, "type": self.TYPE, "least": None, "most": None, "choices": []}


@dataclass(frozen=True)
class Number(Facet):
    """A whole number from `least` to `most`, such as stars."""

    least: int
    most: int

    TYPE = "number"

    def described(self) -> dict[str, Any]:
        return {**super().described(), "least": self.least, "most": self.most}


@dataclass(frozen=True)
class Flag(Facet):
    """Whether a count is above 0; the column stores the count. Subjects of other kinds count as 0."""

    TYPE = "flag"

    def holds(self, value: Any, among: Q) -> Q:
        found = Q(**{f"{self.column}__gt": 0}) & among
        return found if value else ~found

    def fixed(self, value: Any) -> Any:
        return value


@dataclass(frozen=True)
class Choice(Facet):
    """One of the values of `choices`."""

    choices: type[TextChoices]

    TYPE = "choice"
    COLUMNS = TEXTS

    def mark(self, marks: Marks, name: str) -> Any:
        return marks.text(name)

    def described(self) -> dict[str, Any]:
        offered = [{"value": str(value), "title": str(title)} for value, title in self.choices.choices]
        return {**super().described(), "choices": offered}


def store_facets(process: Process, task: Task | None, values: Mapping[Facet, Any], **of_process: Any) -> None:
    """Store changed values of a subject's facets, on the process and on its task. `of_process`: further columns of the
    process.

    The caller holds the process's lock. `task`: the open task of the process, if any.
    """
    columns = {facet.column: value for facet, value in values.items()}
    vars(process).update(columns | of_process)
    Process.objects.filter(pk=process.pk).update(**columns, **of_process)
    if task is not None:
        vars(task).update(columns)
        Task.objects.filter(pk=task.pk).update(**columns)
