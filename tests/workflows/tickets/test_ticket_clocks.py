"""When an answer is due: eight business hours after the client's message, whatever happened to the ticket before."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from kit.business_time import after_business_hours
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, decide, reopen, reply, resolve, status, task_of, writes
from tickets.models import Message, Ticket
from workflows.models import Process, Task, TaskEvent


def days_pass(ticket: Ticket, days: int = 9) -> None:
    """Everything of the ticket becomes older."""
    past = timedelta(days=days)
    Message.objects.using("owner").filter(ticket=ticket).update(created_at=F("created_at") - past)
    Process.objects.filter(subject_id=ticket.pk).update(created=F("created") - past)
    tasks = Task.objects.filter(process__subject_id=ticket.pk)
    tasks.update(created=F("created") - past, due_at=F("due_at") - past, rank_at=F("rank_at") - past)


def is_due_in_eight_business_hours(ticket: Ticket) -> bool:
    task = task_of(ticket)
    assert task.rank_at == task.due_at
    is_of_today = timezone.now() - task.created < timedelta(days=1)
    return is_of_today and task.due_at == after_business_hours(task.created, 8, task.process.country)


def test_each_answer_is_due_eight_business_hours_after_the_clients_message() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    assert is_due_in_eight_business_hours(ticket)
    for _ in range(2):
        days_pass(ticket)
        reply(staff, ticket)
        writes(ticket)
        assert is_due_in_eight_business_hours(ticket)


@pytest.mark.parametrize("who", ["client", "staff"])
def test_a_reopened_ticket_is_not_overdue_at_once(who: str) -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    reply(staff, ticket)
    writes(ticket)
    days_pass(ticket)
    resolve(staff, ticket)
    if who == "client":
        writes(ticket, "It broke again.")
    else:
        reopen(staff, ticket)
    assert (status(ticket), is_due_in_eight_business_hours(ticket)) == ("replied", True)


@pytest.mark.parametrize("visited", [False, True])
def test_a_client_who_writes_while_it_is_escalated_is_answered_in_time_after_its_return(visited: bool) -> None:
    ticket, staff, head = a_ticket(), Staff(a_moderator()), Staff(a_head_moderator())
    if visited:
        reply(staff, ticket)
        writes(ticket)
    reply(staff, ticket)
    days_pass(ticket)
    decide(staff, ticket, "escalate", notes="Asks for 900.")
    writes(ticket)
    decide(head, ticket, "return", advice="Offer 100.")
    assert (status(ticket), is_due_in_eight_business_hours(ticket)) == ("replied", True)


def test_a_return_without_a_new_message_keeps_the_clock() -> None:
    ticket, staff, head = a_ticket(), Staff(a_moderator()), Staff(a_head_moderator())
    reply(staff, ticket)
    writes(ticket)
    days_pass(ticket)
    before = task_of(ticket).due_at
    decide(staff, ticket, "escalate", notes="Asks for 900.")
    decide(head, ticket, "return", advice="Offer 100.")
    assert (status(ticket), task_of(ticket).due_at) == ("replied", before)


@pytest.mark.parametrize("text", ["Any news?", "I will hurt somebody."])
def test_a_ticket_that_is_put_off_comes_back_when_its_client_writes(text: str) -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    until = (timezone.now() + timedelta(days=3)).isoformat()
    assert staff.put(f"/tasks/{task_of(ticket).pk}/snooze", {"until": until}).status_code == 204
    assert task_of(ticket).snoozed_until is not None
    writes(ticket, text)
    assert task_of(ticket).snoozed_until is None
    actions = TaskEvent.objects.filter(process__subject_id=ticket.pk).order_by("seq").values_list("action", flat=True)
    assert list(actions) == ["start", "snooze", "message", "wake"]
    assert list(inconsistencies()) == []


def test_a_client_who_reopens_a_ticket_with_words_about_harm_is_answered_first() -> None:
    ticket = a_ticket()
    resolve(Staff(a_moderator()), ticket)
    writes(ticket, "If nobody answers I will kill myself.")
    assert task_of(ticket).priority == 1
