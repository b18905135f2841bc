"""Jobs that were set aside after their last attempt: who sees them, and who tries them again."""

from functools import partial

import pytest
from django.core.management import call_command

from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from tests.api.queries import as_many_for_more_rows
from tests.factories import a_head_moderator, a_moderator, an_admin
from tests.staff import Staff
from workflows.engine.outbox.outbox import enqueue, perform
from workflows.engine.outbox.registry import MAX_ATTEMPTS
from workflows.models import OutboxMessage


def a_failed_job() -> OutboxMessage:
    """A job for a process that does not exist, after all its attempts."""
    job = enqueue("answer_request", {"process": 0, "request": 0})
    for _ in range(MAX_ATTEMPTS):
        perform(job.pk)
    job.refresh_from_db()
    assert job.set_aside_at
    return job


def test_head_moderators_see_what_failed_without_texts_of_errors() -> None:
    job = a_failed_job()
    enqueue("sweep")
    found = Staff(a_head_moderator()).get("/jobs/failed").json()
    assert found["count"] == 1
    assert found["oldest_at"] == found["items"][0]["set_aside_at"]
    (item,) = found["items"]
    assert (item["id"], item["topic"], item["attempts"]) == (job.pk, "answer_request", MAX_ATTEMPTS)
    assert item["code"] == job.last_error
    assert set(item) == {"id", "topic", "code", "attempts", "created_at", "set_aside_at"}
    assert Staff(a_moderator()).get("/jobs/failed").status_code == 403


def test_an_empty_list() -> None:
    assert Staff(an_admin()).get("/jobs/failed").json() == {"count": 0, "oldest_at": None, "items": []}


def test_an_admin_tries_a_job_again_and_the_audit_log_notes_it() -> None:
    job, admin = a_failed_job(), Staff(an_admin())
    assert admin.post(f"/jobs/{job.pk}/retry", idempotency_key="k").status_code == 204
    assert admin.post(f"/jobs/{job.pk}/retry", idempotency_key="k").status_code == 204
    job.refresh_from_db()
    assert (job.set_aside_at, job.attempts, job.done_at) == (None, 0, None)
    (entry,) = AuditEntry.objects.filter(kind=Kind.JOB, subject_id=job.pk)
    assert admin.user is not None
    assert (entry.user_id, sentence_of(entry)) == (admin.user.pk, "Tried a background job again: answer_request.")
    assert admin.get("/jobs/failed").json()["count"] == 0


def test_it_is_tried_with_all_its_attempts_and_set_aside_again() -> None:
    job = a_failed_job()
    Staff(an_admin()).post(f"/jobs/{job.pk}/retry")
    for _ in range(MAX_ATTEMPTS):
        perform(job.pk)
    job.refresh_from_db()
    assert (job.attempts, job.set_aside_at is not None) == (MAX_ATTEMPTS, True)


def test_what_is_not_set_aside_cannot_be_tried_again() -> None:
    waiting, admin = enqueue("sweep"), Staff(an_admin())
    assert admin.post(f"/jobs/{waiting.pk}/retry").json()["code"] == "job_not_found"
    assert admin.post("/jobs/9999999/retry").status_code == 404
    job = a_failed_job()
    assert Staff(a_head_moderator()).post(f"/jobs/{job.pk}/retry").status_code == 403
    assert not AuditEntry.objects.filter(kind=Kind.JOB).exists()


def test_the_command_that_checks_an_installation_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("docket_check")
    assert "background job" not in capsys.readouterr().err
    a_failed_job()
    call_command("docket_check")
    assert capsys.readouterr().err.startswith("1 background jobs failed at their last attempt, the first at 20")


def test_the_list_of_any_length_sends_as_many_statements() -> None:
    as_many_for_more_rows(partial(Staff(an_admin()).get, "/jobs/failed"), a_failed_job)
