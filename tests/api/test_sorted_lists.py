"""The lists of the organisation: sorted both ways along an index, narrowed, and saved as a file in the same order."""

import csv
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from audit.models import Kind
from companies.models import Category, Company
from groups.models import Association, Group, Membership
from tags.models import Tag, TagMember
from tests.audit_log import told
from tests.factories import a_company, an_account
from tests.plans import plan_of
from tests.staff import Staff

NUMBER = 7
WANTED = ["groups", "organisation", "tags", "users"]
Row = dict[str, Any]


@pytest.fixture
def staff() -> Staff:
    return Staff(an_account(access=WANTED, name="Olive Organiser"))


def cased(name: str) -> str:
    """Names differ in case, which does not order them."""
    return name.upper() if name[-1] in "135" else name


def companies() -> str:
    dentists = Category.objects.create(name="Dentists")
    for number in range(NUMBER):
        Company.objects.create(name=cased(f"=Company {number * 3 % NUMBER}"), postcode=f"RH{number}", category=dentists)
    a_company("Other")
    return f"/companies?category={dentists.pk}"


def members(of: Callable[[Company], object], path: str) -> str:
    for number in range(NUMBER):
        of(a_company(cased(f"Company {number * 3 % NUMBER}")))
    of(a_company("Other"))
    a_company("Company 9")
    return f"{path}?q=company"


def groups() -> str:
    for number in range(NUMBER):
        Group.objects.create(name=cased(f"Group {number * 3 % NUMBER}"), slug="")
    Group.objects.create(name="Other")
    return "/groups?q=group"


def group_members() -> str:
    group = Group.objects.create(name="Smiles")
    return members(lambda one: Membership.objects.create(group=group, company=one), f"/group/{group.pk}/members")


def tags() -> str:
    Tag.objects.all().delete()
    ratings = (4.5, None, 1.25, 3.1, None, 5.0, 2.0)
    for number in range(NUMBER):
        Tag.objects.create(
            name=cased(f"Tag {number * 3 % NUMBER}"),
            type="user",
            category="dental",
            members=number % 3,
            reviews=number * 2 % 5,
            rating=ratings[number],
        )
    Tag.objects.create(name="Tag 9", type="user", category="software")
    return "/tags?category=dental"


def tag_members() -> str:
    tag = Tag.objects.create(name="Kind", type="user", category="dental")
    return members(lambda one: TagMember.objects.create(tag=tag, company=one), f"/tag/{tag.pk}/members")


def associations() -> str:
    account = an_account(name="Mo Use")
    path = f"/user/{account.pk}/associations"
    return members(lambda one: Association.objects.create(user=account, company=one), path)


def accounts() -> str:
    for number in range(NUMBER):
        account = an_account(name=f"Sorted {number * 3 % NUMBER}")
        User.objects.filter(pk=account.pk).update(email=f"sorted{number * 5 % NUMBER}@docket.test")
    return "/users?q=sorted"


def company_accounts() -> str:
    company = a_company("Tan Dental")
    for number in range(NUMBER):
        account = an_account(name=f"Member {number * 3 % NUMBER}")
        User.objects.filter(pk=account.pk).update(email=f"member{number * 5 % NUMBER}@docket.test")
        Association.objects.create(user=account, company=company)
    an_account(name="Of None")
    return f"/company/{company.pk}/accounts?"


def name_of(row: Row) -> Any:
    return (row["name"]["full"] if isinstance(row["name"], dict) else row["name"]).lower()


def id_of(row: Row) -> Any:
    return row["id"]


def value_of(name: str) -> Callable[[Row], Any]:
    return lambda row: row[name] or 0


LISTS: list[tuple[Callable[[], str], str, Callable[[Row], Any], str, str]] = [
    (companies, "name", name_of, "companies_company", "company_order"),
    (companies, "id", id_of, "companies_company", "companies_company_pkey"),
    (groups, "name", name_of, "groups_group", "group_order"),
    (groups, "created", id_of, "groups_group", "groups_group_pkey"),
    (group_members, "name", name_of, "companies_company", "company_order"),
    (group_members, "id", id_of, "companies_company", "companies_company_pkey"),
    (tags, "name", name_of, "tags_tag", "tag_order"),
    (tags, "id", id_of, "tags_tag", "tags_tag_pkey"),
    (tags, "members", value_of("members"), "tags_tag", "tag_members"),
    (tags, "reviews", value_of("reviews"), "tags_tag", "tag_reviews"),
    (tags, "rating", value_of("rating"), "tags_tag", "tag_rating"),
    (tag_members, "name", name_of, "companies_company", "company_order"),
    (associations, "name", name_of, "companies_company", "company_order"),
    (company_accounts, "name", name_of, "accounts_user", "user_name"),
    (company_accounts, "email", value_of("email"), "accounts_user", "user_email_unique"),
    (accounts, "name", name_of, "accounts_user", "user_name"),
    (accounts, "email", value_of("email"), "accounts_user", "user_email_unique"),
]


