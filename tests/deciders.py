"""People who decide one item after the other, and hold on while the product is killed and started again."""

import random
import time
from threading import Event
from typing import Any

import requests

from accounts.models import User
from tests.live import LiveStaff

PATIENCE = 600  # s, for those that hang
TRY_AGAIN_SECONDS = 0.02
REJECTION = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
SHIFT = ({"outcome": "approve"}, REJECTION, {"outcome": "backlog"}, {"outcome": "escalate", "form": {"notes": "?"}})


class Decider(LiveStaff):
    """Decides one item after the other, and asks again, with the same key, as long as no answer comes."""

    def __init__(self, address: str, user: User) -> None:
        super().__init__(address, user)
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
