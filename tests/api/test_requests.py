"""Every answer has a request id shared with log and history, security headers, and no stack trace."""

import logging
from typing import Any

import pytest
import requests
from django.conf import settings
from django.test import override_settings

from api.accounts.session import SessionUser
from config.requests import RequestIdFilter
from config.settings import base
from tests.accounts.production import settings_in_production
from tests.caller import Client
from tests.factories import a_moderator, a_pending_task, an_account
from tests.staff import Staff
from workflows.engine.outbox.outbox import enqueue
from workflows.models import OutboxMessage, TaskEvent

pytestmark = [pytest.mark.rule(14), pytest.mark.rule(18)]
OURS = "e1c9a2f0-of-this-test"


def fail(*_args: Any, **_kwargs: Any) -> Any:
    raise RuntimeError("the words of a fault")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """One answer of every kind, each asked for under the id of this test."""
    task, staff, stranger = a_pending_task(), Staff(a_moderator()), Staff()
    asked = {"x-request-id": OURS}
    counts = staff.get("/cms/counts")
    large = b" " * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    found = {
        "200": staff.get("/user/me", **asked),
        "200 of a list": staff.get("/queues/pending/tasks", **asked),
        "204": staff.post("/queues/backlog/next", **asked),
        "204 with a key": staff.post("/queues/backlog/next", idempotency_key="k", **asked),
        "204 again": staff.post("/queues/backlog/next", idempotency_key="k", **asked),
        "304": staff.get("/cms/counts", **{"if-none-match": counts.headers["ETag"], **asked}),
        "400": staff.get("/user/me", host="evil.test", **asked),
        "401": stranger.get("/user/me", **asked),
        "401 of a sign-in": stranger.post("/auth/login", {"email": "a@b.test", "password": "x"}, **asked),
        "403": staff.get("/queues/escalated/tasks", **asked),
        "404": staff.get("/tasks/999", **asked),
        "404 of an address": staff.get("/nowhere", **asked),
        "405": staff.delete("/user/me", **asked),
        "409": staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}, **asked),
        "413": staff.client.put(f"/api/tasks/{task.pk}/lock", large, "application/json", headers=asked),
        "415": staff.client.put(f"/api/tasks/{task.pk}/lock", b"{}", "text/plain", headers=asked),
        "422": staff.post(f"/tasks/{task.pk}/decision", {}, **asked),
        "422 of a key": staff.post("/queues/backlog/next", idempotency_key=" ", **asked),
        "200 of the description": stranger.get("/openapi.json", **asked),
        "200 of the API's page": stranger.client.get("/api/docs", headers=asked),
        "200 of the console": stranger.client.get("/reviews/moderate", headers=asked),
        "405 of the console": stranger.client.post("/reviews/moderate", headers=asked),
        "200 of the health": stranger.client.get("/healthz", headers=asked),
    }
    monkeypatch.setattr(SessionUser, "of", fail)
    staff.client.raise_request_exception = False
    return {**found, "500": staff.get("/user/me", **asked)}


def of_the_api(answers: dict[str, Any]) -> dict[str, Any]:
    return {name: answer for name, answer in answers.items() if answer.request["PATH_INFO"].startswith("/api/")}


def test_the_answers_are_of_the_kinds_that_they_are_called(answers: dict[str, Any]) -> None:
    statuses = {name: answer.status_code for name, answer in answers.items() if name != "200 of the console"}
    assert statuses == {name: int(name.split()[0]) for name in statuses}
    assert answers["200 of the console"].status_code in (200, 503)  # 503 where the console has not been built


def test_every_answer_carries_the_id_that_was_offered(answers: dict[str, Any]) -> None:
    assert {name for name, answer in answers.items() if answer.headers.get("X-Request-ID") != OURS} == set()


def test_every_request_without_an_id_gets_one_of_its_own() -> None:
    staff = Staff(an_account())
    assert len({staff.get("/user/me").headers["X-Request-ID"] for _ in range(5)}) == 5


def test_every_answer_has_its_content_length(answers: dict[str, Any]) -> None:
    for name, answer in answers.items():
        if not answer.streaming and "Content-Length" in answer.headers:
            assert int(answer.headers["Content-Length"]) == len(answer.content), name


