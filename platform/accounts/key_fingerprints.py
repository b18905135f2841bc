"""The keys of this process against those that the database was first used with (decision 97).

Two nodes with two keys would look healthy: the blacklist would match for one of them, and a request that is repeated at
the other would be done twice.
"""

import hmac
from collections.abc import Mapping
from typing import Any

import psycopg
from django.conf import settings
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from accounts.models import KeyFingerprint
from audit import actions
from audit.entries import record_audit

LENGTH = 16  # hexadecimal digits
THE_NODES = 0  # the subject of audit entries
_TABLE = KeyFingerprint._meta.db_table
_FIRST = f"""INSERT INTO {_TABLE} (name, fingerprint, accepted_at) VALUES (%s, %s, statement_timestamp())
    ON CONFLICT (name) DO NOTHING"""


class OtherKeyError(SystemExit):
    """Exit status 1, and one line on standard error, which begins as that of a wrong setting does."""

    def __init__(self, names: list[str]) -> None:
        are, ones = ("is", "one") if len(names) == 1 else ("are", "ones")
        super().__init__(
            f"docket: {' and '.join(names)} {are} not the {ones} that this database was first used with. Every host "
            "and process needs the same: set it as it is elsewhere (on a host of 'make up' it stands in secrets.json "
            "of the data folder). If it was changed deliberately, on all of them, run './docket secret accept'."
        )


def fingerprints() -> dict[str, str]:
    """Of this process, by the name of the variable. No key can be computed from them."""
    keys = {"SECRET_KEY": str(settings.SECRET_KEY).encode(), "BLACKLIST_KEY": settings.BLACKLIST_KEYS[0]}
    return {name: hmac.digest(key, b"docket:" + name.encode(), "sha256").hex()[:LENGTH] for name, key in keys.items()}


def require_same_keys() -> None:
    """Raises OtherKeyError, and the database's errors. The first process of a database notes its keys there."""
    with connection.cursor() as cursor:
        _require(cursor)


def require_same_keys_before_fork() -> None:
    """The same by a connection of its own, which ends at once: pooled ones must not outlive a fork.

    Raises psycopg.OperationalError when the database is away.
    """
    with psycopg.connect(**{**connection.get_connection_params(), "autocommit": True}) as own, own.cursor() as cursor:
        _require(cursor)


def accept_keys() -> list[str]:
    """Take the keys of this process for those of the database; the names of those that were others before."""
    with transaction.atomic():
        stored = {row.name: row for row in KeyFingerprint.objects.select_for_update().order_by("name")}
        ours = fingerprints()
        changed = [name for name, ours_now in ours.items() if name in stored and stored[name].fingerprint != ours_now]
        for name in [name for name in ours if name in changed or name not in stored]:
            KeyFingerprint(name=name, fingerprint=ours[name], accepted_at=timezone.now()).save()
        if changed:
            record_audit(actions.KEYS_ACCEPTED, THE_NODES, user_id=None, fields=changed)
    return changed


def _require(cursor: Any) -> None:
    ours = fingerprints()
    try:
        stored = _read(cursor)
        if missing := ours.keys() - stored.keys():
            for name in sorted(missing):
                cursor.execute(_FIRST, [name, ours[name]])
            stored = _read(cursor)  # of two first nodes at once, one was first
    except (ProgrammingError, psycopg.errors.UndefinedTable) as error:
        if isinstance(error, psycopg.Error) or isinstance(error.__cause__, psycopg.errors.UndefinedTable):
            return  # not migrated yet
        raise
    if others := [name for name, fingerprint in ours.items() if stored[name] != fingerprint]:
        raise OtherKeyError(others)


def _read(cursor: Any) -> Mapping[str, str]:
    cursor.execute(f"SELECT name, fingerprint FROM {_TABLE}")
    return dict(cursor.fetchall())
