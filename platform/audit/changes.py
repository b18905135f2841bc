"""What changed in a row, as details of an audit entry and as a sentence: codes, flags and ids; texts by their field."""

from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest
from typing import Any

from django.db import models

UNTOLD = "-"  # in the place of a value that is no code, number or id

# The fields whose values the log tells, by model: codes, flags, levels and ids. Any other may be about a person.
TOLD: Mapping[str, Collection[str]] = {
    "company": ("category", "country", "status", "checks_testimonials"),
    "group": ("internal", "country"),
    "tag": ("category",),
    "reason": ("ground", "category", "applies_to"),
    "bannedword": ("mode", "action", "severity", "language", "endings", "shadow"),
}


def changes_of(row: models.Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """The details `fields`, `before` and `after` of a row that does not have the values yet, by names of its fields."""
    fields: dict[str, Any] = {name: row._meta.get_field(name) for name in values}
    return {
        "fields": [*values],
        "before": [_code_of(field, getattr(row, field.attname)) for field in fields.values()],
        "after": [_code_of(field, values[name]) for name, field in fields.items()],
    }


def _code_of(field: Any, value: Any) -> str | int:
    if field.name not in TOLD[field.model._meta.model_name]:
        return UNTOLD
    if isinstance(field, models.BooleanField):
        return "yes" if value else "no"
    if isinstance(field, models.ForeignKey):
        return "none" if value is None else int(value)
    if isinstance(value, list):
        return "+".join(value) or "none"
    # numbers, and the long codes of the Commission's schema, are told by what they stand for
    is_plain = isinstance(value, str) and not value.isupper()
    code = value if is_plain else dict(field.choices or ()).get(value, value)
    return str(code or "none").lower().replace(" ", "_")


def listed(codes: Iterable[str]) -> str:
    return ", ".join(codes)


def in_words(codes: Iterable[str]) -> str:
    """Names of fields, as people read them."""
    return listed(code.replace("_", " ") for code in codes)


def changed(fields: Iterable[str], before: Iterable[Any] = (), after: Iterable[Any] = ()) -> str:
    """`before` and `after`: as many as fields; none in entries from before they were told."""
    told = zip_longest(fields, before, after, fillvalue=UNTOLD)
    return f"Changed: {listed(in_words([name]) + _from_to(old, new) for name, old, new in told)}."


def _from_to(*codes: Any) -> str:
    words = (str(code).replace("_", " ").title().replace("+", " and ") for code in codes)
    return "" if UNTOLD in codes else f" ({' to '.join(words)})"


def word_codes(mode: str, action: str, severity: int, shadow: bool) -> str:
    return f"{mode}, {action}, severity {severity}{', shadow' if shadow else ''}"


def word_changed(
    fields: Iterable[str],
    *,
    before: Iterable[Any] = (),
    after: Iterable[Any] = (),
    mode: str = "",
    action: str = "",
    severity: int = 0,
    shadow: bool = False,
) -> str:
    """The codes after `after`: of entries from before old values were told."""
    if not mode:
        return changed(fields, before, after)
    return f"Changed {listed(fields)}: {word_codes(mode, action, severity, shadow)}."
