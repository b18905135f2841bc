"""The list of user accounts as a file."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from accounts.lists import last_seen
from accounts.models import User
from audit import actions
from audit.action import Action
from audit.entries import record_export
from kit.spreadsheets import csv_lines

_CHUNK = 1_000
_HEADER = ("id", "first_name", "last_name", "email", "access_level", "job_title", "active", "last_seen", "created_at")


def export_accounts(
    accounts: QuerySet[User], *, by: User, action: Action = actions.ACCOUNTS_EXPORTED, **details: int
) -> Iterator[str]:
    """Lines of CSV, in the order of the accounts. The export is recorded before the first line.

    `action`, `details`: what the entry of the audit log says.
    """
    record_export(action, user_id=by.pk, **details)
    return csv_lines(_HEADER, _exported(accounts))


def _exported(accounts: QuerySet[User]) -> Iterator[list[Any]]:
    ordered = accounts.iterator(chunk_size=_CHUNK)
    while some := list(islice(ordered, _CHUNK)):
        seen = last_seen(some)
        for user in some:
            at = seen.get(user.pk)
            yield [
                *(user.pk, user.first_name, user.last_name, user.email, user.get_access_level_display()),
                *(user.job_title, "yes" if user.is_active else "no", at and at.isoformat()),
                user.created_at.isoformat(),
            ]
