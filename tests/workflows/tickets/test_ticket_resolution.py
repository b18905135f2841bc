"""The life of a ticket: who moves it where, what ends it, and what begins it again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, an_account
from tests.staff import Staff
from tests.workflows.tickets.threads import (
    a_ticket,
    decide,
    process_of,
    read,
    reopen,
    reply,
    resolve,
    status,
    sweep_all,
    task_of,
    writes,
)
from tickets.models import MessageKind, Ticket, TicketStatus
from workflows.models import Process, Task, TaskEvent
from workflows.tickets.clocks import RESOLVED_AFTER


def actions_of(ticket: Ticket) -> list[str]:
    entries = TaskEvent.objects.filter(process__subject_id=ticket.pk).order_by("process_id", "seq")
    return list(entries.values_list("action", flat=True))


def test_a_ticket_goes_from_the_client_to_the_staff_and_back_until_it_is_resolved() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator("Marta Ellwood"))
    assert (status(ticket), task_of(ticket).queue) == ("new", "tickets")
    assert "Mark as resolved" in [outcome["label"] for outcome in read(staff, ticket)["outcomes"]]
    assert reply(staff, ticket).json()["status"] == "awaiting_response"
    assert (status(ticket), task_of(ticket).queue) == ("awaiting_response", "")
    writes(ticket)
    assert (status(ticket), task_of(ticket).queue) == ("replied", "tickets")
    assert resolve(staff, ticket).json() == {"status": "resolved"}
    assert (status(ticket), process_of(ticket).outcome) == ("resolved", "resolved")
    assert actions_of(ticket) == ["start", "decide", "fire", "decide"]
    assert list(inconsistencies()) == []
    passed = ("new", "replied", "awaiting_response", "resolved")
    assert [TicketStatus(name).label for name in passed] == ["New", "Replied", "Awaiting Response", "Resolved"]


def test_a_reply_may_resolve_at_once() -> None:
    ticket = a_ticket()
    answer = reply(Staff(a_moderator()), ticket, resolve=True)
    assert (answer.status_code, answer.json()["status"], status(ticket)) == (201, "resolved", "resolved")


def test_an_answer_needs_the_newest_message() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    seen = read(staff, ticket)["last_message_id"]
    writes(ticket, "I forgot the number: 17.")
    refused = reply(staff, ticket, last_message_id=seen)
    body = refused.json()
    assert (refused.status_code, body["code"]) == (409, "newer_message")
    assert [message["text"] for message in body["newer_messages"]] == ["I forgot the number: 17."]
    refused = staff.post(f"/tickets/{ticket.pk}/resolution", {"last_message_id": seen})
    assert refused.json()["code"] == "newer_message"
    task = task_of(ticket)
    staff.put(f"/tasks/{task.pk}/lock")
    escalation = {"outcome": "escalate", "form": {"notes": "A lawyer writes."}}
    refused = staff.post(f"/tasks/{task.pk}/decision", escalation)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["revision"])
    escalation["revision"] = seen
    assert staff.post(f"/tasks/{task.pk}/decision", escalation).json()["code"] == "newer_message"
    assert reply(staff, ticket, last_message_id=body["newer_messages"][-1]["id"]).status_code == 201


def test_who_comes_second_is_told_who_has_it_and_may_leave_a_note() -> None:
    ticket, first, second = a_ticket(), Staff(a_moderator("Ann Lee")), Staff(a_moderator("Bo Kim"))
    first.put(f"/tasks/{task_of(ticket).pk}/lock")
    refused = reply(second, ticket)
    assert (refused.status_code, refused.json()["code"], refused.json()["holder"]["name"]) == (
        409,
        "task_taken",
        "Ann Lee",
    )
    note = second.post(f"/tickets/{ticket.pk}/messages", {"kind": "note", "text": "Their third order."})
    assert note.status_code == 201, note.content
    assert reply(first, ticket).status_code == 201
    shown = [
        (message["kind"], message["text"], message["author"]["name"]) for message in read(second, ticket)["messages"]
    ]
    assert shown == [
        ("client", "Where is my order?", "Ada Client"),
        ("note", "Their third order.", "Bo Kim"),
        ("staff", "It is on its way.", "Ann Lee"),
    ]
    assert list(inconsistencies()) == []


def test_an_answer_of_the_client_does_not_interrupt_who_is_writing_to_them() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    reply(staff, ticket)
    task = task_of(ticket)
    staff.put(f"/tasks/{task.pk}/lock")
    staff.put(f"/tasks/{task.pk}/draft", {"outcome": "reply", "form": {"reply": "One more thing"}})
    writes(ticket)
    shown = read(staff, ticket)["task"]
    assert (shown["locked"], shown["node"], shown["drafts"][0]["form"]) == (
        True,
        "replied",
        {"reply": "One more thing"},
    )
    assert reply(staff, ticket).status_code == 201
    assert list(inconsistencies()) == []


def test_the_assignee_stays_while_the_ticket_goes_to_the_client_and_back() -> None:
    ticket, person = a_ticket(), a_moderator()
    staff = Staff(person)
    staff.put(f"/tasks/{task_of(ticket).pk}/assignee", {"user_id": person.pk})
    reply(staff, ticket)
    assert task_of(ticket).assignee_id == person.pk
    writes(ticket)
    assert task_of(ticket).assignee_id == person.pk
    assert list(inconsistencies()) == []


def test_escalated_stays_there_when_the_client_writes_and_does_not_return_to_waiting() -> None:
    ticket, staff, head = a_ticket(), Staff(a_moderator()), Staff(a_head_moderator())
    reply(staff, ticket)
    decide(staff, ticket, "escalate", notes="Asks for 900.")
    assert status(ticket) == "escalated"
    assert reply(staff, ticket).status_code == 403
    writes(ticket)
    assert status(ticket) == "escalated"
    decide(head, ticket, "return", advice="Offer 100.")
    assert status(ticket) == "replied"


def test_a_note_moves_nothing() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    last = read(staff, ticket)["last_message_id"]
    staff.post(f"/tickets/{ticket.pk}/messages", {"kind": "note", "text": "Seen."})
    assert (status(ticket), read(staff, ticket)["last_message_id"]) == ("new", last)


def test_a_client_who_does_not_answer_ends_the_ticket_after_fourteen_days() -> None:
    ticket = a_ticket()
    reply(Staff(a_moderator()), ticket)
    task = task_of(ticket)
    assert task.fires_at is not None
    assert timedelta(days=13, hours=23) < task.fires_at - timezone.now() <= timedelta(days=14)
    Task.objects.filter(pk=task.pk).update(fires_at=timezone.now())
    sweep_all()
    assert status(ticket) == "resolved"
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("who", ["client", "staff"])
def test_a_reopened_ticket_that_nobody_has_answered_is_new(who: str) -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    for expected in ("new", "replied" if who == "client" else "awaiting_response"):
        staff.post(f"/tickets/{ticket.pk}/messages", {"kind": "note", "text": "Not for the client."})
        assert resolve(staff, ticket).status_code == 200
        if who == "client":
            writes(ticket, "It broke again.")
        else:
            assert reopen(staff, ticket).json() == {"status": expected}
        assert status(ticket) == expected
        reply(staff, ticket)
    assert list(inconsistencies()) == []


def test_a_resolved_ticket_is_reopened_by_anyone_with_the_permission() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    reply(staff, ticket)
    assert reopen(staff, ticket).json()["code"] == "not_ended"
    resolve(staff, ticket)
    assert reopen(staff, ticket).json() == {"status": "awaiting_response"}
    assert (status(ticket), Process.objects.filter(subject_id=ticket.pk).count()) == ("awaiting_response", 2)
    reopened = task_of(ticket)  # the staff wrote last: no answer is due
    assert (reopened.queue, reopened.due_at) == ("", reopened.created + RESOLVED_AFTER)
    assert Ticket.objects.get(pk=ticket.pk).resolved_at is None
    story = staff.get(f"/tickets/{ticket.pk}/story").json()
    assert [[entry["action"] for entry in chapter["events"]] for chapter in story] == [
        ["start", "decide", "decide", "override"],
        ["reinstate"],
    ]
    assert list(inconsistencies()) == []


def test_nobody_reopens_a_ticket_without_the_permission() -> None:
    ticket = a_ticket()
    resolve(Staff(a_moderator()), ticket)
    ended = process_of(ticket)
    path = f"/processes/ticket_resolution/{ended.pk}/reinstatement"
    head = Staff(an_account(access=["head_moderator"]))
    assert head.get(f"/tickets/{ticket.pk}").status_code == 403
    assert head.post(path, {"notes": "Because."}).status_code == 403
    assert Staff(a_moderator()).post(path, {"notes": "Because."}).status_code == 403
    assert (status(ticket), process_of(ticket)) == ("resolved", ended)
    begun = Staff(an_account(access=["head_moderator", "tickets"])).post(path, {"notes": "Because."})
    assert (begun.status_code, begun.json()["queue"], status(ticket)) == (201, "tickets", "new")
    assert list(inconsistencies()) == []


@pytest.mark.parametrize(("days", "reopens"), [(29, True), (31, False)])
def test_the_client_reopens_it_within_thirty_days(days: int, reopens: bool) -> None:
    ticket = a_ticket()
    resolve(Staff(a_moderator()), ticket)
    Ticket.objects.filter(pk=ticket.pk).update(resolved_at=timezone.now() - timedelta(days=days))
    arrived = writes(ticket, "It broke again.")
    if reopens:
        assert (arrived.ticket_id, status(ticket)) == (ticket.pk, "new")
    else:
        newer = Ticket.objects.get(pk=arrived.ticket_id)
        assert (newer.older_id, newer.status, status(ticket)) == (ticket.pk, "new", "resolved")
        links = read(Staff(a_moderator()), newer)["links"]["tickets"]
        assert [(link["id"], link["relation"]) for link in links] == [(ticket.pk, "continues")]
    assert list(inconsistencies()) == []


def test_what_comes_after_the_thirty_days_goes_on_in_one_ticket() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())

    def ended_long_ago(ended: Ticket) -> None:
        Ticket.objects.filter(pk=ended.pk).update(resolved_at=timezone.now() - timedelta(days=31))

    resolve(staff, ticket)
    ended_long_ago(ticket)
    writes(ticket, "Sent once.", external_id="7")
    newer = Ticket.objects.get(older=ticket)
    assert not writes(ticket, "Sent once.", external_id="7", mail_message_id=None).is_new
    assert (writes(ticket, "One more.").ticket_id, status(newer)) == (newer.pk, "new")
    resolve(staff, newer)
    assert (writes(ticket, "And again.").ticket_id, status(newer)) == (newer.pk, "new")
    resolve(staff, newer)
    ended_long_ago(newer)
    last = writes(ticket, "Years later.").ticket_id
    assert (Ticket.objects.get(pk=last).older_id, writes(ticket).ticket_id) == (newer.pk, last)
    assert list(inconsistencies()) == []


def test_what_a_program_writes_moves_nothing() -> None:
    ticket = a_ticket()
    reply(Staff(a_moderator()), ticket)
    writes(ticket, "I am out of office.", kind=MessageKind.SYSTEM, auto=True)
    assert status(ticket) == "awaiting_response"


def test_a_message_about_harm_comes_first() -> None:
    calm, danger = a_ticket(), a_ticket("If nobody answers I will kill myself.")
    assert (task_of(calm).priority, task_of(danger).priority) == (5, 1)
    writes(calm, "I want to hurt someone.")
    assert task_of(calm).priority == 1


def test_a_client_who_has_called_has_a_ticket_without_an_address_and_gets_no_mail(staff: Staff) -> None:
    called = {"subject": "A call", "client": {"name": "Ada"}, "text": "Where is my order?"}
    ticket = Ticket.objects.get(pk=staff.post("/tickets", called).json()["id"])
    assert read(staff, ticket)["client"] == {"name": "Ada", "email": "", "suspect": False}
    assert reply(staff, ticket).status_code == 201
    assert read(staff, ticket)["messages"][-1]["delivery"] is None
    decide(staff, a_ticket(), "reply", reply="It is on its way.")
    assert [row["addressed"] for row in staff.get("/user/me/decisions").json()] == [True, False]
    refused = staff.post("/tickets", {**called, "client": {"name": "Ada", "email": "ada"}})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["client.email"])


def test_without_the_permission_nothing_is_read_or_done() -> None:
    ticket, stranger = a_ticket(), Staff(an_account(access=["moderation"]))
    assert stranger.get("/tickets").status_code == 403
    assert stranger.get(f"/tickets/{ticket.pk}").status_code == 403
    assert reply(stranger, ticket).status_code == 403
    assert Staff(a_moderator()).get("/tickets/987654").status_code == 404


def test_placeholders_that_are_left_stop_a_reply() -> None:
    refused = reply(Staff(a_moderator()), a_ticket(), "Dear {{client_name}}, …")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["text"])
