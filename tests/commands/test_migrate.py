"""Two hosts that start at once on an empty database: one migrates, the other waits for it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import psycopg
import pytest

from commands.management.commands.migrate import TRY_LOCK
from tests.databases import as_owner
from tests.live import ROOT, child_environment, wait_until

HANGS = 300
URLS = ("DATABASE_URL", "DATABASE_OWNER_URL")
_WAITING = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND query = %s AND pid <> pg_backend_pid()"""


@pytest.fixture
def empty(database: None) -> Iterator[dict[str, str]]:
    """The addresses of a database without a table."""
    name = f"docket_empty_{os.getpid()}"
    as_owner(f"CREATE DATABASE {name}")
    yield {variable: urlsplit(os.environ[variable])._replace(path=f"/{name}").geturl() for variable in URLS}
    as_owner(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def migrate(empty: dict[str, str]) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts a process that migrates that database."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        command = [sys.executable, "platform/manage.py", "migrate", "--database", "owner"]
        environment, pipe = {**child_environment(), **empty}, subprocess.PIPE
        started.append(
            subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        )
        return started[-1]

    yield start
    for each in started:
        each.kill()
        each.communicate()


def test_of_two_that_migrate_at_once_one_does_and_both_end_well(
    empty: dict[str, str], migrate: Callable[[], subprocess.Popen[str]]
) -> None:
    with psycopg.connect(empty["DATABASE_OWNER_URL"], autocommit=True) as first:
        assert first.execute(TRY_LOCK).fetchone() == (True,)
        both = [migrate(), migrate()]

        def waiting() -> int:
            ((number,),) = first.execute(_WAITING, [TRY_LOCK]).fetchall()
            return int(number)

        # both have begun before either goes on
        wait_until(lambda: waiting() == len(both) or any(each.poll() is not None for each in both), HANGS)
        assert first.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,)
    said = [each.communicate(timeout=HANGS)[0] for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    assert sorted("No migrations to apply" in each for each in said) == [False, True]
