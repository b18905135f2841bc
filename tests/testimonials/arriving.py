"""Testimonials that arrive in tests, over HTTP."""

import json
from datetime import date
from itertools import count
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.keys import create_key
from companies.lookup import CompanyRef
from companies.models import Company
from testimonials.files import CheckedUpload
from testimonials.media.findings import Findings
from testimonials.media.signatures import Signature
from testimonials.models import Consent, Original
from tests.caller import Client
from tests.factories import a_company
from tests.staff import Staff
from tests.testimonials.media_made import image_file
from workflows.models import Process
from workflows.testimonials.examination import examine_testimonial, pass_examination
from workflows.testimonials.ingest import SentTestimonial, ingest_testimonial

_numbers = count(1)
GIVEN = {"consent": "given", "consent_on": "2025-11-01"}


def a_source() -> Client:
    """A program with a key that may send testimonials."""
    token, _ = create_key("Cards", ["ingest"])
    return Client(headers={"host": "localhost", "authorization": f"Bearer {token}"})


def send(
    caller: Client,
    content: bytes,
    name: str = "card.jpg",
    path: str = "/ingest/testimonials",
    key: str = "",
    **data: Any,
) -> Any:
    """The answer. `data`: fields beside the file; company, source and external id have defaults."""
    file = SimpleUploadedFile(name, content)
    headers = {"Idempotency-Key": key} if key else {}
    return caller.post(f"/api{path}", {"data": json.dumps(data), "file": file}, headers=headers)


def a_testimonial(company: Company | None = None, content: bytes | None = None, **data: Any) -> int:
    """The number of one that has arrived and whose file was examined; by default a card whose author has agreed."""
    number = a_sent_testimonial(company, content, **data)
    examine_testimonial(number)
    return number


def a_sent_testimonial(company: Company | None = None, content: bytes | None = None, **data: Any) -> int:
    """The number of one that has arrived and whose file waits for its examination."""
    described = {
        "source": "cards",
        "external_id": f"T-{next(_numbers)}",
        "company": (company or a_company()).pk,
        "author_name": "Mrs Okafor",
        "author_contact": "okafor@example.com",
        **GIVEN,
        **data,
    }
    answer = send(a_source(), image_file() if content is None else content, **described)
    assert answer.status_code == 201, answer.content
    number: int = answer.json()["id"]
    return number


def an_ingested_testimonial(company: Company) -> Process:
    """The process of one whose file passed without being read: for tests of what comes after the arrival."""
    process = an_unexamined_testimonial(company)
    original = Original.objects.get(testimonial=process.subject_id)
    pass_examination(original, Findings("image", "image/jpeg"), [])
    return process


def an_unexamined_testimonial(company: Company) -> Process:
    """The process of one whose file, which is no picture, waits for its examination."""
    number = next(_numbers)
    file = CheckedUpload(ContentFile(b"card"), "card.jpg", "", Signature("image", "JPEG", "image/jpeg"))
    consent: Any = {"consent": Consent.GIVEN, "consent_on": date(2025, 11, 1)}
    about, _ = ingest_testimonial(SentTestimonial("cards", f"R-{number}", CompanyRef(id=company.pk), **consent), file)
    process: Process = Process.objects.get(flow_class="testimonial_transcription", subject_id=about)
    return process


def a_company_that_checks() -> Company:
    """One that wants a second person for its testimonials."""
    company = a_company()
    company.checks_testimonials = True
    company.save()
    return company


def take(staff: Staff, number: int) -> dict[str, Any]:
    """Claim the open step; the page."""
    page: dict[str, Any] = staff.get(f"/testimonial/{number}").json()
    answer = staff.put(f"/tasks/{page['task']['task_id']}/lock")
    assert answer.status_code == 200, answer.content
    return page


def decide_testimonial(staff: Staff, number: int, outcome: str, form: dict[str, Any] | None = None) -> Any:
    """Claim and decide; the answer."""
    page = take(staff, number)
    body = {"outcome": outcome, "form": form or {}, "revision": page["revision"]}
    return staff.post(f"/tasks/{page['task']['task_id']}/decision", body)
