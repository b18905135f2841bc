"""Permissions, pages, totals, highlights and limits of search."""

import re
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from companies.models import Company
from fulltext import having
from fulltext.asking import Deadline
from search import words
from search.everything import Search
from search.kinds import KINDS
from testimonials.transcriptions import transcribe
from tests.api.queries import sent_by
from tests.factories import a_company, a_moderator, a_review, a_second_look, an_account, an_admin
from tests.search.desk import a_desk, found, groups
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.workflows.tickets.threads import a_ticket
from workflows.engine.verbs.claims import claim_task

TABLES = {
    "companies": "companies_company",
    "hsone": "companies_company",
    "reviews": "reviews_revision",
    "third-party-reviews": "reviews_revision",
    "accounts": "search_name FROM accounts_user",
    "tickets": "tickets_message",
    "testimonials": "testimonials_transcription",
}


def only(*permissions: str) -> Staff:
    return Staff(an_account(access=["search", *permissions]))


def zebras() -> None:
    """Something of every kind that has the word `zebra`."""
    company = a_company("Zebra")
    Company.objects.filter(pk=company.pk).update(hsone_id="zebra")
    a_review(company, text="A zebra.")
    a_review(company, text="A zebra.", source="google")
    a_ticket("Where is my zebra?", company=company)
    a_testimonial(company, text="A zebra.")
    an_account(name="Zebra Smith")


def test_a_review_names_its_company_with_its_town_and_its_author() -> None:
    company = a_company("Ashgrove")
    Company.objects.filter(pk=company.pk).update(address="14 Quay Street, Whitby")
    for where in (company, a_company("Ashgrove")):
        a_review(where, text="A zebra.", author_name="Zadie Grant")
    items = groups(only("moderation"), "zebra", "reviews")["reviews"]["items"]
    assert {item["subtitle"] for item in items} == {"Ashgrove · Whitby · Zadie Grant", "Ashgrove · Zadie Grant"}


@pytest.mark.parametrize(
    ("permission", "shown"),
    [
        ("moderation", {"companies", "hsone", "reviews", "third-party-reviews"}),
        ("organisation", {"companies", "hsone"}),
        ("users", {"accounts"}),
        ("tickets", {"tickets"}),
        ("testimonials", {"testimonials"}),
        ("groups", set()),
    ],
)
def test_each_kind_is_found_by_who_may_open_it(permission: str, shown: set[str]) -> None:
    zebras()
    staff = only(permission)
    assert set(groups(staff, "zebra")) == shown == set(staff.get("/search/types").json())
    for kind in KINDS:
        (group,) = groups(staff, "zebra", kind).values()
        assert bool(group["items"]) == (kind in shown) == bool(group["total"])


def test_what_a_person_may_not_see_is_not_even_searched() -> None:
    """Neither totals nor time tell whether there is something."""
    zebras()
    sent = " ".join(sent_by(partial(only("users").get, "/search?term=zebra")))
    assert "FROM accounts_user" in sent
    for table in ("companies_company", "reviews_", "tickets_", "testimonials_"):
        assert table not in sent
    for kind in KINDS.keys() - {"accounts"}:
        sent = " ".join(sent_by(partial(only("users").get, f"/search?term=zebra&type={kind}")))
        assert "search_name" not in sent
        assert "docket_words" not in sent


@pytest.mark.parametrize("permission", ["users", "moderation", "tickets", "testimonials", "organisation"])
@pytest.mark.parametrize("typing", ["", "&typing=true"])
def test_a_search_takes_the_same_statements_whether_hidden_kinds_have_something(permission: str, typing: str) -> None:
    staff = only(permission)
    asked = [f"/search?term=zebra{typing}", *(f"/search?term=zebra&type={kind}{typing}" for kind in KINDS)]
    shown = set(staff.get("/search/types").json())
    before = [sent_without_numbers(staff, path) for path in asked]
    zebras_beside(shown)
    assert [sent_without_numbers(staff, path) for path in asked] == before


def sent_without_numbers(staff: Staff, path: str) -> list[str]:
    """The rest of the time is one of them."""
    return [re.sub(r"\d+", "0", statement) for statement in sent_by(partial(staff.get, path))]


