"""What is counted for those who run the product. It costs nothing in a process that shows its counts to nobody."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from django.db import transaction


class Tally:
    """How often something has happened in this process, by the values of its labels: codes and names of our own.

    `heard`: what is called for each, by a process that shows its counts (config.metrics).
    """

    everywhere: ClassVar[list["Tally"]] = []

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.heard: Callable[[tuple[str, ...]], None] | None = None
        self.everywhere.append(self)

    def add(self, *values: str) -> None:
        if self.heard:
            self.heard(values)

    def add_when_committed(self, *values: str) -> None:
        """Once the caller's transaction has committed: what was rolled back did not happen."""
        if self.heard:
            transaction.on_commit(partial(self.heard, values), robust=True)


DECISIONS = Tally("docket_decisions", "Decisions of people", "queue", "outcome")
LEASES_ENDED = Tally("docket_leases_ended", "Leases that ended by the clock", "queue")
CONFLICTS = Tally("docket_conflicts", "Calls refused with 409", "code")
TURNED_AWAY = Tally("docket_requests_turned_away", "Requests refused since there was too much to do", "urgency")
LETTERS = Tally("docket_letters_posted", "Mails handed to the mail server", "result")
