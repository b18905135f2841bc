"""What a process declares of itself for people: its queues, their pages, and the statuses of what it is about.

Everything else follows from these: lists, counts, filters, the API's description, the console's pages and keys.
"""

from dataclasses import dataclass
from typing import Literal

from django.db.models import TextChoices

# Keys of the console that work in every queue (console.md, Keys), so that no outcome may have one: j and k move,
# n takes the next item, s skips, m notes, z undoes, f finds, g goes elsewhere, o assigns, w edits, x selects.
KEYS_OF_THE_DESK = frozenset("jknsmzfgwox/?")


# The colours that the console has for a status; without one, it is drawn quietly.
StatusTone = Literal["", "success", "warning", "danger", "info", "escalated", "restricted"]


@dataclass(frozen=True, slots=True)
class Page:
    """Where the console shows a queue.

    `path` has no leading slash; `icon` is a name of lucide's, in kebab-case; `key` the letter after `g` that leads
    there. `place` is the part of the sidebar that lists it, at `position`; without one, the sidebar does not.
    `specified`: the specification names its count (section 3), and such counts come first. `tone`: the colour of the
    status that a subject has while it is in the queue.
    """

    path: str
    icon: str = "inbox"
    key: str = ""
    place: str | None = None
    position: int = 0
    specified: bool = False
    tone: StatusTone = ""


@dataclass(frozen=True, slots=True)
class Queue:
    """A task inbox: the steps of one or several flows that carry its name.

    `status` is the title of the status that a subject has while it is in the queue.
    """

    name: str
    title: str
    permission: str
    status: str = ""
    declared_page: Page | None = None

    @property
    def page(self) -> Page:
        """The declared page; a queue without one has a page of its own nevertheless."""
        return self.declared_page or Page(f"queues/{self.name}")


@dataclass(frozen=True, slots=True)
class Status:
    """Where a subject stands. `is_open`: a process works on it; False for what an end leaves. `tone`: its colour."""

    name: str
    title: str
    is_open: bool = True
    tone: StatusTone = ""


def declared_status(declared: str | TextChoices, name: str, *, is_open: bool, tone: StatusTone) -> Status:
    """A status that a domain room sets itself; or, by its title, one with the name of the queue or node."""
    if isinstance(declared, TextChoices):
        return Status(str(declared.value), str(declared.label), is_open, tone)
    return Status(name, declared, is_open, tone)
