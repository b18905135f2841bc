"""Testimonials: the list, one testimonial with its versions and its file, and the consent of its author."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Field, Path, Query, Status
from pydantic import StringConstraints

from accounts.models import User
from accounts.schemas import Person
from api.http.auth import MAX_ID, SignedIn, Staff, StaffRequest, path_number
from api.http.errors import Problem
from api.http.files import described_file
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.stored_files import stored_file_response
from api.http.texts import SearchText, Storable
from api.tasks.details import OutcomeChoice, TaskDetail, detail_of
from kit.errors import ForbiddenError
from kit.pages import MAX_PAGE_SIZE, PAGE_SIZE
from kit.times import PastDay
from mail.content import OCTETS
from search.lists import testimonials_having
from testimonials.contacts import read_contact
from testimonials.errors import TestimonialNotFoundError
from testimonials.files import ADDRESS_LIFETIME, addresses_of, open_signed
from testimonials.models import MAX_NAME, MAX_TEXT, MAX_TITLE, Consent, Testimonial
from testimonials.reading import count_by_status, testimonial_fields, testimonial_page
from testimonials.schemas import TestimonialFields, TestimonialHead, TranscriptionOut
from testimonials.transcriptions import describe, newest_version, versions_of
from workflows.engine.core.errors import TaskClosedError
from workflows.engine.reading.lists.holding import lock_of
from workflows.engine.reading.lists.tasks import get_task, newest_step_about, open_task_about, waiting_about
from workflows.engine.verbs.revisions import revise_subject
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.testimonials.consent import record_consent

router = Router(tags=["Testimonials"])

TestimonialId = Annotated[int, Path(ge=1, le=MAX_ID)]
PERMISSION = "testimonials"


class TestimonialStaff(SignedIn):
    """A user with `testimonials`, or with the permission of the step in which the path's testimonial waits."""

    def admit(self, request: HttpRequest, user: User) -> None:
        if user.may(PERMISSION):
            return
        task: Any = open_task_about(TestimonialTranscription, path_number(request, "testimonial_id"))
        if task is None or not user.may(task.flow_task.permission):
            raise ForbiddenError


class TestimonialQuery(Schema):
    """`status`: a status's name, as in `/desk`. `q`: words of the transcription, of its author's or company's name, or
    the id."""

    status: Annotated[str, Field(max_length=32), Storable] = ""
    company: Annotated[int | None, Field(ge=1, le=MAX_ID)] = None
    q: SearchText = ""
    direction: Literal["asc", "desc"] = "desc"
    cursor: Annotated[str, Field(max_length=400)] = ""
    limit: Annotated[int, Field(ge=1, le=1_000_000_000_000, description=f"Never more than {MAX_PAGE_SIZE}.")] = (
        PAGE_SIZE
    )


class TestimonialRow(TestimonialHead):
    """`due_at`: when its open step is due; null without an open step, or if the step has no clock.

    `duration` in milliseconds and `pages`: of its file, as in `FileOut`.
    """

    excerpt: str
    duration: int | None
    pages: int
    status: str
    due_at: datetime | None
    locked: bool
    locked_by: str
    locked_id: int
    assigned_to: Person | None


class TestimonialTable(Schema):
    items: list[TestimonialRow]
    next_cursor: str | None


class TestimonialStatusCount(Schema):
    """`oldest`: when the oldest of them arrived."""

    status: str
    count: int
    oldest: datetime


class TestimonialCounts(Schema):
    """Statuses that no testimonial has are left out."""

    items: list[TestimonialStatusCount]


class TestimonialPage(TestimonialFields):
    """One testimonial. `task`: the open step with its lock, outcomes and drafts; after the end, the last step.

    `outcomes`: those of the open step that the caller may take. `process`: the id of the newest process.
    """

    process: int
    task: TaskDetail | None
    outcomes: list[OutcomeChoice]
    versions: list[TranscriptionOut]


class TranscriptionChanges(Payload):
    """`revision`: the number of the version that was edited. Omitted fields stay unchanged."""

    revision: Annotated[int, Field(ge=1, le=2**31 - 1)]
    reason: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500), Storable] = ""
    title: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_TITLE), Storable] = ""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_TEXT), Storable] = ""
    shown_as: Annotated[str, StringConstraints(strip_whitespace=True, max_length=MAX_NAME), Storable] = ""
    stars: Annotated[int, Field(ge=1, le=5)] | None = None

    def changes(self) -> dict[str, Any]:
        return self.model_dump(exclude_unset=True, exclude={"revision", "reason"})


class ConsentIn(Payload):
    """`on`: the day on which it was given; null means today."""

    consent: Annotated[Consent, Field(strict=False)]
    on: PastDay | None = None


class WholeContact(Schema):
    contact: str


class PageAddress(Schema):
    url: str
    width: int
    height: int


class FileAddresses(Schema):
    """`original` and `pages` can be opened without a session, for `seconds`."""

    original: str
    pages: list[PageAddress]
    seconds: int


