"""Pages by keyset: the thousandth page costs what the first does."""

from collections.abc import Mapping
from typing import Any

from django.db.models import BooleanField, F, Value
from django.db.models.expressions import Func


class Beyond(Func):
    """(a, b, …) > (…), or < with `descending`: a row comparison, which an index answers; OR-ed conditions it would not.

    `position` has a value for each field or annotation of the order, in its order.
    """

    output_field = BooleanField()
    conditional = True
    signs = (">", "<")

    def __init__(self, position: Mapping[str, Any], *, descending: bool = False) -> None:
        super().__init__(*map(F, position), *map(Value, position.values()))
        self.descending = descending

    # Django calls it with these; the stubs want a parameter for each
    def as_sql(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        parts, params = [], []
        for expression in self.get_source_expressions():
            sql, values = compiler.compile(expression)
            parts.append(sql)
            params.extend(values)
        half = len(parts) // 2
        return f"({', '.join(parts[:half])}) {self.signs[self.descending]} ({', '.join(parts[half:])})", params


class UpTo(Beyond):
    """As `Beyond`, for what comes no later than a position: (a, b, …) <= (x, y, …), or >= with `descending`."""

    signs = ("<=", ">=")
