"""What all sources have in common."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

MAX_MAIL = 40_000_000  # bytes
MAX_AT_ONCE = 500  # mails of a run; the next run fetches the rest


class SourceAwayError(Exception):
    """The source cannot be reached or read. Holds only the error's class: its message may contain a password."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A mail from its source. Call `put_away` when it is stored: then the source does not give it again.

    `file`: the path of a mail that is too large to read; then `raw` is empty. `is_refused`: the source refuses to give
    the mail. It stays there, and the next run tries again.
    """

    raw: bytes
    put_away: Callable[[], None]
    file: Path | None = None
    is_refused: bool = False


class Source(Protocol):
    def mails(self) -> Iterator[Fetched]:
        """The mails that are not yet put away, one by one. Raises SourceAwayError."""


def nothing() -> None:
    """For a source that has nothing to put away."""
