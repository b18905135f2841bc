"""The audit log of one thing: a company, a group, an entry of a list. The caller has the permission of that thing."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from ninja import Field, Path, Query, Status

from accounts.models import User
from accounts.rights import Permission
from accounts.schemas import Person
from api.audit.names import sentences_of
from api.http.auth import MAX_ID, SignedIn, StaffRequest, path_value
from api.http.errors import Problem
from api.http.files import CSV_FILE, file_response
from api.http.lists import Directed
from api.http.parsing import Payload
from api.http.replica import from_replica
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import Note
from audit.entries import entries_of, export_entries, write_remark
from audit.models import Kind
from companies.lookup import require_company
from kit.errors import ForbiddenError, NotFoundError

router = Router(tags=["Audit log"])

# the kinds of things whose log can be read here, and the permission that each needs
PERMISSION_OF = {
    Kind.ACCOUNT: Permission.USERS,
    Kind.BLACKLIST: Permission.BLACKLIST,
    Kind.CANNED_REPLY: Permission.HEAD_MODERATOR,
    Kind.COMPANY: Permission.ORGANISATION,
    Kind.GROUP: Permission.GROUPS,
    Kind.IMPORT: Permission.HISTORY,
    Kind.KEY: Permission.HISTORY,
    Kind.REASON: Permission.HISTORY,
    Kind.TAG: Permission.TAGS,
    Kind.WEBHOOK: Permission.HISTORY,
    Kind.WORD: Permission.BANNED_WORDS,
}

SubjectId = Annotated[int, Path(ge=0, le=MAX_ID)]


class KindStaff(SignedIn):
    """A user with the permission for the kind of thing in the path. Raises NotFoundError for an unknown kind."""

    def admit(self, request: HttpRequest, user: User) -> None:
        permission = PERMISSION_OF.get(path_value(request, "kind"))  # type: ignore[call-overload]
        if permission is None:
            raise NotFoundError
        if not user.may(permission):
            raise ForbiddenError


class NewestFirst(Directed):
    direction: Literal["asc", "desc"] = "desc"


class LogEntry(Schema):
    """`user`: null for the product itself."""

    id: int
    at: datetime
    user: Person | None
    text: str


class AuditLog(Schema):
    items: list[LogEntry]
    next_cursor: str | None


class LogText(Payload):
    text: Note


class WrittenEntry(Schema):
    id: int


@router.get("/audit/{kind}/{subject_id}", response=AuditLog, auth=KindStaff(), operation_id="readAuditLog")
@from_replica
def read(
    request: StaffRequest,
    kind: str,
    subject_id: SubjectId,
    query: Query[NewestFirst],
    cursor: Annotated[str, Field(max_length=600)] = "",
) -> Any:
    """A page of the entries, ordered by time."""
    entries, next_cursor = entries_of(Kind(kind), subject_id, cursor, descending=query.descending)
    names = User.objects.names_of(entry.user_id for entry in entries)
    items = [
        {
            "id": entry.pk,
            "at": entry.at,
            "user": {"id": entry.user_id, "name": names[entry.user_id]} if entry.user_id is not None else None,
            "text": text,
        }
        for entry, text in zip(entries, sentences_of(entries), strict=True)
    ]
    return {"items": items, "next_cursor": next_cursor}


@router.get(
    "/audit/{kind}/{subject_id}/export",
    response=dict[str, Any],
    auth=KindStaff(asks_again=True),
    operation_id="exportAuditLog",
    openapi_extra=CSV_FILE,
)
@from_replica
def export(request: StaffRequest, kind: str, subject_id: SubjectId, query: Query[NewestFirst]) -> HttpResponseBase:
    """The log as a CSV file, streamed."""
    lines = export_entries(
        Kind(kind),
        subject_id,
        user_id=request.auth.user_id,
        names_of=User.objects.names_of,
        sentences_of=sentences_of,
        descending=query.descending,
    )
    return file_response(lines, "audit-log")


@router.post(
    "/audit/{kind}/{subject_id}",
    response={201: WrittenEntry, 409: Problem},
    auth=KindStaff(),
    operation_id="writeAuditLog",
)
def write(request: StaffRequest, kind: str, subject_id: SubjectId, body: LogText) -> Any:
    """Write a remark. 409 `no_manual_entries` if only the product writes this kind of log; 404 for no such company."""
    if kind == Kind.COMPANY:
        require_company(subject_id)
    entry = write_remark(Kind(kind), subject_id, body.text, user_id=request.auth.user_id)
    return Status(201, {"id": entry.pk})