def zebras_beside(shown: set[str]) -> None:
    """In the kinds that are not shown. Companies and HSOne ids are of one table."""
    company = a_company("Striped")
    if "companies" not in shown:
        a_company("Zebra Crossing")
    if "reviews" not in shown:
        a_review(company, text="A zebra.")
        a_review(company, text="A zebra.", source="google")
    if "tickets" not in shown:
        a_ticket("Where is my zebra?")
    if "testimonials" not in shown:
        a_testimonial(company, text="A zebra.")
    if "accounts" not in shown:
        an_account(name="Zebra Person")


def test_the_review_of_ones_own_second_look_is_hidden() -> None:
    """Its status would tell the first decision (decision 25)."""
    task = a_second_look()
    person = a_moderator()
    staff = Staff(person)
    review = task.process.subject_id
    assert found(staff, str(review), "reviews") == [review]
    # whoever may take it finds the review, and is not told how it was decided
    first = Staff(User.objects.get(pk=task.barred_id or 0))
    told = [each.get(f"/search?term={review}&type=reviews").json()["items"][0]["status"] for each in (staff, first)]
    assert told == [None, "rejected"]
    # nor does the search for a status tell it
    for term in ("came on time status:rejected", "status:rejected"):
        assert [found(each, term, "reviews") for each in (staff, first)] == [[], [review]], term
        assert [list(groups(each, term)) for each in (staff, first)] == [[], ["reviews"]], term
    claim_task(task.pk, by=person)
    assert found(staff, str(review), "reviews") == []
    assert found(staff, "came on time", "reviews") == []


def test_an_erased_account_is_found_by_nothing() -> None:
    person = an_account(name="Erased Person")
    head = Staff(an_admin())
    assert found(head, "erased", "accounts") == [person.pk]
    path = f"/api/user/{person.pk}"
    assert head.client.delete(path, {"confirm": True}, content_type="application/json").status_code < 300
    assert found(head, "erased", "accounts") == []
    assert found(head, str(person.pk), "accounts") == []


def test_an_id_comes_before_texts_that_have_the_number() -> None:
    first = a_review(text="The first.")
    second = a_review(text=f"Like review {first.pk}.")
    staff = only("moderation")
    assert found(staff, str(first.pk), "reviews") == [first.pk, second.pk]
    assert found(staff, f"#{first.pk}", "reviews")[0] == first.pk


def test_an_id_finds_its_own_company_and_account_before_what_else_has_the_number() -> None:
    number = 7_700_900_123
    others = [a_company(f"Other {at}") for at in range(25)]
    Company.objects.filter(pk__in=[other.pk for other in others]).update(phone=f"+44 {number}")
    Company.objects.filter(pk=others[-1].pk).update(hsone_id=str(number))
    Company.objects.create(pk=number, name="Its own")
    assert found(only("moderation"), str(number), "companies")[:3] == [number, others[-1].pk, others[0].pk]
    caller = an_account(name="Same Phone")
    User.objects.filter(pk=caller.pk).update(mobile_phone=f"+44 {number}")
    User.objects.create(pk=number, email="own@docket.test", first_name="Own")
    assert found(only("users"), str(number), "accounts") == [number, caller.pk]


@pytest.mark.parametrize(
    ("typed", "names"),
    [("painl", ["painless"]), ("running lat", ["late", "painless"]), ("lat xy", []), ("pa", []), ("o'br\\'", [])],
)
def test_while_it_is_typed_the_last_word_may_be_a_beginning(typed: str, names: list[str]) -> None:
    desk = a_desk()
    shown = groups(desk.staff, typed, "reviews", typing=True)["reviews"]["items"]
    assert [item["id"] for item in shown] == [desk.things[name][1] for name in names]
    assert desk.found(typed, "reviews") == []


