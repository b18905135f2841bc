"""What every source gives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

MAX_MAIL = 40_000_000  # bytes
MAX_AT_ONCE = 500  # mails of a run: the next run goes on


class SourceAwayError(Exception):
    """The source cannot be reached or read. Without its message, which may hold a password: the kind of error alone."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A mail at its source. `put_away` is called after it is stored: it is not given again.

    `file`: of a mail that is too large to be read; `raw` is empty then. `is_refused`: the source does not give it; it
    stays there, and is asked for again at the next run.
    """

    raw: bytes
    put_away: Callable[[], None]
    file: Path | None = None
    is_refused: bool = False


class Source(Protocol):
    def mails(self) -> Iterator[Fetched]:
        """Mails that are not put away, one after the other. Raises SourceAwayError."""


def nothing() -> None:
    """For a source that has nothing to put away."""
