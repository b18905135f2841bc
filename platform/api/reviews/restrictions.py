"""Requests to restrict, sent by a program with a key, or by a member of staff from a review's page."""

from typing import Annotated, Any

from ninja import Field, Path, Status
from pydantic import AfterValidator

from accounts.models import ApiKey
from api.http.auth import MAX_ID, Staff, StaffRequest
from api.http.errors import Problem
from api.http.keys import CallerRequest, StaffOrKey
from api.http.parsing import Payload
from api.http.repeats import repeated_by
from api.http.routing import Router
from api.http.schemas import Schema
from api.http.texts import EmailAddress, Line, Note
from api.tasks.heads import ProcessRef
from restrictions.actions import Contact
from restrictions.models import Ground
from restrictions.reading import describe_request, read_contact, read_request, review_of
from restrictions.schemas import GroundName, RestrictionOut
from workflows.engine.reading.lists.blindness import require_sight_of_subject
from workflows.restrictions.ingest import ask_to_restrict
from workflows.reviews.subject import REVIEW

router = Router(tags=["Requests to restrict"])


def _stated(value: bool) -> bool:
    if not value:
        raise ValueError("A request needs this statement.")
    return value


class ContactIn(Payload):
    """`role`: such as the owner, a solicitor, or the person named in the review."""

    name: Annotated[Line, Field(max_length=300)]
    email: EmailAddress
    role: Annotated[Line, Field(max_length=300)]


class RestrictionAsk(Payload):
    """`good_faith`: the contact states in good faith that the request is accurate and complete (DSA, article 16)."""

    review: Annotated[int, Field(ge=1, le=MAX_ID)]
    ground: GroundName
    facts: Note
    contact: ContactIn
    good_faith: Annotated[bool, AfterValidator(_stated)]


class RestrictionTaken(RestrictionOut):
    process: ProcessRef


def _asked(request: CallerRequest, kept: dict[str, Any], **_: Any) -> Any:
    asked = read_request(kept["id"])
    if not isinstance(request.auth, ApiKey):
        require_sight_of_subject(REVIEW, asked["review"], request.auth.user)
    return {**asked, "process": kept["process"]}


def _ids(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: answer[name] for name in ("id", "process")}


@router.post(
    "/restriction-requests",
    response={201: RestrictionTaken, 404: Problem, 409: Problem},
    auth=StaffOrKey("moderation", "restrict"),
    operation_id="askToRestrict",
)
@repeated_by(_asked, keep=_ids)
def ask(request: CallerRequest, body: RestrictionAsk) -> Any:
    """Request that a published review be restricted. The review stays published until a person has decided.

    409 `not_published`, `request_open`, `too_many_requests`; `blind_second_look` for the person with the second look at
    the review.
    """
    caller = request.auth
    who: dict[str, Any] = {"key": caller} if isinstance(caller, ApiKey) else {"by": caller.user}
    contact = Contact(body.contact.name, body.contact.email, body.contact.role)
    taken, process = ask_to_restrict(body.review, Ground(body.ground), body.facts, contact, **who)
    return Status(201, {**describe_request(taken), "process": {"kind": process.kind, "id": process.pk}})


class FullContact(Schema):
    email: str


@router.post(
    "/restriction-requests/{request_id}/contact",
    response={200: FullContact, 409: Problem, 413: Problem},
    auth=Staff("moderation"),
    operation_id="readContact",
)
def read_full_contact(request: StaffRequest, request_id: Annotated[int, Path(ge=1, le=MAX_ID)]) -> Any:
    """The unmasked address of the person who asked. A POST, because each read leaves an entry in the audit log.

    409 `blind_second_look` for the person with the second look at the review.
    """
    require_sight_of_subject(REVIEW, review_of(request_id), request.auth.user)
    return {"email": read_contact(request_id, by=request.auth.user)}
