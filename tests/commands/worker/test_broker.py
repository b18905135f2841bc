"""Broker down, broker wiped, workers killed: every enqueued job is done exactly once (figures.md, rule 8).

A mail that a killed worker was sending is the exception: it is not sent again, and its reply is shown as failed.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from django.test import override_settings

import commands.worker  # noqa: F401  for the forked ones, who would each take their time to load it
from companies.models import Company
from drills.audit_tickets import faults_of_mails
from drills.receivers import Received
from tests import effort
from tests.commands.worker.jobs import MOST_TRIES
from tests.commands.worker.rabbit import Rabbit
from tests.commands.worker.running import LEASE, Start, url_of
from tests.consistency import inconsistencies
from tests.factories import a_moderator, a_pending_task
from tests.gate import Gate, a_gate
from tests.live import wait_until
from tests.processes import fork, kill
from tests.workflows.tickets.threads import a_ticket
from tickets.models import Delivery, Message
from workflows.engine.outbox.outbox import enqueue, enqueue_once
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import DomainEvent, OutboxMessage, Task
from workflows.tickets.verbs import reply_to

pytestmark = [pytest.mark.slow, pytest.mark.rule(8)]

PATIENCE = 1_800  # s, for those that hang: a drill has ten thousand jobs
AT_MOST = 16  # jobs of a kind that a worker takes from its broker
SMTP = "django.core.mail.backends.smtp.EmailBackend"


class Work:
    """Jobs of every kind: marks to count, decisions whose hold has ended, replies to mail, some that always fail."""

    def __init__(self, *, marks: int, decisions: int, replies: int, failures: int = 3) -> None:
        self.marks: list[str] = []
        self.decisions, self.failures = decisions, failures
        self.user = user = a_moderator()
        for _ in range(replies):
            ticket = a_ticket()
            reply_to(ticket.pk, "It is on its way.", last_message_id=ticket.last_message_id, by=user)
        for _ in range(decisions):
            task = a_pending_task()
            claim_task(task.pk, by=user)
            decide_task(task.pk, by=user, outcome="approve", payload={})
        Task.objects.filter(queue="queued").update(fires_at=Now())
        for number in range(failures):
            enqueue("always fail", {"mark": f"never {number}"})
        enqueue_once("sweep")
        self.add_marks(marks)

    def add_marks(self, number: int, **payload: str) -> None:
        marks = [f"mark {len(self.marks) + one:05}" for one in range(number)]
        OutboxMessage.objects.bulk_create(
            OutboxMessage(topic="leave a mark", payload={"mark": mark, **payload}) for mark in marks
        )
        self.marks += marks

    @property
    def progress(self) -> int:
        return OutboxMessage.objects.exclude(done_at=None).count()

    def has_progressed(self, to: int) -> bool:
        return self.progress > to

    def is_done(self) -> bool:
        if Task.objects.filter(queue="queued", status="NEW").exists():
            enqueue_once("sweep")  # as the scheduler does: one sweep ends some hundred holds
            return False
        return not OutboxMessage.objects.filter(done_at=None, set_aside_at=None).exists()

    def replies_in(self, delivery: Delivery) -> int:
        return Message.objects.filter(author=self.user, delivery=delivery).count()

    def faults(self, mail: Received) -> Iterator[str]:
        """What is not as if each job had been done once and nothing had ever been away or killed."""
        marks = sorted(Company.objects.filter(name__startswith="mark").values_list("name", flat=True))
        if marks != self.marks:
            yield f"{len(self.marks)} marks were enqueued, {len(set(marks))} were left in {len(marks)} rows"
        if Company.objects.filter(name__startswith="never").exists():
            yield "a job that failed has left half of its work"
        aside = list(OutboxMessage.objects.exclude(set_aside_at=None).values_list("topic", "attempts", "done_at"))
        if aside != [("always fail", MOST_TRIES, None)] * self.failures:
            yield f"set aside: {aside}"
        places = list(DomainEvent.objects.order_by("position").values_list("position", flat=True))
        if places != list(range(1, self.decisions + 1)):
            yield f"{self.decisions} decisions have told {len(places)} events"
        yield from faults_of_mails([self.user], mail)
        yield from inconsistencies()


def test_jobs_of_a_broker_outage_are_done_after_it(start: Start, absent_rabbit: Rabbit, mail: Received) -> None:
    worker = start("docket_worker", BROKER_URL=absent_rabbit.url, MAIL_URL=url_of(mail))
    work = Work(marks=effort.DECISIONS_WITHOUT_BROKER.size, decisions=effort.DECISIONS_WITHOUT_BROKER.size, replies=5)
    wait_until(lambda: "the relay waits" in worker.said and "broker is away" in worker.said, PATIENCE)
    assert work.progress == 0
    absent_rabbit.start()
    wait_until(work.is_done, PATIENCE)
    assert list(work.faults(mail)) == []
    assert work.replies_in(Delivery.SENT) == 5


def test_a_broker_killed_and_wiped_with_many_jobs_in_it_costs_none_and_doubles_none(
    start: Start, rabbit: Rabbit, tmp_path: Path, mail: Received
) -> None:
    start("docket_worker", BROKER_URL=rabbit.url, MAIL_URL=url_of(mail))
    work = Work(marks=20, decisions=10, replies=5)
    wait_until(lambda: work.progress > 25, PATIENCE)
    # those that wait for a sign fill the broker
    work.add_marks(effort.JOBS_IN_A_WIPED_BROKER.size, sign=f"{tmp_path}/sign")
    wait_until(lambda: rabbit.waiting() >= effort.JOBS_IN_A_WIPED_BROKER.size - AT_MOST, PATIENCE)
    rabbit.kill()
    rabbit.wipe()
    (tmp_path / "sign").touch()
    rabbit.start()
    wait_until(work.is_done, PATIENCE)
    assert list(work.faults(mail)) == []
    assert work.replies_in(Delivery.SENT) == 5


@pytest.mark.parametrize("fail", [Gate.close, Gate.hold], ids=["dies", "says nothing"])
def test_the_relay_goes_on_with_another_host_while_the_first_is_away(
    start: Start, rabbit: Rabbit, mail: Received, fail: Callable[[Gate], None]
) -> None:
    """Two ways to one broker stand for two nodes of a cluster. The first is not there again until all is done."""
    with a_gate("127.0.0.1", rabbit.port) as first, a_gate("127.0.0.1", rabbit.port) as second:
        hosts = ";".join(rabbit.url.replace(f":{rabbit.port}/", f":{gate.port}/") for gate in (first, second))
        worker = start("docket_worker", BROKER_URL=hosts, MAIL_URL=url_of(mail))
        work = Work(marks=5, decisions=0, replies=0, failures=0)
        wait_until(work.is_done, PATIENCE)
        fail(first)
        work.add_marks(5)
        wait_until(work.is_done, PATIENCE)
        assert list(work.faults(mail)) == []
        assert rabbit.password not in worker.said


@pytest.mark.parametrize("broker", ["memory", pytest.param("rabbit", marks=pytest.mark.drill)])
def test_workers_killed_again_and_again_lose_no_job_and_double_none(
    forked: list[int], broker: str, request: pytest.FixtureRequest, tmp_path: Path, mail: Received
) -> None:
    """Two workers, and so two relays, of which the older is killed while there is work; another takes its place."""
    url = request.getfixturevalue("rabbit").url if broker == "rabbit" else "memory://"
    tasks, kills = effort.TASKS_OF_KILLED_WORKERS.size, effort.KILLS_OF_WORKERS.size
    work = Work(marks=tasks, decisions=tasks // 20, replies=tasks // 40)
    work.add_marks(1, sign=f"{tmp_path}/sign")  # keeps one thread of a worker busy until the last kill
    worker = partial(be_a_worker, url, mail.port)
    forked += [fork(worker) for _ in range(2)]
    for number in range(kills):
        wait_until(partial(work.has_progressed, number * tasks // kills), PATIENCE)
        kill(forked.pop(0))
        forked.append(fork(worker))
    (tmp_path / "sign").touch()
    wait_until(work.is_done, PATIENCE)
    assert list(work.faults(mail)) == []
    assert work.replies_in(Delivery.SENT)


@pytest.fixture
def forked(database: None) -> Iterator[list[int]]:
    """Processes that are killed at the end at the latest."""
    children: list[int] = []
    yield children
    for child in children:
        kill(child)


def be_a_worker(url: str, mail_port: int) -> None:
    by_mail = {"EMAIL_BACKEND": SMTP, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": mail_port}
    with override_settings(BROKER_URL=url, OUTBOX_DELIVERY_LEASE=LEASE, **by_mail):
        call_command("docket_worker")
