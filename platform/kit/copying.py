"""Insert many rows at once: ids are reserved first, and rows are written by COPY in the caller's transaction."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import JSONField, Model
from django.db.models.base import ModelState

T = TypeVar("T", bound=Model)
NULL = r"\N"

# the name of the sequence is looked up once, not for each id
_NEXT_IDS = """WITH sequence AS MATERIALIZED (SELECT pg_get_serial_sequence(%s, 'id')::regclass AS name)
    SELECT nextval(name), statement_timestamp() FROM sequence, generate_series(1, %s)"""


def reserve_ids(model: type[Model], count: int) -> list[int]:
    """Ids from the table's sequence, ascending."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_IDS, [model._meta.db_table, count])
        return sorted(number for number, _ in cursor.fetchall())


def reserve_id(model: type[Model]) -> tuple[int, datetime]:
    """An id from the table's sequence, and the time by the database's clock, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_IDS, [model._meta.db_table, 1])
        number, at = cursor.fetchone()
        return number, at


def another(like: T, **own: Any) -> T:
    """Copy an unsaved instance and set these attributes (column names, for example `company_id`).

    Ten times faster than the model's constructor, because nothing is checked.
    """
    new = type(like).__new__(type(like))
    new.__dict__.update(like.__dict__)
    new.__dict__.update(own)
    new._state = ModelState()
    return new


def another_of(like: T, name: str, referred: Model, **own: Any) -> T:
    """`another`, with the foreign key `name` set to the row `referred`."""
    new = another(like, **{f"{name}_id": referred.pk}, **own)
    new._state.fields_cache[name] = referred
    return new


class Rows:
    """Rows of one table, to be written by COPY. Values that most rows share are formatted once, from `like`.

    Only for models whose fields can be saved without a query. Rows are formatted here, in COPY's text format, because
    psycopg would look up an adapter for each value of each row.
    """

    def __init__(self, like: Model, *, without: Sequence[str] = ()) -> None:
        self.model = type(like)
        fields = [field for field in self.model._meta.concrete_fields if field.attname not in without]
        self._columns = [str(field.column) for field in fields]
        self._places = {field.attname: place for place, field in enumerate(fields)}
        self._write = [_writer(field) for field in fields]
        self._shared = [like.__dict__[field.attname] for field in fields]
        self._written = [write(value) for write, value in zip(self._write, self._shared, strict=True)]
        self._known = list(zip(range(len(fields)), self._places, self._shared, strict=True))
        self._rows: list[str] = []

    def add(self, **own: Any) -> None:
        """Add a row that differs from `like` in these fields."""
        row = self._written.copy()
        for name, value in own.items():
            place = self._places[name]
            row[place] = self._write[place](value)
        self._rows.append("\t".join(row))

    def add_instance(self, instance: Model) -> None:
        state, row = instance.__dict__, self._written.copy()
        for place, name, shared in self._known:
            value = state[name]
            if value is not shared:
                row[place] = self._write[place](value)
        self._rows.append("\t".join(row))

    def write(self) -> None:
        quote = connection.ops.quote_name
        statement = f"COPY {quote(self.model._meta.db_table)} ({', '.join(map(quote, self._columns))}) FROM STDIN"
        with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.write("".join(f"{row}\n" for row in self._rows))


Writer = Callable[[Any], str]


def _writer(field: Any) -> Writer:
    """The function that formats a field's values for COPY (PostgreSQL, COPY, text format)."""
    if isinstance(field, JSONField):
        return _json
    if type(field).__module__.startswith("django.db.models.fields"):
        return _text  # the instance holds the value as the database stores it
    return lambda value: _text(field.get_db_prep_save(value, connection))


def _json(value: Any) -> str:
    return NULL if value is None else _escaped(json.dumps(value))


def _text(value: Any) -> str:
    kind: Any = type(value)
    write = _WRITERS.get(kind) or _writer_of_kind(kind)
    return write(value)


@cache
def _writer_of_kind(kind: Any) -> Writer:
    """For subclasses of the listed types, for example members of an enumeration."""
    for known, write in _WRITERS.items():
        if issubclass(kind, known):
            return write
    raise TypeError(f"{kind.__name__} cannot be copied")


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("\t", r"\t").replace("\n", r"\n").replace("\r", r"\r")


def _array(values: Sequence[Any]) -> str:
    """A PostgreSQL array literal of texts."""
    quoted = (str(value).replace("\\", r"\\").replace('"', r"\"") for value in values)
    return _escaped("".join(("{", ",".join(f'"{value}"' for value in quoted), "}")))


_WRITERS: Mapping[type, Writer] = {
    type(None): lambda _: NULL,
    bool: lambda value: "t" if value else "f",
    int: lambda value: str(int(value)),
    str: lambda value: _escaped(str(value)),
    datetime: lambda value: str(value.isoformat()),
    date: lambda value: str(value.isoformat()),
    bytes: lambda value: rf"\\x{value.hex()}",
    UUID: str,
    list: _array,
}
