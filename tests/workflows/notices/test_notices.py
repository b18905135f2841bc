"""Notices: what a person opted in for is mailed, at most once in ten minutes for a kind, and a link stops it."""

import re
from datetime import UTC, datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.core import mail
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from accounts.notifications import Notification
from audit.models import Kind
from commands.management.commands import docket_scheduler
from tests.accounts.visitors import Visitor
from tests.audit_log import sentences
from tests.factories import a_head_moderator, a_moderator, a_pending_task, an_account, an_admin
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review, ask
from tests.workflows.tickets.threads import a_ticket, reply, writes
from workflows.engine.outbox.outbox import perform
from workflows.engine.verbs.notices import prune_notices
from workflows.models import Notice, OutboxMessage, Task
from workflows.notices import due_soon
from workflows.notices.digest import enqueue_digests
from workflows.notices.due_soon import give_notice_of_due_items


def opted_in(person: User, *kinds: str) -> User:
    choices = dict.fromkeys(kinds, True)
    assert Staff(an_admin()).put(f"/user/{person.pk}/notifications", choices).status_code == 204
    return person


def do_mails(*, due_by: timedelta = timedelta()) -> list[Any]:
    """Do the jobs that mail, and answer what was sent since the last call."""
    mail.outbox.clear()
    due = OutboxMessage.objects.filter(topic__startswith="mail_", done_at=None)
    for message in due.filter(available_at__lte=timezone.now() + due_by).order_by("pk"):
        assert perform(message.pk)
    return list(mail.outbox)


def assign(task: Task, to: User) -> None:
    assert Staff(a_head_moderator()).put(f"/tasks/{task.pk}/assignee", {"user_id": to.pk}).status_code == 204


def test_nobody_is_mailed_who_has_not_opted_in() -> None:
    assign(a_pending_task(), a_moderator())
    assert not Notice.objects.exists()
    assert do_mails() == []


def test_an_assignment_is_mailed_with_its_number_and_no_text() -> None:
    person, task = opted_in(a_moderator(), "assigned"), a_pending_task()
    Task.objects.filter(pk=task.pk).update(due_at=datetime(2026, 7, 1, 15, tzinfo=UTC))
    assign(task, person)
    (sent,) = do_mails()
    assert "Moderate reviews, due 1 July, 16:00" in sent.body  # the desk is in London
    assert (sent.to, sent.subject) == ([person.email], "Assigned to you")
    assert f"Review {task.process.subject_id}, Moderate reviews" in sent.body
    assert f"/review/{task.process.subject_id}" in sent.body
    assert "came on time" not in sent.body
    assert do_mails() == []


def test_who_assigns_an_item_to_themselves_is_not_mailed() -> None:
    head = opted_in(a_head_moderator(), "assigned")
    assert Staff(head).put(f"/tasks/{a_pending_task().pk}/assignee", {"user_id": head.pk}).status_code == 204
    assert do_mails() == []


def test_ten_minutes_pass_between_two_mails_of_a_kind_and_the_second_has_all_that_came() -> None:
    person = opted_in(a_moderator(), "assigned")
    assign(a_pending_task(), person)
    assert len(do_mails()) == 1
    later = [a_pending_task() for _ in range(3)]
    for task in later:
        assign(task, person)
    assert do_mails() == do_mails(due_by=timedelta(minutes=9)) == []
    Notice.objects.exclude(mailed_at=None).update(mailed_at=Now() - timedelta(minutes=11))
    (sent,) = do_mails(due_by=timedelta(minutes=11))
    assert sent.subject == "Assigned to you: 3 items"
    assert all(f"/review/{task.process.subject_id}" in sent.body for task in later)


def test_a_job_that_comes_too_early_waits_too() -> None:
    person = opted_in(a_moderator(), "assigned")
    assign(a_pending_task(), person)
    do_mails()
    assign(a_pending_task(), person)
    assert do_mails(due_by=timedelta(minutes=20)) == []  # done now, it enqueues itself for later
    waiting = OutboxMessage.objects.get(topic="mail_notices", done_at=None)
    assert timedelta(minutes=9) < waiting.available_at - timezone.now() < timedelta(minutes=10)


