"""People who answer one ticket after the other, and hold on while the product is killed and started again."""

import random
from threading import Event
from typing import Any

import requests

from accounts.models import User
from tests.insistent import Insistent

RESOLVED = 0.3  # share of replies that also end their ticket


class Replier(Insistent):
    """`replies`: the acknowledged ones, as ticket and message."""

    def __init__(self, address: str, user: User) -> None:
        super().__init__(address, user)
        self.replies: list[tuple[int, int]] = []
        self._chance = random.Random(user.pk)

    def work(self, stop: Event) -> None:
        while not stop.is_set():
            if item := self.next_of("tickets"):
                self._answer(item["subject"])

    def _answer(self, ticket: Any) -> None:
        """As often as the client has written meanwhile, to the newest message."""
        path, last = f"/tickets/{ticket['id']}/messages", ticket["last_message_id"]
        resolve = self._chance.random() < RESOLVED
        while True:
            reply = {"kind": "reply", "text": "It is on its way.", "last_message_id": last, "resolve": resolve}
            answer = self.insist(path, reply)
            if answer.ok:
                self.replies.append((ticket["id"], answer.json()["id"]))
                return
            assert answer.status_code == requests.codes.conflict, answer.text
            refusal = answer.json()
            assert refusal["code"] in ("newer_message", "busy"), refusal
            if refusal["code"] == "newer_message":
                last = refusal["newer_messages"][-1]["id"]
