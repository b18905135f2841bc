"""A finding about one part of an installation."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """READY: it works. WITHOUT: Docket can serve, but lacks a feature. MISSING: Docket must not serve."""

    READY = "ready"
    WITHOUT = "without"
    MISSING = "MISSING"


@dataclass(frozen=True, slots=True)
class Finding:
    part: str
    state: State
    sentence: str

    def __str__(self) -> str:
        return f"{self.part:13} {self.state:8} {self.sentence}"


def reason(error: BaseException) -> str:
    """The type of another program's error, without its text, which may contain a password."""
    cause = error.__cause__ or error
    return type(cause).__name__
