"""Insert, update and load model rows by prepared statements (kit.prepared).

Like `save()` and `from_db()`, but without signals. Values must not be database expressions (TypeError).
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model

from kit.prepared import change, fetch, filled

T = TypeVar("T", bound=Model)


def insert_row(row: Model, *, and_insert: str = "", acting: str | None = None, **values: Any) -> None:
    """Insert a row and set its primary key. The database fills the fields that the model lists in BY_DATABASE.

    `and_insert`: a second INSERT in the same round trip, with `values`; it reads the new key `FROM inserted`.
    `acting`: the value of the setting `docket.actor` until the transaction ends (kit.acting).
    """
    fields, statement = _insertion(type(row), sets_actor=acting is not None)
    if and_insert:
        statement = f"WITH inserted AS ({statement}), second AS ({and_insert}) SELECT * FROM inserted"
    ((row.pk,),) = fetch(statement, {**_values(row, fields), **values, "acting": acting})
    row._state.adding, row._state.db = False, "default"


def update_row(row: Model, *names: str) -> None:
    """Update these fields of a row. Raises LookupError if the row no longer exists."""
    fields, statement = _changes(type(row), names)
    if not change(statement, {**_values(row, fields), "pk": row.pk}):
        raise LookupError(f"{row._meta.model_name} {row.pk} does not exist")


def column_names(model: type[Model], through: str = "") -> list[str]:
    """Field names for `values_list`, in the order that `hydrate` expects. `through`: a prefix such as `company__`."""
    return [f"{through}{field.attname}" for field in _fields(model)]


def hydrate(model: type[T], values: Sequence[Any]) -> T:
    """Build a model instance from the values of `column_names`."""
    names, converted = _reading(model)
    row = filled(model, names, values)
    state = row.__dict__
    for name, convert in converted:
        state[name] = convert(state[name])
    return row


@cache
def _fields(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if field.column]


@cache
def _reading(model: type[Model]) -> tuple[list[str], list[tuple[str, Callable[[Any], Any]]]]:
    """The attribute names of a row, and the converters of those whose values are converted."""
    fields = _fields(model)
    converted = [(field.attname, _converter(field)) for field in fields if hasattr(field, "from_db_value")]
    return [field.attname for field in fields], converted


def _converter(field: Any) -> Callable[[Any], Any]:
    return lambda value: field.from_db_value(value, None, connection)


@cache
def _insertion(model: type[Model], *, sets_actor: bool) -> tuple[list[Any], str]:
    by_database = getattr(model, "BY_DATABASE", ())
    fields = [field for field in _fields(model) if not field.primary_key and field.attname not in by_database]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = ", ".join(f"%({field.attname})s" for field in fields)
    key = _key(model)
    # a function in FROM is always called, and called before the triggers of the row
    acting = f"SELECT {places} FROM set_config('docket.actor', %(acting)s, true)"
    source = acting if sets_actor else f"VALUES ({places})"
    return fields, f'INSERT INTO "{model._meta.db_table}" ({columns}) {source} RETURNING "{key}"'


@cache
def _changes(model: type[Model], names: tuple[str, ...]) -> tuple[list[Any], str]:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    changes = ", ".join(f'"{field.column}" = %({field.attname})s' for field in fields)
    return fields, f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{_key(model)}" = %(pk)s'


def _key(model: type[Model]) -> str:
    key: Field[Any, Any] = model._meta.pk
    return str(key.column)


def _values(row: Model, fields: Sequence[Any]) -> dict[str, Any]:
    values = {}
    for field in fields:
        value = getattr(row, field.attname)
        if hasattr(value, "resolve_expression"):
            raise TypeError(f"{field.attname} is an expression")
        values[field.attname] = field.get_db_prep_save(value, connection)
    return values
