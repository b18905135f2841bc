"""Subscribers get the words of what is published, and no longer where its author has taken the consent back."""

from typing import Any

from tests.factories import a_moderator
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.testimonials.arriving import decide_testimonial as decide
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.testimonials.test_testimonial_transcription import WORDS, end_hold
from tests.workflows.tickets.test_ticket_ingest import a_program


def told() -> list[tuple[str, str, str, str]]:
    do_jobs()
    events: list[Any] = a_program("events").get("/events").json()["items"]
    return [(event["kind"], *(event["data"][name] for name in ("title", "text", "shown_as"))) for event in events]


def test_what_is_published_is_told_until_its_consent_is_withdrawn() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    decide(staff, number, "finish", WORDS)
    end_hold()
    assert told() == [("testimonial.published", "Dry again", "They repaired my roof in the rain.", "Mrs O.")]
    assert staff.put(f"/testimonial/{number}/consent", {"consent": "withdrawn"}).status_code == 204
    assert told() == [("testimonial.published", "", "", ""), ("testimonial.withdrawn", "", "", "")]


def test_what_is_rejected_is_told_without_its_words() -> None:
    number, staff = a_testimonial(title="Bad", text="Words."), Staff(a_moderator())
    decide(staff, number, "reject", {"reason": "unreadable", "facts": "The photo shows a thumb."})
    end_hold()
    assert told() == [("testimonial.rejected", "", "", "")]
