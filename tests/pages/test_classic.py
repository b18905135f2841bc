"""GET /reviews: all reviews in one table, and as a file."""

import csv
import io
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models import Func, TextField, Value
from django.db.models.lookups import IsNull

from reviews import listing
from reviews.listing import ReviewFilters
from reviews.models import Review
from tests.api.queries import sent_by
from tests.factories import a_company, a_moderator, a_review
from tests.pages.requests import a_published_review
from tests.staff import Staff

pytestmark = pytest.mark.usefixtures("database")

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
LATER = START + timedelta(hours=5)
SORTS = ["received", "posted", "rating", "company"]


@pytest.fixture
def staff() -> Staff:
    return Staff(a_moderator())


@pytest.fixture
def many() -> list[Review]:
    """Reviews that differ in whatever a list can be ordered by, with equals in each."""
    companies = [a_company(), a_company()]
    return [
        a_review(
            companies[number % 2],
            received_at=START + timedelta(hours=number // 2),
            posted_at=START - timedelta(days=number % 3) if number % 4 else None,
            rating=number % 5 or None,
            text=f"Number {number}. {'They came late.' if number % 3 else 'They stole a ring.'}",
        )
        for number in range(23)
    ]


def listed(staff: Staff, path: str = "/reviews", **query: Any) -> Any:
    answer = staff.get(f"{path}?{urlencode(query)}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def walk(staff: Staff, path: str = "/reviews", **query: Any) -> list[int]:
    """The ids of all pages."""
    found: list[int] = []
    cursor = ""
    while True:
        page = listed(staff, path, limit=4, cursor=cursor, **query)
        found += [row["id"] for row in page["items"]]
        if page["next_cursor"] is None:
            return found
        cursor = page["next_cursor"]


def key_of(review: Review, sort: str) -> Any:
    keys: dict[str, Any] = {
        "received": review.received_at,
        "posted": review.posted_at or review.received_at,
        "rating": review.rating or 0,
        "company": review.company_id,
    }
    return (keys[sort], review.pk)


@pytest.mark.parametrize("direction", ["desc", "asc"])
@pytest.mark.parametrize("sort", SORTS)
def test_every_order_gives_each_review_once(staff: Staff, many: list[Review], sort: str, direction: str) -> None:
    expected = sorted(many, key=partial(key_of, sort=sort), reverse=direction == "desc")
    assert walk(staff, sort=sort, direction=direction) == [review.pk for review in expected]


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ({"rating": 2}, lambda review: review.rating == 2),
        (
            {"since": (START + timedelta(hours=5)).isoformat()},
            lambda one: one.received_at >= START + timedelta(hours=5),
        ),
        ({"until": (START + timedelta(hours=5)).isoformat()}, lambda one: one.received_at < START + timedelta(hours=5)),
        ({"q": "STOLE a"}, lambda review: "stole a" in review.text),
        ({"q": "stole", "rating": 3}, lambda review: "stole" in review.text and review.rating == 3),
        ({"verified": "true"}, lambda review: review.verified),
        ({"flagged": "true"}, lambda _review: False),
        ({"source": "nhs"}, lambda _review: False),
    ],
)
def test_filters_hold_together(staff: Staff, many: list[Review], query: dict[str, Any], holds: Any) -> None:
    assert set(walk(staff, **query)) == {review.pk for review in many if holds(review)}


def test_named_filters_are_a_status_and_a_source(staff: Staff) -> None:
    nhs = a_published_review(source="nhs")
    a_published_review()
    a_review(source="nhs")
    assert walk(staff, status="published", source="nhs") == [nhs.pk]


def test_what_was_made_live_last_comes_first(staff: Staff) -> None:
    first = a_published_review(received_at=START + timedelta(days=1))
    second = a_published_review(received_at=START)
    assert walk(staff, status="published", sort="moved") == [second.pk, first.pk]
    refused = staff.get("/reviews?sort=moved")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["sort"])


def test_words_are_looked_for_part_by_part(staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "SEARCHED_AT_ONCE", 5)
    page = listed(staff, q="no such words")
    assert page["items"] == []
    assert page["next_cursor"]
    assert walk(staff, q="no such words") == []
    assert set(walk(staff, q="stole")) == {review.pk for review in many if "stole" in review.text}


def test_a_cursor_is_of_its_own_order_alone(staff: Staff, many: list[Review]) -> None:
    cursor = listed(staff, limit=4)["next_cursor"]
    for query in ({"sort": "rating"}, {"direction": "asc"}, {}):
        answer = staff.get(f"/reviews?{urlencode({'cursor': cursor + ('' if query else 'x'), **query})}")
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["cursor"])


@pytest.mark.parametrize("rows", [1, 50])
@pytest.mark.parametrize("query", ["", "?sort=rating&status=pending", "?q=time"])
def test_a_list_of_any_length_costs_the_same(staff: Staff, rows: int, query: str) -> None:
    for _ in range(rows):
        a_review()
    # the session, the reviews with their companies; with words, whether there is more to look through
    assert len(sent_by(partial(staff.get, f"/reviews{query}"))) == (3 if "q=" in query else 2)


def exported(staff: Staff, query: str = "") -> tuple[Any, list[list[str]]]:
    answer = staff.get(f"/reviews/export{query}")
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode()
    return answer, list(csv.reader(io.StringIO(text)))


def test_the_file_holds_what_the_list_does_in_its_order(staff: Staff, many: list[Review]) -> None:
    answer, rows = exported(staff, "?sort=rating&direction=asc&q=stole")
    assert [int(row[0]) for row in rows[1:]] == walk(staff, sort="rating", direction="asc", q="stole")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "Docket-Cut-At" not in answer.headers


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(staff: Staff, start: str) -> None:
    a_review(title=f"{start}cmd|' /C calc'!A0", author_name=f"{start}1")
    _, (header, row) = exported(staff)
    assert row[header.index("title")] == f"'{start}cmd|' /C calc'!A0"
    assert row[header.index("author_name")] == f"'{start}1"


def test_a_file_is_capped_and_says_so(staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "EXPORTED", 10)
    _, rows = exported(staff)
    assert len(rows) == 1 + 10 + 1
    assert "Only the first 10 reviews" in rows[-1][0]


def test_a_file_that_takes_too_long_to_find_is_refused(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    a_review()
    slow = IsNull(Func(Value(0.5), function="pg_sleep", output_field=TextField()), False)
    monkeypatch.setattr(ReviewFilters, "words", slow)
    assert staff.get("/reviews/export?q=rare").status_code == 200
    monkeypatch.setattr(listing, "PATIENCE", "100ms")
    answer = staff.get("/reviews/export?q=rare")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert staff.get("/reviews/export").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)
