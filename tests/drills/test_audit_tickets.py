"""The audit of tickets after a drill finds what is lost and what happened twice."""

from types import SimpleNamespace
from typing import Any

import pytest

from drills.arrivals import PREFIX, Clients
from drills.audit_tickets import faults_of_tickets
from drills.receivers import Received
from tests.factories import a_moderator
from tests.workflows.tickets.threads import a_ticket
from tickets.models import Delivery, Message, MessageKind, Ticket
from workflows.tickets.verbs import reply_to


class Drill:
    """One answered ticket, and what its client, its moderator and the mail server remember of it."""

    def __init__(self) -> None:
        ticket, user = a_ticket(), a_moderator()
        name, first = f"{PREFIX}1", f"{PREFIX}1-first"
        Ticket.objects.using("owner").filter(pk=ticket.pk).update(external_id=name)
        Message.objects.using("owner").filter(ticket=ticket, kind=MessageKind.CLIENT).update(external_id=first)
        written = reply_to(ticket.pk, "It is on its way.", last_message_id=ticket.last_message_id, by=user)
        self.reply = written.message_id
        self.delivered(Delivery.SENT)
        self.clients = Clients("", "")
        self.clients.tickets, self.clients.messages = {name: ticket.pk}, {first}
        self.replier: Any = SimpleNamespace(user=user, replies=[(ticket.pk, self.reply)])
        self.mail = Received()
        self.mail.note("ticket.1")

    def delivered(self, state: Delivery) -> None:
        Message.objects.filter(pk=self.reply).update(delivery=state, mail_message_id="ticket.1@docket.test")

    def faults(self) -> list[str]:
        return list(faults_of_tickets(self.clients, [self.replier], self.mail))


@pytest.fixture
def drill(database: None) -> Drill:
    return Drill()


def test_a_drill_in_which_all_agrees_has_no_faults(drill: Drill) -> None:
    assert drill.faults() == []


def test_a_lost_ticket_is_found(drill: Drill) -> None:
    drill.clients.tickets[f"{PREFIX}2"] = 0
    assert drill.faults() == ["2 tickets were acknowledged, and 1 are stored"]


def test_a_lost_message_of_a_client_is_found(drill: Drill) -> None:
    drill.clients.messages.add(f"{PREFIX}1-again-2")
    assert drill.faults() == ["2 messages of clients were acknowledged, and 1 are stored"]


def test_a_lost_reply_is_found(drill: Drill) -> None:
    drill.replier.replies.append((0, 0))
    assert drill.faults() == ["reply (0, 0) is lost"]


def test_a_reply_that_nobody_sent_is_found(drill: Drill) -> None:
    (reply,) = drill.replier.replies
    drill.replier.replies = []
    assert drill.faults() == [f"reply {reply} is written and not acknowledged"]


@pytest.mark.parametrize(
    ("state", "came"), [("sent", 0), ("sent", 2), ("failed", 2), ("queued", 0), ("sending", 0), ("sending", 1)]
)
def test_a_mail_that_came_too_often_or_not_at_all_is_found(drill: Drill, state: str, came: int) -> None:
    drill.delivered(Delivery(state))
    drill.mail.times["ticket.1"] = came
    assert drill.faults() == [f"reply {drill.reply} is {state}, and its mail came {came} times"]


@pytest.mark.parametrize("came", [0, 1])
def test_a_mail_that_was_cut_off_may_have_come(drill: Drill, came: int) -> None:
    drill.delivered(Delivery.FAILED)
    drill.mail.times["ticket.1"] = came
    assert drill.faults() == []
