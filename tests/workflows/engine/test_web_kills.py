"""kill -9 of the real web server while people decide and answer: what was acknowledged is stored, and stored once."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from deploy.local.checks import reserve_port
from tests import effort
from tests.consistency import inconsistencies
from tests.deciders import Decider
from tests.factories import a_moderator, a_pending_task
from tests.insistent import PATIENCE
from tests.live import address_of, start_server, wait_until, wait_until_served
from tests.repliers import Replier
from tests.workflows.tickets.threads import a_ticket
from tickets.models import Message, MessageKind
from workflows.models import OPEN, Task, TaskEvent

pytestmark = [pytest.mark.slow, pytest.mark.rule(5)]

PEOPLE, AT_TICKETS = 4, 2
# items that wait in each queue: nobody looks for one in vain, and few are made only to be decided between two kills
ENOUGH: dict[str, tuple[int, Callable[[], object]]] = {
    "pending": (20, a_pending_task),
    "tickets": (8, a_ticket),
}


class Web:
    """The web server of production, and a supervisor that starts it again."""

    def __init__(self) -> None:
        self.port = reserve_port()
        self.start()

    def start_if_it_ended(self) -> None:
        """granian ends when a worker ends within 5.5 s of its start; production's supervisor then starts it again."""
        if self._leader.poll() is not None:
            self.start()

    def start(self) -> None:
        self._leader = start_server(self.port)
        wait_until_served(self.port)

    def kill_a_worker(self) -> None:
        """The older one. Its leader starts another; of one that dies soon after its start it would take no more."""
        children = Path(f"/proc/{self._leader.pid}/task/{self._leader.pid}/children").read_text().split()
        if children:
            os.kill(int(children[0]), signal.SIGKILL)

    def kill(self) -> None:
        """The leader first, and then its workers, as the supervisor does."""
        with suppress(ProcessLookupError):
            os.kill(self._leader.pid, signal.SIGKILL)
            os.killpg(self._leader.pid, signal.SIGKILL)
        self._leader.wait()


@pytest.fixture
def web() -> Iterator[Web]:
    web = Web()
    yield web
    web.kill()


def test_a_killed_web_server_loses_no_confirmed_decision_and_no_reply(web: Web) -> None:
    stop = Event()
    deciders = [Decider(address_of(web.port), a_moderator()) for _ in range(PEOPLE)]
    repliers = [Replier(address_of(web.port), a_moderator()) for _ in range(AT_TICKETS)]

    def busy_again(so_far: int) -> bool:
        web.start_if_it_ended()
        top_up()  # the deciders may work faster than items are made
        return done(deciders, repliers) > so_far + PEOPLE + AT_TICKETS or stop.is_set()

    def kill_while_busy(kill: Any) -> None:
        try:
            wait_until(partial(busy_again, done(deciders, repliers)), PATIENCE)
        except TimeoutError as error:
            raise TimeoutError(f"nothing is done: {[person.last for person in (*deciders, *repliers)]}") from error
        kill()

    top_up()
    with ThreadPoolExecutor(PEOPLE + AT_TICKETS) as pool:
        shifts = [pool.submit(person.work, stop) for person in (*deciders, *repliers)]
        for shift in shifts:
            shift.add_done_callback(lambda _: stop.set())
        try:
            for _ in range(effort.ROUNDS_OF_WEB_KILLS.size):
                kill_while_busy(web.kill_a_worker)
                kill_while_busy(web.kill_a_worker)
                kill_while_busy(web.kill)
                web.start()
        finally:
            stop.set()
    for shift in shifts:
        shift.result()
    for action in ("claim", "decide"):
        entries = TaskEvent.objects.filter(action=action, actor_id__in=[decider.user.pk for decider in deciders])
        entries = entries.order_by("task_id")
        wanted = sorted(answer for decider in deciders for answer in decider.answers)
        assert list(entries.values_list("task_id", "actor_id", "outcome")) == (
            wanted if action == "decide" else [(task, actor, "") for task, actor, _ in wanted]
        )
    replies = Message.objects.filter(kind=MessageKind.STAFF)
    acknowledged = sorted(reply for replier in repliers for reply in replier.replies)
    assert acknowledged
    assert sorted(replies.values_list("ticket_id", "pk")) == acknowledged
    assert list(inconsistencies()) == []


def done(deciders: list[Decider], repliers: list[Replier]) -> int:
    return sum(len(decider.answers) for decider in deciders) + sum(len(replier.replies) for replier in repliers)


def top_up() -> None:
    for queue, (enough, make) in ENOUGH.items():
        for _ in range(enough - Task.objects.filter(queue=queue, status__in=OPEN).count()):
            make()
