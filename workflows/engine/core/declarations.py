"""Declarations of a process for people: its queues, their pages, and the statuses of its subject.

Lists, counts, filters, the OpenAPI document, and the console's pages and keys are derived from them.
"""

from dataclasses import dataclass
from typing import Literal

from django.db.models import TextChoices

# Keys that the console uses in every queue (console.md, Keys). Outcomes cannot use them: j and k move,
# n takes the next item, s skips, m notes, z undoes, f finds, g goes elsewhere, o assigns, w edits, x selects.
KEYS_OF_THE_DESK = frozenset("jknsmzfgwoxl/?")


# The colours of a status in the console; empty: neutral.
StatusTone = Literal["", "success", "warning", "danger", "info", "raised", "withheld"]


@dataclass(frozen=True, slots=True)
class Page:
    """Where the console shows a queue.

    `path` has no leading slash; `icon` is the name of a lucide icon, in kebab-case; `key` is the letter that opens the
    page after `g`. `place` is the section of the sidebar (None: not in the sidebar), `position` the place in it.
    `specified`: the specification (section 3) demands the queue's count; such counts come first. `tone`: the colour of
    the subject's status in this queue. `about`: the question that each item here asks, shown above it if the outcomes
    do not say it.
    """

    path: str
    icon: str = "inbox"
    key: str = ""
    place: str | None = None
    position: int = 0
    specified: bool = False
    tone: StatusTone = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Queue:
    """A task inbox: the steps with this queue name, of one or several flows.

    `status` is the title of the status that a subject has while it is in the queue. `parks`: its items are put there on
    purpose, until a person returns them; nobody forecasts when it is empty.
    """

    name: str
    title: str
    permission: str
    status: str = ""
    declared_page: Page | None = None
    parks: bool = False

    @property
    def page(self) -> Page:
        """The declared page, or a default page."""
        return self.declared_page or Page(f"queues/{self.name}")


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a subject. `is_open`: a process is running; False after an end. `tone`: its colour."""

    name: str
    title: str
    is_open: bool = True
    tone: StatusTone = ""


def declared_status(declared: str | TextChoices, name: str, *, is_open: bool, tone: StatusTone) -> Status:
    """The status: one of a domain's own choices, or a new one with this title and the name of the queue or node."""
    if isinstance(declared, TextChoices):
        return Status(str(declared.value), str(declared.label), is_open, tone)
    return Status(name, declared, is_open, tone)
