"""GET /reviews: the table of all reviews, and its export."""

import csv
import io
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.db.models.expressions import RawSQL

from reviews import classic, exporting
from reviews.classic import Having
from reviews.models import Review
from search.lists import WordsOf
from tests.api.queries import as_many_for_more_rows, statements
from tests.factories import a_company, a_review
from tests.plans import plan_of
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
SORTS = ["received", "posted", "rating", "company"]


@pytest.fixture
def many() -> list[Review]:
    """Reviews with different and with equal values in every sort key."""
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


@pytest.mark.usefixtures("many")
def test_the_first_page_of_a_list_with_filters_says_how_many_match(
    staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    def matches(**query: Any) -> Any:
        return listed(staff, **query)["matches"]

    company = Review.objects.values_list("company_id", flat=True).earliest("pk")
    for filters, expected in (
        ({"rating": 3}, 4),
        ({"company": company}, 12),
        ({"q": "ring"}, 8),
    ):
        assert [matches(limit=limit, **filters) for limit in (2, 50)] == [expected] * 2, filters
    assert matches(limit=2) is None
    first = listed(staff, company=company, limit=2)
    assert matches(company=company, limit=2, cursor=first["next_cursor"]) is None
    monkeypatch.setattr(classic, "COUNTED", 9)
    assert matches(company=company, limit=2) == 10


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
        "company": (review.company_id, review.received_at),
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
        ({"rating": 2}, lambda row: row.rating == 2),
        (
            {"since": (START + timedelta(hours=5)).isoformat()},
            lambda row: row.received_at >= START + timedelta(hours=5),
        ),
        (
            {"until": (START + timedelta(hours=5)).isoformat()},
            lambda row: row.received_at < START + timedelta(hours=5),
        ),
        ({"q": "STOLE a"}, lambda row: "stole a" in row.text),
        ({"q": "stole", "rating": 3}, lambda row: "stole" in row.text and row.rating == 3),
        ({"verified": "true"}, lambda row: row.verified),
        ({"flagged": "true"}, lambda _review: False),
        ({"source": "nhs"}, lambda _review: False),
    ],
)
def test_filters_are_combined(staff: Staff, many: list[Review], query: dict[str, Any], holds: Any) -> None:
    assert set(walk(staff, **query)) == {review.pk for review in many if holds(review)}


def test_named_filters_are_a_status_and_a_source(staff: Staff) -> None:
    nhs = a_published_review(source="nhs")
    a_published_review()
    a_review(source="nhs")
    assert walk(staff, status="published", source="nhs") == [nhs.pk]


def test_the_review_published_last_comes_first(staff: Staff) -> None:
    first = a_published_review(received_at=START + timedelta(days=1))
    second = a_published_review(received_at=START)
    assert walk(staff, status="published", sort="moved") == [second.pk, first.pk]
    refused = staff.get("/reviews?sort=moved")
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["sort"])


@pytest.mark.parametrize(
    ("query", "searched"),
    [({"flagged": "true"}, 10), ({"source": "nhs", "sort": "rating"}, 10)],
)
def test_a_rare_filter_is_searched_stretch_by_stretch(
    staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch, query: dict[str, str], searched: int
) -> None:
    monkeypatch.setattr(classic, "STRETCH", 5)
    monkeypatch.setattr(classic, "STRETCHES", 2)
    with statements() as sent:
        page = listed(staff, **query)
    assert (page["items"], page["searched"], bool(page["next_cursor"])) == ([], searched, True)
    # two once: the session, and the reviews hidden from the caller (a page without reviews has no results to hide);
    # two for each stretch: where it ends, and which of its reviews match
    assert len(sent) == 2 + 2 * searched // 5
    assert walk(staff, **query) == []


@pytest.mark.parametrize("direction", ["desc", "asc"])
@pytest.mark.parametrize("sort", SORTS)
def test_a_search_by_stretches_misses_nothing(
    staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch, sort: str, direction: str
) -> None:
    monkeypatch.setattr(classic, "STRETCH", 5)
    monkeypatch.setattr(WordsOf, "hits", lambda _self, _wanted: None)
    expected = sorted(many, key=partial(key_of, sort=sort), reverse=direction == "desc")
    assert walk(staff, q="stole", sort=sort, direction=direction) == [
        review.pk for review in expected if "stole" in review.text
    ]


@pytest.mark.parametrize("sort", SORTS)
def test_words_are_found_everywhere_at_once(
    staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch, sort: str
) -> None:
    monkeypatch.setattr(classic, "STRETCH", 5)
    expected = sorted(many, key=partial(key_of, sort=sort))
    page = listed(staff, q="steal", sort=sort, direction="asc", limit=200)
    assert page["items"] == []
    page = listed(staff, q="STOLE", sort=sort, direction="asc", limit=200)
    assert [row["id"] for row in page["items"]] == [review.pk for review in expected if "stole" in review.text]
    assert (page["next_cursor"], page["searched"]) == (None, None)
    assert listed(staff, q="no such words")["items"] == []


