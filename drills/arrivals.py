"""Programs that send reviews and testimonials, and clients who write tickets: sent again, with the same key, until
acknowledged.
"""

import hashlib
import itertools
import json
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Event
from typing import Any

import requests

from tests.insistent import AWAY, TRY_AGAIN_SECONDS
from tests.sent_reviews import a_sent_review
from tests.testimonials.media_made import image_file

PREFIX = "drill-"
BATCH = 25
COMPANIES = 12
CARDS = 5  # of so many numbers, one has a testimonial: its file is examined, which takes longer
SECONDS = 60  # for an answer


class Sender(ABC):
    """Sends batch after batch while more are wanted. The last one is sent until it is acknowledged, as any other.

    `refused`: when a call was not answered, or told to come again.
    """

    def __init__(self, address: str, key: str) -> None:
        self._url = f"{address}/api/ingest"
        self._head = {"Authorization": f"Bearer {key}"}
        self._firsts = itertools.count(step=BATCH)
        self.refused: list[float] = []

    def send(self, are_wanted: Callable[[], bool], stop: Event) -> None:
        for first in self._firsts:
            self._send(range(first, first + BATCH))
            while not stop.is_set() and not are_wanted():
                time.sleep(TRY_AGAIN_SECONDS)
            if stop.is_set():
                return

    @abstractmethod
    def _send(self, numbers: range) -> None:
        """One batch, until it is acknowledged."""

    def _insist(self, path: str, key: str, **content: Any) -> Any:
        """`content`: as `requests` takes it.

        A row that another transaction has is tried again like silence: a refusal leaves its key free.
        """
        head = {**self._head, "Idempotency-Key": key}
        while True:
            try:
                answer = requests.post(self._url + path, headers=head, timeout=SECONDS, **content)
            except requests.RequestException:
                pass
            else:
                busy = answer.status_code == requests.codes.conflict and answer.json()["code"] == "busy"
                if not busy and answer.status_code not in AWAY:
                    assert answer.ok, answer.text
                    return answer.json()
            self.refused.append(time.monotonic())
            time.sleep(TRY_AGAIN_SECONDS)


class Source(Sender):
    """Sends reviews, each with an author of its own; `accepted`: what the product acknowledged, by external id."""

    def __init__(self, address: str, key: str) -> None:
        super().__init__(address, key)
        self.accepted: dict[str, int] = {}

    def _send(self, numbers: range) -> None:
        batch = [_review(number) for number in numbers]
        for result in self._insist("/reviews", batch[0]["external_id"], json={"reviews": batch})["results"]:
            # a batch that was stored and not answered is sent again, and is a duplicate then
            assert result["status"] in ("accepted", "duplicate"), result
            self.accepted[result["external_id"]] = result["id"]


class Clients(Sender):
    """Write tickets, and write again to some; `tickets`, `messages`: what was acknowledged, by external id."""

    def __init__(self, address: str, key: str) -> None:
        super().__init__(address, key)
        self.tickets: dict[str, int] = {}
        self.messages: set[str] = set()
        self._chance = random.Random(PREFIX)

    def _send(self, numbers: range) -> None:
        batch = [_ticket(number) for number in numbers]
        results = self._insist("/tickets", batch[0]["external_id"], json={"items": batch})["results"]
        for ticket, result in zip(batch, results, strict=True):
            assert result["status"] in ("created", "duplicate"), result
            self.tickets[ticket["external_id"]] = result["id"]
            self.messages.add(ticket["messages"][0]["external_id"])
        for number in numbers:
            self._write_again(self._chance.randrange(number + 1), number)

    def _write_again(self, to: int, number: int) -> None:
        message = _message(f"{PREFIX}{to}-again-{number}", "Is there any news?")
        self._insist(f"/tickets/{PREFIX}/{PREFIX}{to}/messages", message["external_id"], json=message)
        self.messages.add(message["external_id"])


class Authors(Sender):
    """Send testimonials, each with a file of its own; `accepted`: number and SHA-256 of its file, by external id."""

    def __init__(self, address: str, key: str) -> None:
        super().__init__(address, key)
        self.accepted: dict[str, tuple[int, str]] = {}

    def _send(self, numbers: range) -> None:
        for number in numbers[::CARDS]:
            name, card = f"{PREFIX}{number}", image_file(size=(320, 200), comment=str(number).encode())
            about = {"source": "drill", "external_id": name, "company": _company(number), "consent": "asked"}
            form = {"data": {"data": json.dumps(about)}, "files": {"file": ("card.jpg", card)}}
            received = self._insist("/testimonials", name, **form)
            self.accepted[name] = received["id"], hashlib.sha256(card).hexdigest()


def _review(number: int) -> dict[str, Any]:
    return a_sent_review(
        external_id=f"{PREFIX}{number}",
        company=_company(number),
        text=f"They came on time, {number} minutes past the hour.",
        author_email=f"author{number}@example.com",
    )


def _ticket(number: int) -> dict[str, Any]:
    name = f"{PREFIX}{number}"
    return {
        "source": PREFIX,
        "external_id": name,
        "company": _company(number),
        "subject": f"Order {number}",
        "client": {"name": f"Client {number}", "email": f"client{number}@example.com"},
        "messages": [_message(f"{name}-first", "Where is my order?")],
    }


def _message(name: str, text: str) -> dict[str, Any]:
    return {"external_id": name, "from": "client", "text": text}


def _company(number: int) -> str:
    return f"Drilled Company {number % COMPANIES}"
