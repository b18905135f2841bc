"""Reads by a real replica that lags behind: others' changes may come later, one's own are there."""

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from deploy.local.product import manage
from tests.live import IMPATIENT, child_environment, running_server
from tests.replicas import Replicated, replicated

pytestmark = pytest.mark.own_database

BEGIN = """
import json
from accounts.sessions import open_session
from tests.factories import a_company, an_admin
company = a_company("Oxbow Cycles")
people = [an_admin() for _ in range(3)]
print(json.dumps({"company": company.pk, "tokens": [open_session(user, address="127.0.0.1") for user in people]}))
"""
READ_BY_REPLICA = (
    "/companies/export",
    "/search?term=Oxbow",
    "/history",
    "/history/export",
    "/audit",
    "/audit/export",
    "/statements/export",
    "/reviews/export",
    "/groups/export",
    "/tags/export",
    "/users/export",
    "/blacklist/export",
    "/banned-words/export",
    "/quality",
)


class Person:
    def __init__(self, address: str, token: str) -> None:
        self._base, self._http = f"{address}/api", requests.Session()
        self._http.trust_env = False
        self._http.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, **body: Any) -> requests.Response:
        answer = self._http.request(method, self._base + path, json=body or None, timeout=300)
        assert answer.ok, answer.text
        return answer

    def exported(self) -> str:
        """The names of companies, as a file has them."""
        return self.call("GET", "/companies/export").text


@pytest.fixture(scope="module")
def both() -> Iterator[Replicated]:
    with replicated() as both:
        yield both


@pytest.fixture(scope="module")
def desk(both: Replicated) -> Iterator[tuple[int, list[Person]]]:
    """A company, and people who have nothing open."""
    given = {**IMPATIENT, **both.urls, "SECRET_KEY": "of-this-test"}
    begin = manage("shell", "--no-imports", "--command", BEGIN)
    made = json.loads(subprocess.check_output(begin, env={**child_environment(), **given}))
    with running_server(**given) as address:
        yield made["company"], [Person(address, token) for token in made["tokens"]]


def test_one_reads_ones_own_change_and_others_what_the_replica_has(
    both: Replicated, desk: tuple[int, list[Person]]
) -> None:
    company, (writer, reader, _) = desk
    both.catch_up()
    both.delay()
    writer.call("PATCH", f"/company/{company}", name="Renamed Cycles")
    assert "Renamed Cycles" in writer.exported()
    assert "Oxbow Cycles" in reader.exported()  # by the replica, to which nothing came
    both.catch_up()
    assert "Renamed Cycles" in reader.exported()

    both.delay()
    reader.call("PATCH", f"/company/{company}", name="Oxbow Cycles")
    assert "Renamed Cycles" in writer.exported()  # whose own change has come there
    assert "Oxbow Cycles" in reader.exported()
    both.catch_up()


def test_exports_that_the_replica_reads_are_recorded(both: Replicated, desk: tuple[int, list[Person]]) -> None:
    _, (writer, _, _) = desk
    both.catch_up()
    before = writer.call("GET", "/audit/export").text.count("\n")
    both.catch_up()
    assert writer.call("GET", "/audit/export").text.count("\n") > before


def test_what_may_lag_behind_is_read_by_the_replica_without_writing(
    both: Replicated, desk: tuple[int, list[Person]]
) -> None:
    _, (_, _, reader) = desk
    both.catch_up()
    for path in READ_BY_REPLICA:
        reader.call("GET", path)
    log = (both.replica.logs / "replica.log").read_text()
    assert "read-only transaction" not in log


def test_without_the_replica_the_database_itself_reads(both: Replicated, desk: tuple[int, list[Person]]) -> None:
    """The last of this file: the replica stays away."""
    _, (_, _, reader) = desk
    both.end_replica()
    for path in READ_BY_REPLICA:
        reader.call("GET", path)
