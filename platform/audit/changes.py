"""What changed in a row, as details of an audit entry: codes, flags and ids from and to, texts by their field alone."""

from collections.abc import Mapping
from typing import Any

from django.db import models

from audit.actions import UNTOLD


def changes_of(row: models.Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """The details `fields`, `before` and `after` of a row that does not have the values yet, by names of its fields."""
    fields: dict[str, Any] = {name: row._meta.get_field(name) for name in values}
    return {
        "fields": [*values],
        "before": [_code_of(field, getattr(row, field.attname)) for field in fields.values()],
        "after": [_code_of(field, values[name]) for name, field in fields.items()],
    }


def _code_of(field: Any, value: Any) -> str | int:
    if isinstance(field, models.BooleanField):
        return "yes" if value else "no"
    if isinstance(field, models.ForeignKey):
        return "none" if value is None else int(value)
    if field.choices is None:
        return UNTOLD  # a text may be about a person
    # numbers are told by what they stand for
    code = dict(field.choices)[value] if isinstance(value, int) else value
    return str(code or "none").lower().replace(" ", "_")
