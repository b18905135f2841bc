"""A client who does not answer is told before their ticket ends: once, and at most once a day."""

from datetime import timedelta
from typing import Any

from django.core import mail
from django.db.models import F
from django.utils import timezone

from tests.factories import a_head_moderator, a_moderator
from tests.mail.written import a_mail
from tests.staff import Staff
from tests.workflows.mail.post import an_answer, answered, arrives, header, kinds, newest
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import decide, status, sweep_all, task_of
from tickets.models import Message, Ticket
from workflows.models import Task
from workflows.tickets.mail_in import ingest_mail
from workflows.tickets.warnings import warn_clients


def days_pass(ticket: Ticket, days: int) -> None:
    Task.objects.filter(pk=task_of(ticket).pk).update(fires_at=F("fires_at") - timedelta(days=days))
    Ticket.objects.filter(automatic_mail_at__isnull=False).update(
        automatic_mail_at=F("automatic_mail_at") - timedelta(days=days)
    )


def a_waiting_ticket(**client: Any) -> Ticket:
    ticket = arrives(a_mail(**client))
    answered(ticket)
    return ticket


def test_a_client_is_warned_after_eleven_days_and_the_ticket_ends_after_fourteen() -> None:
    ticket = a_waiting_ticket()
    days_pass(ticket, 10)
    assert warn_clients() == 0
    days_pass(ticket, 1)
    assert [warn_clients() for _ in range(3)] == [1, 0, 0]
    do_jobs()
    assert len(mail.outbox) == 2
    warning = newest()
    assert header(warning, "Auto-Submitted") == "auto-replied"
    assert ticket.token in warning.subject
    ends = timezone.now() + timedelta(days=3)
    assert f"{ends.day} {ends:%B %Y}" in str(warning.body)
    assert (kinds(ticket), status(ticket)) == (["client", "staff", "system"], "awaiting_response")
    assert Message.objects.get(kind="system").delivery == "sent"
    days_pass(ticket, 3)
    assert warn_clients() == 0
    sweep_all()
    assert status(ticket) == "resolved"


def test_who_answers_the_warning_is_not_warned_again() -> None:
    ticket = a_waiting_ticket()
    days_pass(ticket, 11)
    warn_clients()
    do_jobs()
    ingest_mail(an_answer(newest()))
    assert (status(ticket), warn_clients()) == ("replied", 0)


def test_each_time_of_waiting_has_its_warning() -> None:
    ticket, staff, head = a_waiting_ticket(), Staff(a_moderator()), Staff(a_head_moderator())
    days_pass(ticket, 11)
    assert warn_clients() == 1
    decide(staff, ticket, "escalate", notes="Hm.")
    decide(head, ticket, "return", advice="Wait.")
    assert status(ticket) == "awaiting_response"
    assert warn_clients() == 0
    days_pass(ticket, 11)
    assert warn_clients() == 1


def test_who_is_being_written_to_is_not_warned() -> None:
    ticket, staff = a_waiting_ticket(), Staff(a_moderator())
    days_pass(ticket, 11)
    staff.put(f"/tasks/{task_of(ticket).pk}/lock")
    assert warn_clients() == 0
    staff.delete(f"/tasks/{task_of(ticket).pk}/lock")
    assert warn_clients() == 1


def test_a_second_automatic_mail_waits_for_a_day() -> None:
    ticket = a_waiting_ticket()
    days_pass(ticket, 11)
    assert warn_clients() == 1
    Ticket.objects.filter(pk=ticket.pk).update(warned_at=None)
    assert warn_clients() == 0
    days_pass(ticket, 1)
    assert warn_clients() == 1


def test_who_has_no_address_gets_no_warning() -> None:
    ticket = a_waiting_ticket()
    Ticket.objects.using("owner").filter(pk=ticket.pk).update(client_email="")
    days_pass(ticket, 11)
    assert warn_clients() == 0
