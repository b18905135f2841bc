"""Canned replies in the API."""

from datetime import datetime
from operator import itemgetter
from typing import Annotated, Any, Literal

from ninja import Field, Path, Status

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.parsing import Payload
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Line
from api.tickets.tickets import Text
from tickets.canned import (
    add_canned,
    canned_replies_of,
    canned_reply_for,
    change_canned,
    delete_canned,
    describe_canned,
)
from tickets.placeholders import NAMES

router = Router(tags=["Tickets"])

Number = Annotated[int, Path(ge=1, le=MAX_ID)]
Title = Annotated[Line, Field(max_length=120)]
Words = Annotated[Text, Field(max_length=20_000)]


class CannedReplyOut(Schema):
    id: int
    title: str
    text: str
    scope: Literal["everyone", "mine"]
    updated: datetime


class CannedReplies(Schema):
    """`placeholders`: the names that a text may contain between double braces."""

    items: list[CannedReplyOut]
    placeholders: list[str]


class NewCannedReply(Payload):
    title: Title
    text: Words
    scope: Literal["everyone", "mine"]


class CannedReplyChanges(Payload):
    title: Title | None = None
    text: Words | None = None


@router.get("/canned-replies", response=CannedReplies, auth=Staff("tickets"))
def list_canned_replies(request: StaffRequest) -> Any:
    """The shared canned replies and the caller's own, by title."""
    return {"items": canned_replies_of(request.auth.user), "placeholders": list(NAMES)}


def _added(request: StaffRequest, number: int, **_: Any) -> Any:
    return describe_canned(canned_reply_for(request.auth.user, number))


@router.post(
    "/canned-replies",
    response={201: CannedReplyOut, 409: Problem},
    auth=Staff("tickets"),
    operation_id="addCannedReply",
)
@repeated_by(_added, keep=itemgetter("id"))
def add(request: StaffRequest, body: NewCannedReply) -> Any:
    """Add a canned reply. 403 for the scope `everyone` without `head_moderator`."""
    row = add_canned(body.title, body.text, is_shared=body.scope == "everyone", by=request.auth.user)
    return Status(201, describe_canned(row))


@router.patch(
    "/canned-replies/{number}",
    response={200: CannedReplyOut, 409: Problem},
    auth=Staff("tickets"),
    operation_id="changeCannedReply",
)
def change(request: StaffRequest, number: Number, body: CannedReplyChanges) -> Any:
    return describe_canned(change_canned(number, title=body.title, text=body.text, by=request.auth.user))


@router.delete(
    "/canned-replies/{number}",
    response={204: None, 409: Problem},
    auth=Staff("tickets"),
    operation_id="deleteCannedReply",
)
def delete(request: StaffRequest, number: Number) -> Any:
    delete_canned(number, by=request.auth.user)
    return Status(204, None)
