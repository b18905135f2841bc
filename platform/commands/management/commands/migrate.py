"""Django's `migrate`, one at a time: a second one waits for the first, and finds what is left to do."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.core.management.commands import migrate
from django.db import connections

TRY_LOCK = "SELECT pg_try_advisory_lock(hashtextextended('docket migrate', 0))"
TRY_AGAIN_SECONDS = 0.2


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with _alone(options["database"]):
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