def test_highlights_are_places_in_texts() -> None:
    desk = a_desk()
    (item,) = groups(desk.staff, "gentle dentist", "reviews")["reviews"]["items"]
    (highlight,) = item["highlights"]
    assert highlight["field"] == "text"
    assert [highlight["text"][begin:end] for begin, end in highlight["marks"]] == ["dentists", "gentle"]
    (item,) = groups(desk.staff, "zimmermann", "reviews")["reviews"]["items"]
    assert [shown["field"] for shown in item["highlights"]] == ["received"]
    number = a_testimonial(text="They mended my ruf.", title="Dry")
    with transaction.atomic():
        transcribe(number, {"text": "They mended my roof."}, reason="", by=a_moderator(), revision=1)
    (item,) = groups(desk.staff, "ruf", "testimonials")["testimonials"]["items"]
    (highlight,) = item["highlights"]
    assert (highlight["field"], highlight["text"]) == ("received", "Dry · They mended my ruf.")
    assert [highlight["text"][begin:end] for begin, end in highlight["marks"]] == ["ruf"]
    (item,) = groups(desk.staff, "lovely place", "reviews")["reviews"]["items"]
    (highlight,) = item["highlights"]
    assert [highlight["text"][begin:end] for begin, end in highlight["marks"]] == ["Lovely", "place"]
    (item,) = groups(desk.staff, "muller", "companies")["companies"]["items"]
    assert item["highlights"][0]["marks"] == [[0, 6]]


def test_everything_is_answered_in_groups_and_one_type_in_pages() -> None:
    company = a_company("Groups")
    for at in range(6):
        a_review(company, text=f"Pages {at}.")
    staff, found = Staff(an_admin()), {"type", "items", "total", "total_is_exact", "searched", "in_time"}
    answer = staff.get("/search?term=pages").json()
    assert set(answer) == {"groups", "took_ms"}
    (group,) = answer["groups"]
    assert set(group) == {*found, "more"}
    assert (group["type"], len(group["items"]), group["total"], group["more"]) == ("reviews", 5, 6, True)
    page = staff.get("/search?term=pages&type=reviews&limit=6").json()
    assert set(page) == {*found, "next_cursor", "took_ms"}
    assert (page["type"], len(page["items"]), page["total"], page["next_cursor"]) == ("reviews", 6, 6, None)
    assert answer["took_ms"] > 0 < page["took_ms"]


def test_each_result_leads_to_its_page() -> None:
    zebras()
    results = groups(Staff(an_admin()), "zebra")
    paths = {kind: group["items"][0]["path"].rsplit("/", 1)[0] for kind, group in results.items()}
    assert paths == {
        "companies": "/company",
        "hsone": "/company",
        "reviews": "/review",
        "third-party-reviews": "/review",
        "accounts": "/accounts",
        "tickets": "/tickets",
        "testimonials": "/testimonials",
    }


def all_pages(staff: Staff, term: str, kind: str) -> list[int]:
    cursor, seen = "", []
    while True:
        (group,) = groups(staff, term, kind, limit=3, cursor=cursor).values()
        seen += [item["id"] for item in group["items"]]
        if not group["next_cursor"]:
            return seen
        cursor = group["next_cursor"]


def test_companies_come_with_their_published_reviews_but_not_while_somebody_types() -> None:
    zebras()
    company, staff = Company.objects.get(), only("organisation")
    a_review(company, status="published", rating=4)
    for kind in ("companies", "hsone"):
        (item,) = staff.client.get("/api/search", {"term": "zebra", "type": kind}).json()["items"]
        assert item["published"] == {"reviews": 1, "rating": 4.0}
        (item,) = staff.client.get("/api/search", {"term": "zebra", "type": kind, "typing": "true"}).json()["items"]
        assert item["published"] is None


def test_pages_have_each_result_once() -> None:
    company = a_company("Page 0")
    companies = [company.pk, *(a_company(f"Page {at}").pk for at in range(1, 5)), a_company("A page").pk]
    reviews = [a_review(company, text=f"A page {at}.").pk for at in range(8)]
    tickets = [a_ticket("Which page?", company=company).pk for _ in range(4)]
    testimonials = [a_testimonial(company, text=f"Page {at}.") for at in range(4)]
    people = [an_account(name=f"Page {'ABCDEFG'[at]}").pk for at in range(7)]
    Company.objects.filter(pk=companies[0]).update(hsone_id="P-1")
    Company.objects.filter(pk=companies[3]).update(hsone_id="P-0")
    staff = Staff(an_admin("Root Admin"))
    assert all_pages(staff, "page", "companies") == companies
    assert all_pages(staff, "page", "reviews") == reviews[::-1]
    assert all_pages(staff, "page", "tickets") == tickets[::-1]
    assert all_pages(staff, "page", "testimonials") == testimonials[::-1]
    assert all_pages(staff, "page", "accounts") == people
    assert all_pages(staff, "p-", "hsone") == [companies[3], companies[0]]


