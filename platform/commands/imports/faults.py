"""What is wrong with a file, or with one row of it, in one line each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class UnreadableFileError(Exception):
    """The import cannot begin: the sentence says why, and what to do."""


class CutOffError(Exception):
    """The file ends before its end, or cannot be read on: what was whole before has been taken."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot be taken. `text`: as it stood, where it could not be read into `cells`."""

    line: int
    reason: str
    cells: Mapping[str, Any] = field(default_factory=dict)
    size: int = 0  # characters that are kept
    text: str = ""