@router.get("/testimonials", response=TestimonialTable, auth=Staff(PERMISSION))
def list_testimonials(request: StaffRequest, query: Query[TestimonialQuery]) -> Any:
    """A page of testimonials by time of arrival, by default the newest first."""
    having = testimonials_having(query.q) if query.q else None
    items, next_cursor = testimonial_page(
        query.status,
        query.company,
        having,
        is_newest_first=query.direction == "desc",
        of=f"{query.direction} {query.status} {query.company or ''} {query.q}".strip(),
        cursor=query.cursor,
        limit=query.limit,
    )
    waiting = waiting_about(TestimonialTranscription, [item["id"] for item in items])
    ended = {"due_at": None, **lock_of(None)}
    return {"items": [{**item, **waiting.get(item["id"], ended)} for item in items], "next_cursor": next_cursor}


@router.get("/testimonials/counts", response=TestimonialCounts, auth=Staff(PERMISSION, counts_as_activity=False))
def count_testimonials(request: StaffRequest) -> Any:
    """The number of testimonials in each status."""
    return {"items": count_by_status()}


@router.get(
    "/testimonial/{testimonial_id}",
    response=TestimonialPage,
    auth=TestimonialStaff(counts_as_activity=False),
    operation_id="getTestimonial",
)
def read_testimonial(request: StaffRequest, testimonial_id: TestimonialId) -> Any:
    """A testimonial with its open step and its versions. The transcriber does not see the check step."""
    fields, user = testimonial_fields(testimonial_id), request.auth.user
    newest = newest_step_about(TestimonialTranscription, testimonial_id)
    if newest is None:
        raise TestimonialNotFoundError
    process_id, task_id = newest
    found = get_task(task_id) if task_id else None
    task = detail_of(found, user) if found is not None and not found.bars(user.pk) else None
    may_work = task is not None and user.may(task["permission"])
    return {
        **fields,
        "process": process_id,
        "task": task,
        "outcomes": task["outcomes"] if task and may_work else [],
        "versions": [describe(version) for version in versions_of(testimonial_id)],
    }


@router.patch(
    "/testimonial/{testimonial_id}",
    response={200: TranscriptionOut, 409: Problem},
    auth=TestimonialStaff(),
    operation_id="reviseTestimonial",
)
def revise(request: StaffRequest, testimonial_id: TestimonialId, body: TranscriptionChanges) -> Any:
    """Write a new version. Needs the lock; 409 `stale_revision` contains the newer version."""
    task = open_task_about(TestimonialTranscription, testimonial_id)
    if task is None:
        _require_testimonial(testimonial_id)
        raise TaskClosedError
    revise_subject(task.pk, body.changes(), reason=body.reason, by=request.auth.user, revision=body.revision)
    return newest_version(testimonial_id)


@router.put(
    "/testimonial/{testimonial_id}/consent",
    response={204: None, 409: Problem},
    auth=TestimonialStaff(),
    operation_id="recordConsent",
)
def put_consent(request: StaffRequest, testimonial_id: TestimonialId, body: ConsentIn) -> Any:
    """Record the author's consent. `withdrawn` ends the process, and a publication.

    409 `consent_in_use` for any other change while the testimonial is published or queued for it.
    """
    record_consent(testimonial_id, body.consent, body.on, by=request.auth.user)
    return Status(204, None)


@router.post(
    "/testimonial/{testimonial_id}/contact",
    response={200: WholeContact, 409: Problem, 413: Problem},
    auth=TestimonialStaff(),
    operation_id="readTestimonialContact",
)
def read_whole_contact(request: StaffRequest, testimonial_id: TestimonialId) -> Any:
    """The author's unmasked contact. A POST, because each read leaves an entry in the audit log."""
    return {"contact": read_contact(testimonial_id, by=request.auth.user)}


@router.get(
    "/testimonial/{testimonial_id}/file",
    response=FileAddresses,
    auth=TestimonialStaff(),
    operation_id="getTestimonialFile",
)
def sign_file(request: StaffRequest, testimonial_id: TestimonialId) -> Any:
    """The addresses of the file as received, and of its images for the viewer."""
    signed = addresses_of(testimonial_id)
    pages = [{"url": _url(part), "width": width, "height": height} for part, width, height in signed["pages"]]
    seconds = int(ADDRESS_LIFETIME.total_seconds())
    return {"original": _url(signed["original"]), "pages": pages, "seconds": seconds}


@router.get(
    "/testimonial-files/{address}",
    response={200: Any, 206: Any},
    auth=None,
    operation_id="openTestimonialFile",
    openapi_extra=described_file(OCTETS, statuses=(200, 206)),
)
def open_file(request: HttpRequest, address: Annotated[str, Path(max_length=200)]) -> Any:
    """The file of a signed address, or the part that `Range` asks for. 404 after it has expired."""
    opened = open_signed(address)
    return stored_file_response(
        request, opened.content, media_type=opened.type, name=opened.name, is_shown=opened.is_shown
    )


def _url(part: str) -> str:
    return f"/api/testimonial-files/{part}"


def _require_testimonial(testimonial_id: int) -> None:
    if not Testimonial.objects.filter(pk=testimonial_id).exists():
        raise TestimonialNotFoundError
