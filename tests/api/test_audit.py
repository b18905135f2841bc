"""For admins: verifications of history, what one account did, and the notes of reads of personal data."""

import logging
from datetime import datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.db.models.functions import Now

from accounts.models import User
from accounts.rights import AccessLevel
from audit import actions
from audit.entries import record_audit
from audit.models import AuditEntry, Kind
from tests.api.queries import as_many_for_more_rows
from tests.consistency import enter_rows_of_tests
from tests.factories import a_moderator, a_pending_task, an_account, an_admin
from tests.staff import Staff
from tests.workflows.restrictions.requests import ASKED, a_request
from tests.workflows.reviews.desk import do_jobs
from workflows.consistency import require_consistency
from workflows.engine.core.consistency import runs
from workflows.engine.outbox.outbox import enqueue
from workflows.models import OutboxMessage, TaskEvent, Verification

pytestmark = pytest.mark.usefixtures("anchors")


@pytest.fixture
def admin() -> Staff:
    return Staff(an_admin("Ann Admin"))


def newest(staff: Staff) -> dict[str, Any]:
    found: dict[str, Any] = staff.get("/history/verifications").json()["items"][0]
    return found


def decide(staff: Staff, outcome: str, form: dict[str, Any] | None = None) -> int:
    task = a_pending_task()
    staff.decide(task.pk, outcome, form)
    return task.process_id


def test_a_person_asks_for_a_verification_and_sees_its_result(admin: Staff) -> None:
    assert admin.user is not None
    decide(admin, "approve")
    answer = admin.post("/history/verifications", idempotency_key="k")
    assert answer.status_code == 202
    asked = newest(admin)
    assert (asked["ended_at"], asked["faults"], asked["by"]["name"]) == (None, None, "Ann Admin")
    # who asks meanwhile gets the same one
    assert Staff(an_admin()).post("/history/verifications").json()["id"] == asked["id"]
    assert admin.post("/history/verifications", idempotency_key="k").json()["id"] == asked["id"]
    do_jobs()
    done = newest(admin)
    assert (done["id"], done["faults"], done["fault"], done["source"]) == (asked["id"], 0, None, "person")
    assert done["ended_at"]
    last = TaskEvent.objects.latest("at").at
    assert (done["entries"], done["last_at"][:19]) == (TaskEvent.objects.count(), f"{last:%Y-%m-%dT%H:%M:%S}")
    noted = AuditEntry.objects.get(kind=Kind.VERIFICATION)
    assert (noted.user_id, noted.subject_id) == (admin.user.pk, asked["id"])


@pytest.mark.parametrize(
    ("now", "night"),
    [("2026-11-20T02:59:00Z", "2026-11-20T03:00:00Z"), ("2026-11-20T03:00:00Z", "2026-11-21T03:00:00Z")],
)
def test_the_next_verification_is_when_the_scheduler_asks_for_it(
    admin: Staff, monkeypatch: pytest.MonkeyPatch, now: str, night: str
) -> None:
    monkeypatch.setattr("kit.desk_day.timezone", SimpleNamespace(now=lambda: datetime.fromisoformat(now)))
    said = admin.get("/history/verifications").json()["next_at"]
    assert datetime.fromisoformat(said) == datetime.fromisoformat(night)


def test_a_changed_entry_is_named_by_the_verification(admin: Staff, caplog: pytest.LogCaptureFixture) -> None:
    decide(admin, "approve")
    process = decide(admin, "backlog")
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE workflows_taskevent SET outcome = 'reject' WHERE process_id = %s AND seq = 3", [process])
    admin.post("/history/verifications")
    with caplog.at_level(logging.ERROR):
        do_jobs()
    done = newest(admin)
    assert done["fault"] == {"what": "link", "process": {"kind": "review_moderation", "id": process}, "seq": 3}
    assert done["faults"] == 1
    assert any(f"process {process}, entry 3" in record.getMessage() for record in caplog.records)


