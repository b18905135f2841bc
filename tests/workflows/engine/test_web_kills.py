"""kill -9 of the real web server while people decide: a decision that was answered is stored, and stored once."""

import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.agreement import disagreements
from tests.deciders import PATIENCE, Decider
from tests.factories import a_moderator, a_pending_task
from tests.live import address_of, free_port, start_server, wait_until, wait_until_served
from workflows.models import OPEN, Task, TaskEvent

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

PEOPLE, ROUNDS = 4, 5
ENOUGH = 60  # items that wait


class Web:
    """The web server of production, and a supervisor that starts it again."""

    def __init__(self) -> None:
        self.port = free_port()
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


def test_a_killed_web_server_loses_no_confirmed_decision(web: Web) -> None:
    chance, stop = random.Random(3), Event()
    deciders = [Decider(address_of(web.port), a_moderator()) for _ in range(PEOPLE)]

    def busy_again(so_far: int) -> bool:
        web.start_if_it_ended()
        top_up()  # the deciders may work faster than items are made
        return answered(deciders) > so_far + PEOPLE or stop.is_set()

    def kill_while_busy(kill: Any) -> None:
        try:
            wait_until(partial(busy_again, answered(deciders)), PATIENCE)
        except TimeoutError as error:
            raise TimeoutError(f"nothing is decided: {[decider.last for decider in deciders]}") from error
        time.sleep(chance.uniform(0, 0.1))
        kill()

    top_up()
    with ThreadPoolExecutor(PEOPLE) as pool:
        shifts = [pool.submit(decider.work, stop) for decider in deciders]
        for shift in shifts:
            shift.add_done_callback(lambda _: stop.set())
        try:
            for _ in range(ROUNDS):
                kill_while_busy(web.kill_a_worker)
                kill_while_busy(web.kill_a_worker)
                kill_while_busy(web.kill)
                web.start()
        finally:
            stop.set()
    for shift in shifts:
        shift.result()
    for action in ("claim", "decide"):
        entries = TaskEvent.objects.filter(action=action).order_by("task_id")
        wanted = sorted(answer for decider in deciders for answer in decider.answers)
        assert list(entries.values_list("task_id", "actor_id", "outcome")) == (
            wanted if action == "decide" else [(task, actor, "") for task, actor, _ in wanted]
        )
    assert list(disagreements()) == []


def answered(deciders: list[Decider]) -> int:
    return sum(len(decider.answers) for decider in deciders)


def top_up() -> None:
    for _ in range(max(0, ENOUGH - Task.objects.filter(queue="pending", status__in=OPEN).count())):
        a_pending_task()
