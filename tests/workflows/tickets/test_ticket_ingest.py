"""Tickets from programs: a result for each, and a repeated one is a duplicate."""

from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from django.utils import timezone

from accounts.keys import create_key
from companies.lookup import CompanyRef
from companies.models import Company, CompanyStatus
from tests.consistency import inconsistencies
from tests.factories import a_company, a_moderator
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.staff import Staff
from tests.workflows.tickets.threads import reply, resolve, status
from tickets.models import Message, MessageKind, Ticket
from tickets.writing import Client
from workflows.tickets.threads import SavedThread, Thread, ThreadMessage, save_threads


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


def test_a_thread_that_is_sent_again_brings_what_has_come_since() -> None:
    program, thread = a_program(), ("client", "staff", "client")
    assert results(program, sent("t-1", *thread[:1])) == ["created"]
    for _ in range(2):
        assert results(program, sent("t-1", *thread)) == ["duplicate"]
    ticket = Ticket.objects.get()
    texts = Message.objects.filter(ticket=ticket).order_by("pk").values_list("kind", "text", "author_email")
    assert list(texts) == [
        (MessageKind.CLIENT, "Message 0.", "ada@client.example"),
        (MessageKind.STAFF, "Message 1.", ""),
        (MessageKind.CLIENT, "Message 2.", "ada@client.example"),
    ]
    assert status(ticket) == "replied"
    assert list(inconsistencies()) == []


def test_each_ticket_has_a_result_and_stands_where_its_thread_does() -> None:
    company, program = a_company("Tan & Sons"), a_program()
    items = [
        sent("new", company=company.pk),
        sent("answered", "client", "staff", company="Tan & Sons"),
        sent("replied", "client", "staff", "client", company="A new one"),
        sent("bad", subject=""),
        "nonsense",
        sent("new", company=company.pk),
    ]
    assert results(program, *items) == ["created", "created", "created", "rejected", "rejected", "duplicate"]
    stand = {ticket.external_id: ticket.status for ticket in Ticket.objects.all()}
    assert stand == {"new": "new", "answered": "awaiting_response", "replied": "replied"}
    assert list(inconsistencies()) == []


def test_two_messages_of_a_ticket_with_one_id_are_refused_instead_of_losing_one() -> None:
    message = {"external_id": "m1", "from": "client", "text": "Where is it?"}
    twice = sent(messages=[message, {**message, "text": "And the other one?"}])
    (result,) = a_program().post("/ingest/tickets", {"items": [twice]}).json()["results"]
    assert (result["status"], list(result["errors"])) == ("rejected", ["messages"])
    assert not Ticket.objects.exists()


def test_an_id_names_one_ticket_of_one_client() -> None:
    program, bob = a_program(), {"name": "Bob", "email": "bob@client.example"}
    other = sent("t-1", subject="Refund", client=bob)
    answer = program.post("/ingest/tickets", {"items": [sent("t-1"), other, sent("t-1")]}).json()["results"]
    assert [(of["status"], of["code"]) for of in answer] == [
        ("created", None),
        ("rejected", "repeated_id"),
        ("duplicate", None),
    ]
    (later,) = program.post("/ingest/tickets", {"items": [other]}).json()["results"]
    assert (later["status"], later["code"], list(later["errors"])) == ("rejected", "other_author", ["client.email"])
    (imported,) = save_threads(
        "desk", [Thread("t-1", "Refund", Client(**bob), [ThreadMessage(MessageKind.CLIENT, "Refund me.")])]
    )
    assert imported.refused.startswith("client: ")
    # another writing of the address, another name, an address that an agent has corrected, and none are the same client
    Ticket.objects.using("owner").update(client_email="ada@new.example")
    for client in ("ADA@client.example", "ada@new.example", ""):
        assert results(program, sent("t-1", client={"name": "Ada Lund", "email": client})) == ["duplicate"]
    assert Ticket.objects.get().subject == "Order"


def test_the_clients_of_a_closed_company_still_have_questions() -> None:
    company = Company.objects.create(name="Tan & Sons", status=CompanyStatus.CLOSED)
    assert results(a_program(), sent("t-1", company=company.pk), sent("t-2", company="Tan & Sons")) == ["created"] * 2
    thread = Thread(
        "t-3", "Order", Client("Ada", ""), [ThreadMessage(MessageKind.CLIENT, "Still?")], CompanyRef(company.pk)
    )
    (imported,) = save_threads("desk", [thread])
    assert {ticket.company_id for ticket in Ticket.objects.all()} == {company.pk}
    assert imported.ticket_id == Ticket.objects.latest("pk").pk


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
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("external_id", [" padded ", "a/../b", "é 🦷"])
def test_every_accepted_ticket_takes_messages(external_id: str) -> None:
    program = a_program()
    assert results(program, sent(external_id)) == ["created"]
    message = {"external_id": "m9", "from": "client", "text": "And now?"}
    assert program.post(f"/ingest/tickets/desk/{quote(external_id, safe='')}/messages", message).status_code == 201