def test_another_search_refuses_the_cursor() -> None:
    for at in range(2):
        a_review(text=f"A page {at}.")
    staff = only("moderation")
    cursor = groups(staff, "page", "reviews", limit=1)["reviews"]["next_cursor"]
    assert staff.get(f"/search?term=pages&type=reviews&cursor={cursor}").status_code == 422


def test_words_of_many_texts_are_searched_for_in_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    company = a_company()
    reviews = [a_review(company, text="A page.").pk for _ in range(9)]
    monkeypatch.setattr(words, "FEW", 3)
    monkeypatch.setattr(words, "STRETCHES", (2, 4))
    staff = only("moderation")
    group = groups(staff, "page", "reviews", limit=8)["reviews"]
    assert [item["id"] for item in group["items"]] == reviews[:-5:-1]
    assert (group["searched"], group["total_is_exact"]) == (4, False)
    assert all_pages(staff, "page", "reviews") == reviews[::-1]


def test_whole_words_come_before_beginnings() -> None:
    names = ("Old Saltburn", "Saltburn", "Old Salt", "Salt and Pepper", "Saltmarsh", "Salt")
    companies = {name: a_company(name).pk for name in names}
    expected = [
        companies[name] for name in ("Salt", "Salt and Pepper", "Old Salt", "Saltburn", "Saltmarsh", "Old Saltburn")
    ]
    staff = only("moderation")
    group = groups(staff, "salt", "companies")["companies"]
    assert [item["id"] for item in group["items"]] == expected
    assert group["total"] == 6
    assert all_pages(staff, "salt", "companies") == expected
    assert groups(staff, "old salt", "companies")["companies"]["items"][0]["id"] == companies["Old Salt"]


def test_words_of_which_the_database_knows_that_they_are_many_are_not_collected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    review = a_review(text="A page.").pk
    monkeypatch.setattr(having, "estimated", lambda *_: having.TOO_MANY + 1)
    sent = sent_by(partial(only("moderation").get, "/search?term=page&type=reviews"))
    assert not [statement for statement in sent if "WITH hit" in statement]
    assert all_pages(only("moderation"), "page", "reviews") == [review]


def test_totals_are_exact_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for at in range(4):
        a_company(f"Total {at}")
    staff = only("moderation")
    group = groups(staff, "total", "companies", limit=2)["companies"]
    assert (group["total"], group["total_is_exact"], len(group["items"])) == (4, True, 2)


def test_a_search_ends_in_time() -> None:
    """A kind that takes too long says so; the others are answered."""

    def sleep() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(600)")
        return "never"

    assert Deadline(0.1).in_time(sleep) == [None]
    assert Deadline(0).in_time(lambda: "late") == [None]
    assert Deadline(60).in_time(lambda: "early", lambda: "early") == ["early", "early"]


def test_a_kind_that_is_ended_leaves_time_for_the_others() -> None:
    """As where the database ends a statement itself."""

    def ended() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', '1', true)")
            cursor.execute("SELECT pg_sleep(600)")
        return "never"

    def found() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 'found'")
            return str(cursor.fetchall()[0][0])

    assert Deadline(60).in_time(found, ended, found) == ["found", None, "found"]


def plan_of_search(term: str, part: str) -> str:
    """The plan of the first statement with this part, as for large tables."""
    sent: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if part in sql:
            sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        Search(term, a_moderator()).of("reviews")
    statement = sent[0]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {statement[0]}", statement[1])
        return "\n".join(line for (line,) in cursor.fetchall())


def test_a_rare_word_is_not_looked_for_along_the_key() -> None:
    """figures.md: `@@` beside `ORDER BY id DESC LIMIT` took 151 s at a million rows."""
    a_review(text="A rare word.")
    plan = plan_of_search("rare", "WITH hit")
    assert "Bitmap Index Scan on search_words_of_revisions" in plan
    assert "Index Scan Backward" not in plan


def test_the_number_at_a_source_is_found_by_the_key_of_source_and_number() -> None:
    plan = plan_of_search("EXT-4711", "UNION SELECT id FROM reviews_review")
    assert "Seq Scan" not in plan
    assert "((source)::text = ANY" in plan
    assert plan.count("review_identity") >= 1
