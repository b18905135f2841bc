"""Requests to restrict as the API shows them."""

from datetime import datetime
from typing import Literal

from ninja import Schema

from api.http.errors import Person

GroundName = Literal["defamation", "privacy", "not-a-customer", "wrong-business", "offensive", "other"]


class ContactOut(Schema):
    name: str
    email: str
    role: str


class RestrictionOut(Schema):
    """`asked_by` or `asked_with`: who of the staff, or which key, sent it in."""

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
