"""`docket verify` on testimonials: each rule names what was changed behind history's back."""

import pytest

from kit.desk_day import desk_today
from tests.consistency import inconsistencies
from tests.databases import as_owner
from tests.factories import a_head_moderator, a_moderator
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.testimonials.arriving import decide_testimonial as decide
from workflows.testimonials.consistency import TESTIMONIAL_RULES

SPOILT = {
    "UPDATE testimonials_testimonial SET status = 'published'": [
        "testimonial {number} is published, its process says queued"
    ],
    "UPDATE testimonials_testimonial SET revision = 1": ["testimonial {number} is at version 1 of 2"],
    "UPDATE testimonials_testimonial SET text = 'Else.'": ["testimonial {number} differs from its newest version, 2"],
    "UPDATE testimonials_transcription SET number = 3 WHERE number = 2": [
        "testimonial {number} has version 3, its history does not have it"
    ],
    "UPDATE testimonials_transcription SET author_id = {head} WHERE number = 2": [
        "testimonial {number} has version 2 by account {head}, its history says {me}"
    ],
    "UPDATE testimonials_testimonial SET consent = 'asked'": [
        'testimonial {number} has the consent "asked", its history says "given"'
    ],
    "UPDATE testimonials_testimonial SET consent_on = '2026-02-03'": [
        "testimonial {number} has the consent of 2026-02-03, its history says {today}"
    ],
    "UPDATE testimonials_testimonial SET status = 'published', consent = 'none'": [
        'testimonial {number} is published with the consent "none"'
    ],
}


@pytest.fixture
def names(database: None) -> dict[str, object]:
    """One that is transcribed, and to which its author has agreed here."""
    number, me = a_testimonial(consent="asked", consent_on=None), a_moderator()
    staff = Staff(me)
    assert staff.put(f"/testimonial/{number}/consent", {"consent": "given"}).status_code == 204
    assert decide(staff, number, "finish", {"transcription": "They repaired my roof."}).status_code == 200
    return {"number": number, "me": me.pk, "today": desk_today(), "head": a_head_moderator().pk}


def test_what_the_engine_writes_agrees(names: dict[str, object]) -> None:
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("statement", SPOILT)
def test_what_was_changed_behind_historys_back_is_named(names: dict[str, object], statement: str) -> None:
    as_owner(statement.format(**names))
    found = list(inconsistencies())
    for sentence in SPOILT[statement]:
        assert sentence.format(**names) in found


def test_every_rule_is_tried() -> None:
    """By the number of rules: a new one needs a line in SPOILT, and its number here."""
    assert len(TESTIMONIAL_RULES) == 5