def test_the_night_and_the_command_have_results_too(admin: Staff) -> None:
    decide(admin, "approve")
    enter_rows_of_tests()
    require_consistency()
    assert (newest(admin)["source"], newest(admin)["by"], newest(admin)["faults"]) == ("night", None, 0)
    call_command("docket_verify_history", verbosity=0)
    assert (newest(admin)["source"], newest(admin)["faults"]) == ("command", 0)
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE workflows_historyhead SET length = 1")
    with pytest.raises(SystemExit):
        call_command("docket_verify_history", verbosity=0)
    assert newest(admin)["fault"]["what"] == "head"


def test_the_result_of_a_night_with_faults_stays(admin: Staff) -> None:
    decide(admin, "approve")
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE workflows_taskevent SET node = 'backlog' WHERE seq = 2")
    enqueue("verify")
    do_jobs()
    assert OutboxMessage.objects.get(topic="verify").set_aside_at
    assert (newest(admin)["source"], newest(admin)["fault"]["seq"]) == ("night", 2)


def test_a_verification_that_failed_with_its_worker_does_not_keep_people_from_asking(admin: Staff) -> None:
    first = admin.post("/history/verifications").json()["id"]
    Verification.objects.update(begun_at=Now() - runs.GIVEN_UP * 2)
    second = admin.post("/history/verifications").json()["id"]
    assert second != first
    given_up = next(item for item in admin.get("/history/verifications").json()["items"] if item["id"] == first)
    assert given_up["ended_at"]
    assert given_up["faults"] is None


def test_the_statements_of_the_list_of_verifications(admin: Staff) -> None:
    def verify() -> None:
        call_command("docket_verify_history", verbosity=0)
        Verification.objects.update(by_id=admin.user and admin.user.pk, fault="link", fault_process=7)

    as_many_for_more_rows(partial(admin.get, "/history/verifications"), verify)


def test_what_one_account_did(admin: Staff) -> None:
    person = Staff(a_moderator("Mo Derator"))
    assert person.user is not None
    for _ in range(3):
        decide(person, "approve")
    decide(person, "reject", {"reason": "fake", "facts": "No such street."})
    decide(admin, "approve")
    assert person.get("/reviews/export").status_code == 200
    found = admin.get(f"/history/people/{person.user.pk}").json()
    assert found["person"] == {"id": person.user.pk, "name": "Mo Derator"}
    assert [(row["title"], row["label"], row["number"]) for row in found["decided"]] == [
        ("Moderate reviews", "Approve", 3),
        ("Moderate reviews", "Reject", 1),
    ]
    assert (found["exports"], found["reads"]) == (1, 0)
    noted = admin.get(f"/history/people/{person.user.pk}/audit").json()["items"]
    assert [(row["kind"], row["sentence"]) for row in noted] == [("export", "Exported reviews as CSV.")]
    # names only for those who may read the log of that kind of thing
    with transaction.atomic():
        record_audit(actions.ACCOUNT_ACTIVATED, person.user.pk, user_id=person.user.pk)
    (changed, _) = admin.get(f"/history/people/{person.user.pk}/audit").json()["items"]
    assert changed["subject"] == {"kind": "account", "id": person.user.pk, "name": "Mo Derator"}
    reader = Staff(an_account(AccessLevel.HEAD_MODERATOR, name="Reader", access=["history"]))
    (changed, _) = reader.get(f"/history/people/{person.user.pk}/audit").json()["items"]
    assert changed["subject"] == {"kind": "account", "id": person.user.pk, "name": None}
    before = "?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z"
    assert admin.get(f"/history/people/{person.user.pk}{before}").json()["decided"] == []
    assert admin.get(f"/history/people/{person.user.pk}/audit{before}").json()["items"] == []
    assert admin.get("/history/people/999999").status_code == 404


