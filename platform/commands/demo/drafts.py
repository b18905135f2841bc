"""One review with all that happened to it, as it is drawn before it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from commands.demo.ways import MODERATION, Journey
from reviews.models import ReviewStatus
from reviews.screening import Findings


@dataclass(slots=True)
class Deed:
    """What ended a step: who did it, what they wrote and chose. `by` None: the clock, or the source."""

    by: int | None = None
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Added:
    """An entry that this review's history has beside those of its way, behind the one of the number `after`.

    `step`: the step for people that it is about, from 1; None: none. `tells`: the people before whom it is put.
    """

    after: int
    at: datetime
    action: str
    step: int | None = None
    by: int | None = None
    outcome: str = ""
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    tells: tuple[int, ...] = ()


@dataclass(slots=True)
class Request:
    """What somebody asked about the review."""

    number: int
    ground: str
    facts: str
    name: str
    email: str
    role: str
    id: int = 0


@dataclass(slots=True)
class Run:
    """One process. `times`: when it began, and when each move was made. `claims`, `deeds`, `salts`: one for each move.

    `begun`: who began it, and what they wrote; `known`: what the process keeps.
    """

    journey: Journey
    times: list[datetime]
    claims: list[datetime | None]
    deeds: list[Deed]
    salts: list[bytes]
    begun: Deed = field(default_factory=Deed)
    known: dict[str, Any] = field(default_factory=dict)
    added: list[Added] = field(default_factory=list)
    request: Request | None = None
    assignee: int | None = None
    snoozed_until: datetime | None = None
    id: int = 0

    @property
    def waits(self) -> bool:
        """Whether it stands in a queue."""
        return not self.journey.ending and bool(self.journey.place.queue)

    @property
    def last_entry(self) -> int:
        return self.journey.entries[-1].seq


@dataclass(slots=True)
class Revised:
    """The second version: by whom, why, when. `by` None: the author, by the source."""

    by: int | None
    reason: str
    at: datetime


@dataclass(slots=True)
class Draft:
    """`words`: as they are now, by the names of a revision's fields. `received`: as they came, if they differ.

    `findings` are those of the words as they are now, `arrived_with` of those as they came.
    """

    number: int
    external_id: str
    source: str
    company_id: int
    country: int
    words: dict[str, Any]
    email: str
    verified: bool
    rating: int | None
    arrived_with: Findings
    findings: Findings
    runs: list[Run]
    received: dict[str, Any] | None = None
    revised: Revised | None = None
    id: int = 0

    @property
    def revision(self) -> int:
        return 2 if self.revised else 1

    @property
    def status(self) -> str:
        """Of the review: a request changes it by its restriction alone, a second look never."""
        status = ""
        for run in self.runs:
            ending = run.journey.ending
            if run.journey.way.flow is MODERATION or (ending and ending.name == ReviewStatus.RESTRICTED):
                status = run.journey.status
        return status
