"""Keyset pagination: the thousandth page costs as much as the first."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import BooleanField, F, QuerySet, Value
from django.db.models.expressions import Func


class Beyond(Func):
    """Row comparison (a, b, …) > (x, y, …), or < with `descending`. An index answers it, unlike OR-ed conditions.

    `position` maps each field or annotation of the sort order, in that order, to its value.
    """

    output_field = BooleanField()
    conditional = True
    signs = (">", "<")

    def __init__(self, position: Mapping[str, Any], *, descending: bool = False) -> None:
        super().__init__(*map(F, position), *map(Value, position.values()))
        self.descending = descending

    # Django passes more keyword arguments; the type stubs require each of them by name
    def as_sql(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        parts, params = [], []
        for expression in self.get_source_expressions():
            sql, values = compiler.compile(expression)
            parts.append(sql)
            params.extend(values)
        half = len(parts) // 2
        return f"({', '.join(parts[:half])}) {self.signs[self.descending]} ({', '.join(parts[half:])})", params


class UpTo(Beyond):
    """Row comparison (a, b, …) <= (x, y, …), or >= with `descending`."""

    signs = ("<=", ">=")


def each_by_key(rows: QuerySet[Any, Any], size: int) -> Iterator[Any]:
    """All rows ordered by key, read in chunks of `size`. The caller may write and commit between two rows.

    `rows`: model instances, or tuples of values whose first value is the key.
    """
    rows = rows.order_by("pk")
    some = list(rows[:size])
    while some:
        last, is_end = some[-1], len(some) < size
        key = last[0] if isinstance(last, tuple) else last.pk  # before the caller deletes it
        yield from some
        some = [] if is_end else list(rows.filter(pk__gt=key)[:size])
