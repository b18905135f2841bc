"""Words that very many texts have: pages through the newest texts, by their stretches in the index; other plans."""

from typing import Any

import pytest
from django.db import connection, connections, transaction

from search import words
from search.everything import Search
from tests.factories import a_company, a_moderator, a_review, an_admin
from tests.search.desk import groups
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.workflows.tickets.threads import a_ticket

pytestmark = pytest.mark.usefixtures("database")

TABLES = ("reviews_review", "tickets_ticket", "testimonials_testimonial")


def next_ids_from(number: int) -> None:
    """As after many transactions that were rolled back."""
    with connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, number])


def pages(staff: Staff, kind: str, **asked: Any) -> tuple[list[int], list[int]]:
    """The ids of all pages, and at how many texts each short page says that it looked."""
    cursor, ids, searched = "", [], []
    while True:
        (group,) = groups(staff, "page", kind, limit=3, cursor=cursor, **asked).values()
        ids += [item["id"] for item in group["items"]]
        searched += [group["searched"]] if group["searched"] is not None else []
        if not group["next_cursor"]:
            return ids, searched
        cursor = group["next_cursor"]


@pytest.mark.parametrize("typing", [False, True])
def test_pages_have_each_text_once_in_all_stretches_and_over_gaps(
    monkeypatch: pytest.MonkeyPatch, *, typing: bool
) -> None:
    monkeypatch.setattr(words, "TOO_MANY", -1)
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


def test_the_newest_texts_with_common_words_are_found_by_one_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a common word the index has a million entries; those of other stretches are not read."""
    monkeypatch.setattr(words, "TOO_MANY", -1)
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
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {sent[0][0]}", sent[0][1])
        return [line for (line,) in cursor.fetchall()]
