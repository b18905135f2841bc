"""What is said of one part of an installation."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """READY; WITHOUT it Docket serves, and lacks something; MISSING: Docket may not serve so."""

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
    """The kind of an error of another program, whose words may hold a password."""
    cause = error.__cause__ or error
    return type(cause).__name__
