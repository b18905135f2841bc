"""Many new rows at once: numbers reserved ahead, and rows written by COPY, in the caller's transaction."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import JSONField, Model


def reserve_ids(model: type[Model], count: int) -> list[int]:
    """Numbers that no other row of the model will get, ascending."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, count],
        )
        return sorted(number for (number,) in cursor.fetchall())


class Rows:
    """Rows to be written. What most of them share is prepared once, from the first instance.

    Only for models whose fields need no look at the database to be saved.
    """

    def __init__(self, like: Model, *, without: Sequence[str] = ()) -> None:
        self.model = type(like)
        fields = [field for field in self.model._meta.concrete_fields if field.attname not in without]
        self._columns = [str(field.column) for field in fields]
        self._places = {field.attname: place for place, field in enumerate(fields)}
        self._prepare = [None if _is_plain(field) else field.get_db_prep_save for field in fields]
        self._shared = [like.__dict__[field.attname] for field in fields]
        self._prepared = [self._value(place, value) for place, value in enumerate(self._shared)]
        self._names = list(self._places)
        self._rows: list[Sequence[Any]] = []

    def add(self, **own: Any) -> None:
        """One more row, like the first but for these fields."""
        row = self._prepared.copy()
        for name, value in own.items():
            place = self._places[name]
            row[place] = self._value(place, value)
        self._rows.append(row)

    def add_instance(self, instance: Model) -> None:
        state, row = instance.__dict__, self._prepared.copy()
        for place, name in enumerate(self._names):
            value = state[name]
            if value is not self._shared[place]:
                row[place] = self._value(place, value)
        self._rows.append(row)

    def write(self) -> None:
        quote = connection.ops.quote_name
        statement = f"COPY {quote(self.model._meta.db_table)} ({', '.join(map(quote, self._columns))}) FROM STDIN"
        with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
            for row in self._rows:
                copy.write_row(row)

    def _value(self, place: int, value: Any) -> Any:
        prepare = self._prepare[place]
        return value if prepare is None else prepare(value, connection)


def _is_plain(field: Any) -> bool:
    """Whether what an instance holds is what the database gets: true of Django's own fields, JSON apart."""
    return type(field).__module__.startswith("django.db.models.fields") and not isinstance(field, JSONField)