@pytest.mark.parametrize("words", ["", "ring"])
@pytest.mark.parametrize(("company", "rating"), [(None, None), (None, 2), (0, None), (0, 2)])
def test_words_and_filters_hold_together_in_every_order(
    staff: Staff, many: list[Review], company: int | None, rating: int | None, words: str
) -> None:
    published = many[::2]
    Review.objects.filter(pk__in=[review.pk for review in published]).update(status="published")
    query: dict[str, Any] = {"status": "published", "since": START.isoformat()}
    kept = [review for review in published if not words or words in review.text]
    if rating is not None:
        query["rating"], kept = rating, [review for review in kept if review.rating == rating]
    if company is not None:
        chosen = many[company].company_id
        query["company"], kept = chosen, [review for review in kept if review.company_id == chosen]
    if words:
        query["q"] = words
    for sort in (*SORTS, "moved"):
        assert sorted(walk(staff, **query, sort=sort)) == sorted(review.pk for review in kept), sort


@pytest.mark.parametrize("query", [{"company": 0}, {"status": "published"}])
def test_a_small_company_or_status_is_sorted_as_a_whole(
    staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch, query: dict[str, Any]
) -> None:
    """Its few reviews may stand at the end of the order of all: they are read together, without stretches."""
    few = [a_published_review(review=a_review(a_company(), rating=rating)) for rating in (5, 1, 3)]
    monkeypatch.setattr(classic, "STRETCH", 4)
    monkeypatch.setattr(classic, "STRETCHES", 1)
    if "company" in query:
        few = few[:1]
        query = {"company": few[0].company_id}
    page = listed(staff, sort="rating", direction="asc", **query)
    expected = sorted(few, key=lambda row: row.rating or 0)
    assert [row["id"] for row in page["items"]] == [review.pk for review in expected]
    assert (page["next_cursor"], page["searched"]) == (None, None)
    assert walk(staff, sort="rating", direction="asc", source="wf", **query) == [review.pk for review in expected]


def test_a_full_page_does_not_report_a_search_limit(staff: Staff, many: list[Review]) -> None:
    assert listed(staff, q="stole", limit=3)["searched"] is None
    assert listed(staff)["searched"] is None


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("", "review_received"),
        ("since=2026-11-02T00:00:00Z", "review_received"),
        ("status=rejected", "review_stands"),
        ("status=rejected&sort=moved", "review_moved"),
        ("sort=posted", "review_posted"),
        ("sort=rating&rating=1", "review_rated"),
        ("company=1&status=rejected", "review_of_company"),
        ("sort=company", "review_of_company"),
    ],
)
def test_each_order_uses_an_index(staff: Staff, query: str, index: str) -> None:
    others = {"review_stands", "review_moved"} - {index} if "company=" in query else ()
    plan = plan_of(partial(staff.get, f"/reviews?{query}"), "reviews_review", nth=-1, without=tuple(others))
    assert f"Scan Backward using {index} on" in plan
    assert "Sort" not in plan


def test_the_end_of_a_stretch_is_read_by_an_index_only_scan(staff: Staff) -> None:
    plan = plan_of(partial(staff.get, "/reviews?verified=true&source=nhs"), "reviews_review")
    assert "Index Only Scan Backward using review_received" in plan


def test_a_cursor_belongs_to_one_order(staff: Staff, many: list[Review]) -> None:
    cursor = listed(staff, limit=4)["next_cursor"]
    for query in ({"sort": "rating"}, {"direction": "asc"}, {}):
        answer = staff.get(f"/reviews?{urlencode({'cursor': cursor + ('' if query else 'x'), **query})}")
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["cursor"])


@pytest.mark.parametrize("query", ["", "?sort=rating&status=pending", "?q=time"])
def test_the_number_of_statements_does_not_depend_on_the_lists_length(staff: Staff, query: str) -> None:
    as_many_for_more_rows(partial(staff.get, f"/reviews{query}"), a_review)


def exported(staff: Staff, query: str = "") -> tuple[Any, list[list[str]]]:
    answer = staff.get(f"/reviews/export{query}")
    assert answer.status_code == 200
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return answer, list(csv.reader(io.StringIO(text)))


def test_the_file_has_the_rows_of_the_list_in_the_same_order(staff: Staff, many: list[Review]) -> None:
    answer, rows = exported(staff, "?sort=rating&direction=asc&q=stole")
    assert [int(row[0]) for row in rows[1:]] == walk(staff, sort="rating", direction="asc", q="stole")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert "Docket-Cut-At" not in answer.headers


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_exported_cell_is_a_formula(staff: Staff, start: str) -> None:
    a_review(title=f"{start}cmd|' /C calc'!A0", author_name=f"{start}1")
    _, (header, row) = exported(staff)
    assert row[header.index("title")] == f"'{start}cmd|' /C calc'!A0"
    assert row[header.index("author_name")] == f"'{start}1"


def test_a_file_is_limited_and_says_so(staff: Staff, many: list[Review], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "EXPORTED", 10)
    _, rows = exported(staff)
    assert len(rows) == 1 + 10 + 1
    assert "contains only the first 10 reviews" in rows[-1][0]


def test_a_file_that_takes_too_long_to_find_is_refused(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    a_review()
    quick = RawSQL("SELECT id FROM reviews_review", [])
    monkeypatch.setattr("api.reviews.classic.reviews_having", lambda _typed: Having(None, quick, quick))
    assert staff.get("/reviews/export?q=rare").status_code == 200
    endless = RawSQL("SELECT id FROM reviews_review WHERE pg_sleep(3600) IS NOT NULL", [])
    monkeypatch.setattr("api.reviews.classic.reviews_having", lambda _typed: Having(None, endless, endless))
    monkeypatch.setattr(exporting, "PATIENCE", "100ms")
    answer = staff.get("/reviews/export?q=rare")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert staff.get("/reviews/export").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)
