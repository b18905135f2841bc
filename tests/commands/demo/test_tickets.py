"""The demo's tickets: a few in every state, and as many as somebody asks for."""

from collections import Counter

import pytest
from django.core.management import call_command

from commands.demo.tickets import make_small_tickets
from tests.agreement import disagreements
from tests.factories import a_company
from tickets.models import CannedReply, Message, Ticket, TicketStatus

pytestmark = pytest.mark.usefixtures("database")


def test_the_small_demo_has_tickets_in_every_state() -> None:
    call_command("docket_demo", "--reviews", "20")
    assert make_small_tickets() > 0
    found = Counter(Ticket.objects.values_list("status", flat=True))
    assert set(found) == {status.value for status in TicketStatus}
    assert CannedReply.objects.filter(owner=None).exists()
    assert make_small_tickets() == 0
    assert list(disagreements()) == []


def test_many_tickets_are_those_of_their_seed() -> None:
    a_company()
    call_command("docket_demo", "--tickets", "600")
    call_command("docket_demo", "--tickets", "600")
    assert Ticket.objects.count() == 600
    assert {"new", "replied", "awaiting_response"} == set(Ticket.objects.values_list("status", flat=True))
    assert 10 < Message.objects.count() / 600 < 14
    assert list(disagreements()) == []
