"""kill -9 at random moments while replies to clients are mailed."""

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db.models.functions import Now
from pytest_django import Settings

from accounts.models import User
from tests.agreement import disagreements
from tests.factories import a_moderator
from tests.processes import fork_ready, kill_after, numbers_until_done
from tests.workflows.tickets.letterbox import FILE, Letterbox
from tests.workflows.tickets.threads import a_ticket
from tickets.models import Delivery, Message, MessageKind
from workflows.engine.outbox.outbox import perform, relay
from workflows.models import OutboxMessage
from workflows.tickets.verbs import reply_to

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

KILLS = 30  # at least; more until enough work was done
WAITING = 8  # mails, so that nobody is killed while idle
REPLIES = Message.objects.filter(kind=MessageKind.STAFF)


@pytest.fixture
def letterbox(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "letterbox"
    file.touch()
    settings.EMAIL_BACKEND = f"{Letterbox.__module__}.{Letterbox.__name__}"
    monkeypatch.setenv(FILE, str(file))
    return file


def mail_replies(ready: Callable[[], object] = lambda: None) -> None:
    """A worker with its relay at work: until nothing is due, or until it is killed."""
    OutboxMessage.objects.exists()  # opens a connection
    ready()
    while True:
        OutboxMessage.objects.filter(done_at=None).update(available_at=Now())
        if not relay(perform):
            return


def write_replies(user: User, number: int) -> None:
    for _ in range(number):
        ticket = a_ticket()
        reply_to(ticket.pk, "It is on its way.", last_message_id=ticket.last_message_id, by=user)


def test_a_worker_killed_while_it_mails_sends_no_reply_twice_and_hides_none(letterbox: Path) -> None:
    chance, user = random.Random(5), a_moderator()
    write_replies(user, 3)
    begun = time.perf_counter()
    mail_replies()
    pace = (time.perf_counter() - begun) / 3  # s for a mail; a machine with other work is slower
    waiting = REPLIES.filter(delivery=Delivery.QUEUED)
    for _ in numbers_until_done(KILLS, lambda: REPLIES.filter(delivery=Delivery.SENT).count() > KILLS / 2):
        write_replies(user, WAITING - waiting.count())
        kill_after(fork_ready(mail_replies), chance.uniform(0, 4 * pace))
    mail_replies()
    arrived = letterbox.read_text().split()
    assert len(arrived) == len(set(arrived)), "a mail went out twice"
    of = {state: set(REPLIES.filter(delivery=state).values_list("mail_message_id", flat=True)) for state in Delivery}
    assert of[Delivery.SENT] <= set(arrived) <= of[Delivery.SENT] | of[Delivery.FAILED]
    # what was cut off while it was sent is shown to a person, and nothing waits for ever
    assert not of[Delivery.QUEUED] | of[Delivery.SENDING]
    assert list(disagreements()) == []
