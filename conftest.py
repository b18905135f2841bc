"""The tests' database: made by its owner, used by the application's role, as in production.

No test runs inside one big transaction: the engine's own transactions are what is tested. The owner empties the
tables afterwards; rows that migrations made (reason codes) stay.
"""

import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

os.environ["DOCKET_ENV"] = "test"

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django.plugin import DjangoDbBlocker

from tests.cleaning import empty_tables
from tests.live import running_server, wait_until


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    owner = connections["owner"]
    original = str(owner.settings_dict["NAME"])
    name = f"docket_test_{os.getpid()}"
    with django_db_blocker.unblock():
        with owner.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        _use(name)
        # Django's own test set-up would make tables for viewflow's unused models
        call_command("migrate", database="owner", verbosity=0)
        yield
        _use(original)
        _drop(name)


def _drop(name: str) -> None:
    """A killed process's server side may outlive it for a moment, and is another role's, which the owner cannot end."""
    with connections["owner"].cursor() as cursor:

        def is_left() -> bool:
            cursor.execute("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = %s)", [name])
            return bool(cursor.fetchone()[0])

        wait_until(is_left, 10)
        cursor.execute(f"DROP DATABASE {name}")


def _use(name: str) -> None:
    """Point both roles' connections, and the processes that tests start, at a database."""
    for alias in ("owner", "default"):
        connection: Any = connections[alias]
        connection.close()
        connection.close_pool()
        connection.settings_dict["NAME"] = name
    for variable in ("DATABASE_URL", "DATABASE_OWNER_URL"):
        if variable in os.environ:
            os.environ[variable] = urlsplit(os.environ[variable])._replace(path=f"/{name}").geturl()


@pytest.fixture
def database(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Committed rows in a real database, which other processes see as well; emptied afterwards."""
    with django_db_blocker.unblock():
        yield
        empty_tables()


@pytest.fixture(scope="session")
def server(django_db_setup: None) -> Iterator[str]:
    """The address of the real web server over the tests' database."""
    with running_server() as address:
        yield address
