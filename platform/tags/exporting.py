"""Export tags as CSV."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from audit import actions
from audit.entries import record_export
from kit.spreadsheets import csv_lines
from tags.models import Tag

_CHUNK = 1_000
_HEADER = ("id", "name", "category", "description", "type", "members", "reviews", "rating", "counted_at", "created_at")


def export_tags(tags: QuerySet[Tag], *, by: User) -> Iterator[str]:
    """CSV lines in the order of `tags`. The export is recorded before the first line."""
    record_export(actions.TAGS_EXPORTED, user_id=by.pk)
    return csv_lines(_HEADER, _exported(tags))


def _exported(tags: QuerySet[Tag]) -> Iterator[list[Any]]:
    for tag in tags.iterator(chunk_size=_CHUNK):
        yield [
            *(tag.pk, tag.name, tag.get_category_display(), tag.description, tag.get_type_display()),
            *(tag.members, tag.reviews, None if tag.rating is None else round(tag.rating, 2)),
            *(tag.counted_at.isoformat() if tag.counted_at else None, tag.created_at.isoformat()),
        ]
