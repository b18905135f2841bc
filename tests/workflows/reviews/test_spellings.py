"""Texts that look equal or empty are treated as equal or empty on arrival."""

from unicodedata import normalize

import pytest

from companies.models import Company
from kit.errors import InvalidError
from reviews.models import Review
from tests.factories import a_moderator, a_pending_task, open_task
from tests.sent_reviews import incoming
from tests.staff import Staff
from workflows.models import Process
from workflows.reviews.ingest import ingest_reviews

NOTHING = ["\u200b", " \u2060\ufeff ", "\u00ad\t\n", "\u3164", "\u2800\u2800", "\u202e\u202c"]


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_a_review_of_invisible_characters_is_refused(text: str) -> None:
    with pytest.raises(InvalidError) as refused:
        incoming(text=text, constructive=text)
    assert "blank" in str(refused.value.fields)
    assert incoming(text=f"{text}A", constructive=text).text == f"{text}A", "to the letter, once there is something"


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_an_edit_to_invisible_characters_is_refused(text: str) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    body = {"revision": 1, "reason": "Tidied.", "text": text, "constructive": ""}
    refused = staff.patch(f"/review/{task.process.subject_id}", body)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["text"])


def test_company_names_match_after_composing_accents() -> None:
    names = ["Café Noël", normalize("NFD", "Café Noël"), " Café\u200b  Noël\ufeff "]
    ingest_reviews([incoming(external_id=f"{number}", company=name) for number, name in enumerate(names)])
    assert list(Company.objects.values_list("name", flat=True)) == ["Café Noël"]
    assert Review.objects.count() == len(names)


def test_a_name_keeps_the_joiners_that_its_script_spells_with() -> None:
    ingest_reviews([incoming(company="می\u200cخواهم")])
    assert Company.objects.get().name == "می\u200cخواهم"


def test_copies_are_found_by_the_authors_text_despite_edits_by_staff(staff: Staff) -> None:
    words = "Ring me on 0161 496 0000."
    ingest_reviews([incoming(external_id="first", text=words)])
    first = Review.objects.get()
    staff.put(f"/tasks/{open_task(Process.objects.get()).pk}/lock")
    body = {"revision": 1, "reason": "A telephone number.", "text": "Ring me.", "constructive": ""}
    assert staff.patch(f"/review/{first.pk}", body).status_code == 200
    (result,) = ingest_reviews([incoming(external_id="second", text=words)])
    assert result.copies == 1
    (result,) = ingest_reviews([incoming(external_id="third", text="Ring me.")])
    assert result.copies == 0
