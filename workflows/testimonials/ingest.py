"""The arrival of testimonials from programs and from staff. Each comes with its file and is stored once."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from blacklist.forms import is_same
from companies.lookup import CompanyRef, find_or_make_companies
from kit.errors import InvalidError
from testimonials.errors import OtherAuthorError, OtherDescriptionError, OtherFileError
from testimonials.files import CheckedUpload, store_original
from testimonials.media.findings import REFUSALS
from testimonials.models import Consent, Medium, Original, Testimonial
from testimonials.screening import screen_testimonial
from testimonials.transcriptions import first_version
from workflows.engine.core.lifecycle import start_process, withdraw_process
from workflows.engine.verbs.changes import newest_process
from workflows.models import Process
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.testimonials.examination import enqueue_examination


@dataclass(frozen=True, slots=True)
class SentTestimonial:
    """The description that comes with a file. `medium`: None means that the file decides; an image is then a card."""

    source: str
    external_id: str
    company: CompanyRef
    medium: Medium | None = None
    author_name: str = ""
    author_contact: str = ""
    consent: Consent = Consent.NONE
    consent_on: date | None = None
    title: str = ""
    text: str = ""
    shown_as: str = ""
    stars: int | None = None
    received_at: datetime | None = None
    description: str = ""


def find_testimonial(source: str, external_id: str) -> int | None:
    """The id of the testimonial that a source has sent with this external id."""
    number: int | None = (
        Testimonial.objects.filter(source=source, external_id=external_id).values_list("pk", flat=True).first()
    )
    return number


def find_same(described: SentTestimonial, sha256: str) -> int | None:
    """The id of the testimonial that was sent before with this external id, if any.

    None also if its file was refused and this is another file. Raises OtherTestimonialError if it differs, InvalidError
    if this file was refused before.
    """
    sent = Testimonial.objects.filter(source=described.source, external_id=described.external_id)
    columns = ("pk", "original__sha256", "original__examination", "author_contact", "description")
    found = sent.values_list(*columns).first()
    if found is None:
        return None
    number, file, examination, contact, description = found
    refusal = REFUSALS.get(examination)
    if file is not None and file != sha256 and refusal is None:
        raise OtherFileError
    if contact and described.author_contact and not is_same(contact, described.author_contact):
        raise OtherAuthorError
    if description and description != described.description:
        raise OtherDescriptionError
    if refusal is None:
        return int(number)
    if file == sha256:
        raise InvalidError({"file": [refusal]})
    return None


def ingest_testimonial(described: SentTestimonial, file: CheckedUpload, *, by: User | None = None) -> tuple[int, bool]:
    """Store a testimonial and start its process, which begins with the examination of the file. Returns (id, is new).

    A testimonial whose file was refused starts again with this file. Raises InvalidError for an unknown or closed
    company, for a file of another medium than stated, and for a file that was refused before; OtherTestimonialError if
    another testimonial was sent before with this id.
    """
    if (known := find_same(described, file.sha256)) is not None:
        return known, False
    medium = file.medium(described.medium)
    original = store_original(file)
    try:
        with transaction.atomic():
            refused = find_testimonial(described.source, described.external_id)
            number = (
                _ingest(described, medium, original, by) if refused is None else _begin_again(refused, original, by)
            )
            enqueue_examination(number)
            return number, True
    except BaseException as error:
        original.file.delete(save=False)
        known = find_same(described, file.sha256) if isinstance(error, IntegrityError | OtherFileError) else None
        if known is None:
            raise
        return known, False  # a concurrent call has just sent the same testimonial


def _ingest(described: SentTestimonial, medium: Medium, original: Original, by: User | None) -> int:
    company = find_or_make_companies([described.company])[described.company]
    if isinstance(company, str):
        raise InvalidError({"company": [company]})
    testimonial = Testimonial(
        company_id=company.id,
        source=described.source,
        external_id=described.external_id,
        description=described.description,
        medium=medium,
        author_name=described.author_name,
        author_contact=described.author_contact,
        consent=described.consent,
        consent_on=described.consent_on,
        title=described.title,
        text=described.text,
        shown_as=described.shown_as,
        stars=described.stars,
        received_at=described.received_at or timezone.now(),
    )
    screen_testimonial(testimonial)
    testimonial.save(force_insert=True)
    first_version(testimonial, by=by).save(force_insert=True)
    process = _start(testimonial, company.country, by)
    original.testimonial = testimonial
    original.save(force_insert=True)
    if described.consent == Consent.WITHDRAWN:
        withdraw_process(process)
    return int(testimonial.pk)


def _begin_again(testimonial_id: int, original: Original, by: User | None) -> int:
    """Replace the refused file and start the process again. Raises OtherFileError if another call has sent a file."""
    with newest_process(TestimonialTranscription, testimonial_id) as process:
        refused = Original.objects.exclude(examination__in=(Original.WAITING, Original.GOOD))
        if not refused.filter(testimonial=testimonial_id).delete()[0]:
            raise OtherFileError
        original.testimonial = Testimonial.objects.get(pk=testimonial_id)
        original.save(force_insert=True)
        if process.outcome == TestimonialTranscription.file_refused.name:  # otherwise its consent was withdrawn
            _start(original.testimonial, process.country, by)
        return testimonial_id


def _start(testimonial: Testimonial, country: int, by: User | None) -> Process:
    return start_process(
        TestimonialTranscription,
        TestimonialTranscription.received,
        actor_id=by.pk if by else None,
        testimonial=testimonial,
        country=country,
    )
