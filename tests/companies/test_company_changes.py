"""Companies over HTTP: created, found, changed, closed; categories with favourites; the audit log."""

from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import ApiKey
from audit.models import AuditEntry, Kind, Remark
from companies.models import Category, Company
from kit.slugs import NO_SLUG
from reviews.models import Review
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import sentences
from tests.factories import a_company, an_account
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from workflows.reviews.ingest import IngestStatus, ingest_reviews

NO_SLUGS = ["Smiles", "my smiles", "smiles/kent", "smiles_kent", "-smiles", "smiles-", "caf\u00e9", "-", "\u0663"]


@pytest.fixture
def staff() -> Staff:
    return Staff(an_account(access=["organisation"], name="Olive Organiser"))


def create(staff: Staff, **fields: Any) -> int:
    answer = staff.post("/company", {"name": "Smith & Sons Dental", "category": 1, **fields})
    assert answer.status_code == 201, answer.json()
    number: int = answer.json()["id"]
    return number


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("  Smith & Sons of Kent ", "smith-and-sons-of-kent"),
        ("Dr. O’Neil's Café (24/7)", "dr-oneils-cafe-247"),
        ("Tan - Dental!", "tan---dental"),
        ("-A-", "a"),
        ("牙科", ""),
    ],
)
def test_the_slug_of_a_name_is_a_slug(staff: Staff, name: str, slug: str) -> None:
    number = create(staff, name=name)
    assert staff.get(f"/company/{number}").json()["slug"] == slug
    assert staff.patch(f"/company/{number}", {"slug": "other"}).status_code == 200
    assert staff.patch(f"/company/{number}", {"slug": slug}).status_code == 200


def test_a_slug_from_before_slugs_were_checked_stays_until_it_is_changed(staff: Staff) -> None:
    company = a_company()
    Company.objects.filter(pk=company.pk).update(slug="Old Slug!")
    path = f"/company/{company.pk}"
    changed = staff.patch(path, {"slug": "Old Slug!", "phone": "0117 496 0000"})
    assert (changed.status_code, staff.get(path).json()["slug"]) == (200, "Old Slug!")
    assert staff.patch(path, {"slug": "Older Slug!"}).json()["fields"] == {"slug": [NO_SLUG]}


def log_of(company_id: int) -> list[str]:
    return sentences(kind=Kind.COMPANY, subject_id=company_id)


