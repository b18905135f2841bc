"""Django's `migrate`, one at a time: a second run waits for the first, and does what is left.

When the migrations of an app became one, that one `replaces` the last of them. A database with that last one can be
migrated; an older database is refused.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.loader import MigrationLoader

TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('docket migrate', 0))"
TRY_AGAIN_SECONDS = 0.2


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with _alone(options["database"]):
            _refuse_older(options["database"])
            super().handle(*args, **options)


@contextmanager
def _alone(database: str) -> Iterator[None]:
    """Hold an advisory lock with a separate connection, because migrations may close theirs.

    It polls for the lock instead of waiting in the database: a concurrent index build of the first run waits for all
    running statements, so a statement that waits for this lock would cause a deadlock.
    """
    connections[database].ensure_connection()  # raises Django's error if the database is away
    parameters = connections[database].get_connection_params()
    with psycopg.connect(**{**parameters, "autocommit": True}) as held:
        while held.execute(TRY_LOCK).fetchone() != (True,):
            time.sleep(TRY_AGAIN_SECONDS)
        yield


def _refuse_older(database: str) -> None:
    """End the command if the database lacks the last migration before an app's migrations became one."""
    loader = MigrationLoader(connections[database])
    replaced = {last for migration in loader.disk_migrations.values() for last in migration.replaces}
    unknown = loader.applied_migrations.keys() - loader.disk_migrations.keys() - replaced
    begun = {app for app, _ in unknown}
    if lacking := sorted(f"{app}.{name}" for app, name in replaced - loader.applied_migrations.keys() if app in begun):
        raise SystemExit(
            f"docket: the database is of an older release, which lacks {', '.join(lacking)}. Start the last release"
            " with these migrations on it first (deploy/README.md, Upgrades), then this one."
        )
