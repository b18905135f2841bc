"""People who hold on while the product is killed and started again: they ask, with the same key, until it answers."""

import time
from abc import ABC, abstractmethod
from threading import Event
from typing import Any

import requests

from accounts.models import User
from tests.live import LiveStaff

PATIENCE = 600  # s, for those that hang
TRY_AGAIN_SECONDS = 0.02
AWAY = (requests.codes.bad_gateway, requests.codes.service_unavailable, requests.codes.gateway_timeout)


class Insistent(LiveStaff, ABC):
    """`last`: status and path of the last call, or its error, for the message of a failure.

    `refused`: when a call was not answered, or by `AWAY`.
    """

    def __init__(self, address: str, user: User) -> None:
        super().__init__(address, user)
        self.last: object = None
        self.refused: list[float] = []
        self._asked = 0

    @abstractmethod
    def work(self, stop: Event) -> None:
        """One item after the other, until `stop`."""

    def insist(self, path: str, body: Any = None) -> requests.Response:
        """POST until there is an answer that the product itself gave. Raises TimeoutError."""
        self._asked += 1
        key = f"{self.user.pk}-{self._asked}"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = self.post(path, body, headers={"Idempotency-Key": key})
            except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError) as error:
                self.last = error
            else:
                self.last = (answer.status_code, path)
                if answer.status_code not in AWAY:
                    return answer
            self.refused.append(time.monotonic())
            time.sleep(TRY_AGAIN_SECONDS)
        raise TimeoutError(f"no answer within {PATIENCE} s: {path}")

    def next_of(self, queue: str) -> Any:
        """The next item of a queue, taken; None, after a moment, when there is none."""
        taken = self.insist(f"/queues/{queue}/next")
        if taken.status_code == requests.codes.no_content:  # worked faster than new items are made
            time.sleep(TRY_AGAIN_SECONDS)
            return None
        assert taken.ok, taken.text
        return taken.json()
