"""Export company groups as CSV."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from audit import actions
from audit.entries import record_export
from groups.members import numbers_of_members
from groups.models import Group
from kit.spreadsheets import csv_lines

_CHUNK = 1_000
_HEADER = ("id", "name", "slug", "internal", "country", "companies", "created_at")


def export_groups(groups: QuerySet[Group], *, by: User) -> Iterator[str]:
    """CSV lines in the order of `groups`. The export is recorded before the first line."""
    record_export(actions.GROUPS_EXPORTED, user_id=by.pk)
    return csv_lines(_HEADER, _exported(groups))


def _exported(groups: QuerySet[Group]) -> Iterator[list[Any]]:
    ordered = groups.iterator(chunk_size=_CHUNK)
    while some := list(islice(ordered, _CHUNK)):
        numbers = numbers_of_members(some)
        for group in some:
            yield [
                *(group.pk, group.name, group.slug, "yes" if group.internal else "no"),
                *(group.get_country_display(), numbers.get(group.pk, 0), group.created_at.isoformat()),
            ]