def test_who_escalated_is_mailed_what_was_decided() -> None:
    person, head, task = opted_in(a_moderator(), "escalation_decided"), Staff(a_head_moderator()), a_pending_task()
    staff = Staff(person)
    staff.put(f"/tasks/{task.pk}/lock")
    up = {"outcome": "escalate", "form": {"notes": "A threat."}, "revision": 1}
    assert staff.post(f"/tasks/{task.pk}/decision", up).status_code == 200
    escalated = Task.objects.get(process=task.process, queue="escalated")
    head.put(f"/tasks/{escalated.pk}/lock")
    back = {"outcome": "return", "form": {"advice": "Not a threat."}, "revision": 1}
    assert head.post(f"/tasks/{escalated.pk}/decision", back).status_code == 200
    (sent,) = do_mails()
    assert (sent.to, sent.subject) == ([person.email], "Your escalation was decided")
    assert "threat" not in sent.body


def test_what_is_due_within_an_hour_is_mailed_once() -> None:
    person, task, later = opted_in(a_moderator(), "due_soon"), a_pending_task(), a_pending_task()
    for each in (task, later):
        assign(each, person)
    Task.objects.filter(pk=task.pk).update(due_at=timezone.now() + timedelta(minutes=50))
    Task.objects.filter(pk=later.pk).update(due_at=timezone.now() + timedelta(minutes=70))
    assert [give_notice_of_due_items() for _ in range(2)] == [1, 0]
    (sent,) = do_mails()
    assert sent.subject == "Due within an hour"
    assert f"/review/{task.process.subject_id}" in sent.body
    assert f"/review/{later.process.subject_id}" not in sent.body
    assert give_notice_of_due_items() == 0


def test_more_items_than_one_run_takes_are_mailed_by_the_next_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due_soon, "MOST_AT_ONCE", 2)
    person, tasks = opted_in(a_moderator(), "due_soon"), [a_pending_task() for _ in range(5)]
    for task in tasks:
        assign(task, person)
    Task.objects.update(due_at=timezone.now() + timedelta(minutes=50))
    assert [give_notice_of_due_items() for _ in range(4)] == [2, 2, 1, 0]
    assert {*Notice.objects.values_list("task_id", flat=True)} == {task.pk for task in tasks}


def test_who_holds_an_item_is_mailed_that_it_is_due() -> None:
    person, task = opted_in(a_moderator(), "due_soon"), a_pending_task()
    Staff(person).put(f"/tasks/{task.pk}/lock")
    Task.objects.filter(pk=task.pk).update(due_at=timezone.now() + timedelta(minutes=50))
    assert give_notice_of_due_items() == 1
    assert len(do_mails()) == 1


def test_who_replied_to_a_client_is_mailed_their_answer() -> None:
    person, other, ticket = opted_in(a_moderator(), "ticket_replied"), a_moderator(), a_ticket()
    opted_in(other, "ticket_replied")
    reply(Staff(person), ticket)
    writes(ticket, "It never came.")
    (sent,) = [each for each in do_mails() if each.subject == "A client has replied to you"]
    assert (sent.to, f"/tickets/{ticket.pk}" in sent.body, "never" in sent.body) == ([person.email], True, False)


def test_a_restriction_is_mailed_to_who_may_decide_about_it() -> None:
    head, nobody = opted_in(a_head_moderator(), "restriction_opened"), an_account()
    opted_in(nobody, "restriction_opened")
    assert ask(Staff(an_admin()), a_published_review()).status_code == 201
    mails = [each for each in do_mails() if each.subject == "A restriction was requested"]
    assert [each.to for each in mails] == [[head.email]]


def test_the_digest_counts_the_week_and_the_queues() -> None:
    person, task = opted_in(a_moderator(), "weekly_digest"), a_pending_task()
    staff = Staff(person)
    staff.decide(task.pk, "backlog")
    enqueue_digests()
    message = OutboxMessage.objects.get(topic="mail_digest")
    message.payload["until"] = (timezone.now() + timedelta(hours=1)).isoformat()
    message.save()
    (sent,) = do_mails()
    assert sent.subject == "Your week at the desk"
    assert re.search(r"^Your decisions from .*: 1$", sent.body, re.MULTILINE)
    assert "Moderate reviews, Backlog: 1" in sent.body
    assert "Backlog: 1 open, 0 overdue" in sent.body


