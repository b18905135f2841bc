"""Mail in quarantine: mails that did not become a message of a ticket, and what people do with them (docs/mail.md)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Path, Query, Status

from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import described_file
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.stored_files import stored_file_response
from mail.content import OCTETS
from tickets.attachments import ADDRESS_LIFETIME
from tickets.originals import open_signed
from tickets.quarantine import PAGE_SIZE, count_unsettled, quarantine_page, read_quarantined
from tickets.schemas import ClientOut
from workflows.tickets.set_aside import make_ticket, settle

router = Router(tags=["Tickets"])

MailId = Annotated[int, Path(ge=1, le=MAX_ID)]


class QuarantinedMail(Schema):
    """`reason`: a code of docs/mail.md. `size` in bytes. `author` and `subject`: empty if unreadable.
    `readable`: whether a ticket can be made of it. `settled`: whether a person has settled it, or nobody needs to.
    """

    id: int
    received_at: datetime
    reason: str
    size: int
    author: ClientOut
    subject: str
    settled: bool
    readable: bool


class Quarantine(Schema):
    """`next_before`: the `before` of the next page; null at the end."""

    items: list[QuarantinedMail]
    next_before: int | None


class QuarantineCount(Schema):
    """`waiting`: number of unsettled mails, at most 1,000."""

    waiting: int


class Settlement(Payload):
    """`always`: treat all mail of its sender as a program's."""

    always: bool = False


class TicketOfMail(Schema):
    ticket_id: int


class MailSource(Schema):
    """`source`: the mail as received. `is_whole`: false if `source` is only its beginning. `url`: downloads all its
    bytes, without a session, for `seconds`."""

    source: str
    is_whole: bool
    url: str
    seconds: int


@router.get("/mail/quarantine", response=Quarantine, auth=Staff("tickets"))
def list_quarantine(
    request: StaffRequest, before: Annotated[int | None, Query(ge=1, le=MAX_ID)] = None, settled: bool = False
) -> Any:
    """Mails in quarantine, the newest first: the unsettled ones, or with `settled` the others."""
    items = quarantine_page(before, settled=settled)
    return {"items": items, "next_before": items[-1]["id"] if len(items) == PAGE_SIZE else None}


@router.get("/mail/quarantine/count", response=QuarantineCount, auth=Staff("tickets", counts_as_activity=False))
def count_quarantine(request: StaffRequest) -> Any:
    return {"waiting": count_unsettled()}


@router.post(
    "/mail/quarantine/{mail_id}/source",
    response={200: MailSource, 409: Problem, 413: Problem},
    auth=Staff("tickets"),
    operation_id="readQuarantined",
)
def read_source(request: StaffRequest, mail_id: MailId) -> Any:
    """A mail as received. A POST, because each read leaves an entry in the audit log."""
    return source_of(read_quarantined(mail_id, by=request.auth.user))


def source_of(shown: Mapping[str, Any]) -> dict[str, Any]:
    """A `MailSource`. `shown`: from `tickets.originals.shown`."""
    url = f"/api/mail/open/{shown['address']}"
    return {**shown, "url": url, "seconds": int(ADDRESS_LIFETIME.total_seconds())}


@router.get(
    "/mail/open/{address}",
    response={200: Any, 206: Any},
    auth=None,
    openapi_extra=described_file(OCTETS, statuses=(200, 206)),
)
def open_mail(request: HttpRequest, address: Annotated[str, Path(max_length=200)]) -> Any:
    """The mail of a signed address, as received. It is downloaded, never shown. 404 after it has expired."""
    name, content = open_signed(address)
    return stored_file_response(request, content, media_type=OCTETS, name=name, is_shown=False)


@router.post(
    "/mail/quarantine/{mail_id}/ticket", response={201: TicketOfMail, 409: Problem, 413: Problem}, auth=Staff("tickets")
)
def make_ticket_of_mail(request: StaffRequest, mail_id: MailId) -> Any:
    """Treat a mail as written by a person: it starts a ticket, or becomes a message of the ticket that it answers."""
    return Status(201, {"ticket_id": make_ticket(mail_id, by=request.auth.user)})


@router.put("/mail/quarantine/{mail_id}/settled", response={204: None, 409: Problem}, auth=Staff("tickets"))
def settle_mail(request: StaffRequest, mail_id: MailId, body: Settlement) -> Any:
    """Settle a mail: it stays in quarantine, and is no longer counted."""
    settle(mail_id, always=body.always, by=request.auth.user)
    return Status(204, None)
