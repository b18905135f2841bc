"""Company groups over HTTP: created, listed, changed, deleted, and their members."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from audit.models import Kind
from companies.models import Company
from groups.models import Group, Membership
from kit.slugs import NO_SLUG
from reviews.models import Review
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import sentences
from tests.factories import a_company, a_review, an_account
from tests.staff import Staff


@pytest.fixture
def staff() -> Staff:
    return Staff(an_account(access=["groups"], name="Grace Groups"))


def create(staff: Staff, **fields: Any) -> int:
    answer = staff.post("/group", {"name": "Smiles", **fields})
    assert answer.status_code == 201, answer.json()
    number: int = answer.json()["id"]
    return number


def log_of(group_id: int) -> list[str]:
    return sentences(kind=Kind.GROUP, subject_id=group_id)


@pytest.mark.parametrize(
    ("internal", "country", "stored"),
    [("true", "2", (True, 2)), ("false", "1", (False, 1)), (True, 4, (True, 4)), (False, 3, (False, 3))],
)
def test_internal_and_country_may_come_as_text(staff: Staff, internal: Any, country: Any, stored: Any) -> None:
    number = create(staff, slug="smiles", internal=internal, country=country)
    found = staff.get(f"/group/{number}").json()
    assert (found["internal"], found["country"], found["slug"], found["companies"]) == (*stored, "smiles", 0)
    assert log_of(number) == ["Group created."]


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"name": ""}, "name"),
        ({"name": "  "}, "name"),
        ({"name": "x" * 301}, "name"),
        ({"internal": "yes"}, "internal"),
        ({"internal": 1}, "internal"),
        ({"country": "5"}, "country"),
        ({"country": 0}, "country"),
        ({"country": "one"}, "country"),
    ],
)
def test_bad_input_names_the_field(staff: Staff, fields: dict[str, Any], at_fault: str) -> None:
    answer = staff.post("/group", {"name": "Smiles", **fields})
    assert answer.status_code == 422
    assert any(at_fault in name for name in answer.json()["fields"])
    assert not Group.objects.exists()


def test_a_slug_belongs_to_one_group_and_empty_ones_to_all(staff: Staff) -> None:
    first, second = create(staff, slug="smiles"), create(staff, slug="")
    create(staff, slug="")
    for answer in (
        staff.post("/group", {"name": "Others", "slug": "smiles"}),
        staff.patch(f"/group/{second}", {"slug": "smiles"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")
    assert staff.patch(f"/group/{first}", {"slug": "smiles"}).status_code == 200
    assert log_of(second) == ["Group created."]


def test_a_slug_is_a_slug_and_one_from_before_stays(staff: Staff) -> None:
    number = create(staff, slug="smiles-24")
    for slug in ("Smiles", "my smiles", "smiles/kent", "-smiles"):
        for answer in (
            staff.post("/group", {"name": "Others", "slug": slug}),
            staff.patch(f"/group/{number}", {"slug": slug}),
        ):
            assert (answer.status_code, answer.json()["fields"]) == (422, {"slug": [NO_SLUG]})
    Group.objects.filter(pk=number).update(slug="Old Slug!")
    for change in ({"name": "Bright"}, {"name": "Brighter", "slug": "Old Slug!", "rpp_page": True}):
        assert staff.patch(f"/group/{number}", change).json()["slug"] == "Old Slug!"


def test_an_rpp_page_needs_a_slug_and_no_page_has_none(staff: Staff) -> None:
    number = create(staff, slug="smiles")
    for rpp_page, slug in ((True, ""), (False, "smiles")):
        change = {"rpp_page": rpp_page, "slug": slug}
        for answer in (staff.post("/group", {"name": "Others", **change}), staff.patch(f"/group/{number}", change)):
            assert (answer.status_code, [*answer.json()["fields"]]) == (422, ["slug"])
    assert staff.patch(f"/group/{number}", {"name": "Bright", "rpp_page": True}).json()["slug"] == "smiles"
    for _ in range(2):
        found = staff.patch(f"/group/{number}", {"rpp_page": False}).json()
        assert (found["slug"], found["rpp_page"]) == ("", False)
    assert staff.patch(f"/group/{number}", {"rpp_page": True}).status_code == 422
    assert staff.patch(f"/group/{number}", {"rpp_page": True, "slug": "bright"}).json()["rpp_page"] is True
    assert log_of(number) == ["Group created.", "Changed: name.", "Changed: slug.", "Changed: slug."]


def test_a_change_is_recorded_once_with_its_flags_and_without_texts(staff: Staff) -> None:
    number = create(staff)
    for _ in range(2):
        answer = staff.patch(f"/group/{number}", {"name": "Bright smiles", "internal": "true", "country": "2"})
        assert (answer.json()["name"], answer.json()["internal"]) == ("Bright smiles", True)
    assert log_of(number) == [
        "Group created.",
        "Changed: name, internal (No to Yes), country (United Kingdom to Ireland).",
    ]


def test_members_are_added_and_removed_once(staff: Staff) -> None:
    number, company, other = create(staff), a_company("Tan Dental"), a_company("Kent Dental")
    path = f"/group/{number}/members"
    for _ in range(2):
        assert staff.put(f"{path}/{company.pk}").status_code == 204
    (row,) = staff.get(path).json()["items"]
    assert (row["id"], row["name"], row["postcode"], row["reviews"], row["rating"]) == (
        *(company.pk, "Tan Dental"),
        *("", 0, None),
    )
    assert staff.get(f"/group/{number}").json()["companies"] == 1
    staff.put(f"{path}/{other.pk}")
    (row,) = staff.get("/groups").json()["items"]
    assert (row["companies"], staff.get(f"/group/{number}").json()["companies"]) == (2, 2)
    staff.delete(f"{path}/{other.pk}")
    assert staff.put(f"{path}/999999").status_code == 404
    assert staff.put(f"/group/999999/members/{company.pk}").status_code == 404
    for _ in range(2):
        assert staff.delete(f"{path}/{company.pk}").status_code == 204
    assert not Membership.objects.exists()
    assert log_of(number) == [
        "Group created.",
        f"Added company {company.pk}.",
        f"Added company {other.pk}.",
        f"Removed company {other.pk}.",
        f"Removed company {company.pk}.",
    ]


def test_members_and_their_group_say_what_was_published_and_when_each_was_added(staff: Staff) -> None:
    number, other, company = create(staff), create(staff), a_company()
    Company.objects.filter(pk=company.pk).update(address="1 Quay, Whitby")
    for rating, status, days in ((5, "published", 1), (2, "published", 40), (1, "rejected", 1)):
        at = timezone.now() - timedelta(days=days)
        Review.objects.filter(pk=a_review(company, rating=rating).pk).update(status=status, received_at=at)
    for group in (other, number):
        staff.put(f"/group/{group}/members/{company.pk}")
    added = timezone.now() - timedelta(days=9)
    Membership.objects.filter(group_id=number).update(added_at=added)
    (row,) = staff.get(f"/group/{number}/members").json()["items"]
    assert (row["address"], row["reviews"], row["rating"]) == ("1 Quay, Whitby", 2, 3.5)
    assert datetime.fromisoformat(row["added"]) == added.replace(microsecond=added.microsecond // 1000 * 1000)
    found = staff.get(f"/group/{number}").json()
    assert (found["reviews"], found["rating"], found["recent"]) == (2, 3.5, 1)
    create(staff, name="Without")
    rows = {row["id"]: (row["reviews"], row["rating"]) for row in staff.get("/groups").json()["items"]}
    assert (rows.pop(number), rows.pop(other), [*rows.values()]) == ((2, 3.5), (2, 3.5), [(0, None)])
    assert [staff.get(f"/groups{page}").json()["total"] for page in ("", "?q=none")] == [3, 3]


def test_a_group_says_who_made_it_also_when_they_left(staff: Staff) -> None:
    maker = Staff(an_account(access=["groups"], name="Ada Maker"))
    number = create(maker)
    staff.patch(f"/group/{number}", {"country": 2})
    assert maker.user is not None
    made_by = {"id": maker.user.pk, "name": "Ada Maker"}
    assert staff.get(f"/group/{number}").json()["made_by"] == made_by
    User.objects.filter(pk=maker.user.pk).update(first_name="", last_name="")  # as an erasure does
    assert staff.get(f"/group/{number}").json()["made_by"]["name"].startswith("Former colleague")
    before = Group.objects.create(name="From before")
    assert staff.get(f"/group/{before.pk}").json()["made_by"] is None


def test_a_deleted_group_leaves_its_companies_and_its_log(staff: Staff) -> None:
    number, company = create(staff), a_company()
    staff.put(f"/group/{number}/members/{company.pk}")
    assert staff.delete(f"/group/{number}").status_code == 204
    assert staff.get(f"/group/{number}").status_code == 404
    assert staff.delete(f"/group/{number}").status_code == 404
    company.refresh_from_db()
    log = staff.get(f"/audit/group/{number}").json()["items"]
    assert [entry["text"] for entry in log] == [
        "Group deleted.",
        f"Added company {company.name} ({company.pk}).",
        "Group created.",
    ]
    assert log[0]["user"]["name"] == "Grace Groups"


def test_the_list_is_found_by_words_id_and_slug_in_pages(staff: Staff) -> None:
    ids = [create(staff, name=f"Group {number:02}", slug=f"g-{number}") for number in range(55)]
    first = staff.get("/groups").json()
    second = staff.get(f"/groups?cursor={first['next_cursor']}").json()
    assert [row["id"] for row in (*first["items"], *second["items"])] == ids
    assert second["next_cursor"] is None
    for words, expected in (("roup 07", ids[7]), (str(ids[3]), ids[3]), ("g-9", ids[9])):
        assert expected in [row["id"] for row in staff.client.get("/api/groups", {"q": words}).json()["items"]]
    assert staff.client.get("/api/groups", {"q": "nothing"}).json()["items"] == []
    assert staff.get("/groups?cursor=x").status_code == 422


def lines_of(staff: Staff, path: str) -> list[str]:
    answer: Any = staff.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()


def test_the_list_is_saved_as_a_file_as_it_is_narrowed(staff: Staff) -> None:
    number = create(staff, name="=Smiles", slug="smiles")
    create(staff, name="Others", slug="others")
    staff.put(f"/group/{number}/members/{a_company().pk}")
    header, *rows = lines_of(staff, "/groups/export")
    assert header == "id,name,slug,internal,country,companies,created_at"
    assert [row.split(",")[:6] for row in rows] == [
        [str(number), "'=Smiles", "smiles", "no", "United Kingdom", "1"],  # no formula
        [str(number + 1), "Others", "others", "no", "United Kingdom", "0"],
    ]
    assert [row.split(",")[1] for row in lines_of(staff, "/groups/export?q=other")[1:]] == ["Others"]
    assert sentences(kind=Kind.EXPORT) == ["Exported company groups as CSV."] * 2


def test_the_statements_of_the_list(staff: Staff) -> None:
    as_many_for_more_rows(
        partial(staff.get, "/groups"), lambda: staff.put(f"/group/{create(staff)}/members/{a_company().pk}")
    )
