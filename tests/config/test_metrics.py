"""`/metrics`: what it counts and measures, who may read it, and what reading it costs."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
from django.conf import settings as product
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now
from django.test import override_settings
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from reviews.models import Letter
from tests.api.queries import within_budget
from tests.caller import Client
from tests.databases import as_owner
from tests.factories import a_moderator, a_pending_task, a_review
from tests.live import LiveStaff, running_server
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, reply
from workflows.engine.core.flows import queues
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import OutboxMessage, Task
from workflows.tickets.mail_in import ingest_mail, keep

pytestmark = pytest.mark.usefixtures("database")
ELSEWHERE = "192.0.2.7"
TOKEN = "a-token-of-this-test"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the figures of this test are kept."""
    monkeypatch.setattr(metrics, "FOLDER", tmp_path)
    return tmp_path


def scrape(**headers: str) -> Any:
    return Client().get("/metrics", headers=headers)


def text() -> str:
    return str(scrape().content.decode())


def value(shown: str, name: str, **labels: str) -> float:
    """The sum of the samples with this name and at least these labels."""
    samples = [sample for family in text_string_to_metric_families(shown) for sample in family.samples]
    return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())


@pytest.fixture
def counted() -> Callable[..., float]:
    """What has been added since to a count; counts are of this process, whose other tests count as well."""
    before = text()
    return lambda name, **labels: value(text(), name, **labels) - value(before, name, **labels)


def let_it_age(folder: Path) -> None:
    kept = folder / "figures.json"
    found = json.loads(kept.read_text())
    kept.write_text(json.dumps({**found, "at": time.monotonic() - metrics.KEPT_SECONDS}))


def test_requests_are_timed_by_the_template_of_their_route(counted: Any) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.get(f"/tasks/{task.pk}")
    staff.get("/tasks/98765432")
    staff.get("/nowhere/98765432")
    staff.client.get("/reviews/98765432")
    staff.client.generic("BREW", "/api/tasks/98765432")
    seconds = partial(counted, "docket_request_seconds_count")
    route = "api/tasks/<task_id>"
    assert seconds(method="GET", route=route, status="2xx") == 1
    assert seconds(method="GET", route=route, status="4xx") == 1
    assert seconds(method="OTHER") == 1
    assert seconds(method="GET", route="other", status="4xx") == 1
    assert seconds(method="GET", route="console") == 1
    assert "98765432" not in text()
    assert "BREW" not in text()


def test_decisions_and_conflicts_are_counted_and_what_was_rolled_back_is_not(counted: Any) -> None:
    first, second = a_pending_task(), a_pending_task()
    marta, other = Staff(a_moderator()), Staff(a_moderator())
    marta.decide(first.pk, "approve")
    assert marta.post(f"/tasks/{first.pk}/decision", {"outcome": "approve"}).status_code == 409
    decisions = partial(counted, "docket_decisions_total", queue="pending", outcome="approve")
    assert decisions() == 1
    assert counted("docket_conflicts_total", code="task_closed") == 1
    assert marta.put(f"/tasks/{second.pk}/lock").status_code == 200
    assert other.put(f"/tasks/{second.pk}/lock").status_code == 409
    assert counted("docket_conflicts_total") == 2
    assert marta.user
    with transaction.atomic():
        decide_task(second.pk, by=marta.user, outcome="approve", payload={})
        transaction.set_rollback(True)
    assert decisions() == 1


def test_leases_that_end_by_the_clock_are_counted(counted: Any) -> None:
    task = a_pending_task()
    claim_task(task.pk, by=a_moderator())
    Task.objects.filter(pk=task.pk).update(lease_until=Now())
    sweep()
    assert counted("docket_leases_ended_total", queue="pending") == 1


def test_the_depth_of_each_queue_its_oldest_and_what_is_overdue() -> None:
    old, late = a_pending_task(), a_pending_task()
    Task.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(hours=5))
    Task.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    shown = text()
    assert value(shown, "docket_database_up") == 1
    assert value(shown, "docket_queue_open", queue="pending") == 2
    assert value(shown, "docket_queue_overdue", queue="pending") == 1
    assert 5 * 3_600 <= value(shown, "docket_queue_oldest_seconds", queue="pending") < 6 * 3_600
    for name in queues():
        assert f'docket_queue_open{{queue="{name}"}}' in shown


def test_the_depth_and_age_of_the_outbox_by_kind_and_what_was_given_up() -> None:
    long_ago = timezone.now() - timedelta(hours=2)
    for _ in range(2):
        enqueue("deliver", {"delivery": 0})
    OutboxMessage.objects.update(created_at=long_ago)
    enqueue("mail_letter", {"letter": 0}, after=timedelta(hours=1))
    OutboxMessage.objects.create(topic="fetch_mail", created_at=long_ago, attempts=1)  # and tried again now
    OutboxMessage.objects.create(topic="sweep", created_at=long_ago, done_at=long_ago)
    OutboxMessage.objects.create(topic="announce", created_at=long_ago, set_aside_at=long_ago)
    shown = text()
    assert value(shown, "docket_outbox_jobs", kind="deliver") == 2
    assert value(shown, "docket_outbox_jobs", kind="mail_letter") == 1
    assert value(shown, "docket_outbox_jobs", kind="fetch_mail") == 1
    assert value(shown, "docket_outbox_jobs") == 4
    assert 2 * 3_600 <= value(shown, "docket_outbox_oldest_seconds", kind="deliver") < 3 * 3_600
    assert value(shown, "docket_outbox_oldest_seconds", kind="mail_letter") == 0  # put off, and not late
    assert value(shown, "docket_outbox_oldest_seconds", kind="fetch_mail") == 0  # it has failed, and not waited
    assert value(shown, "docket_jobs_given_up", kind="announce") == value(shown, "docket_jobs_given_up") == 1