def test_no_answer_of_the_api_is_cached_by_others(answers: dict[str, Any]) -> None:
    for name, answer in of_the_api(answers).items():
        wanted = {"private", "no-cache"} if "ETag" in answer.headers else {"no-store"}
        assert set(answer.headers["Cache-Control"].split(", ")) == wanted, name


def test_no_answer_sets_a_cookie_or_opens_to_another_site(answers: dict[str, Any]) -> None:
    for name, answer in answers.items():
        assert not answer.cookies, name
        assert not [header for header in answer.headers if header.startswith("Access-Control-")], name


def test_no_answer_names_the_server_software(server: str) -> None:
    for path in ("/healthz", "/api/user/me", "/api/openapi.json", "/api/nowhere", "/reviews/moderate"):
        answer = requests.get(f"{server}{path}", timeout=120)
        assert not answer.headers["Server"], (path, answer.headers["Server"])


def test_no_answer_reveals_internals(answers: dict[str, Any]) -> None:
    body = answers["500"].json()
    assert (body["code"], set(body)) == ("internal", {"code", "message"})
    for name, answer in answers.items():
        for word in ("the words of a fault", "Traceback", "RuntimeError", "/platform/", "Django", "DoesNotExist"):
            assert answer.streaming or word not in answer.content.decode(), (name, word)


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = (part.split() for part in answer.headers["Content-Security-Policy"].split(";"))
    return {name: sources for name, *sources in parts}


def test_every_answer_forbids_foreign_code_and_frames(answers: dict[str, Any]) -> None:
    for name, answer in answers.items():
        if name == "200 of the health":
            continue
        policy = policy_of(answer)
        assert policy["default-src"] == ["'self'"], name
        assert policy["script-src"] == ["'self'"], name
        assert policy["connect-src"] == ["'self'"], name
        assert {policy[part][0] for part in ("object-src", "base-uri", "frame-ancestors", "frame-src")} == {"'none'"}
        assert answer.headers["X-Content-Type-Options"] == "nosniff", name
        assert answer.headers["X-Frame-Options"] == "DENY", name
        assert answer.headers["Referrer-Policy"] == "same-origin", name
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", name


def test_frames_come_from_the_review_forms_host_alone() -> None:
    with override_settings(REVIEW_FORM_URL="https://forms.example/new?lang=en"):
        policy = policy_of(Client(headers={"host": "localhost"}).get("/api/openapi.json"))
    assert (policy["frame-src"], policy["default-src"]) == (["https://forms.example"], ["'self'"])


def test_production_is_https_only() -> None:
    found = settings_in_production()
    assert found["SECURE_HSTS_SECONDS"] >= 365 * 24 * 3600
    names = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_CONTENT_TYPE_NOSNIFF", "DEBUG")
    assert [found[name] for name in names] == [True, True, False]
    with override_settings(SECURE_HSTS_SECONDS=31_536_000):
        answer = Client(headers={"host": "localhost"}).get("/api/openapi.json", secure=True)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_log_line_carries_the_id(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    logging_settings: dict[str, Any] = base.LOGGING
    assert logging_settings["handlers"]["stderr"]["filters"] == ["request_id"]
    caplog.handler.addFilter(RequestIdFilter())
    staff = Staff(an_account())
    staff.client.raise_request_exception = False
    monkeypatch.setattr(SessionUser, "of", fail)
    staff.get("/user/me", **{"x-request-id": OURS})
    logging.getLogger("docket").warning("outside of a request")
    form = logging.Formatter(logging_settings["formatters"]["text"]["format"])
    inside, outside = (form.format(record) for record in caplog.records)
    assert f"[{OURS}] Internal Server Error: /api/user/me" in inside
    assert "[-] outside of a request" in outside


def test_entries_of_history_and_promised_jobs_carry_the_id() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock", **{"x-request-id": OURS + "-1"})
    staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve"}, **{"x-request-id": OURS + "-2"})
    kept = TaskEvent.objects.filter(process=task.process).order_by("seq").values_list("action", "request_id")
    assert list(kept)[1:] == [("claim", OURS + "-1"), ("decide", OURS + "-2")]
    told = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()["events"]
    assert [event["request_id"] for event in told][1:] == [OURS + "-1", OURS + "-2"]


def test_a_job_that_is_promised_outside_of_requests_has_none() -> None:
    enqueue("prune")
    assert OutboxMessage.objects.get().request_id == ""
