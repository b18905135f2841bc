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
import requests

from accounts.models import User
from tests.agreement import disagreements
from tests.factories import a_moderator, a_pending_task
from tests.live import LiveStaff, address_of, free_port, start_server, wait_until, wait_until_served
from workflows.models import OPEN, Task, TaskEvent

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

PEOPLE, ROUNDS = 4, 10
ENOUGH = 60  # items that wait
PATIENCE = 600  # s, for those that hang
TRY_AGAIN_SECONDS = 0.02
REJECTION = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
SHIFT = ({"outcome": "approve"}, REJECTION, {"outcome": "backlog"}, {"outcome": "escalate", "form": {"notes": "?"}})


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


class Decider(LiveStaff):
    """Decides one item after the other, and asks again, with the same key, as long as no answer comes."""

    def __init__(self, web: Web, user: User) -> None:
        super().__init__(address_of(web.port), user)
        self.answers: list[tuple[int, int, str]] = []
        self.last: object = None  # status or error of the last call, for the message of a failure
        self._chance = random.Random(user.pk)
        self._turn = 0

    def work(self, stop: Event) -> None:
        while not stop.is_set():
            self._turn += 1
            taken = self._insist("/queues/pending/next", None)
            if taken.status_code == 204:  # decided faster than new items are made
                time.sleep(TRY_AGAIN_SECONDS)
                continue
            assert taken.status_code == 200, taken.text
            task_id, decision = taken.json()["task_id"], self._chance.choice(SHIFT)
            answer = self._insist(f"/tasks/{task_id}/decision", decision)
            assert answer.status_code == 200, answer.text
            self.answers.append((task_id, self.user.pk, str(decision["outcome"])))

    def _insist(self, path: str, body: Any) -> requests.Response:
        key = f"{self.user.pk}-{self._turn}-{path}"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = self.post(path, body, headers={"Idempotency-Key": key})
            except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError) as error:
                self.last = error
            else:
                self.last = (answer.status_code, path)
                if answer.status_code != 503:
                    return answer
            time.sleep(TRY_AGAIN_SECONDS)
        raise TimeoutError(f"no answer within {PATIENCE} s: {path}")


def test_a_killed_web_server_loses_no_confirmed_decision(web: Web) -> None:
    chance, stop = random.Random(3), Event()
    deciders = [Decider(web, a_moderator()) for _ in range(PEOPLE)]

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
