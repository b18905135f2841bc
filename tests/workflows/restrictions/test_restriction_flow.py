"""The life of a request to restrict: every way and every end (product.md, Restriction requests)."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail

from kit.business_time import after_hours_of_business_days
from restrictions.models import RequestToRestrict
from reviews.models import Review
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, open_task, steps_of
from tests.staff import Staff
from tests.workflows.restrictions.requests import (
    ASKED,
    DECLINATION,
    RESTRICTION,
    a_published_review,
    a_request,
    ask,
    decide,
    end_hold,
)
from workflows.engine.core.flows import steps
from workflows.engine.core.lifecycle import withdraw_process
from workflows.engine.outbox.outbox import perform
from workflows.models import DomainEvent, OutboxMessage, Process, TaskEvent
from workflows.restriction_request import RestrictionRequest
from workflows.review_moderation import ReviewModeration


def status_of(process: Process) -> str:
    return Review.objects.get(pk=process.subject_id).status


def answers() -> list[Any]:
    """What those who asked have been answered, besides that their requests have arrived."""
    for topic in ("answer_request", "mail_letter"):
        for message in OutboxMessage.objects.filter(topic=topic, done_at=None).order_by("pk"):
            assert perform(message.pk)
    return [letter for letter in mail.outbox if "received" not in letter.subject]


def moderation_of(process: Process) -> Process:
    newest: Process = Process.objects.filter(flow_class=ReviewModeration, subject_id=process.subject_id).latest("pk")
    return newest


def test_the_outcomes_of_every_queue_are_the_products() -> None:
    assert {step.queue: sorted(step.outcomes) for step in steps(RestrictionRequest) if step.queue} == {
        "requests_to_restrict": ["decline", "escalate", "restrict"],
        "escalated": ["decline", "restrict"],
    }
    asking = {name for step in steps(RestrictionRequest) for name, one in step.outcomes.items() if one.form}
    assert asking == {"restrict", "decline", "escalate"}


@pytest.mark.parametrize("way", [[], ["escalate"], ["restrict"], ["decline"], ["escalate", "restrict"]])
def test_nothing_hides_the_review_before_the_end(way: list[str]) -> None:
    process = a_request()
    decide(Staff(a_head_moderator()), process, *way)
    assert status_of(process) == "published"
    assert not DomainEvent.objects.filter(process=process).exists()
    assert not mail.outbox


def test_a_granted_request_restricts_the_review_when_its_hold_ends() -> None:
    process = a_request()
    staff = Staff(a_moderator())
    decide(staff, process, "restrict")
    story = staff.get(f"/review/{process.subject_id}").json()
    assert (story["review"]["status"], bool(story["waiting"]["fires_at"])) == ("published", True)
    end_hold(process)
    assert status_of(process) == "restricted"
    assert steps_of(process) == ["asked", "requests_to_restrict", "granted", "restricted"]
    assert RequestToRestrict.objects.get().status == "restricted"
    event = DomainEvent.objects.filter(kind="review.restricted").get()
    assert (event.subject_id, event.sequence, event.payload["status"]) == (process.subject_id, 2, "restricted")


def test_a_declined_request_leaves_the_review_and_its_author_alone() -> None:
    process = a_request(a_published_review(author_email="ada@king.example"))
    decide(Staff(a_moderator()), process, "decline")
    end_hold(process)
    assert [letter.to for letter in answers()] == [["olive@tan.example"]]
    assert status_of(process) == "published"
    assert RequestToRestrict.objects.get().status == "declined"


def test_the_contact_gets_the_reasons_after_the_hold(head: Staff) -> None:
    declined, granted = a_request(), a_request()
    decide(head, declined, "decline", "confirm")
    decide(head, granted, "escalate", "restrict", "confirm")
    first, second = answers()
    assert DECLINATION["why"] in first.body
    assert RESTRICTION["facts"] in second.body
    assert "harms a reputation" in second.body
    assert first.extra_headers["Message-ID"] != second.extra_headers["Message-ID"]


def test_a_recalled_decision_sends_nothing_and_keeps_its_clock() -> None:
    process = a_request()
    due = open_task(process).due_at
    decide(Staff(a_moderator()), process, "restrict", "recall")
    assert (open_task(process).queue, open_task(process).due_at) == ("requests_to_restrict", due)
    assert not OutboxMessage.objects.filter(topic="answer_request").exists()


def test_an_escalated_request_is_the_head_moderators(head: Staff) -> None:
    process = a_request()
    decide(Staff(a_moderator()), process, "escalate")
    task = open_task(process)
    assert Staff(a_moderator()).put(f"/tasks/{task.pk}/lock").status_code == 403
    listed = head.get("/queues/escalated/tasks").json()["items"]
    assert [(row["kind"], row["summary"]["ground"]) for row in listed] == [("restriction_request", "defamation")]
    decide(head, process, "decline", "recall")
    assert open_task(process).queue == "escalated"


def test_a_notice_of_defamation_has_a_clock_of_its_own() -> None:
    quick, slow = a_request(), a_request(ground="other")
    assert open_task(quick).due_at == after_hours_of_business_days(quick.created, 48, 1)
    due = open_task(slow).due_at
    assert due
    assert due - slow.created >= timedelta(days=7) - timedelta(hours=9)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-11-18T10:00", "2026-11-20T10:00"),
        ("2026-11-20T15:30", "2026-11-24T15:30"),
        ("2026-11-21T12:00", "2026-11-25T00:00"),
        ("2026-12-24T09:00", "2026-12-30T09:00"),
    ],
)
def test_forty_eight_hours_leave_out_weekends_and_bank_holidays(start: str, end: str) -> None:
    london = ZoneInfo("Europe/London")
    begins, ends = (datetime.fromisoformat(text).replace(tzinfo=london) for text in (start, end))
    assert after_hours_of_business_days(begins, 48, 1) == ends


def test_a_reinstated_review_is_published_after_escalated(head: Staff) -> None:
    process = a_request()
    decide(head, process, "restrict", "confirm")
    path = f"/processes/restriction_request/{process.pk}/reinstatement"
    answer = head.post(path, {"notes": "The author has shown the receipt."})
    assert answer.status_code == 201, answer.content
    assert answer.json()["process"]["kind"] == "review_moderation"
    assert head.post(path, {"notes": "Again."}).json()["code"] == "not_ended"
    new = Process.objects.get(pk=answer.json()["process"]["id"])
    assert (new.override_of_id, status_of(new)) == (process.pk, "escalated")
    decide(head, new, "approve", "publish")
    assert status_of(new) == "published"
    assert head.post(path, {"notes": "Once more."}).json()["code"] == "not_ended"
    assert list(inconsistencies()) == []


def test_a_reinstatement_closes_the_open_request(head: Staff) -> None:
    process = a_request()
    holder = Staff(a_moderator())
    task = open_task(process)
    holder.put(f"/tasks/{task.pk}/lock")
    published = moderation_of(process)
    answer = head.post(f"/processes/review_moderation/{published.pk}/reinstatement", {"notes": "Look again."})
    assert answer.status_code == 201, answer.content
    process.refresh_from_db()
    assert (process.status, process.outcome) == ("DONE", "closed")
    assert RequestToRestrict.objects.get().status == "closed"
    refused = holder.post(f"/tasks/{task.pk}/decision", {"outcome": "decline", "form": DECLINATION})
    assert refused.json()["code"] == "task_closed"
    assert "nothing left to decide" in answers()[0].body
    assert list(inconsistencies()) == []


def test_a_withdrawn_review_closes_the_open_request() -> None:
    process = a_request()
    withdraw_process(moderation_of(process))
    process.refresh_from_db()
    assert (process.outcome, status_of(process)) == ("closed", "withdrawn")
    assert TaskEvent.objects.filter(process=process).latest("seq").action == "close"
    assert list(inconsistencies()) == []


def test_a_head_moderator_reopens_a_declined_request(head: Staff) -> None:
    process = a_request()
    decide(head, process, "decline", "confirm")
    path = f"/processes/restriction_request/{process.pk}/reinstatement"
    answer = head.post(path, {"notes": "They have sent the court’s order."})
    new = Process.objects.get(pk=answer.json()["process"]["id"])
    assert (new.kind, open_task(new).queue) == ("restriction_request", "escalated")
    assert RequestToRestrict.objects.get().status == "open"
    assert not answers()
    decide(head, new, "restrict", "confirm")
    assert status_of(new) == "restricted"
    assert head.post(path, {"notes": "Once more."}).json()["code"] == "not_ended"
    assert list(inconsistencies()) == []


def test_a_request_about_an_unpublished_review_is_not_reopened(head: Staff) -> None:
    process = a_request()
    decide(head, process, "decline", "confirm")
    withdraw_process(moderation_of(process))
    refused = head.post(f"/processes/restriction_request/{process.pk}/reinstatement", {"notes": "Again."})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_published")


def test_the_item_shows_the_request_beside_the_review() -> None:
    review = a_published_review(text="They stole a ring.")
    staff = Staff(a_moderator("Marta Ellwood"))
    ask(staff, review)
    task = open_task(Process.objects.get(flow_class=RestrictionRequest))
    item = staff.get(f"/tasks/{task.pk}").json()
    assert (item["subject"]["text"], item["subject"]["status"]) == ("They stole a ring.", "published")
    shown = item["subject"]["request"]
    # the address is masked until somebody reads it (tests/api/test_audit.py)
    masked = {**ASKED, "contact": {**ASKED["contact"], "email": "o…@tan.example"}}
    assert {name: shown[name] for name in ASKED} == masked
    assert (shown["asked_by"]["name"], shown["asked_with"], shown["number"]) == ("Marta Ellwood", None, 1)
    history = staff.get(f"/processes/restriction_request/{task.process_id}/history").json()["events"]
    assert history[0]["data"]["ground"] == "defamation"
