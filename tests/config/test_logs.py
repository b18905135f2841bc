"""The log as JSON lines: what a line holds, and that no name, address, text or token ever stands in one."""

import json
import logging
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import requests
from django.conf import settings as product
from pytest_django import Settings

from api.accounts.session import SessionUser
from config.logs import JsonFormatter
from config.requests import RequestIdFilter
from deploy.local.checks import reserve_port
from deploy.local.product import Address, web_command
from tests.caller import Client
from tests.factories import PASSWORD, a_head_moderator, a_moderator, a_pending_task, a_review
from tests.live import address_of, child_environment, wait_until_served
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import a_ticket, reply
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.outbox.registry import JOBS
from workflows.tickets.mail_in import ingest_mail

pytestmark = pytest.mark.usefixtures("database")
OURS = "a-round-of-this-test"
NAME, CLIENT, ADDRESS = "Wilhelmina Hartnagel", "Thorvald Quist", "thorvald.quist@client.example"
SAID = ["Perpetual gargoyle", "Our zeppelin is late", "Marzipan as promised", "No such boulevard", "Sesquipedalian"]
TEXT, ASKED, REPLIED, FACTS, SOUGHT = SAID
FROM = "198.51.100.23"


@pytest.fixture
def lines(settings: Settings) -> Iterator[list[str]]:
    """The log of the test, as production writes it with LOG_FORMAT=json."""
    settings.MIDDLEWARE = ["config.requests.RequestIdMiddleware", "config.logs.LogMiddleware", *product.MIDDLEWARE[1:]]
    written: list[str] = []
    formatter, root = JsonFormatter(), logging.getLogger()
    handler = logging.Handler()
    handler.addFilter(RequestIdFilter())
    handler.emit = lambda record: written.append(formatter.format(record))  # type: ignore[method-assign]  # for this test
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.setLevel(level)
    root.removeHandler(handler)


def fail(*_args: Any, **_kwargs: Any) -> Any:
    raise RuntimeError(f"{ADDRESS} wrote {TEXT}")


def a_round(monkeypatch: pytest.MonkeyPatch) -> tuple[Staff, set[str]]:
    """Of everything that people and programs do; who did it, and what must not be told."""
    staff, head = Staff(a_moderator(NAME)), Staff(a_head_moderator("Brunhilde Vandersteen"))
    assert staff.user
    stranger = Client(REMOTE_ADDR=FROM)
    credentials = {"email": staff.user.email, "password": PASSWORD}
    opened: Any = stranger.post("/api/auth/login", credentials, "application/json", headers={"host": "localhost"})
    assert opened.status_code == 200, opened.content
    for wrong in ({**credentials, "password": FACTS}, {"email": ADDRESS, "password": PASSWORD}):
        refused = stranger.post("/api/auth/login", wrong, "application/json", headers={"host": "localhost"})
        assert refused.status_code == 401
    task = a_pending_task(a_review(text=TEXT, author_name=CLIENT, author_email=ADDRESS))
    asked = {"x-request-id": OURS}
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
    form = {"outcome": "reject", "form": {"reason": "fake", "facts": FACTS}}
    assert staff.post(f"/tasks/{task.pk}/decision", form, **asked).status_code == 200
    assert staff.post(f"/tasks/{task.pk}/decision", form).status_code == 409
    ticket = a_ticket(ASKED)
    assert reply(staff, ticket, REPLIED).status_code == 201
    ingest_mail(a_mail(ASKED, sender=f"{CLIENT} <{ADDRESS}>"))
    ingest_mail(b"\0" + TEXT.encode())
    assert staff.get("/queues/escalated/tasks").status_code == 403
    assert staff.get(f"/search?q={SOUGHT}").status_code == 200
    assert staff.get(f"/{SOUGHT}").status_code == 404
    assert staff.post("/tickets", {"text": ASKED, "email": ADDRESS}).status_code in (404, 405, 422)
    assert head.get(f"/mail/open/{SOUGHT}").status_code == 404
    with monkeypatch.context() as broken:
        broken.setattr(SessionUser, "of", fail)
        broken.setattr("api.tickets.mail.open_signed", fail)
        failing = replace(JOBS["sweep"], function=fail, transactional=False, max_attempts=1)
        broken.setitem(JOBS, "sweep", failing)
        for person in (staff, head):
            person.client.raise_request_exception = False
        assert staff.get("/user/me", **asked).status_code == 500
        assert head.get(f"/mail/open/{SOUGHT}").status_code == 500
        enqueue("sweep")
        do_jobs()
    people = [staff.user, head.user]
    secrets = {staff.token, head.token, opened.json()["accessToken"], PASSWORD, FROM, CLIENT, ADDRESS, *SAID}
    return staff, secrets | {word for one in people if one for word in (one.email, one.last_name)}