def test_a_created_company_has_its_category_and_a_slug_of_its_name(staff: Staff) -> None:
    number = create(staff)
    found = staff.get(f"/company/{number}").json()
    assert found["category"] == {"id": 1, "name": "Dental practice"}
    assert (found["name"], found["slug"], found["country"], found["status"]) == (
        "Smith & Sons Dental",
        "smith-and-sons-dental",
        1,
        "open",
    )
    assert log_of(number) == ["Company created."]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": "A"}, {"name": ["You must enter a company name for the new listing."]}),
        ({"name": " A "}, {"name": ["You must enter a company name for the new listing."]}),
        ({"name": "\u200b\u200b\u200b"}, {"name": ["You must enter a company name for the new listing."]}),
        ({"name": "\u2800\u2800"}, {"name": ["You must enter a company name for the new listing."]}),
        ({"name": "\u0958" * 300}, {"name": ["A company name has at most 300 characters."]}),
        ({"category": 0}, {"category": ["You must select a category for the new listing."]}),
        ({"category": 999_999}, {"category": ["You must select a category for the new listing."]}),
    ],
)
def test_a_name_and_a_category_are_required(staff: Staff, fields: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = staff.post("/company", {"name": "Tan Dental", "category": 1, **fields})
    assert (answer.status_code, answer.json()["fields"]) == (422, expected)
    assert not Company.objects.exists()


def test_a_name_is_written_as_sources_write_it(staff: Staff) -> None:
    number = create(staff, name="Cafe\u0301  Tan\u200b")
    assert Company.objects.get().name == "Caf\u00e9 Tan"
    ingest_reviews([a_sent_review(company="Cafe\u0301 Tan")])
    assert Review.objects.get().company_id == number
    assert staff.patch(f"/company/{number}", {"name": " Caf\u00e9\u00a0 Tan"}).status_code == 200
    assert log_of(number) == ["Company created."]


def test_a_repeated_request_creates_one_company(staff: Staff) -> None:
    answers = [staff.post("/company", {"name": "Tan", "category": 1}, idempotency_key="k").json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert Company.objects.count() == 1


def test_a_change_is_recorded_once_with_codes_and_ids_and_without_texts(staff: Staff) -> None:
    number = create(staff)
    changes = {
        "category": 2,
        "country": 2,
        "status": "closed",
        "checks_testimonials": True,
        "postcode": "RH11 7HL",
        "website": "https://tan.example",
        "hsone_id": "H1",
    }
    for _ in range(2):
        assert staff.patch(f"/company/{number}", changes).status_code == 200
    found = staff.get(f"/company/{number}").json()
    assert {name: found[name] for name in ("postcode", "website", "hsone_id")} == {
        name: changes[name] for name in ("postcode", "website", "hsone_id")
    }
    assert found["category"]["id"] == 2
    assert log_of(number) == [
        "Company created.",
        "Changed: category (1 to 2), country (United Kingdom to Ireland), hsone id, postcode, website,"
        " status (Open to Closed), checks testimonials (No to Yes).",
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"website": "tan dental"}, "Invalid URL"),
        ({"website": "javascript:alert(1)"}, "Invalid URL"),
        ({"name": "T"}, "You must enter a company name for the new listing."),
        ({"category": 999_999}, "You must select a category for the new listing."),
        ({"country": 9}, "must be one of 1, 2, 3, 4"),
        ({"status": "gone"}, ""),
        *(({"slug": slug}, NO_SLUG) for slug in NO_SLUGS),
    ],
)
def test_a_wrong_change_says_why_and_changes_nothing(staff: Staff, fields: dict[str, Any], message: str) -> None:
    number = create(staff)
    before = staff.get(f"/company/{number}").json()
    answer = staff.patch(f"/company/{number}", fields)
    assert answer.status_code == 422
    assert message in str(answer.json()["fields"])
    assert "Value error" not in str(answer.json()["fields"])
    assert staff.get(f"/company/{number}").json() == before
    assert staff.patch("/company/999999", {"name": "Tan"}).status_code == 404


def test_an_hsone_id_belongs_to_one_company(staff: Staff) -> None:
    first, second = create(staff), create(staff)
    assert staff.patch(f"/company/{first}", {"hsone_id": "H1"}).status_code == 200
    answer = staff.patch(f"/company/{second}", {"hsone_id": "H1"})
    assert (answer.status_code, answer.json()["code"]) == (409, "hsone_id_taken")
    assert staff.patch(f"/company/{first}", {"hsone_id": ""}).status_code == 200
    assert Company.objects.get(pk=first).hsone_id is None


def test_a_closed_company_takes_no_new_reviews(staff: Staff) -> None:
    company = a_company("Tan Dental")
    (before,) = ingest_reviews([a_sent_review(external_id="a", company="Tan Dental")])
    assert staff.patch(f"/company/{company.pk}", {"status": "closed"}).status_code == 200
    for named in ("Tan Dental", company.pk):
        (refused,) = ingest_reviews([a_sent_review(external_id="b", company=named)])
        assert refused.errors == {"company": ["This company is closed and takes no new reviews."]}
    (again,) = ingest_reviews([a_sent_review(external_id="a", company="Tan Dental")])
    assert (before.status, again.status) == (IngestStatus.ACCEPTED, IngestStatus.DUPLICATE)


def test_companies_are_found_by_words_id_and_the_beginning_of_a_postcode(staff: Staff) -> None:
    tan = Company.objects.create(name="Tan Dental Care", postcode="RH11 7HL")
    other = a_company("Other")
    for words in ("dental tan", str(tan.pk), "rh117", "RH11 7HL", "rh1"):
        items = staff.client.get("/api/companies", {"q": words}).json()["items"]
        assert tan.pk in [row["id"] for row in items], words
        assert other.pk not in [row["id"] for row in items], words
    assert [row["id"] for row in staff.get("/companies").json()["items"]] == [other.pk, tan.pk]


def test_an_id_finds_its_company_first(staff: Staff) -> None:
    company = a_company("Zebra")
    others = [a_company(f"Arch {company.pk} {number}") for number in range(3)]
    in_order, named = [company.pk, *(other.pk for other in others)], f"/companies?q={company.pk}"
    for direction in ("asc", "desc"):
        found = staff.get(f"{named}&direction={direction}").json()["items"]
        assert [row["id"] for row in found] == in_order[:1] + in_order[1:][:: 1 if direction == "asc" else -1]
    first = staff.get(f"{named}&limit=2").json()
    second = staff.get(f"{named}&limit=2&cursor={first['next_cursor']}").json()
    shown = [[row["id"] for row in page["items"]] for page in (first, second)]
    assert (shown, second["next_cursor"]) == ([in_order[:2], in_order[2:]], None)


