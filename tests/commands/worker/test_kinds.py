"""Kinds of jobs: none waits for another, however many jobs that has and even if they hang."""

import threading
from datetime import timedelta
from functools import partial
from pathlib import Path

import amqp
import pytest
from django.db.models.functions import Now

from commands.relay import run_relay
from companies.models import Company
from config.broker import FORMER_QUEUE
from drills.receivers import Received
from server import application
from server.streams import MAKERS
from tests.accounts.production import each_in_production
from tests.commands.worker.rabbit import Rabbit
from tests.commands.worker.running import Start, url_of
from tests.factories import a_moderator
from tests.live import wait_until
from tests.workflows.tickets.threads import a_ticket
from tickets.models import Delivery, Message
from workflows.engine.outbox.kinds import THREADS, Kind, threads_by_kind
from workflows.engine.outbox.outbox import RELAY_BATCH, enqueue, relay
from workflows.models import OutboxMessage
from workflows.tickets.verbs import reply_to

pytestmark = [pytest.mark.slow, pytest.mark.rule(8)]

PATIENCE = 600  # s, for those that hang
OTHERS = [kind for kind in Kind if kind is not Kind.MAIL]
JOBS = 30  # more than a worker takes of a kind


def marks() -> set[str]:
    return set(Company.objects.values_list("name", flat=True))


def have_left(*names: str) -> bool:
    return marks() >= set(names)


@pytest.mark.parametrize("broker", ["memory", "rabbit"])
def test_a_reply_goes_out_while_the_jobs_of_all_other_kinds_hang(
    start: Start, broker: str, request: pytest.FixtureRequest, tmp_path: Path, mail: Received
) -> None:
    url = request.getfixturevalue("rabbit").url if broker == "rabbit" else "memory://"
    start("docket_worker", BROKER_URL=url, MAIL_URL=url_of(mail))
    hanging = {f"{kind} {number}" for kind in OTHERS for number in range(JOBS)}
    for mark in sorted(hanging):
        kind = mark.partition(" ")[0]
        traces = {"sign": f"{tmp_path}/sign", "begun": f"{tmp_path}/{kind}"}
        enqueue(f"leave a mark by {kind}", {"mark": mark, **traces})
    wait_until(lambda: all((tmp_path / kind).exists() for kind in OTHERS), PATIENCE)
    ticket = a_ticket()
    reply_to(ticket.pk, "It is on its way.", last_message_id=ticket.last_message_id, by=a_moderator())
    wait_until(lambda: Message.objects.filter(delivery=Delivery.SENT).exists(), PATIENCE)
    assert marks() & hanging == set()
    (tmp_path / "sign").touch()
    wait_until(lambda: marks() >= hanging, PATIENCE)
    assert Company.objects.filter(name__in=hanging).count() == len(hanging)


def test_a_worker_takes_the_kinds_that_it_is_given(start: Start, rabbit: Rabbit) -> None:
    first = start("docket_worker", BROKER_URL=rabbit.url, DOCKET_WORKER_KINDS="mail=3,letters")
    others = [kind for kind in OTHERS if kind is not Kind.LETTERS]
    left = [enqueue(f"leave a mark by {kind}", {"mark": kind}) for kind in others]
    for kind in (Kind.MAIL, Kind.LETTERS):
        enqueue(f"leave a mark by {kind}", {"mark": kind})
    wait_until(partial(have_left, "mail", "letters"), PATIENCE)
    assert marks().isdisjoint(others)
    assert all(OutboxMessage.objects.filter(pk=job.pk, available_at=job.available_at).exists() for job in left)
    assert "worker takes jobs of the kinds mail, letters from amqp://" in first.said
    start("docket_worker", BROKER_URL=rabbit.url, DOCKET_WORKER_KINDS="webhooks,bulk,clocks,media,trials")
    wait_until(partial(have_left, *Kind), PATIENCE)


@pytest.mark.parametrize("is_consumed", [False, True])
def test_nothing_is_lost_in_the_queue_of_an_earlier_version(start: Start, rabbit: Rabbit, *, is_consumed: bool) -> None:
    """It is deleted once no worker of that version takes jobs from it; what stood in it is published anew."""
    job = enqueue("leave a mark", {"mark": "from before"})
    relay(lambda _message: None)
    OutboxMessage.objects.filter(pk=job.pk).update(available_at=Now() + timedelta(days=1))
    with rabbit.connect() as connection:
        channel = connection.channel()
        channel.queue_declare(FORMER_QUEUE, durable=True, auto_delete=False, arguments={"x-queue-type": "quorum"})
        channel.basic_publish(amqp.Message("a job"), routing_key=FORMER_QUEUE)
        if is_consumed:
            channel.basic_consume(FORMER_QUEUE, callback=lambda _message: None)
        start("docket_worker", BROKER_URL=rabbit.url)
        enqueue("leave a mark", {"mark": "from now"})
        wait_until(partial(have_left, "from now"), PATIENCE)
        if is_consumed:
            assert not have_left("from before")  # the other worker has it
            channel.queue_declare(FORMER_QUEUE, passive=True)
        else:
            wait_until(partial(have_left, "from before"), PATIENCE)
            with pytest.raises(amqp.NotFound):
                channel.queue_declare(FORMER_QUEUE, passive=True)


class Recording:
    """A broker that takes everything, and ends the relay after a number of jobs."""

    def __init__(self, number: int) -> None:
        self.stop, self.published = threading.Event(), list[tuple[int, Kind]]()
        self._number = number

    def __call__(self, message_id: int, kind: Kind) -> None:
        self.published.append((message_id, kind))
        if len(self.published) == self._number:
            self.stop.set()

    def waiting(self, kind: Kind) -> int:
        return 0

    def has_lost_jobs(self) -> bool:
        return False


def test_a_mail_is_published_before_the_thousands_of_letters_that_were_there_first(database: None) -> None:
    OutboxMessage.objects.bulk_create(
        OutboxMessage(topic="leave a mark by letters", payload={"mark": "x"}) for _ in range(3 * RELAY_BATCH)
    )
    mail = enqueue("leave a mark by mail", {"mark": "y"})
    broker = Recording(3 * RELAY_BATCH + 1)
    run_relay(broker, broker.stop)
    assert broker.published.index((mail.pk, Kind.MAIL)) <= RELAY_BATCH
    assert len(broker.published) == 3 * RELAY_BATCH + 1


def test_a_process_has_a_connection_to_the_database_for_each_of_its_threads() -> None:
    """A worker also for its relay, and for the thread that extends the leases of its jobs."""
    read = """import sys; from django.conf import settings; sys.argv = ["manage.py", *sys.argv[2:]]
print(settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"])"""
    worker, web = ["-c", read, "docket_worker"], ["-c", read]
    all_kinds, some, other = each_in_production(
        [(worker, {}), (worker, {"DOCKET_WORKER_KINDS": "mail=40,letters"}), (web, {"DOCKET_WORKER_KINDS": "mail=40"})]
    )
    assert int(all_kinds.stdout) == sum(THREADS.values()) + 2
    assert int(some.stdout) == 40 + THREADS[Kind.LETTERS] + 2
    assert int(other.stdout) > application.THREADS + MAKERS


def test_the_kinds_of_a_worker_are_listed_with_their_threads() -> None:
    assert set(THREADS) == set(Kind)
    assert threads_by_kind("mail=4, letters") == {Kind.MAIL: 4, Kind.LETTERS: THREADS[Kind.LETTERS]}
    for wrong in ("mail=0", "mail=x", "post", "mail="):
        with pytest.raises(ValueError, match=r"."):
            threads_by_kind(wrong)
