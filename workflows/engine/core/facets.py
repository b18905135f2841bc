"""Facets: by what lists and batches can be filtered, besides what every item has. A kind declares those of its subject.

Their values stand in columns that all kinds share, on the process and on each of its tasks. Parameters of the API and
controls of the console follow from the declaration.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from django.db.models import Q, TextChoices

from kit.prepared import Marks
from workflows.models import NUMBERS, TEXTS, Process, Task

FacetType = Literal["number", "flag", "choice"]
# names that no facet may have: other parameters of lists and batches, and of the console's addresses for them
FILTERS = frozenset(
    (
        *("cursor", "limit", "company", "q", "snoozed", "person", "overdue", "since", "until", "trial"),
        *("item", "queue", "kind", "outcome", "filter"),
    )
)


@dataclass(frozen=True)
class Facet:
    """One facet; an attribute of a class of processes reads and writes its value.

    `name` is that of the parameter; `title` is for people. `column`: where it is stored, one of COLUMNS; the first of
    the numbers is in the index of what waits, and figures by it read that index alone.
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
        """The tasks with this value, of those that have the facet."""
        return Q(**{self.column: value}) & among

    def fixed(self, value: Any) -> Any:
        """What of a value belongs to the text of a prepared statement; None: nothing, it has a mark."""
        return None

    def mark(self, marks: Marks, name: str) -> Any:
        return marks.number(name)

    def described(self) -> dict[str, Any]:
        """As the API describes it."""
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
    """Whether there is any: the column has how many. A subject of another kind has none."""

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
    """Write what has changed of a subject, and with it `of_process`: other columns of the process.

    The caller holds the process's lock. `task`: the open task of the process.
    """
    columns = {facet.column: value for facet, value in values.items()}
    vars(process).update(columns | of_process)
    Process.objects.filter(pk=process.pk).update(**columns, **of_process)
    if task is not None:
        vars(task).update(columns)
        Task.objects.filter(pk=task.pk).update(**columns)
