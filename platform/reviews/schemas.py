"""Reviews in the API: rows of lists, and the editor fields of the specification."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

from accounts.schemas import Person
from banned_words.schemas import FlaggedWord
from companies.schemas import CompanyContext, CompanyRef


class ReviewInList(BaseModel):
    """The fields of a review in a row of a list."""

    id: int
    title: str
    excerpt: str
    company: CompanyRef | None
    author_name: str
    rating: int | None
    source: str
    flagged: int
    received_at: datetime


class ReviewSummary(ReviewInList):
    """A review as the subject of a task, in a list."""

    kind: Literal["review"]


class ReviewFields(BaseModel):
    """The specification's editor fields (section 3) and further fields for the desk.

    `company`: without figures in a second look, where they would reveal the first decision.
    """

    id: int
    type: str
    data: dict[str, Any]
    locked: bool
    locked_by: str
    locked_id: int
    assigned_to: Person | None
    escalation_notes: str
    title: str
    authorName: str
    anonymous: bool
    businessName: str | None
    jobTitle: str | None
    text: str
    constructive: str
    status: str
    flagged_words: list[FlaggedWord]
    company: CompanyContext | CompanyRef | None
    rating: int | None
    source: str
    verified: bool
    received_at: datetime
    posted_at: datetime | None
    revision: int


class ReviewDetail(ReviewFields):
    """A review as the subject of a task. `screening`: the findings of its last screening."""

    kind: Literal["review"]
    screening: dict[str, Any] | None


class RevisionOut(BaseModel):
    """One complete version of a review's text. `author` null: the review's author, through the source."""

    number: int
    created_at: datetime
    author: Person | None
    reason: str
    title: str
    text: str
    constructive: str
    author_name: str
    business_name: str | None
    job_title: str | None
    anonymous: bool
