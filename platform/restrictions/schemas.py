"""Requests to restrict in the API."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

from accounts.schemas import Person
from reviews.schemas import ReviewFields, ReviewInList

GroundName = Literal["defamation", "privacy", "not-a-customer", "wrong-business", "offensive", "other"]


class ContactOut(BaseModel):
    name: str
    email: str
    role: str


class RestrictionOut(BaseModel):
    """`asked_by` or `asked_with`: the member of staff, or the key, that sent the request."""

    id: int
    review: int
    number: int
    ground: GroundName
    ground_title: str
    facts: str
    contact: ContactOut
    good_faith: bool
    asked_by: Person | None
    asked_with: str | None
    received_at: datetime
    status: Literal["open", "restricted", "declined", "closed"]
    ended_at: datetime | None


class RestrictionRequestSummary(ReviewInList):
    """A request as the subject of a task, in a list: its review and its ground."""

    kind: Literal["restriction_request"]
    ground: GroundName


class RestrictionRequestDetail(ReviewFields):
    """A request as the subject of a task: the fields of its review, and the request itself."""

    kind: Literal["restriction_request"]
    screening: dict[str, Any] | None
    request: RestrictionOut
