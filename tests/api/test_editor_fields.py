"""One item as the editor gets it: the specification's fields (section 3), all of them, with its defaults."""

import pytest

from kit.shared import forget_everything
from reviews import reading
from reviews.models import Review
from tests.factories import a_company, a_moderator, a_pending_task, a_review
from tests.staff import Staff

SPECIFIED = {
    "data",
    "type",
    "locked",
    "locked_by",
    "locked_id",
    "assigned_to",
    "escalation_notes",
    "title",
    "authorName",
    "anonymous",
    "businessName",
    "jobTitle",
    "text",
    "constructive",
    "status",
    "flagged_words",
}
OURS = {"kind", "id", "company", "rating", "source", "verified", "received_at", "posted_at", "revision", "screening"}


def test_the_editor_gets_every_field_as_it_was_received() -> None:
    review = a_review(
        a_company("Quayle Street Dental"),
        source="google",
        title="On time",
        text="They came on time.",
        constructive="The stairs are steep, you crooks.",
        author_name="Ada King",
        anonymous=True,
        business_name="King & Co",
        job_title="Owner",
        raw={"form": "short"},
    )
    task, holder = a_pending_task(review), a_moderator("Marta Ellwood")
    staff = Staff(holder)
    staff.put(f"/tasks/{task.pk}/lock")
    subject = staff.get(f"/tasks/{task.pk}").json()["subject"]
    assert set(subject) == SPECIFIED | OURS
    (flagged,) = subject.pop("flagged_words")
    assert (flagged["word"], flagged["field"], flagged["start"], flagged["end"]) == ("crooks", "constructive", 26, 32)
    assert {name: subject[name] for name in SPECIFIED - {"flagged_words"}} == {
        "data": {"form": "short"},
        "type": "google",
        "locked": True,
        "locked_by": "Marta Ellwood",
        "locked_id": holder.pk,
        "assigned_to": None,
        "escalation_notes": "",
        "title": "On time",
        "authorName": "Ada King",
        "anonymous": True,
        "businessName": "King & Co",
        "jobTitle": "Owner",
        "text": "They came on time.",
        "constructive": "The stairs are steep, you crooks.",
        "status": "pending",
    }


def test_missing_values_have_the_specifications_defaults() -> None:
    assert Review().source == "wf"
    task, staff = a_pending_task(), Staff(a_moderator())
    subject = staff.get(f"/tasks/{task.pk}").json()["subject"]
    defaults = {
        "type": "wf",
        "locked": False,
        "locked_by": "Unknown user",
        "locked_id": 0,
        "assigned_to": None,
        "escalation_notes": "",
        "anonymous": False,
        "businessName": None,
        "jobTitle": None,
        "flagged_words": [],
    }
    assert {name: subject[name] for name in defaults} == defaults


def test_figures_are_exact_but_for_a_large_company_whose_may_be_a_minute_old(monkeypatch: pytest.MonkeyPatch) -> None:
    staff, company = Staff(a_moderator()), a_company()
    tasks = [a_pending_task(a_review(company)) for _ in range(3)]

    def recent() -> list[int]:
        return [staff.get(f"/tasks/{task.pk}").json()["subject"]["company"]["recent"] for task in tasks]

    assert recent() == [3, 3, 3]
    a_review(company)
    assert recent() == [4, 4, 4]
    monkeypatch.setattr(reading, "LARGE", 4)
    assert recent() == [4, 4, 4]
    a_review(company)
    assert recent() == [4, 4, 4]
    forget_everything()
    assert recent() == [5, 5, 5]
