"""Tickets to test with: `a_ticket()`, `writes()`, and the calls of the desk."""

import itertools
from typing import Any

from companies.models import Company
from tests.factories import a_company
from tests.staff import Staff
from tickets.models import MessageKind, Ticket, Via
from tickets.writing import Client, NewMessage
from workflows.engine.verbs.sweep import sweep
from workflows.models import OPEN, Process, Task
from workflows.tickets.starting import Arrived, add_from_outside, start_ticket

_numbers = itertools.count(1)
CLIENT = Client("Ada Client", "ada@client.example")


def words(text: str = "Where is my order?", **more: Any) -> NewMessage:
    return NewMessage(
        **{
            "kind": MessageKind.CLIENT,
            "text": text,
            "via": Via.MAIL,
            "author_name": CLIENT.name,
            "author_email": CLIENT.email,
            "mail_message_id": f"m{next(_numbers)}@client.example",
            **more,
        }
    )


def a_ticket(text: str = "Where is my order?", *, company: Company | None = None, client: Client = CLIENT) -> Ticket:
    company = company or a_company()
    arrived = start_ticket("My order", client, words(text), company_id=company.pk)
    return Ticket.objects.get(pk=arrived.ticket_id)


def writes(ticket: Ticket, text: str = "Any news?", **more: Any) -> Arrived:
    """The client writes again."""
    return add_from_outside(ticket.pk, words(text, **more))


def read(staff: Staff, ticket: Ticket) -> Any:
    answer = staff.get(f"/tickets/{ticket.pk}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def reply(staff: Staff, ticket: Ticket, text: str = "It is on its way.", **more: Any) -> Any:
    """A reply to the newest message, unless `last_message_id` says otherwise."""
    last = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket.pk)
    body = {"kind": "reply", "text": text, "last_message_id": last, **more}
    return staff.post(f"/tickets/{ticket.pk}/messages", body)


def decide(staff: Staff, ticket: Ticket, outcome: str, **form: str) -> Any:
    """A claim, and a decision on the newest message."""
    task = task_of(ticket)
    staff.put(f"/tasks/{task.pk}/lock")
    last = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket.pk)
    body = {"outcome": outcome, "form": form, "revision": last}
    answer = staff.post(f"/tasks/{task.pk}/decision", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def resolve(staff: Staff, ticket: Ticket) -> Any:
    last = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket.pk)
    return staff.post(f"/tickets/{ticket.pk}/resolution", {"last_message_id": last})


def reopen(staff: Staff, ticket: Ticket) -> Any:
    return staff.delete(f"/tickets/{ticket.pk}/resolution")


def status(ticket: Ticket) -> str:
    return str(Ticket.objects.values_list("status", flat=True).get(pk=ticket.pk))


def process_of(ticket: Ticket) -> Process:
    found: Process = Process.objects.filter(flow_class="ticket_resolution", subject_id=ticket.pk).latest("pk")
    return found


def task_of(ticket: Ticket) -> Task:
    found: Task = Task.objects.get(process=process_of(ticket), status__in=OPEN)
    return found


def sweep_all() -> None:
    while sum(sweep().values()):
        pass
