"""Reads testimonials for the API."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, Q

from kit.email_addresses import masked
from kit.pages import keyset_page
from kit.prepared import fetch
from kit.text import EXCERPT_READ, excerpt_of
from testimonials.errors import TestimonialNotFoundError
from testimonials.media.findings import REFUSALS
from testimonials.models import Testimonial

# columns of a statement that joins `testimonial` and `company`; `head_of` reads them
COLUMNS = """
    testimonial.id, testimonial.title, company.id, company.name, testimonial.author_name, testimonial.medium,
    testimonial.consent, testimonial.stars, testimonial.received_at
"""
WIDTH = 9
PAGES = "(SELECT count(*) FROM testimonials_page page WHERE page.original_id = original.id)"
_ROWS = f"""
    SELECT {COLUMNS}, left(testimonial.text, %(length)s), original.duration, {PAGES}
    FROM testimonials_testimonial testimonial JOIN companies_company company ON company.id = testimonial.company_id
    JOIN testimonials_original original ON original.testimonial_id = testimonial.id
    WHERE testimonial.id = ANY(%(ids)s)
"""
_ONE = f"""
    SELECT {COLUMNS}, testimonial.text, testimonial.shown_as, testimonial.author_contact, testimonial.consent_on,
        testimonial.source, testimonial.external_id, testimonial.status, testimonial.revision,
        testimonial.flagged_words, company.checks_testimonials, original.name, original.type, original.size,
        original.duration, original.waveform, original.examination,
        {PAGES}
    FROM testimonials_testimonial testimonial JOIN companies_company company ON company.id = testimonial.company_id
    JOIN testimonials_original original ON original.testimonial_id = testimonial.id
    WHERE testimonial.id = %(testimonial)s
"""
_WRITTEN = (
    "text",
    "shown_as",
    "author_contact",
    "consent_on",
    "source",
    "external_id",
    "status",
    "revision",
    "flagged_words",
    "needs_check",
)
_FILE = ("name", "type", "size", "duration", "waveform", "examination", "pages")


def rows_of(ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """The fields of list rows by id; one statement."""
    found = fetch(_ROWS, {"ids": list(ids), "length": EXCERPT_READ})
    rows: dict[int, dict[str, Any]] = {}
    for row in found:
        text, duration, pages = row[WIDTH:]
        rows[row[0]] = {**head_of(row), "excerpt": excerpt_of(text), "duration": duration, "pages": pages}
    return rows


def head_of(columns: Sequence[Any]) -> dict[str, Any]:
    """The fields of `TestimonialHead` from the values of COLUMNS."""
    number, title, company_id, company, author, medium, consent, stars, received_at = columns[:WIDTH]
    return {
        "id": number,
        "title": title,
        "company": {"id": company_id, "name": company},
        "author_name": author,
        "medium": medium,
        "consent": consent,
        "stars": stars,
        "received_at": received_at,
    }


def testimonial_page(
    status: str, company: int | None, having: Q | None, *, is_newest_first: bool, of: str, cursor: str, limit: int
) -> tuple[list[dict[str, Any]], str | None]:
    """A page of the list by time of arrival, and the next cursor.

    Rows: `TestimonialHead` with `excerpt`, `duration` (milliseconds), `pages` and `status`. Empty filters match all.
    `having`: the condition of a search. `of`: names the list in its cursors. Raises InvalidError for another list's
    cursor.
    """
    wanted = Testimonial.objects.only("pk", "received_at", "status")
    if status:
        wanted = wanted.filter(status=status)
    if company is not None:
        wanted = wanted.filter(company=company)
    if having is not None:
        wanted = wanted.filter(having)
    found, following = keyset_page(
        wanted, "received_at", of=f"testimonials {of}", cursor=cursor, limit=limit, descending=is_newest_first
    )
    rows = rows_of([testimonial.pk for testimonial in found])
    return [{**rows[testimonial.pk], "status": testimonial.status} for testimonial in found], following


def count_by_status() -> list[dict[str, Any]]:
    """Rows of `status`, `count`, and `oldest`: when the oldest of them arrived."""
    counted = Testimonial.objects.order_by("status").values("status")
    return [{**row} for row in counted.annotate(count=Count("pk"), oldest=Min("received_at"))]


def testimonial_fields(testimonial_id: int) -> dict[str, Any]:
    """The fields of `TestimonialFields`. Raises TestimonialNotFoundError."""
    found = fetch(_ONE, {"testimonial": testimonial_id})
    if not found:
        raise TestimonialNotFoundError
    row = found[0]
    written = dict(zip(_WRITTEN, row[WIDTH:], strict=False))
    file = dict(zip(_FILE, row[WIDTH + len(_WRITTEN) :], strict=True))
    examination = file.pop("examination")
    return {
        **head_of(row),
        **written,
        "flagged_words": json.loads(written["flagged_words"]),
        "needs_check": needs_check(company_wants=written["needs_check"]),
        "author_contact": _masked_contact(written["author_contact"]),
        "file": {**file, "waveform": json.loads(file["waveform"]), "refusal": REFUSALS.get(examination, "")},
    }


def needs_check(*, company_wants: bool) -> bool:
    """Whether a second person checks a transcription, as the setting or the company demands."""
    return bool(settings.TESTIMONIAL_CHECK or company_wants)


def _masked_contact(contact: str) -> str:
    """A masked email address, or the last three digits of a phone number."""
    return masked(contact) or (f"…{contact[-3:]}" if contact else "")