def test_mail_that_came_in_and_letters_that_wait_or_failed(files: Path) -> None:
    assert value(text(), "docket_letters", kind="letter", state="failed") == 0
    assert "\ndocket_mail_received_timestamp_seconds " not in text()
    ingest_mail(b"")  # which nobody can read
    keep(a_mail("It has not come."))
    as_owner("UPDATE tickets_originalmail SET received_at = '2026-11-20T08:00:00Z'")
    Letter.objects.bulk_create(
        Letter(review=a_review(), process_id=number, about=Letter.About.STATEMENT, state=state)
        for number, state in enumerate(["waiting", "sending", "sent", "refused", "uncertain", "cancelled"])
    )
    reply(Staff(a_moderator()), a_ticket(), "It is on its way.")
    (metrics.FOLDER / "figures.json").unlink()
    shown = text()
    assert value(shown, "docket_mail_received_timestamp_seconds") == 1_795_161_600
    assert value(shown, "docket_mail_unread") == value(shown, "docket_mail_quarantined") == 1
    letters = partial(value, shown, "docket_letters")
    assert (letters(kind="letter", state="waiting"), letters(kind="letter", state="failed")) == (2, 2)
    assert (letters(kind="reply", state="waiting"), letters(kind="reply", state="failed")) == (1, 0)


def test_what_is_handed_to_the_mail_server_is_counted_by_its_result(counted: Any) -> None:
    from django.core.mail import EmailMessage  # noqa: PLC0415

    from workflows.engine.outbox.mailer import post  # noqa: PLC0415

    post(EmailMessage("Yours", "It is on its way.", to=["client@example.com"]))
    post(EmailMessage("Yours", "It is on its way.", to=["nobody"]))
    assert counted("docket_letters_posted_total", result="sent") == 1
    assert counted("docket_letters_posted_total", result="refused") == 1


def test_a_replica_is_shown_with_its_lag_where_the_role_may_read_it(folder: Path) -> None:
    with connection.cursor() as cursor:
        # in the place of the view, which is empty without a replica
        cursor.execute(
            "CREATE TEMPORARY TABLE pg_stat_replication (application_name text, state text, replay_lag interval)"
        )
        cursor.execute(
            "INSERT INTO pg_stat_replication VALUES ('second', 'streaming', '2 seconds'), ('third', NULL, NULL)"
        )
        cursor.execute("SET search_path = pg_temp, pg_catalog, public")
        try:
            shown = text()
        finally:
            cursor.execute("RESET search_path")
            cursor.execute("DROP TABLE pg_temp.pg_stat_replication")
    assert value(shown, "docket_replica_lag_seconds", replica="second") == 2
    assert "third" not in shown


def test_the_database_is_read_once_in_ten_seconds_however_many_ask(folder: Path) -> None:
    a_pending_task()
    within_budget("metrics", scrape)
    a_pending_task()
    for _ in range(3):
        within_budget("metrics again", scrape)
    assert value(text(), "docket_queue_open", queue="pending") == 1
    let_it_age(folder)
    within_budget("metrics", scrape)


def test_it_is_told_when_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(metrics, "read_figures", away)
    shown = text()
    assert value(shown, "docket_database_up") == 0
    assert "docket_queue_open{" not in shown
    assert "docket_request_seconds_count" in shown


def test_without_a_token_it_is_for_callers_on_this_machine_alone() -> None:
    assert scrape().status_code == 200
    for name in ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"):
        assert scrape(**{name: "127.0.0.1"}).status_code == 404, name
        assert metrics.refusal("127.0.0.1", {name.lower(): "https"}) == 404, name  # as a worker gets them
    refused = Client(REMOTE_ADDR=ELSEWHERE).get("/metrics")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert Client(REMOTE_ADDR=ELSEWHERE).get("/metrics/").status_code == 404
    assert Client(REMOTE_ADDR="::1").get("/metrics").status_code == 200


@override_settings(METRICS_TOKEN=TOKEN)
def test_with_a_token_it_is_for_whoever_sends_it() -> None:
    for headers in ({}, {"authorization": TOKEN}, {"authorization": f"Bearer {TOKEN}2"}, {"authorization": "Bearer ä"}):
        refused = scrape(**headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden"), headers
    answer: Any = Client(REMOTE_ADDR=ELSEWHERE).get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert TOKEN not in answer.content.decode()
    assert answer["Content-Type"] == metrics.CONTENT_TYPE
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.slow
def test_the_processes_of_a_web_server_count_together() -> None:
    asked, most = 24, product.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    with running_server() as server:
        staff = LiveStaff(server, a_moderator())
        for _ in range(asked):  # each over a connection of its own: both processes get some
            answer = requests.get(f"{server}/api/user/me", headers=dict(staff.http.headers), timeout=120)
            assert answer.status_code == 200
        shown = [requests.get(f"{server}/metrics", timeout=120).text for _ in range(4)]
    for each in shown:
        assert value(each, "docket_request_seconds_count", route="api/user/me", status="2xx") == asked
        limit = value(each, "docket_database_pool_limit")
        assert limit in (most, 2 * most)  # of one process or both that had requests
        assert 0 <= value(each, "docket_database_pool_idle") <= value(each, "docket_database_pool_size") <= limit
