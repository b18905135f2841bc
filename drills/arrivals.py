"""A source that sends reviews, and sends again, with the same key, what was not acknowledged."""

import itertools
import time
from collections.abc import Callable
from threading import Event
from typing import Any

import requests

from tests.deciders import TRY_AGAIN_SECONDS
from tests.sent_reviews import a_sent_review

PREFIX = "drill-"
BATCH = 25
COMPANIES = 12
SECONDS = 60  # for an answer


class Source:
    """Sends reviews, each with an author of its own; `accepted`: what the product acknowledged, by external id."""

    def __init__(self, address: str, key: str) -> None:
        self._url = f"{address}/api/ingest/reviews"
        self._head = {"Authorization": f"Bearer {key}"}
        self.accepted: dict[str, int] = {}

    def send(self, are_wanted: Callable[[], bool], stop: Event) -> None:
        """A batch whenever more are wanted. The last one is sent until it is acknowledged, as any other."""
        for first in itertools.count(step=BATCH):
            batch = [_review(number) for number in range(first, first + BATCH)]
            while not self._is_taken(batch):
                time.sleep(TRY_AGAIN_SECONDS)
            while not stop.is_set() and not are_wanted():
                time.sleep(TRY_AGAIN_SECONDS)
            if stop.is_set():
                return

    def _is_taken(self, batch: list[dict[str, Any]]) -> bool:
        head = {**self._head, "Idempotency-Key": batch[0]["external_id"]}
        try:
            answer = requests.post(self._url, json={"reviews": batch}, headers=head, timeout=SECONDS)
        except requests.RequestException:
            return False
        if answer.status_code == requests.codes.service_unavailable:
            return False
        assert answer.ok, answer.text
        results = answer.json()["results"]
        busy = [result for result in results if result["status"] == "busy"]
        assert not busy, busy
        for result in results:
            # a batch that was stored and not answered is sent again, and is a duplicate then
            assert result["status"] in ("accepted", "duplicate"), result
            self.accepted[result["external_id"]] = result["id"]
        return True


def _review(number: int) -> dict[str, Any]:
    return a_sent_review(
        external_id=f"{PREFIX}{number}",
        company=f"Drilled Company {number % COMPANIES}",
        text=f"They came on time, {number} minutes past the hour.",
        author_email=f"author{number}@example.com",
    )
