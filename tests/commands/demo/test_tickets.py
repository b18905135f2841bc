"""The demo's tickets: as many as somebody asks for."""

from django.core.management import call_command

from tests.consistency import inconsistencies
from tests.factories import a_company
from tickets.models import Message, Ticket


def test_many_tickets_are_those_of_their_seed() -> None:
    a_company()
    call_command("docket_demo", "--tickets", "600")
    call_command("docket_demo", "--tickets", "600")
    assert Ticket.objects.count() == 600
    assert {"new", "replied", "awaiting_response"} == set(Ticket.objects.values_list("status", flat=True))
    assert 10 < Message.objects.count() / 600 < 14
    assert list(inconsistencies()) == []