@pytest.mark.parametrize("direction", ["asc", "desc"])
@pytest.mark.parametrize(
    ("make", "sort", "key"), [row[:3] for row in LISTS], ids=[f"{make.__name__}-{sort}" for make, sort, *_ in LISTS]
)
def test_a_list_is_sorted_both_ways_in_pages_and_in_its_file(
    staff: Staff, make: Callable[[], str], sort: str, key: Callable[[Row], Any], direction: str
) -> None:
    path = f"{make()}&sort={sort}&direction={direction}"
    found: list[Row] = []
    cursor: str | None = ""
    while cursor is not None:
        page = staff.get(f"{path}&limit=3&cursor={cursor}").json()
        found += page["items"]
        cursor = page["next_cursor"]
    assert len(found) == NUMBER
    assert found == sorted(found, key=lambda row: (key(row), row["id"]), reverse=direction == "desc")
    rows = file_of(staff, path.replace("?", "/export?"))
    assert [int(row["id"]) for row in rows] == [row["id"] for row in found]


@pytest.mark.parametrize(
    ("make", "sort", "table", "index"),
    [(make, sort, table, index) for make, sort, _, table, index in LISTS],
    ids=[f"{make.__name__}-{sort}" for make, sort, *_ in LISTS],
)
def test_a_sorted_page_is_read_along_an_index(
    staff: Staff, make: Callable[[], str], sort: str, table: str, index: str
) -> None:
    make()
    account, group, tag = User.objects.latest("pk"), Group.objects.first(), Tag.objects.first()
    company = Company.objects.first()
    path = {
        "group_members": f"/group/{group.pk if group else 0}/members",
        "tag_members": f"/tag/{tag.pk if tag else 0}/members",
        "associations": f"/user/{account.pk}/associations",
        "accounts": "/users",
        "company_accounts": f"/company/{company.pk if company else 0}/accounts",
    }.get(make.__name__, f"/{make.__name__}")
    first = staff.get(f"{path}?sort={sort}&limit=2").json()["next_cursor"]
    plan = plan_of(partial(staff.get, f"{path}?sort={sort}&limit=2&cursor={first}"), table, nth=-1)
    assert index in plan, plan


def file_of(staff: Staff, path: str) -> list[dict[str, str]]:
    answer: Any = staff.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.DictReader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()))


def test_a_cursor_of_another_order_is_refused(staff: Staff) -> None:
    path = companies()
    cursor = staff.get(f"{path}&limit=2").json()["next_cursor"]
    for change in ("sort=id", "direction=desc", "status=open"):
        assert staff.get(f"{path}&limit=2&{change}&cursor={cursor}").status_code == 422
    assert staff.get("/companies?sort=phone").status_code == 422


def test_companies_are_narrowed_by_status_country_and_category_also_in_their_file(staff: Staff) -> None:
    dentists = Category.objects.create(name="Dentists")
    wanted = Company.objects.create(name="Closed", status="closed", country=4, category=dentists)
    Company.objects.create(name="Open", country=4, category=dentists)
    Company.objects.create(name="British", status="closed", category=dentists)
    Company.objects.create(name="Others", status="closed", country=4)
    narrowed = f"status=closed&country=4&category={dentists.pk}"
    (row,) = staff.get(f"/companies?{narrowed}").json()["items"]
    assert (row["id"], row["category"], row["status"]) == (wanted.pk, "Dentists", "closed")
    assert [row["name"] for row in file_of(staff, f"/companies/export?{narrowed}")] == ["Closed"]
    assert [row["name"] for row in file_of(staff, "/companies/export?q=brit")] == ["British"]


def test_each_file_is_recorded_and_holds_no_formula(staff: Staff) -> None:
    account, company = an_account(name="=Mo Use"), a_company("=Tan Dental")
    group, tag = Group.objects.create(name="Smiles"), Tag.objects.create(name="Kind", type="user", category="dental")
    Membership.objects.create(group=group, company=company)
    TagMember.objects.create(tag=tag, company=company)
    Association.objects.create(user=account, company=company)
    for path in (f"/group/{group.pk}/members", f"/tag/{tag.pk}/members", f"/user/{account.pk}/associations"):
        assert [row["name"] for row in file_of(staff, f"{path}/export")] == ["'=Tan Dental"]
    (row,) = file_of(staff, "/users/export?q=use&level=NO_DASHBOARD")
    assert (row["first_name"], row["last_name"], row["email"]) == ("'=Mo", "Use", account.email)
    assert staff.user
    assert told("user_id", kind=Kind.EXPORT) == [
        (staff.user.pk, sentence)
        for sentence in (
            f"Exported the members of group {group.pk} as CSV.",
            f"Exported the companies of tag {tag.pk} as CSV.",
            f"Exported the companies of account {account.pk} as CSV.",
            "Exported user accounts as CSV.",
        )
    ]


def test_an_audit_log_is_read_from_either_end_and_saved_with_names(staff: Staff) -> None:
    number = staff.post("/company", {"name": "Tan Dental", "category": Category.objects.earliest("pk").pk}).json()["id"]
    staff.post(f"/audit/company/{number}", {"text": "=They called."})
    path = f"/audit/company/{number}"
    newest = [row["text"] for row in staff.get(path).json()["items"]]
    assert newest == ["=They called.", "Company created."]
    assert [row["text"] for row in staff.get(f"{path}?direction=asc").json()["items"]] == newest[::-1]
    rows = file_of(staff, f"{path}/export?direction=asc")
    assert [(row["user"], row["text"]) for row in rows] == [
        ("Olive Organiser", "Company created."),
        ("Olive Organiser", "'=They called."),
    ]
    assert staff.user
    exported = f"Exported the audit log of company {number} as CSV."
    assert told("user_id", kind=Kind.EXPORT) == [(staff.user.pk, exported)]
    assert staff.get("/audit/nothing/1/export").status_code == 404
