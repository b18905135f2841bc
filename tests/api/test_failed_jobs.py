"""Jobs that were set aside after their last attempt: who sees them, and who tries them again."""

from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from tests.api.queries import as_many_for_more_rows
from tests.factories import a_head_moderator, a_moderator, an_admin
from tests.staff import Staff
from workflows.engine.outbox.failed_jobs import failed_jobs, failed_numbers, retry_job
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


def on_the_command_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What `docket jobs` prints."""
    call_command("docket_jobs", *arguments)
    return capsys.readouterr().out.splitlines()


def test_the_command_line_lists_them_without_payloads(capsys: pytest.CaptureFixture[str]) -> None:
    assert on_the_command_line(capsys, "list") == ["0 failed"]
    job = a_failed_job()
    said = f"{job.pk}  answer_request  letters  {MAX_ATTEMPTS} attempts  {job.last_error}"
    assert on_the_command_line(capsys, "list") == [f"{said}  {job.set_aside_at:%Y-%m-%d %H:%M} UTC", "1 failed"]


def test_the_command_line_tries_one_again_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = (a_failed_job() for _ in range(3))
    assert on_the_command_line(capsys, "retry", str(second.pk)) == [f"job {second.pk} is tried again"]
    second.refresh_from_db()
    assert (second.set_aside_at, second.attempts) == (None, 0)
    assert len(on_the_command_line(capsys, "retry", "--all")) == 2
    assert failed_jobs().count == 0
    entries = AuditEntry.objects.filter(kind=Kind.JOB, user_id=None).order_by("pk")
    assert [entry.subject_id for entry in entries] == [second.pk, first.pk, third.pk]
    with pytest.raises(CommandError, match="This job is not set aside"):
        call_command("docket_jobs", "retry", str(first.pk))


def test_trying_all_again_passes_over_one_that_somebody_else_has_tried(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, other = a_failed_job(), a_failed_job()
    found = failed_numbers()
    retry_job(tried.pk, by=None)
    monkeypatch.setattr("commands.management.commands.docket_jobs.failed_numbers", lambda: found)
    assert on_the_command_line(capsys, "retry", "--all") == [f"job {other.pk} is tried again"]


def test_the_command_line_drops_one_for_a_reason_that_the_audit_log_tells(capsys: pytest.CaptureFixture[str]) -> None:
    job, other = a_failed_job(), a_failed_job()
    with pytest.raises(CommandError, match="--reason"):
        call_command("docket_jobs", "drop", str(job.pk))
    dropped = on_the_command_line(capsys, "drop", str(job.pk), "--reason", "done-otherwise")
    assert dropped == [f"job {job.pk} is dropped"]
    assert list(OutboxMessage.objects.filter(set_aside_at__isnull=False)) == [other]
    (entry,) = AuditEntry.objects.filter(kind=Kind.JOB)
    assert (entry.subject_id, entry.user_id) == (job.pk, None)
    assert sentence_of(entry) == "Dropped a background job: answer_request, as it was done in another way."
    with pytest.raises(CommandError, match="This job is not set aside"):
        call_command("docket_jobs", "drop", str(job.pk), "--reason", "not-needed")


def test_a_job_that_waits_or_that_a_batch_waits_for_is_not_dropped() -> None:
    waiting = enqueue("sweep")
    of_a_batch = OutboxMessage.objects.create(topic="bulk", payload={"batch": 1}, set_aside_at=timezone.now())
    for job, why in ((waiting, "not set aside"), (of_a_batch, "cancel its batch")):
        with pytest.raises(CommandError, match=why):
            call_command("docket_jobs", "drop", str(job.pk), "--reason", "not-needed")
    assert OutboxMessage.objects.count() == 2
    assert not AuditEntry.objects.filter(kind=Kind.JOB).exists()


def test_the_list_of_any_length_sends_as_many_statements() -> None:
    as_many_for_more_rows(partial(Staff(an_admin()).get, "/jobs/failed"), a_failed_job)
