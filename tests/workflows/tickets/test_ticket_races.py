"""Many people answer one ticket at the same moment, while its client writes: one reply goes out."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import requests
from django.db import connection

from tests.consistency import inconsistencies
from tests.factories import a_moderator
from tests.live import LiveStaff, at_once
from tests.workflows.tickets.threads import a_ticket, words, writes
from tickets.models import Message, MessageKind, Ticket
from workflows.engine.core.errors import TaskBusyError
from workflows.models import OutboxMessage
from workflows.tickets.merging import merge_tickets
from workflows.tickets.starting import add_from_outside

pytestmark = [pytest.mark.slow, pytest.mark.rule(2)]

PEOPLE = 32


def until_taken(arrive: Callable[[], Any]) -> Any:
    """Send again while the ticket is busy, as a source does."""
    try:
        while True:
            with suppress(TaskBusyError):
                return arrive()
    finally:
        connection.close()


def test_of_thirty_two_replies_one_goes_out(server: str) -> None:
    ticket = a_ticket()
    last = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket.pk)
    body = {"kind": "reply", "text": "It is on its way.", "last_message_id": last}
    people = [LiveStaff(server, a_moderator()) for _ in range(PEOPLE)]
    answers: list[requests.Response] = at_once(
        [partial(person.post, f"/tickets/{ticket.pk}/messages", body) for person in people]
    )
    codes = [answer.status_code for answer in answers]
    assert codes.count(201) == 1, [answer.text for answer in answers]
    refused = {answer.json()["code"] for answer in answers if answer.status_code != 201}
    assert refused <= {"newer_message", "task_closed", "task_taken", "busy"}, refused
    assert Message.objects.filter(ticket=ticket, kind=MessageKind.STAFF).count() == 1
    assert OutboxMessage.objects.filter(topic="mail_ticket_message").count() == 1
    assert list(inconsistencies()) == []


def test_the_same_mail_from_many_mailboxes_at_once_is_one_message() -> None:
    ticket = a_ticket()
    same = words("One mail.", mail_message_id="same@client.example")

    arrived = at_once([lambda: until_taken(lambda: add_from_outside(ticket.pk, same))] * 8)
    assert len({each.message_id for each in arrived}) == 1
    assert sum(each.is_new for each in arrived) == 1
    assert list(inconsistencies()) == []


def test_a_message_that_a_source_sends_many_times_while_its_ticket_is_merged_is_stored_once() -> None:
    older, newer, person = a_ticket(), a_ticket(), a_moderator()
    writes(older, "Another text.", external_id="2")
    same = words("One text.", mail_message_id=None, external_id="2")

    def arrive() -> Any:
        return until_taken(lambda: add_from_outside(newer.pk, same))

    def merge() -> Any:
        return until_taken(lambda: merge_tickets(newer.pk, older.pk, by=person))

    *arrived, kept = at_once([*[arrive] * 8, merge])
    assert kept == older.pk
    assert len({each.message_id for each in arrived}) == 1
    assert sum(each.is_new for each in arrived) == 1
    assert Message.objects.get(pk=arrived[0].message_id, ticket=older).text == "One text."
    assert list(inconsistencies()) == []


def test_clients_who_write_while_somebody_replies_lose_nothing(server: str) -> None:
    ticket, person = a_ticket(), LiveStaff(server, a_moderator())
    last = Ticket.objects.values_list("last_message_id", flat=True).get(pk=ticket.pk)
    body = {"kind": "reply", "text": "It is on its way.", "last_message_id": last}

    def arrive(number: int) -> Any:
        return until_taken(lambda: writes(ticket, f"Message {number}."))

    replying: Any = partial(person.post, f"/tickets/{ticket.pk}/messages", body)
    answer, *arrived = at_once([replying, *(partial(arrive, number) for number in range(6))])
    assert answer.status_code in (201, 409), answer.text
    assert len({each.message_id for each in arrived}) == 6
    stand = Ticket.objects.get(pk=ticket.pk)
    assert stand.message_count == 7 + (answer.status_code == 201)
    assert list(inconsistencies()) == []
