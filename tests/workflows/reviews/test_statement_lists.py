"""Looking through statements, and the file for the Commission."""

import csv
import io
import json
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
from django.utils import timezone

from reviews.models import Letter, Statement
from reviews.statements import FILED_FIELDS, issue_statement
from tests.api.queries import as_many_for_more_rows
from tests.factories import a_company, a_moderator, a_review
from tests.staff import Staff


def a_statement(number: int, **named: Any) -> Statement:
    defaults = {"kind": "reject", "reason": "fake", "facts": "It is.", "process_id": number}
    return issue_statement(named.pop("review", None) or a_review().pk, **{**defaults, **named})[0]


def references(answer: Any) -> list[str]:
    return [item["reference"] for item in answer.json()["items"]]


def exported(head: Staff, path: str) -> str:
    answer = head.get(path)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode("utf-8-sig")


def test_statements_are_listed_newest_first_page_by_page(head: Staff) -> None:
    for number in range(1, 6):
        a_statement(number)
    seen, cursor = [], ""
    while True:
        answer = head.get(f"/statements?limit=2&cursor={cursor}")
        seen += references(answer)
        cursor = answer.json()["next_cursor"]
        if not cursor:
            break
    assert seen == [f"docket-{number}" for number in (5, 4, 3, 2, 1)]


def test_a_row_has_decider_reason_and_state_of_the_letter(head: Staff) -> None:
    decider = a_moderator("Marta Ellwood")
    review = a_review(a_company("Quayle Street Dental"), author_email="ada@example.com")
    a_statement(1, review=review.pk, by=decider.pk)
    (row,) = head.get("/statements").json()["items"]
    assert (row["kind"], row["review_id"], row["company"]["name"]) == ("reject", review.pk, "Quayle Street Dental")
    assert (row["decided_by"]["name"], row["reason"]["code"], row["facts"]) == ("Marta Ellwood", "fake", "It is.")
    assert (row["mail"]["state"], row["mail"]["to"]) == ("waiting", "a…@example.com")


def test_statements_are_narrowed_by_what_became_of_the_letter(head: Staff) -> None:
    a_statement(1, review=a_review(author_email="ada@example.com").pk)
    a_statement(2, review=a_review(author_email="").pk)
    Letter.objects.create(review=a_review(), process_id=1, about=Letter.About.REINSTATEMENT, state="no_address")
    assert references(head.get("/statements?mail=no_address")) == ["docket-2"]
    assert references(head.get("/statements?mail=waiting&kind=restrict")) == []
    assert head.get("/statements?mail=lost").status_code == 422


def test_filters_are_combined(head: Staff) -> None:
    review = a_review()
    a_statement(1, review=review.pk)
    person = a_moderator()
    a_statement(2, kind="restrict", notice=True, by=person.pk)
    a_statement(3, reason="hate")
    soon = (timezone.now() + timedelta(hours=1)).isoformat().replace("+", "%2B")
    assert references(head.get("/statements?kind=restrict")) == ["docket-2"]
    assert references(head.get("/statements?reason=hate")) == ["docket-3"]
    assert references(head.get(f"/statements?person={person.pk}")) == ["docket-2"]
    assert references(head.get(f"/statements?person={person.pk}&reason=hate")) == []
    choices = head.get("/statements/choices").json()
    assert {"code": "hate", "title": "Hate"} in choices["reasons"]
    assert person.pk in [row["id"] for row in choices["people"]]
    assert references(head.get(f"/statements?company={review.company_id}&kind=reject")) == ["docket-1"]
    assert references(head.get(f"/statements?since={soon}")) == []
    assert len(references(head.get(f"/statements?until={soon}"))) == 3


@pytest.mark.parametrize("query", ["cursor=x", "kind=all", "limit=0", "since=yesterday", "company=0", "reason=%00"])
def test_a_question_that_makes_no_sense_is_refused(head: Staff, query: str) -> None:
    assert head.get(f"/statements?{query}").status_code == 422


def test_the_file_has_the_fields_of_the_schema(head: Staff) -> None:
    a_statement(1)
    a_statement(2, reason="defamation", kind="restrict", notice=True)
    (mine, theirs) = json.loads(exported(head, "/statements/export?format=json"))["statements"]
    assert tuple(mine) == tuple(theirs) == FILED_FIELDS
    assert (mine["incompatible_content_ground"][:17], mine["illegal_content_legal_ground"]) == (
        "Review guidelines",
        None,
    )
    assert (theirs["illegal_content_legal_ground"][:14], theirs["source_type"]) == (
        "Defamation Act",
        "SOURCE_ARTICLE_16",
    )
    assert (theirs["content_type"], theirs["automated_detection"]) == (["CONTENT_TYPE_TEXT"], "No")
    first, second = csv.DictReader(io.StringIO(exported(head, "/statements/export?format=csv")))
    assert tuple(first) == FILED_FIELDS
    assert (second["puid"], second["decision_visibility"]) == ("docket-2", "DECISION_VISIBILITY_CONTENT_DISABLED")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_no_cell_of_the_file_is_a_formula(head: Staff, start: str) -> None:
    a_statement(1, facts=f'{start}cmd|" /C calc"!A0, and\nanother line')
    text = exported(head, "/statements/export?format=csv")
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["decision_facts"].startswith(f"'{start}")


def test_how_many_statements_any_number_of_rows_takes(head: Staff) -> None:
    by, numbers = a_moderator().pk, count(1)
    as_many_for_more_rows(partial(head.get, "/statements"), lambda: a_statement(next(numbers), by=by))


@pytest.mark.parametrize("form", ["csv", "json"])
def test_an_empty_file_is_a_file(head: Staff, form: str) -> None:
    text = exported(head, f"/statements/export?format={form}")
    assert json.loads(text) == {"statements": []} if form == "json" else text.strip() == ",".join(FILED_FIELDS)