@pytest.mark.parametrize("external_id", ["..", "nl\nx"])
def test_an_id_that_no_address_can_carry_is_refused(external_id: str) -> None:
    assert results(a_program(), sent(external_id)) == ["rejected"]


def merged(staff: Staff, newer: str, older: str) -> None:
    into, ticket = (Ticket.objects.get(external_id=each).pk for each in (older, newer))
    assert staff.post(f"/tickets/{ticket}/merge", {"into": into}).status_code == 200


@pytest.mark.parametrize("way", [[("c", "a")], [("c", "b"), ("b", "a")], [("b", "a"), ("c", "a")]])
def test_ids_of_messages_of_merged_tickets_never_meet(way: list[tuple[str, str]]) -> None:
    program, staff = a_program(), Staff(a_moderator())
    results(program, sent("a", "client", "staff", "client"), sent("b", "client", "staff"), sent("c"))
    first_of_c = Message.objects.get(ticket__external_id="c").pk
    for newer, older in way:
        merged(staff, newer, older)
    held = Ticket.objects.get(external_id="a").pk
    message = {"external_id": "m1", "from": "client", "text": "Nobody has this yet."}
    first = program.post("/ingest/tickets/desk/c/messages", message)
    assert first.status_code == 201, first.content
    assert first.json()["ticket_id"] == held
    assert Message.objects.get(pk=first.json()["id"]).text == message["text"]
    # what came before and after the merge is recognised, each by the ticket that it was sent to
    again = program.post("/ingest/tickets/desk/c/messages", message)
    assert (again.status_code, again.json()) == (200, first.json())
    earlier = program.post("/ingest/tickets/desk/c/messages", {**message, "external_id": "m0"})
    assert (earlier.status_code, earlier.json()) == (200, {"ticket_id": held, "id": first_of_c})
    of_a = program.post("/ingest/tickets/desk/a/messages", message)
    assert (of_a.status_code, of_a.json()["id"] == first.json()["id"]) == (200, False)
    assert list(inconsistencies()) == []


def test_a_message_is_recognised_after_the_ticket_that_it_was_sent_to_has_been_continued() -> None:
    program, staff = a_program(), Staff(a_moderator())
    message = {"external_id": "m9", "from": "client", "text": "More."}
    results(program, sent("a"))
    assert program.post("/ingest/tickets/desk/a/messages", message).status_code == 201
    ticket = Ticket.objects.get()
    assert resolve(staff, ticket).status_code == 200
    Ticket.objects.update(resolved_at=timezone.now() - timedelta(days=31))
    later = program.post("/ingest/tickets/desk/a/messages", {**message, "external_id": "m10"})
    assert (later.status_code, later.json()["ticket_id"] == ticket.pk) == (201, False)
    for number in ("m9", "m10"):
        again = program.post("/ingest/tickets/desk/a/messages", {**message, "external_id": number})
        assert (again.status_code, again.json()["ticket_id"] == ticket.pk) == (200, number == "m9")
    assert Message.objects.count() == 3


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59Z", "1899-12-31T23:59:59Z", "2025-11-02T09:30:00", 5])
def test_a_message_was_written_at_a_time_that_has_been(at: Any) -> None:
    program = a_program()
    results(program, sent("a"))
    message = {"external_id": "m9", "from": "client", "text": "And now?", "at": at}
    refused = program.post("/ingest/tickets/desk/a/messages", message)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["at"])
    answer = program.post("/ingest/tickets", {"items": [sent("b", messages=[message])]}).json()
    assert [(of["status"], list(of["errors"])) for of in answer["results"]] == [("rejected", ["messages.0.at"])]
    assert Message.objects.count() == 1


def test_two_imports_of_one_thread_at_once_begin_one_ticket(monkeypatch: pytest.MonkeyPatch) -> None:
    thread = Thread("t-1", "Order", Client("Ada", ""), [ThreadMessage(MessageKind.CLIENT, "Where is it?")])
    pause = pause_before(monkeypatch, "workflows.tickets.threads.start_processes")
    take_in = partial(save_threads, "desk", [thread])
    with at_the_same_time(take_in, pause) as first:
        second = blocked_or_done(take_in, pause.let_go)
    assert (first.result(), second) == ([SavedThread(Ticket.objects.get().pk)], [SavedThread()])
    assert list(inconsistencies()) == []
