"""Counters for the operators (`/metrics`). They cost nothing in a process without metrics."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from django.db import transaction


class Tally:
    """Counts events in this process by label values, which are codes and names of the product, never personal data.

    `heard`: called for each event; set by a process with metrics (config.metrics).
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
        """Count after the caller's transaction has committed; a rolled back event does not count."""
        if self.heard:
            transaction.on_commit(partial(self.heard, values), robust=True)


DECISIONS = Tally("docket_decisions", "Decisions of people", "queue", "outcome")
LEASES_ENDED = Tally("docket_leases_ended", "Leases that ended by the clock", "queue")
CONFLICTS = Tally("docket_conflicts", "Calls refused with 409", "code")
TURNED_AWAY = Tally("docket_requests_turned_away", "Requests refused since there was too much to do", "urgency")
LETTERS = Tally("docket_letters_posted", "Mails handed to the mail server", "result")
