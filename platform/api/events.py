"""The feed of events, ordered by position, for subscribers that poll instead of receiving webhooks."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Field, Query

from api.http.auth import MAX_ID
from api.http.keys import KeyHolder
from api.http.routing import Router
from api.http.schemas import Schema
from workflows.engine.outbox.webhooks import event_body, events_after

router = Router(tags=["Events"])

MAX_EVENTS = 500


class EventSubject(Schema):
    kind: str
    id: int


class EventOut(Schema):
    """`sequence` counts the events of one subject; `position` is the place in the feed, without gaps."""

    id: UUID
    kind: str
    subject: EventSubject
    sequence: int
    position: int
    occurred_at: datetime
    data: dict[str, Any]


class Feed(Schema):
    """`next_after`: the value of `after` for the next call; unchanged if there is nothing new."""

    items: list[EventOut]
    next_after: int


class FeedQuery(Schema):
    after: Annotated[int, Field(ge=0, le=MAX_ID, description="The last position read.")] = 0
    limit: Annotated[int, Field(ge=1, le=MAX_EVENTS)] = 100


@router.get("/events", response=Feed, auth=KeyHolder("events"))
def read_feed(request: HttpRequest, query: Query[FeedQuery]) -> Any:
    items = [event_body(event) for event in events_after(query.after, query.limit)]
    return {"items": items, "next_after": items[-1]["position"] if items else query.after}
