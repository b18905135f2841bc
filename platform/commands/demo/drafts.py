"""One review with all that happened to it, as it is drawn before it is kept."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from commands.demo.ways import Journey
from commands.demo.writing import Piece
from reviews.screening import Findings


@dataclass(slots=True)
class Deed:
    """What ended a step: who did it, what they wrote and chose. `by` None: the clock, or the source."""

    by: int | None = None
    text: str = ""
    data: dict[str, Any] | None = None


@dataclass(slots=True)
class Draft:
    """`times`: when it arrived, and when each move was made. `deeds`: one for each move."""

    number: int
    external_id: str
    source: str
    company_id: int
    country: int
    author: tuple[str, str | None, str | None]
    anonymous: bool
    verified: bool
    rating: int | None
    piece: Piece
    findings: Findings
    journey: Journey
    times: list[datetime]
    deeds: list[Deed]
    salts: list[bytes]
