"""Errors of an imported file, and of one row, each with a message of one line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class UnreadableFileError(Exception):
    """The import cannot start. The message says why, and what to do."""


class CutOffError(Exception):
    """The file is truncated or unreadable from some line on. Complete rows before that line are imported."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A rejected row. `text`: its source text, if it could not be parsed into `cells`."""

    line: int
    reason: str
    cells: Mapping[str, Any] = field(default_factory=dict)
    size: int = 0  # characters held in memory
    text: str = ""
