"""Receives testimonials with their files, from programs and from staff."""

import json
from hashlib import sha256
from typing import Annotated, Any, Literal

from django.utils.crypto import salted_hmac
from ninja import File, Form, Path, Status, UploadedFile
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
    model_validator,
)

from accounts.models import User
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.idempotency import KeyReusedError
from api.http.keys import KeyRequest, ThrottledKey
from api.http.parsing import without_duplicates
from api.http.routing import Router
from api.http.schemas import Schema
from api.reviews.ingest import ExternalIdInPath
from api.testimonials.testimonials import PERMISSION, ConsentIn
from api.testimonials.testimonials import router as testimonials
from companies.lookup import CompanyRef, read_reference
from kit.errors import InvalidError, NotFoundError, message_of
from kit.sources import ExternalId, SourceName
from kit.text import storable
from kit.times import PastDay, PastMoment
from testimonials.errors import OtherTestimonialError
from testimonials.files import check_upload, digest_of_upload
from testimonials.models import MAX_CONTACT, MAX_NAME, MAX_TEXT, MAX_TITLE, Consent, Medium
from workflows.testimonials.consent import record_consent_of_source
from workflows.testimonials.ingest import SentTestimonial, find_same, ingest_testimonial

router = Router(tags=["Ingest"])

CONSOLE = "console"  # the source of testimonials that staff add
MAX_KEY = 200
Word = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(storable)]


class Described(BaseModel):
    """The description of a file. `company`: an id, an HSOne id or a name. `consent_on`: required with `given`."""

    model_config = ConfigDict(strict=True, extra="forbid")

    company: Any
    medium: Annotated[Medium, Field(strict=False)] | None = None
    author_name: Annotated[Word, StringConstraints(max_length=MAX_NAME)] = ""
    author_contact: Annotated[Word, StringConstraints(max_length=MAX_CONTACT)] = ""
    consent: Annotated[Consent, Field(strict=False)] = Consent.NONE
    consent_on: PastDay | None = None
    title: Annotated[Word, StringConstraints(max_length=MAX_TITLE)] = ""
    text: Annotated[Word, StringConstraints(max_length=MAX_TEXT)] = ""
    shown_as: Annotated[Word, StringConstraints(max_length=MAX_NAME)] = ""
    stars: Annotated[int, Field(ge=1, le=5)] | None = None
    received_at: PastMoment | None = None

    @field_validator("company")
    @classmethod
    def _read(cls, value: Any) -> CompanyRef:
        return read_reference(value)

    @model_validator(mode="after")
    def _has_a_day(self) -> "Described":
        if (self.consent == Consent.GIVEN) != (self.consent_on is not None):
            raise ValueError("Consent that was given needs its day, other consent has none.")
        return self


class DescribedBySource(Described):
    source: SourceName
    external_id: ExternalId

    @field_validator("source")
    @classmethod
    def _is_no_console(cls, source: str) -> str:
        if source == CONSOLE:
            raise ValueError("is the name of the console itself")
        return source


class Received(Schema):
    id: int
    status: Literal["created", "duplicate"]


@testimonials.post(
    "/testimonials",
    response={200: Received, 201: Received, 413: Problem},
    auth=Staff(PERMISSION),
    operation_id="addTestimonial",
)
def add(request: StaffRequest, data: Annotated[str, Form()], file: Annotated[UploadedFile, File()]) -> Any:
    """Add a testimonial with its file. `data`: a JSON object without source and external id.

    Its file is examined afterwards. The same `Idempotency-Key` adds it once; later calls get 200 with the existing
    one. 422 for another file or another description with this key.
    """
    key = request.headers.get("Idempotency-Key", "")
    if not 0 < len(key) <= MAX_KEY:
        raise InvalidError({"Idempotency-Key": [f"must have 1 to {MAX_KEY} characters"]})
    user = request.auth.user
    digest = sha256(key.encode()).hexdigest()  # a long key with the account's id would not fit
    parsed = _parsed(Described, data)
    described = salted_hmac("testimonials.description", parsed.model_dump_json(), algorithm="sha256").hexdigest()
    try:
        return _receive(_arrival(parsed, CONSOLE, f"{user.pk}-{digest}", described), file, by=user)
    except OtherTestimonialError as error:
        raise KeyReusedError from error


@router.post(
    "/ingest/testimonials",
    response={200: Received, 201: Received, 409: Problem, 413: Problem},
    auth=ThrottledKey("ingest"),
    operation_id="ingestTestimonial",
)
def ingest(request: KeyRequest, data: Annotated[str, Form()], file: Annotated[UploadedFile, File()]) -> Any:
    """Receive a testimonial with its file. `data`: a JSON object, see docs/ingest.md. 200 if it exists.

    The file is examined afterwards. If it is refused, the event `testimonial.refused` is sent; then the same file is
    answered with 422, and another file with this id is accepted. 409 `other_file` or `other_author` if the id exists
    with another file or author.
    """
    parsed = _parsed(DescribedBySource, data)
    return _receive(_arrival(parsed, parsed.source, parsed.external_id), file, by=None)


@router.put(
    "/ingest/testimonials/{source}/{anything:external_id}/consent",
    response={204: None, 409: Problem},
    auth=ThrottledKey("ingest"),
)
def ingest_consent(
    request: KeyRequest,
    source: Annotated[str, Path(max_length=32)],
    external_id: ExternalIdInPath,
    body: ConsentIn,
) -> Any:
    """Record the consent that the author gave or withdrew at the source. `withdrawn` ends a publication."""
    try:
        storable(source + external_id)
    except ValueError as error:
        raise NotFoundError("There is no testimonial with this source and external id.") from error
    record_consent_of_source(source, external_id, body.consent, body.on)
    return Status(204, None)


def _arrival(parsed: Described, source: str, external_id: str, description: str = "") -> SentTestimonial:
    fields = parsed.model_dump(include=set(Described.model_fields) - {"company"})
    return SentTestimonial(source, external_id, parsed.company, description=description, **fields)


def _receive(arrival: SentTestimonial, file: UploadedFile, *, by: User | None) -> Any:
    if (known := find_same(arrival, digest_of_upload(file))) is not None:  # its file is not examined again
        return Status(200, {"id": known, "status": "duplicate"})
    number, is_new = ingest_testimonial(arrival, check_upload(file), by=by)
    return Status(201 if is_new else 200, {"id": number, "status": "created" if is_new else "duplicate"})


def _parsed(form: type[Any], data: str) -> Any:
    """Parse the JSON of `data`. Raises InvalidError with field paths that begin with `data`."""
    try:
        return form.model_validate(json.loads(data, object_pairs_hook=without_duplicates))
    except ValidationError as error:
        fields: dict[str, list[str]] = {}
        for problem in error.errors(include_url=False, include_input=False, include_context=False):
            fields.setdefault(".".join(["data", *map(str, problem["loc"])]), []).append(message_of(problem))
        raise InvalidError(fields) from error
    except (ValueError, RecursionError) as error:
        raise InvalidError({"data": ["must be a JSON object"]}) from error
