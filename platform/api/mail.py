"""Mail in quarantine: what could not become a message of a ticket (docs/mail.md)."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Path, Query, Schema

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import refusals
from api.http.routing import Router
from tickets.quarantine import PAGE_SIZE, quarantine_page, read_quarantined

router = Router(tags=["Tickets"])


class QuarantinedMail(Schema):
    """`reason`: a code of docs/mail.md. `size` in bytes."""

    id: int
    received_at: datetime
    reason: str
    size: int


class Quarantine(Schema):
    """`next_before`: for the next page; null at the end."""

    items: list[QuarantinedMail]
    next_before: int | None


class MailSource(Schema):
    """`source`: the mail as it came. `is_whole`: whether all of it is there."""

    source: str
    is_whole: bool


@router.get(
    "/mail/quarantine",
    response={200: Quarantine, **refusals(401, 403)},
    auth=Staff("head_moderator"),
    operation_id="listQuarantine",
)
def list_quarantine(request: StaffRequest, before: Annotated[int | None, Query(ge=1, le=MAX_ID)] = None) -> Any:
    """Mails that wait in quarantine, the newest first."""
    items = quarantine_page(before)
    return {"items": items, "next_before": items[-1]["id"] if len(items) == PAGE_SIZE else None}


@router.post(
    "/mail/quarantine/{mail_id}/source",
    response={200: MailSource, **refusals(401, 403, 404, 409, 413)},
    auth=Staff("head_moderator"),
    operation_id="readQuarantined",
)
def read_source(request: StaffRequest, mail_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """A mail as it came. A POST, because each read leaves an entry in the audit log."""
    return read_quarantined(mail_id, by=request.auth.user)
