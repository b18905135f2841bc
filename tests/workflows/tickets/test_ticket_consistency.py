"""`docket verify` on tickets: each rule names what was changed behind history's back."""

import pytest

from tests.consistency import inconsistencies
from tests.databases import as_owner
from tests.factories import a_moderator
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, process_of, reply, resolve
from tickets.models import Message
from workflows.tickets.consistency import TICKET_RULES

SPOILT = {
    "UPDATE tickets_ticket SET status = 'open'": ["ticket {ticket} is open, its process says resolved"],
    "UPDATE tickets_ticket SET resolved_at = NULL": ["ticket {ticket} is resolved, its process says resolved"],
    "UPDATE tickets_ticket SET message_count = 1": [
        "ticket {ticket} counts 1 messages until {last}, it has 2 until {last}"
    ],
    "UPDATE tickets_message SET kind = 'note' WHERE id = {last}": [
        "ticket {ticket} counts 2 messages until {last}, it has 1 until {first}",
        "process {process} has a reply in its history that is no message: {last}",
    ],
}


@pytest.fixture
def names(database: None) -> dict[str, int]:
    """One that is answered and resolved."""
    ticket, staff = a_ticket(), Staff(a_moderator())
    assert reply(staff, ticket).status_code == 201
    assert resolve(staff, ticket).status_code < 300
    first, last = Message.objects.filter(ticket=ticket).order_by("pk").values_list("pk", flat=True)
    return {"ticket": ticket.pk, "process": process_of(ticket).pk, "first": first, "last": last}


def test_what_the_engine_writes_agrees(names: dict[str, int]) -> None:
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("statement", SPOILT)
def test_what_was_changed_behind_historys_back_is_named(names: dict[str, int], statement: str) -> None:
    as_owner(statement.format(**names))
    found = list(inconsistencies())
    for sentence in SPOILT[statement]:
        assert sentence.format(**names) in found


def test_every_rule_is_tried() -> None:
    """By the number of rules: a new one needs a line in SPOILT, and its number here."""
    assert len(TICKET_RULES) == 3
