"""The arrival of testimonials, from programs and from members of the staff: each with its file, and once."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from blacklist.forms import is_same
from companies.lookup import CompanyRef, find_or_make_companies
from kit.errors import InvalidError
from testimonials.errors import OtherAuthorError, OtherDescriptionError, OtherFileError
from testimonials.files import Examined, delete_files, save_files, store_files
from testimonials.models import Consent, Medium, Original, Page, Testimonial
from testimonials.screening import screen_testimonial
from testimonials.transcriptions import first_version
from workflows.engine.core.lifecycle import start_process, withdraw_process
from workflows.testimonial_transcription import TestimonialTranscription


@dataclass(frozen=True, slots=True)
class Arrival:
    """What is said about a file. `medium` None: as the file says, an image is a card."""

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
    """The testimonial that a source has sent with this id."""
    number: int | None = (
        Testimonial.objects.filter(source=source, external_id=external_id).values_list("pk", flat=True).first()
    )
    return number


def find_same(arrival: Arrival, sha256: str) -> int | None:
    """The testimonial that came before with this id. Raises OtherTestimonialError if it is not the same."""
    sent = Testimonial.objects.filter(source=arrival.source, external_id=arrival.external_id)
    found = sent.values_list("pk", "original__sha256", "author_contact", "description").first()
    if found is None:
        return None
    number, file, contact, description = found
    if file is not None and file != sha256:
        raise OtherFileError
    if contact and arrival.author_contact and not is_same(contact, arrival.author_contact):
        raise OtherAuthorError
    if description and description != arrival.description:
        raise OtherDescriptionError
    return number


def receive_testimonial(arrival: Arrival, file: Examined, *, by: User | None = None) -> tuple[int, bool]:
    """Store a testimonial and begin its process; its number, and whether it is new.

    `file`: examined before, because that takes long. Raises InvalidError for a company that is unknown or closed, and
    for a file of another medium than stated; OtherTestimonialError if something else came before with this id.
    """
    if (known := find_same(arrival, file.sha256)) is not None:
        return known, False
    medium = file.medium(arrival.medium)
    stored: list[Original | Page] = []
    try:
        stored.extend(store_files(file))  # one by one: what was stored before an error is deleted
        with transaction.atomic():
            return _receive(arrival, medium, stored, by), True
    except BaseException as error:
        delete_files(stored)
        known = find_same(arrival, file.sha256) if isinstance(error, IntegrityError) else None
        if known is None:
            raise
        return known, False  # another call has just brought the same


def _receive(arrival: Arrival, medium: Medium, stored: list[Original | Page], by: User | None) -> int:
    company = find_or_make_companies([arrival.company])[arrival.company]
    if isinstance(company, str):
        raise InvalidError({"company": [company]})
    testimonial = Testimonial(
        company_id=company.id,
        source=arrival.source,
        external_id=arrival.external_id,
        description=arrival.description,
        medium=medium,
        author_name=arrival.author_name,
        author_contact=arrival.author_contact,
        consent=arrival.consent,
        consent_on=arrival.consent_on,
        title=arrival.title,
        text=arrival.text,
        shown_as=arrival.shown_as,
        stars=arrival.stars,
        received_at=arrival.received_at or timezone.now(),
    )
    screen_testimonial(testimonial)
    testimonial.save(force_insert=True)
    first_version(testimonial, by=by).save(force_insert=True)
    process = start_process(
        TestimonialTranscription,
        TestimonialTranscription.received,
        actor_id=by.pk if by else None,
        testimonial=testimonial,
        country=company.country,
    )
    save_files(testimonial, stored)
    if arrival.consent == Consent.WITHDRAWN:
        withdraw_process(process)
    return testimonial.pk
