"""Reads by a real replica that lags behind: others' changes may come later, one's own are there."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, NamedTuple
from unittest.mock import Mock
from urllib.parse import quote

import psycopg
import pytest
import requests
from django.db import OperationalError
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from api.http.replica import PositionMiddleware, from_replica
from deploy.local.product import manage
from tests.live import IMPATIENT, child_environment, running_server, wait_until
from tests.replicas import HANGS, Replicated, replicated

pytestmark = pytest.mark.own_database

BEGIN = """
import json
from accounts.sessions import open_session
from tests.factories import a_company, a_second_look, an_admin
company = a_company("Oxbow Cycles")
people = [an_admin() for _ in range(4)]
tokens = [open_session(user, address="127.0.0.1") for user in (*people, people[0])]
print(json.dumps({"company": company.pk, "look": a_second_look().pk, "looker": people[3].pk, "tokens": tokens}))
"""
LOOKS = """
from workflows.engine.verbs.claims import claim_task
from accounts.models import User
claim_task({}, by=User.objects.get(pk={}))
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
        self.token = token
        self._http.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, **body: Any) -> requests.Response:
        answer = self._http.request(method, self._base + path, json=body or None, timeout=300)
        assert answer.ok, answer.text
        return answer

    def exported(self) -> str:
        """The names of companies, as a file has them."""
        return self.call("GET", "/companies/export").text


class Desk(NamedTuple):
    """Ids of a company, of a second look, and of the looker's account; people who have nothing open."""

    company: int
    look: int
    looker_id: int
    writer: Person
    reader: Person
    further: Person
    looker: Person
    writer_elsewhere: Person


@pytest.fixture(scope="module")
def both() -> Iterator[Replicated]:
    with replicated() as both:
        yield both


@pytest.fixture(scope="module")
def desk(both: Replicated) -> Iterator[Desk]:
    made = json.loads(said_by(BEGIN, both))
    with running_server(**environment(both)) as address:
        yield Desk(made["company"], made["look"], made["looker"], *(Person(address, token) for token in made["tokens"]))


def environment(both: Replicated, *, late: int = 0) -> dict[str, str]:
    """`late`: how many seconds the replica may be; 0: as late as it likes."""
    return {**IMPATIENT, **both.urls, "SECRET_KEY": "of-this-test", "DOCKET_REPLICA_SECONDS": str(late)}


def said_by(script: str, both: Replicated) -> bytes:
    shell = manage("shell", "--no-imports", "--command", script)
    return subprocess.check_output(shell, env={**child_environment(), **environment(both)})


def test_one_reads_ones_own_change_and_others_what_the_replica_has(both: Replicated, desk: Desk) -> None:
    company, writer, reader = desk.company, desk.writer, desk.reader
    both.catch_up()
    both.delay()
    writer.call("PATCH", f"/company/{company}", name="Renamed Cycles")
    assert "Renamed Cycles" in writer.exported()
    assert "Renamed Cycles" in desk.writer_elsewhere.exported()
    assert "Oxbow Cycles" in reader.exported()  # by the replica, to which nothing came
    both.catch_up()
    assert "Renamed Cycles" in reader.exported()

    both.delay()
    reader.call("PATCH", f"/company/{company}", name="Oxbow Cycles")
    assert "Renamed Cycles" in writer.exported()  # whose own change has come there
    assert "Oxbow Cycles" in reader.exported()
    both.catch_up()


def test_a_replica_that_is_too_late_is_not_read(both: Replicated, desk: Desk) -> None:
    both.catch_up()
    both.delay()
    with running_server(**environment(both, late=1)) as address:
        reader = Person(address, desk.reader.token)
        desk.writer.call("PATCH", f"/company/{desk.company}", name="Late Cycles")
        wait_until(lambda: "Late Cycles" in reader.exported(), HANGS)
    desk.writer.call("PATCH", f"/company/{desk.company}", name="Oxbow Cycles")
    both.catch_up()


def test_a_replica_that_lags_behind_hides_what_must_not_be_seen(both: Replicated, desk: Desk) -> None:
    both.catch_up()
    desk.looker.call("GET", "/reviews/export")
    both.delay()
    said_by(LOOKS.format(desk.look, desk.looker_id), both)
    with pytest.raises(AssertionError, match="blind_second_look"):
        desk.looker.call("GET", "/reviews/export")
    both.catch_up()


def test_what_takes_the_replica_too_long_is_not_read_again(both: Replicated, desk: Desk) -> None:
    """It waits for a lock whose end has not come to the replica."""
    limits = quote("-c lock_timeout=0 -c statement_timeout=5000")
    replica = f"{both.urls['DATABASE_REPLICA_URL']}?options={limits}"
    with (
        running_server(**environment(both) | {"DATABASE_REPLICA_URL": replica}) as address,
        psycopg.connect(both.urls["DATABASE_OWNER_URL"]) as owner,
    ):
        owner.execute("LOCK TABLE audit_auditentry")
        both.catch_up()
        both.delay()
        owner.rollback()
        with pytest.raises(AssertionError, match="too_slow"):
            Person(address, desk.reader.token).call("GET", "/audit")
    both.catch_up()


def test_exports_that_the_replica_reads_are_recorded(both: Replicated, desk: Desk) -> None:
    writer = desk.writer
    both.catch_up()
    before = writer.call("GET", "/audit/export").text.count("\n")
    both.catch_up()
    assert writer.call("GET", "/audit/export").text.count("\n") > before


def test_what_may_lag_behind_is_read_by_the_replica_without_writing(both: Replicated, desk: Desk) -> None:
    both.catch_up()
    for path in READ_BY_REPLICA:
        desk.further.call("GET", path)
    log = (both.replica.logs / "replica.log").read_text()
    assert "read-only transaction" not in log


def test_a_change_whose_position_cannot_be_noted_is_answered_as_away(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_REPLICA = True
    monkeypatch.setattr("api.http.replica.note_change", Mock(side_effect=OperationalError))
    asked, noting = RequestFactory(headers={"Authorization": "Bearer x"}), PositionMiddleware(lambda _: HttpResponse())
    answer = noting(asked.patch("/api/company/1"))
    assert (answer.status_code, json.loads(answer.content)["code"]) == (503, "unavailable")
    reads = (asked.put("/api/presence/task/1"), asked.post("/api/tasks/1/statement"), asked.get("/api/company/1"))
    assert [noting(request).status_code for request in reads] == [200, 200, 200]


def test_a_file_whose_replica_ends_at_its_beginning_is_made_by_the_database(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_REPLICA = True
    monkeypatch.setattr("api.http.replica._may_read_by_replica", lambda _request: True)
    for place in ("api.http.replica", "kit.replica"):
        monkeypatch.setattr(f"{place}.on_replica", nullcontext)

    def lines(is_whole: bool) -> Iterator[str]:
        yield "term\n"
        if not is_whole:
            raise OperationalError
        yield "quack\n"

    tries = iter((False, True))
    read = from_replica(lambda _request: StreamingHttpResponse(lines(next(tries))))
    assert b"".join(read(Mock()).streaming_content) == b"term\nquack\n"


def test_without_the_replica_the_database_itself_reads(both: Replicated, desk: Desk) -> None:
    """The last of this file: the replica stays away."""
    both.end_replica()
    for path in READ_BY_REPLICA:
        desk.further.call("GET", path)
