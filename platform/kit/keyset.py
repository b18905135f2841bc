"""Pages by keyset: the thousandth page costs what the first does."""

from typing import Any

from django.db.models import BooleanField, F, Value
from django.db.models.expressions import Func


class Beyond(Func):
    """(key, id) > (…), or < with `descending`: a row comparison, which an index answers; OR-ed conditions it would not.

    `key` names a field or an annotation.
    """

    output_field = BooleanField()
    conditional = True

    def __init__(self, key: str, value: Any, number: int, *, descending: bool) -> None:
        super().__init__(F(key), F("pk"), Value(value), Value(number))
        self.descending = descending

    # Django calls it with these; the stubs want a parameter for each
    def as_sql(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        parts, params = [], []
        for expression in self.get_source_expressions():
            sql, values = compiler.compile(expression)
            parts.append(sql)
            params.extend(values)
        key, number, value, beyond = parts
        return f"({key}, {number}) {'<' if self.descending else '>'} ({value}, {beyond})", params