def test_the_list_has_pages(staff: Staff) -> None:
    ids = [a_company(f"Company {number % 7}").pk for number in range(55)]
    first = staff.get("/companies").json()
    second = staff.get(f"/companies?cursor={first['next_cursor']}").json()
    assert (len(first["items"]), len(second["items"]), second["next_cursor"]) == (50, 5, None)
    assert {row["id"] for row in (*first["items"], *second["items"])} == set(ids)


def test_the_statements_of_the_list(staff: Staff) -> None:
    as_many_for_more_rows(partial(staff.get, "/companies"), a_company)


def test_favourites_are_an_accounts_own_and_come_first(staff: Staff) -> None:
    other = Staff(an_account(access=["top_level_add"]))
    for _ in range(2):
        assert staff.put("/categories/7/favourite").status_code == 204
    assert staff.put("/categories/999999/favourite").status_code == 404
    mine, theirs = (person.get("/categories").json()["categories"] for person in (staff, other))
    assert mine[0] == {"id": 7, "name": Category.objects.get(pk=7).name, "favourite": True}
    assert [row["id"] for row in mine[1:]] == sorted(row["id"] for row in theirs if row["id"] != 7)
    assert not any(row["favourite"] for row in theirs)
    for _ in range(2):
        assert staff.delete("/categories/7/favourite").status_code == 204
    assert staff.get("/categories").json()["categories"] == theirs


def test_a_company_takes_manual_entries_and_a_group_does_not(staff: Staff) -> None:
    number = create(staff)
    answer = staff.post(f"/audit/company/{number}", {"text": "Called them about the new website."})
    assert answer.status_code == 201
    for missing in (0, number + 1):
        assert staff.post(f"/audit/company/{missing}", {"text": "A remark."}).status_code == 404
    first, _ = staff.get(f"/audit/company/{number}").json()["items"]
    assert (first["text"], first["user"]["name"]) == ("Called them about the new website.", "Olive Organiser")
    # the text can be erased: the entry, which stays for ever, does not hold it
    entry = AuditEntry.objects.get(pk=first["id"])
    assert (entry.code, entry.sentence, entry.details, entry.remark_id) == ("", "", {}, Remark.objects.get().pk)
    groups = Staff(an_account(access=["groups"]))
    refused = groups.post("/audit/group/1", {"text": "Hello."})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_manual_entries")
    assert refused.json()["message"] == "Manual log entries cannot be added to this type of audit log."


def test_the_logs_of_keys_webhooks_and_imports_are_read_with_the_permission_of_history() -> None:
    call_command("docket_key", "create", "The importer", "--scope", "ingest")
    reader, other = Staff(an_account(access=["history"])), Staff(an_account(access=["organisation"]))
    path = f"/audit/key/{ApiKey.objects.get().pk}"
    (entry,) = reader.get(path).json()["items"]
    assert (entry["user"], entry["text"]) == (None, "Created: ingest.")
    assert reader.post(path, {"text": "Hello."}).json()["code"] == "no_manual_entries"
    for kind in ("key", "webhook", "import"):
        assert reader.get(f"/audit/{kind}/0").status_code == 200
        assert other.get(f"/audit/{kind}/0").status_code == 403


def test_a_log_has_pages_and_unknown_kinds_are_not_found(staff: Staff) -> None:
    number = create(staff)
    for place in range(54):
        staff.post(f"/audit/company/{number}", {"text": f"Entry {place}"})
    path = f"/audit/company/{number}"
    first = staff.get(path).json()
    second = staff.get(f"{path}?cursor={first['next_cursor']}").json()
    texts = [row["text"] for row in (*first["items"], *second["items"])]
    assert texts == [*(f"Entry {place}" for place in reversed(range(54))), "Company created."]
    assert second["next_cursor"] is None
    assert staff.get(f"/audit/nothing/{number}").status_code == 404
    assert staff.get(f"/audit/company/{number}?cursor=x").status_code == 422
    assert staff.post(path, {"text": " "}).status_code == 422
