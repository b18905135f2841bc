"""Django's `migrate`, one at a time: a second one waits for the first, and finds what is left to do.

A migration `replaces` the last of those that its app had before they became one: a database where that was applied goes
on from here, an older one is refused.
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
    """By a connection of its own: migrations may end theirs. The lock ends with it.

    Tried again and again: an index that the first builds concurrently waits for every statement that runs, and so it
    would wait for one that waits for this lock.
    """
    connections[database].ensure_connection()  # raises Django's error where it is away
    parameters = connections[database].get_connection_params()
    with psycopg.connect(**{**parameters, "autocommit": True}) as held:
        while held.execute(TRY_LOCK).fetchone() != (True,):
            time.sleep(TRY_AGAIN_SECONDS)
        yield


def _refuse_older(database: str) -> None:
    """Ends the command for a database that was never migrated by the release before an app's migrations became one."""
    loader = MigrationLoader(connections[database])
    replaced = {last for migration in loader.disk_migrations.values() for last in migration.replaces}
    unknown = loader.applied_migrations.keys() - loader.disk_migrations.keys() - replaced
    begun = {app for app, _ in unknown}
    if lacking := sorted(f"{app}.{name}" for app, name in replaced - loader.applied_migrations.keys() if app in begun):
        raise SystemExit(
            f"docket: the database is of an older release, which lacks {', '.join(lacking)}. Start the last release"
            " with these migrations on it first (deploy/README.md, Upgrades), then this one."
        )
