"""People who decide one review after the other, and hold on while the product is killed and started again."""

import random
from threading import Event

from accounts.models import User
from tests.insistent import Insistent

REJECTION = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
SHIFT = ({"outcome": "approve"}, REJECTION, {"outcome": "backlog"}, {"outcome": "escalate", "form": {"notes": "?"}})


class Decider(Insistent):
    """`answers`: the acknowledged decisions, as task, person and outcome."""

    def __init__(self, address: str, user: User) -> None:
        super().__init__(address, user)
        self.answers: list[tuple[int, int, str]] = []
        self._chance = random.Random(user.pk)

    def work(self, stop: Event) -> None:
        while not stop.is_set():
            if item := self.next_of("pending"):
                task_id, decision = item["task_id"], self._chance.choice(SHIFT)
                answer = self.insist(f"/tasks/{task_id}/decision", decision)
                assert answer.ok, answer.text
                self.answers.append((task_id, self.user.pk, str(decision["outcome"])))
