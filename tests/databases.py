"""The tests' databases: migrated once for a run, then copied, one for each worker of pytest.

The first worker that needs a database makes the template; the process that started the run drops them all at its end.
`make check` names a template that stays: DOCKET_TEST_TEMPLATE.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.cleaning import remember_first_rows
from tests.live import wait_until

_RUN = "DOCKET_TEST_RUN"  # names the run's databases; its workers inherit it
_TEMPLATE = "DOCKET_TEST_TEMPLATE"  # the name of one that stays, unlike the run's own
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")  # empty in the process that started the run
_TURN = 20_170_101  # the advisory lock under which the template is made and copied
_LEAVING_SECONDS = 60  # a killed process's server side outlives it for a moment
_at_first = {alias: str(connections[alias].settings_dict["NAME"]) for alias in ("owner", "default")}


def begin_run() -> None:
    """Before workers are started."""
    if not _WORKER:
        os.environ[_RUN] = str(os.getpid())


def as_owner(statement: str) -> None:
    """What only the owner of the tables may do."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement)


def make_database(purpose: str) -> str:
    """An empty database with all migrations, never vacuumed or analyzed; its name. Nobody is connected to it."""
    name, template = _name(f"{purpose}_{_WORKER}"), os.environ.get(_TEMPLATE) or _name("template")
    with _administration() as administration:
        administration.execute("SELECT pg_advisory_lock(%s)", [_TURN])
        if template not in _databases(administration, template):
            _make_template(administration, template)
        administration.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return name


def use_database(name: str | None = None) -> None:
    """Point both roles' connections, and the processes that tests start, at a database; at first the given one."""
    for alias, first in _at_first.items():
        connection: Any = connections[alias]
        connection.close()
        connection.close_pool()
        connection.settings_dict["NAME"] = name or first
    for variable in ("DATABASE_URL", "DATABASE_OWNER_URL"):
        if variable in os.environ:
            path = f"/{name or _at_first['default']}"
            os.environ[variable] = urlsplit(os.environ[variable])._replace(path=path).geturl()


def owner_of(name: str) -> BaseDatabaseWrapper:
    """A further connection of the owner's, to one of these databases."""
    connection = connections["owner"].copy()
    connection.settings_dict["NAME"] = name
    return connection


def end_run() -> None:
    """Drop what the run has made: in the process that started it, when its workers have ended."""
    if _WORKER:
        return
    use_database()
    with suppress(psycopg.OperationalError), _administration() as administration:  # no server: none was needed
        for name in _databases(administration, _name("") + "_"):
            wait_until(lambda: not _clients(administration, name), _LEAVING_SECONDS)  # noqa: B023 (called at once)
            administration.execute(f"DROP DATABASE {name}")


def _make_template(administration: psycopg.Connection[Any], name: str) -> None:
    """Under a temporary name until it is complete. In its server, what earlier runs have left is dropped first."""
    draft = _name("draft")
    for old in _databases(administration, "docket_t") if _TEMPLATE in os.environ else [draft]:
        administration.execute(f"DROP DATABASE IF EXISTS {old}")
    administration.execute(f"CREATE DATABASE {draft}")
    use_database(draft)
    # Django's own test set-up would make tables for viewflow's unused models
    call_command("migrate", database="owner", verbosity=0)
    remember_first_rows()
    use_database()
    administration.execute(f"ALTER DATABASE {draft} RENAME TO {name}")


@contextmanager
def _administration() -> Iterator[psycopg.Connection[Any]]:
    """A connection of the owner's to the given database, in which each statement is a transaction."""
    with psycopg.connect(**{**_parameters(), "dbname": _at_first["owner"]}, autocommit=True) as connection:
        yield connection


def _parameters() -> dict[str, Any]:
    given: dict[str, Any] = connections["owner"].get_connection_params()
    # without the options, of which one is that a lock is not waited for long
    return {name: given[name] for name in ("host", "port", "user", "password") if name in given}


def _name(suffix: str) -> str:
    return f"docket_test_{os.environ[_RUN]}_{suffix}".rstrip("_")


def _databases(administration: psycopg.Connection[Any], beginning: str) -> list[str]:
    """The existing databases whose names begin so."""
    found = administration.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [beginning])
    return [str(name) for (name,) in found]


def _clients(administration: psycopg.Connection[Any], name: str) -> int:
    counted = administration.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", [name]).fetchone()
    return int(counted[0]) if counted else 0
