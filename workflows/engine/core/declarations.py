"""Declarations of a process for people: its queues, their pages, and the statuses of its subject.

Everything else is derived: lists, counts, filters, the OpenAPI document, the console's pages and keys.
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

    `path` has no leading slash; `icon` is a name of a lucide icon, in kebab-case; `key` is the letter after `g` that
    opens it. `place` is its section of the sidebar, with `position`; None: not in the sidebar. `specified`: its count
    is in the specification (section 3); such counts come first. `tone`: the colour of the
    subject's status in this queue. `about`: what is asked in it, above each item, where the outcomes do not say it.
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
    """A task inbox: the steps of one or several flows with this queue name.

    `status` is the title of the status that a subject has while it is in the queue.
    """

    name: str
    title: str
    permission: str
    status: str = ""
    declared_page: Page | None = None

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
    """The status: of a domain's own choices, or one with this title and the name of the queue or node."""
    if isinstance(declared, TextChoices):
        return Status(str(declared.value), str(declared.label), is_open, tone)
    return Status(name, declared, is_open, tone)
