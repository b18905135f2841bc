"""Tickets from programs: a result for each, and a repeated one is a duplicate."""

from typing import Any

import pytest

from accounts.keys import create_key
from tests.agreement import disagreements
from tests.factories import a_company, a_moderator
from tests.staff import Staff
from tests.workflows.tickets.threads import reply, status
from tickets.models import Message, Ticket

pytestmark = pytest.mark.usefixtures("database")


def a_program(scope: str = "tickets") -> Staff:
    key, _ = create_key("Help desk", [scope])
    program = Staff()
    program.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return program


def sent(external_id: str = "t-1", *speakers: str, **more: Any) -> dict[str, Any]:
    messages = [
        {"external_id": f"m{place}", "from": speaker, "text": f"Message {place}."}
        for place, speaker in enumerate(speakers or ("client",))
    ]
    client = {"name": "Ada", "email": "ada@client.example"}
    return {
        "source": "desk",
        "external_id": external_id,
        "subject": "Order",
        "client": client,
        "messages": messages,
    } | more


def results(program: Staff, *items: Any) -> list[Any]:
    answer = program.post("/ingest/tickets", {"items": list(items)})
    assert answer.status_code == 200, answer.content
    return [result["status"] for result in answer.json()["results"]]


def test_each_ticket_has_a_result_and_stands_where_its_thread_does() -> None:
    company, program = a_company("Tan & Sons"), a_program()
    items = [
        sent("new", company=company.pk),
        sent("answered", "client", "staff", company="Tan & Sons"),
        sent("replied", "client", "staff", "client", company="A new one"),
        sent("bad", subject=""),
        "nonsense",
        sent("new"),
    ]
    assert results(program, *items) == ["created", "created", "created", "rejected", "rejected", "duplicate"]
    stand = {ticket.external_id: ticket.status for ticket in Ticket.objects.all()}
    assert stand == {"new": "new", "answered": "awaiting_response", "replied": "replied"}
    assert list(disagreements()) == []


def test_a_message_is_added_once_and_moves_the_ticket() -> None:
    program = a_program()
    results(program, sent("a/b"))
    ticket = Ticket.objects.get()
    reply(Staff(a_moderator()), ticket)
    message = {"external_id": "m9", "from": "client", "text": "And now?"}
    first = program.post("/ingest/tickets/desk/a/b/messages", message)
    again = program.post("/ingest/tickets/desk/a/b/messages", message)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert (status(ticket), Message.objects.filter(ticket=ticket).count()) == ("replied", 3)
    answered = {"external_id": "m10", "from": "staff", "text": "Answered by telephone."}
    assert program.post("/ingest/tickets/desk/a/b/messages", answered).status_code == 201
    assert status(ticket) == "awaiting_response"
    assert program.post("/ingest/tickets/desk/other/messages", message).status_code == 404
    assert list(disagreements()) == []


def test_it_takes_a_key_of_its_scope() -> None:
    assert Staff().post("/ingest/tickets", {"items": [sent()]}).status_code == 401
    assert a_program("ingest").post("/ingest/tickets", {"items": [sent()]}).status_code == 403
