"""What probes ask: whether the process answers, and whether it is to get requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import requests
from django.db import connection

from config import keys
from deploy.local.checks import reserve_port
from tests.caller import Client
from tests.databases import as_owner
from tests.live import address_of, start_server, wait_until, wait_until_served

pytestmark = pytest.mark.usefixtures("database")
HANGS = 300
LONGER_THAN_THE_TEST = "600"


def ask(path: str) -> tuple[int, dict[str, Any]]:
    answer: Any = Client().get(path, headers={"host": "10.1.2.3"})  # as a probe does: by the address
    return answer.status_code, answer.json()


def test_a_process_that_can_do_its_work_is_live_and_ready() -> None:
    assert ask("/health/live") == (200, {"status": "live"})
    assert ask("/health/ready") == (200, {"status": "ready"})


def test_nothing_else_below_health_gives_the_console() -> None:
    for path in ("/health/", "/health/lively", "/health/ready/"):
        status, body = ask(path)
        assert (status, body["code"]) == (404, "not_found"), path


@contextmanager
def without_the_newest_migration() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(id) FROM django_migrations")
        (newest,) = cursor.fetchone()
        cursor.execute("SELECT app, name, applied FROM django_migrations WHERE id = %s", [newest])
        app, name, applied = cursor.fetchone()
    as_owner(f"DELETE FROM django_migrations WHERE id = {newest}")
    try:
        yield
    finally:
        values = f"{newest}, '{app}', '{name}', '{applied.isoformat()}'"
        as_owner(f"INSERT INTO django_migrations (id, app, name, applied) VALUES ({values})")


def test_a_process_whose_database_lacks_a_migration_is_not_ready() -> None:
    with without_the_newest_migration():
        status, body = ask("/health/ready")
        assert (status, body["code"]) == (503, "not_migrated")
        assert ask("/health/live")[0] == ask("/healthz")[0] == 200
    assert ask("/health/ready")[0] == 200


def test_a_process_of_the_release_before_stays_ready_when_the_database_is_migrated() -> None:
    as_owner("INSERT INTO django_migrations (app, name, applied) VALUES ('workflows', '9999_later', now())")
    try:
        assert ask("/health/ready")[0] == 200
    finally:
        as_owner("DELETE FROM django_migrations WHERE name = '9999_later'")


def test_a_process_with_another_key_lives_and_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = keys.Comparison()
    comparison.refusal = "docket: SECRET_KEY is another."
    monkeypatch.setattr(keys, "comparison", comparison)
    assert (ask("/health/ready")[0], ask("/health/ready")[1]["code"]) == (503, "other_key")
    assert ask("/health/live")[0] == 200


@pytest.mark.slow
def test_a_server_that_drains_says_so_and_goes_on_until_it_is_told_twice() -> None:
    port = reserve_port()
    address = address_of(port)
    process = start_server(port, DOCKET_DRAIN_SECONDS=LONGER_THAN_THE_TEST)
    try:
        wait_until_served(port)
        assert requests.get(f"{address}/health/ready", timeout=HANGS).status_code == 200
        process.terminate()
        wait_until(lambda: requests.get(f"{address}/health/ready", timeout=HANGS).status_code == 503, HANGS)
        for _ in range(8):  # each process of the server knows
            assert requests.get(f"{address}/health/ready", timeout=HANGS).json()["code"] == "draining"
        assert requests.get(f"{address}/health/live", timeout=HANGS).status_code == 200
        assert requests.get(f"{address}/api/user/me", timeout=HANGS).status_code == 401
        process.terminate()
        assert process.wait(timeout=HANGS) == 0
    finally:
        process.kill()
        process.wait()