def test_a_round_of_work_leaves_no_name_address_text_or_token_in_the_log(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    _, secrets = a_round(monkeypatch)
    told = [json.loads(line) for line in lines]
    assert len(told) > 15
    assert {line["status"] for line in told if "status" in line} >= {200, 201, 401, 403, 404, 409, 500}
    whole = "\n".join(lines)
    assert [secret for secret in secrets if secret in whole or json.dumps(secret)[1:-1] in whole] == []


def test_a_line_for_each_request_has_its_id_route_status_time_and_user(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, files: Path
) -> None:
    staff, _ = a_round(monkeypatch)
    told = [json.loads(line) for line in lines]
    decided, failed, error = (line for line in told if line["request_id"] == OURS)
    if "exception" in failed:
        failed, error = error, failed
    assert decided["ms"] > 0
    assert {name: decided[name] for name in ("level", "logger", "method", "route", "status", "user")} == {
        "level": "info",
        "logger": "docket.requests",
        "method": "POST",
        "route": "api/tasks/<task_id>/decision",
        "status": 200,
        "user": staff.user and staff.user.pk,
    }
    assert (failed["route"], failed["status"]) == ("api/user/me", 500)
    assert error["message"] == "Internal Server Error: api/user/me"
    assert error["exception"]["types"] == ["RuntimeError"]
    assert error["exception"]["frames"][-1].endswith(" fail")
    (job,) = (line for line in told if line["logger"] == "workflows.engine.outbox.outbox")
    assert job["exception"]["types"][0] == "RuntimeError"


def test_probes_leave_no_line(lines: list[str]) -> None:
    for path in ("/healthz", "/health/live", "/health/ready", "/metrics"):
        Client().get(path)
    assert [line for line in lines if "docket.requests" in line] == []


def test_a_line_is_one_line_and_errors_are_named_by_their_type(lines: list[str]) -> None:
    logging.getLogger("docket").warning("it is away: %s\nand %d more", ValueError(ADDRESS), 2)
    (line,) = lines
    assert "\n" not in line
    assert json.loads(line)["message"] == "it is away: ValueError\nand 2 more"


def test_without_it_the_log_is_as_it_was() -> None:
    assert "config.logs.LogMiddleware" not in product.MIDDLEWARE


@pytest.mark.slow
def test_all_that_a_web_server_logs_is_json(tmp_path: Path) -> None:
    port = reserve_port()
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            web_command(Address("127.0.0.1", port)),
            env={**child_environment(), "DOCKET_ENV": "development", "LOG_FORMAT": "json"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        wait_until_served(port)
        requests.get(f"{address_of(port)}/api/user/me", headers={"X-Request-ID": OURS}, timeout=120)
    finally:
        process.terminate()
        process.wait(timeout=300)
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    (answered,) = (line for line in told if line["request_id"] == OURS)
    assert (answered["route"], answered["status"], answered["user"]) == ("api/user/me", 401, None)
    assert {"_granian", "docket.requests"} <= {line["logger"] for line in told}
