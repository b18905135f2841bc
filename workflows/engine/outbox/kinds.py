"""The kinds of jobs. Each has a queue of its own in the broker and threads of its own in a worker: none waits for
another, however many jobs that has, and even if all of them hang.
"""

from collections.abc import Mapping
from enum import StrEnum


class Kind(StrEnum):
    MAIL = "mail"  # what one person waits for: links, replies, notices, and mail that comes
    LETTERS = "letters"  # what follows from decisions on reviews; thousands of them after a batch
    WEBHOOKS = "webhooks"
    BULK = "bulk"
    CLOCKS = "clocks"  # what is due: short jobs
    MEDIA = "media"  # files
    TRIALS = "trials"  # what reads or prunes all that there is, for minutes

    @property
    def queue(self) -> str:
        """Its name in the broker."""
        return f"docket.{self}"


# of a worker that takes all of them
THREADS: Mapping[Kind, int] = {kind: 1 if kind in (Kind.BULK, Kind.CLOCKS) else 2 for kind in Kind}


def threads_by_kind(listed: str) -> dict[Kind, int]:
    """`mail=4,letters`: the kinds that a worker takes, with their threads; all kinds if none is listed.

    Raises ValueError.
    """
    found: dict[Kind, int] = {}
    for each in filter(None, map(str.strip, listed.split(","))):
        name, is_counted, number = each.partition("=")
        kind = Kind(name)
        found[kind] = int(number) if is_counted else THREADS[kind]
        if found[kind] < 1:
            raise ValueError("no number of threads")
    return found or dict(THREADS)
