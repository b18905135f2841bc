"""The check of a pooled connection before its use asks the socket; the server is asked where that has news."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connections

from config.postgresql.patience import PatientConnection
from tests.live import wait_until


@pytest.fixture
def pooled(django_db_setup: None, django_db_blocker: Any) -> Iterator[PatientConnection]:
    with django_db_blocker.unblock():
        parameters = connections["default"].get_connection_params()
    for name in ("pool", "cursor_factory", "context", "prepare_threshold"):
        parameters.pop(name, None)
    with PatientConnection.connect(autocommit=True, **parameters) as opened:
        yield opened


def statements_of(opened: PatientConnection, watching: psycopg.Connection[Any]) -> Any:
    (row,) = watching.execute(
        "SELECT query, query_start FROM pg_stat_activity WHERE pid = %s", [opened.info.backend_pid]
    ).fetchall()
    return row


@pytest.fixture
def watching(pooled: PatientConnection) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(pooled.info.dsn, password=pooled.info.password, autocommit=True) as other:
        yield other


def test_a_living_connection_is_checked_without_a_statement(
    pooled: PatientConnection, watching: psycopg.Connection[Any]
) -> None:
    pooled.execute("SELECT 1")
    before = statements_of(pooled, watching)
    pooled.execute("")
    assert statements_of(pooled, watching) == before


def test_a_connection_that_the_server_ended_fails_its_check(
    pooled: PatientConnection, watching: psycopg.Connection[Any]
) -> None:
    watching.execute("SELECT pg_terminate_backend(%s)", [pooled.info.backend_pid])

    def fails() -> bool:
        try:
            pooled.execute("")
        except psycopg.OperationalError:
            return True
        return False

    wait_until(fails, 60)
    assert pooled.closed
