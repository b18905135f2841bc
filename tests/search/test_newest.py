"""Words that very many texts have: pages through the newest texts, by their stretches in the index; other plans."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, connections

from fulltext import having
from reviews.models import Review
from search import words
from search.everything import Search
from tests.factories import a_company, a_moderator, a_review, an_admin
from tests.plans import explain
from tests.search.desk import groups
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.workflows.tickets.threads import a_ticket, writes

TABLES = ("reviews_review", "tickets_ticket", "testimonials_testimonial")


def next_ids_from(number: int) -> None:
    """As after many transactions that were rolled back."""
    with connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, number])


def pages(staff: Staff, kind: str, *, term: str = "page", **asked: Any) -> tuple[list[int], list[int]]:
    """The ids of all pages, and at how many texts each short page says that it looked."""
    cursor, ids, searched = "", [], []
    while True:
        (group,) = groups(staff, term, kind, limit=3, cursor=cursor, **asked).values()
        ids += [item["id"] for item in group["items"]]
        searched += [group["searched"]] if group["searched"] is not None else []
        if not group["next_cursor"]:
            return ids, searched
        cursor = group["next_cursor"]


@pytest.mark.parametrize("typing", [False, True])
def test_pages_have_each_text_once_in_all_stretches_and_over_gaps(
    monkeypatch: pytest.MonkeyPatch, *, typing: bool
) -> None:
    monkeypatch.setattr(having, "TOO_MANY", -1)
    monkeypatch.setattr(words, "STRETCHES", (2, 5))
    company = a_company()
    made: dict[str, list[int]] = {"reviews": [], "third-party-reviews": [], "tickets": [], "testimonials": []}
    for start in (250, 700, 1_000_000, 1_000_500):
        next_ids_from(start)
        for at in range(8):
            text = "A page." if at % 3 else "Something else."
            review = a_review(company, text=text, source="google" if at % 2 else "wf").pk
            things = {"tickets": a_ticket(text).pk, "testimonials": a_testimonial(company, text=text)}
            things["third-party-reviews" if at % 2 else "reviews"] = review
            for kind, number in things.items():
                made[kind] += [number] if at % 3 else []
    staff = Staff(an_admin())
    for kind, ids in made.items():
        found, searched = pages(staff, kind, typing=typing)
        assert found == ids[::-1], kind
        assert max(searched, default=0) <= 5


@pytest.mark.parametrize("too_many", [-1, having.TOO_MANY])
def test_common_words_in_different_texts_of_a_ticket_are_found_and_excluded(
    monkeypatch: pytest.MonkeyPatch, too_many: int
) -> None:
    monkeypatch.setattr(having, "TOO_MANY", too_many)
    monkeypatch.setattr(words, "STRETCHES", (2, 3))
    tickets = []
    for at in range(6):
        tickets.append(a_ticket("A blue page." if at % 3 else "A page."))
        writes(tickets[-1], "The sky." if at % 2 else "The sea.")
    staff = Staff(an_admin())
    for term, chosen in (
        ("blue sky", (1, 5)),
        ("page sky -blue", (3,)),
        ("blue -sky", (2, 4)),
        ("blue sky -sea", (1, 5)),
    ):
        assert pages(staff, "tickets", term=term)[0] == [tickets[at].pk for at in reversed(chosen)], term


def test_results_of_common_words_are_counted_further_than_their_page_but_not_while_typing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(having, "TOO_MANY", -1)
    monkeypatch.setattr(words, "STRETCHES", (2, 4, 8))
    company = a_company()
    for _ in range(7):
        a_review(company, text="A page.")
    staff = Staff(a_moderator())
    for asked, total in (({}, (7, True)), ({"typing": True}, (2, False))):
        group = groups(staff, "page", "reviews", limit=1, **asked)["reviews"]
        assert (group["total"], group["total_is_exact"]) == total
    monkeypatch.setattr(words, "EXACT_TOTAL", 3)
    group = groups(staff, "page", "reviews", limit=1)["reviews"]
    assert (group["total"], group["total_is_exact"]) == (3, False)


def arrived(review: Review, year: int) -> int:
    Review.objects.filter(pk=review.pk).update(received_at=datetime(year, 6, 1, tzinfo=UTC))
    return review.pk


def test_common_words_of_a_period_are_looked_for_where_it_is(monkeypatch: pytest.MonkeyPatch, staff: Staff) -> None:
    monkeypatch.setattr(having, "TOO_MANY", -1)
    monkeypatch.setattr(words, "FEW", 0)
    monkeypatch.setattr(words, "STRETCHES", (1, 2))
    company = a_company()
    ids = [arrived(a_review(company, text="A page."), year) for year in (2018, 2019, 2019, 2021, 2021, 2022)]
    for dates, chosen in (("before:2020-01-01", ids[1:3]), ("after:2019-01-01 before:2020-01-01", ids[1:3])):
        group = groups(staff, f"page {dates}", "reviews", limit=2)["reviews"]
        assert [item["id"] for item in group["items"]] == chosen[::-1], dates
    # the last of them ends it: 2018 is not looked at
    assert (group["total"], group["total_is_exact"], group["next_cursor"]) == (2, True, None)


@pytest.mark.parametrize("narrowing", ["company:small", "before:2020-01-01", "company:small before:2020-01-01"])
def test_of_a_small_company_or_period_all_is_searched(monkeypatch: pytest.MonkeyPatch, narrowing: str) -> None:
    monkeypatch.setattr(having, "TOO_MANY", -1)
    monkeypatch.setattr(words, "STRETCHES", (1,))
    small = a_company("Small")
    ids = [arrived(a_review(small, text=text), 2019) for text in ("A page.", "Else.", "Page.", "No page.")]
    for _ in range(3):
        a_review(text="A page.")
    group = groups(Staff(a_moderator()), f"page -no {narrowing}", "reviews")["reviews"]
    assert [item["id"] for item in group["items"]] == [ids[3], ids[2], ids[0]]
    assert (group["total"], group["total_is_exact"], group["searched"]) == (3, True, None)


def test_the_newest_texts_with_common_words_are_found_by_one_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a common word the index has a million entries; those of other stretches are not read."""
    monkeypatch.setattr(having, "TOO_MANY", -1)
    a_review(text="A common word.")
    plan = plan_of("common", "WITH newest")
    at = next(at for at, line in enumerate(plan) if "Bitmap Index Scan on search_words_of_revisions" in line)
    assert "@@" in plan[at + 1]
    assert "review_id >> 8" in plan[at + 1]
    assert not [line for line in plan if "BitmapAnd" in line]


def plan_of(term: str, part: str) -> list[str]:
    """Of the first statement with this part that a search of reviews sends."""
    sent: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if part in sql:
            sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        Search(term, a_moderator()).of("reviews")
    return explain(*sent[0], disabled=("seqscan",))
