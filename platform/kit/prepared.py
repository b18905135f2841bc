"""Prepared statements for hot queries: compiled once per process, parsed and planned once per connection.

Compiling a queryset to SQL costs several times what the database needs to answer it. Here a queryset is built once,
with marks in place of values. Constants stay in the statement, so that partial indexes can be used.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.expressions import RawSQL
from django.db.models.query import get_related_populators
from psycopg import sql

T = TypeVar("T", int, str, bytes, datetime)
M = TypeVar("M", bound=Model)
_BASE = -31_000  # fits a smallint and is never a real id
_FAR = datetime(9999, 12, 31, tzinfo=UTC)

Values = Mapping[str, Any]


class Marks:
    """Placeholders for values in a queryset. Each is a unique value, which can be found in the compiled parameters."""

    def __init__(self) -> None:
        self.names: dict[Any, str] = {}

    def number(self, name: str) -> int:
        return self._added(_BASE - len(self.names), name)

    def text(self, name: str) -> str:
        return self._added(f"\ue000{name}\ue000", name)

    def numbers(self, name: str) -> RawSQL:
        """A subquery for `IN`."""
        return RawSQL("SELECT unnest(%s::bigint[])", [self.text(name)])

    def digest(self, name: str) -> bytes:
        return self._added(name.encode(), name)

    def moment(self, name: str) -> datetime:
        return self._added(_FAR.replace(microsecond=len(self.names)), name)

    def _added(self, mark: T, name: str) -> T:
        self.names[mark] = name
        return mark


class Prepared:
    """A queryset compiled once per `shape`. `ending`: SQL to append, which the ORM cannot express."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *, ending: str = "") -> None:
        self._build, self._ending = build, ending
        self._known: dict[Hashable, str] = {}
        self._makers: dict[Hashable, Callable[[Sequence[Any]], Any]] = {}

    def rows(self, values: Values, *shape: Hashable) -> list[tuple[Any, ...]]:
        """The rows of `build(marks, *shape)`, with `values` for the marks."""
        statement = self.statement(*shape)
        return fetch(statement, values) if statement else []

    def instances(self, values: Values, *shape: Hashable) -> list[Any]:
        """The rows as model instances, with the relations of `select_related` and the values of `annotate`."""
        rows = self.rows(values, *shape)
        if shape not in self._makers:
            self._makers[shape] = _maker(self._build(Marks(), *shape))
        return list(map(self._makers[shape], rows))

    def statement(self, *shape: Hashable) -> str:
        """The SQL with %(name)s for each mark; empty if the queryset can have no rows."""
        if shape not in self._known:
            marks = Marks()
            statement = statement_of(self._build(marks, *shape), marks)
            self._known[shape] = statement and statement + self._ending
        return self._known[shape]


def _maker(queryset: QuerySet[Any, Any]) -> Callable[[Sequence[Any]], Any]:
    """A function that makes an instance of a row. Django's ModelIterable would build it for each run of a queryset."""
    compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    compiler.pre_sql_setup()
    columns, about = compiler.select, compiler.klass_info
    begin, end = about["select_fields"][0], about["select_fields"][-1] + 1
    names = [column.target.attname for column, _, _ in columns[begin:end]]
    converters = compiler.get_converters([column for column, _, _ in columns])
    populators = get_related_populators(about, columns, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]  # a later Django

    def make(row: Sequence[Any]) -> Any:
        values = list(row)
        for place, (steps, column) in converters.items():
            for convert in steps:
                values[place] = convert(values[place], column, connection)
        instance = filled(about["model"], names, values[begin:end])
        for populator in populators:
            _relate(populator, values, instance)
        for name, place in compiler.annotation_col_map.items():
            setattr(instance, name, values[place])
        return instance

    return make


def _relate(populator: Any, values: Sequence[Any], instance: Model) -> None:
    """Does what Django's `RelatedPopulator.populate` does, with `filled` for the instance."""
    reorder = populator.reorder_for_init
    own = reorder(values) if reorder else values[populator.cols_start : populator.cols_end]
    if own[populator.pk_idx] is None:
        populator.local_setter(instance, None)
        return
    related = filled(populator.model_cls, populator.init_list, own)
    for further in populator.related_populators:
        _relate(further, values, related)
    populator.local_setter(instance, related)
    populator.remote_setter(related, instance)


def filled(model: type[M], names: Sequence[str], values: Sequence[Any]) -> M:
    """An instance with these attributes. Several times faster than `from_db()`, which calls the constructor."""
    row = model.__new__(model)
    row.__dict__.update(zip(names, values, strict=True))
    row._state = ModelState()
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def statement_of(queryset: QuerySet[Any, Any], marks: Marks) -> str:
    """The SQL with %(name)s for each mark; empty if the queryset can have no rows."""
    try:
        text, parameters = queryset.query.sql_with_params()
    except EmptyResultSet:
        return ""
    first, *rest = text.split("%s")
    parts = [first]
    for parameter, part in zip(parameters, rest, strict=True):
        parts += [_placeholder(parameter, marks), part]
    return "".join(parts)


def first_of(*statements: str) -> str:
    """One row, of the first of these statements that has rows. The statements after it are not run.

    PostgreSQL reads only as many rows of a WITH query as the outer query needs, and runs UNION ALL in order.
    """
    parts = ", ".join(f"part_{place} AS ({statement})" for place, statement in enumerate(statements))
    rows = " UNION ALL ".join(f"(TABLE part_{place})" for place, _ in enumerate(statements))
    return f"WITH {parts} {rows} LIMIT 1"


@dataclass(slots=True)
class Beside:
    """A row of `statement` with `values`, read together with another statement. `row`: nulls if there is none."""

    statement: str
    values: Values
    row: Sequence[Any] = ()

    def read_with(self, statement: str, values: Values) -> list[tuple[Any, ...]]:
        """The row of the other statement followed by this row. The other statement must have at most one row."""
        return fetch(_joined(statement, self.statement), {**values, **self.values})


@cache
def _joined(statement: str, beside: str) -> str:
    return f"SELECT * FROM ({statement}) AS known LEFT JOIN ({beside}) AS beside ON true"


@contextmanager
def along_the_order() -> Iterator[None]:
    """A transaction whose statements scan the index of their order, and stop at their limit.

    A prepared statement is planned without its values. PostgreSQL would assume a queue of average length, and would
    read and sort the whole of a long queue.
    """
    with transaction.atomic():
        change("SET LOCAL enable_sort = off", {})
        yield


def fetch(statement: str, values: Values) -> list[tuple[Any, ...]]:
    """Run a query with %(name)s placeholders; returns its rows, with JSON columns as text."""
    opened: Any = connection
    rows: list[tuple[Any, ...]] = opened.execute_prepared(statement, values).fetchall()
    return rows


def change(statement: str, values: Values) -> int:
    """Run a statement without result rows; returns the number of changed rows."""
    opened: Any = connection
    return int(opened.execute_prepared(statement, values).rowcount)


def _placeholder(parameter: Any, marks: Marks) -> str:
    known = marks.names.get(getattr(parameter, "obj", parameter))  # bytes are wrapped in `Binary`
    if known is not None:
        return f"%({known})s"
    return sql.Literal(parameter).as_string(None).replace("%", "%%")