@pytest.mark.parametrize(
    ("moment", "number"),
    [("2026-11-23T07:59", 0), ("2026-11-23T08:01", 1), ("2026-11-23T21:00", 1), ("2026-11-24T09:00", 0)],
)
def test_the_digest_is_enqueued_once_on_monday_from_eight(
    monkeypatch: pytest.MonkeyPatch, moment: str, number: int
) -> None:
    now = timezone.make_aware(datetime.fromisoformat(moment))
    midnight = now.replace(hour=0, minute=0)
    monkeypatch.setattr(docket_scheduler, "beginning_of_today", lambda: midnight)
    monkeypatch.setattr(timezone, "now", lambda: now)
    for _ in range(2):
        docket_scheduler.Command()._enqueue_timed()
        OutboxMessage.objects.update(done_at=now, created_at=now)
    assert OutboxMessage.objects.filter(topic="weekly_digest").count() == number


def test_a_mail_server_that_is_away_loses_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    person = opted_in(a_moderator(), "assigned")
    assign(a_pending_task(), person)
    message = OutboxMessage.objects.get(topic="mail_notices")

    def away(*_: object) -> None:
        raise SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
        assert not perform(message.pk)
    assert Notice.objects.get().mailed_at is None
    assert len(do_mails(due_by=timedelta(minutes=1))) == 1


def test_the_link_of_a_mail_stops_its_kind_without_a_session() -> None:
    person = opted_in(a_moderator(), "assigned", "due_soon")
    assign(a_pending_task(), person)
    (sent,) = do_mails()
    found = re.search(r"/login#stop=(\S+)", sent.body)
    assert found
    assert f"#stop={found[1]}" in sent.extra_headers["List-Unsubscribe"]
    for _ in range(2):
        answer = Visitor().client.post(
            "/api/auth/notifications/stop", {"token": found[1]}, content_type="application/json"
        )
        assert (answer.status_code, answer.json()) == (200, {"notification": "assigned"})
    person.refresh_from_db()
    assert person.notifications == ["due_soon"]
    assert sentences(kind=Kind.ACCOUNT, subject_id=person.pk) == [
        "Notifications: +assigned, +due soon.",
        "Notifications: -assigned, by the link of a mail.",
    ]
    for token in ("", found[1][:-1], found[1].replace("assigned", "due_soon"), "9.due_soon", "\u2028"):
        refused = Visitor().client.post(
            "/api/auth/notifications/stop", {"token": token}, content_type="application/json"
        )
        assert (refused.status_code, refused.json()["code"]) == (409, "link_ended")


def test_who_opts_out_meanwhile_gets_no_mail() -> None:
    person = opted_in(a_moderator(), "assigned")
    assign(a_pending_task(), person)
    assert Staff(an_admin()).put(f"/user/{person.pk}/notifications", {"assigned": False}).status_code == 204
    assert do_mails() == []
    assert not Notice.objects.exists()


def test_the_page_shows_the_choices_and_refuses_what_it_does_not_know() -> None:
    person, admin = opted_in(a_moderator(), "due_soon"), Staff(an_admin())
    shown = admin.get(f"/user/{person.pk}").json()["notifications"]
    assert shown == {name: name == "due_soon" for name in Notification.values}
    assert admin.put(f"/user/{person.pk}/notifications", {"nonsense": True}).json()["fields"].keys() == {"nonsense"}
    assert admin.put(f"/user/{person.pk}/notifications", {"assigned": "yes"}).status_code == 422
    assert Staff(a_head_moderator()).put(f"/user/{an_admin().pk}/notifications", {}).status_code == 403


def test_an_erased_account_leaves_no_notice_and_no_choice(admin: Staff) -> None:
    person = opted_in(a_moderator(), "assigned")
    assign(a_pending_task(), person)
    path = f"/api/user/{person.pk}"
    assert admin.client.delete(path, {"confirm": True}, content_type="application/json").status_code == 204
    person.refresh_from_db()
    assert (person.notifications, Notice.objects.count(), do_mails()) == ([], 0, [])


def test_mailed_notices_are_deleted_after_a_week() -> None:
    person = opted_in(a_moderator(), "assigned")
    for _ in range(2):
        assign(a_pending_task(), person)
    do_mails()
    Notice.objects.filter(pk=Notice.objects.earliest("pk").pk).update(mailed_at=Now() - timedelta(days=8))
    assert prune_notices() == 1