def test_each_file_and_each_full_address_counts_whatever_it_is_of(admin: Staff) -> None:
    person = a_moderator()
    noted = [
        *(actions.REVIEWS_EXPORTED, actions.BLACKLIST_EXPORTED, actions.WORDS_EXPORTED, actions.BLACKLIST_ADDED),
        *(actions.CONTACT_READ, actions.TICKET_ADDRESS_READ, actions.AUTHOR_CONTACT_READ, actions.CONTACT_READ),
    ]
    with transaction.atomic():
        for action in noted:
            record_audit(action, 1, user_id=person.pk)
        AuditEntry.objects.create(kind=Kind.EXPORT, subject_id=1, user_id=person.pk, sentence="Exported reviews.")
    found = admin.get(f"/history/people/{person.pk}").json()
    assert (found["exports"], found["reads"], found["changes"]) == (4, 4, 1)
    for what, number in (("exports", 4), ("reads", 4), ("changes", 1), ("", 9)):
        chosen = f"?what={what}" if what else ""
        assert len(admin.get(f"/history/people/{person.pk}/audit{chosen}").json()["items"]) == number, what
    assert admin.get(f"/history/people/{person.pk}/audit?what=everything").status_code == 422


def test_no_export_and_no_read_is_forgotten() -> None:
    for deeds, word in ((actions.EXPORTS, "Exported"), (actions.READS, "Read ")):
        told = [each for each in actions.ACTIONS if isinstance(each.sentence, str) and each.sentence.startswith(word)]
        assert told
        assert [each for each in told if not deeds.has(each.kind, each.code)] == []


def test_the_audit_log_of_an_account_has_pages(admin: Staff) -> None:
    person = Staff(a_moderator())
    assert person.user is not None
    for _ in range(53):
        assert person.get("/reviews/export").status_code == 200
    path = f"/history/people/{person.user.pk}/audit"
    first = admin.get(path).json()
    second = admin.get(f"{path}?cursor={first['next_cursor']}").json()
    ids = [row["id"] for row in (*first["items"], *second["items"])]
    assert (len(ids), second["next_cursor"]) == (53, None)
    assert ids == sorted(set(ids), reverse=True)
    assert admin.get(f"{path}?cursor=x").status_code == 422


def test_a_period_may_end_in_the_first_days_of_the_calendar(admin: Staff) -> None:
    paths = ("/history/people/1", "/history/people/1/audit", "/processes/review_moderation/figures")
    for path in paths:
        assert admin.get(f"{path}?to=0001-01-01T00:00:00Z").status_code in (200, 404), path


def test_the_filters_can_select_what_history_has(admin: Staff) -> None:
    decide(Staff(a_moderator("Mo Derator")), "approve")
    User.objects.filter(pk=a_moderator().pk).update(first_name="", last_name="")
    found = admin.get("/history/choices").json()
    assert [person["name"] for person in found["people"]] == ["Ann Admin", "Mo Derator"]
    assert {"name": "review_moderation", "title": "Moderation of a review"} in found["kinds"]
    assert found["actions"] == ["claim", "decide", "start"]
    assert found["outcomes"] == [{"name": "approve", "title": "Approve"}]


def test_the_address_of_a_requester_is_masked_until_somebody_reads_it_and_that_is_noted() -> None:
    process, reader = a_request(), Staff(a_moderator())
    assert reader.user is not None
    full, request_id = ASKED["contact"]["email"], process.data["request"]
    task = process.task_set.get(status="NEW")
    shown = [
        reader.get(f"/tasks/{task.pk}").json()["subject"]["request"],
        *reader.get(f"/review/{process.subject_id}").json()["requests"],
    ]
    assert [request["contact"]["email"] for request in shown] == ["o…@tan.example"] * 2
    assert not AuditEntry.objects.filter(kind=Kind.CONTACT).exists()
    for times in (1, 2):
        answer = reader.post(f"/restriction-requests/{request_id}/contact")
        assert (answer.status_code, answer.json()) == (200, {"email": full})
        noted = AuditEntry.objects.filter(kind=Kind.CONTACT, subject_id=request_id, user_id=reader.user.pk)
        assert noted.count() == times
    assert reader.post("/restriction-requests/999999/contact").status_code == 404
    assert full not in str(list(AuditEntry.objects.values_list("sentence", "details")))
