"""kill -9 before and after statements while replies to clients are mailed."""

from pathlib import Path

import pytest
from django.db.models.functions import Now
from pytest_django import Settings

from accounts.models import User
from tests import effort
from tests.consistency import inconsistencies
from tests.factories import a_moderator
from tests.processes import kill_at, moments
from tests.workflows.tickets.letterbox import FILE, Letterbox
from tests.workflows.tickets.threads import a_ticket
from tickets.models import Delivery, Message, MessageKind
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import OutboxMessage
from workflows.tickets.verbs import reply_to

pytestmark = [pytest.mark.slow, pytest.mark.rule(8)]

OF_MAILS = {"between": 72, "within": 11}  # moments in the sending of two
WAITING = 4  # mails, so that no work ends before the kill
REPLIES = Message.objects.filter(kind=MessageKind.STAFF)


@pytest.fixture
def letterbox(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "letterbox"
    file.touch()
    settings.EMAIL_BACKEND = f"{Letterbox.__module__}.{Letterbox.__name__}"
    monkeypatch.setenv(FILE, str(file))
    return file


def mail_replies() -> None:
    """A worker with its relay at work: until nothing is due, or until it is killed."""
    while True:
        OutboxMessage.objects.filter(done_at=None).update(available_at=Now())
        if not relay(perform):
            return


def write_replies(user: User, number: int) -> None:
    for _ in range(number):
        ticket = a_ticket()
        reply_to(ticket.pk, "It is on its way.", last_message_id=ticket.last_message_id, by=user)


def test_a_worker_killed_while_it_mails_sends_no_reply_twice_and_hides_none(letterbox: Path) -> None:
    user, waiting = a_moderator(), REPLIES.filter(delivery=Delivery.QUEUED)
    write_replies(user, 1)
    mail_replies()  # loads and compiles
    for moment in moments(effort.KILLS_OF_MAILERS.size, **OF_MAILS, seed=5):
        write_replies(user, WAITING - waiting.count())
        kill_at(moment, mail_replies)
    assert REPLIES.filter(delivery=Delivery.SENT).count() >= effort.KILLS_OF_MAILERS.size / 4
    mail_replies()
    assert REPLIES.filter(delivery=Delivery.FAILED).exists()
    arrived = letterbox.read_text().split()
    assert len(arrived) == len(set(arrived)), "a mail went out twice"
    of = {state: set(REPLIES.filter(delivery=state).values_list("mail_message_id", flat=True)) for state in Delivery}
    assert of[Delivery.SENT] <= set(arrived) <= of[Delivery.SENT] | of[Delivery.FAILED]
    # what was cut off while it was sent is shown to a person, and nothing waits for ever
    assert not of[Delivery.QUEUED] | of[Delivery.SENDING]
    assert list(inconsistencies()) == []
