"""Pages of lists with many rows: however they are sorted and narrowed, few rows are examined."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections
from pytest_django.plugin import DjangoDbBlocker

from tests.databases import as_owner, make_database, use_database
from tests.factories import an_account
from tests.staff import Staff

pytestmark = pytest.mark.own_database

ROWS = 20_000
MOST = ROWS // 4  # rows that a page may examine: of a word that one of a hundred has, it fills after a quarter
WANTED = ["groups", "organisation", "tags", "users", "blacklist"]
# of each of these values few rows have one: a word of the name, a country, a level …
FILLED = """
    -- search's own indexes and triggers are of other calls, and slow to fill
    DROP INDEX search_company_words, search_company_names, search_account_names;
    -- VACUUM sorts the words of all rows into their indexes at once
    ALTER INDEX company_words SET (gin_pending_list_limit = 65536);
    ALTER INDEX group_words SET (gin_pending_list_limit = 65536);
    ALTER INDEX tag_words SET (gin_pending_list_limit = 65536);
    ALTER INDEX user_words SET (gin_pending_list_limit = 65536);
    ALTER TABLE companies_company DISABLE TRIGGER USER;
    ALTER TABLE accounts_user DISABLE TRIGGER USER;
    INSERT INTO companies_company (name, status, postcode, country, created_at)
        SELECT 'Company ' || md5(n::text), CASE WHEN n % 1000 = 0 THEN 'closed' ELSE 'open' END,
            'RH' || n % 1000 || ' 1AA', CASE WHEN n % 1000 = 1 THEN 3 ELSE 1 END, now()
        FROM generate_series(1, {rows}) n;
    UPDATE companies_company SET category_id = (SELECT min(id) FROM companies_category) WHERE id % 1000 = 2;
    INSERT INTO groups_group (name, slug, internal, country)
        SELECT 'Group ' || md5(n::text), 'slug-' || n, false, 1 FROM generate_series(1, {rows}) n;
    INSERT INTO groups_membership (group_id, company_id) SELECT 1, id FROM companies_company;
    INSERT INTO groups_association (user_id, company_id) SELECT 1, id FROM companies_company;
    INSERT INTO accounts_user (password, email, first_name, last_name, avatar_filename, access_level, cms_access,
            on_duty, is_active, created_at, job_title, mobile_phone, landline_phone)
        SELECT '', 'mail-' || md5((-n)::text) || '@docket.test', 'Ann', md5(n::text), '',
            CASE WHEN n % 1000 = 0 THEN 'ANALYST' ELSE 'USER' END, '{{}}', true, true, now(), '', '', ''
        FROM generate_series(2, {rows}) n;
    INSERT INTO blacklist_blacklistentry (digest, key_version, hint, notes, added_at, raw, raw_key)
        SELECT CASE WHEN n % 1000 > 0 THEN decode(md5(n::text), 'hex') END, 1, 'a…@' || md5(n::text), '',
            now() - n * interval '1 s', CASE WHEN n % 1000 = 0 THEN n::text END, CASE WHEN n % 1000 = 0 THEN n::text END
        FROM generate_series(1, {rows}) n;
    INSERT INTO tags_tag (name, category, type, description, members, reviews, rating, rule)
        SELECT 'Tag ' || md5(n::text), CASE WHEN n % 1000 = 0 THEN 'engagement' ELSE 'dental' END,
            CASE WHEN n % 1000 = 1 THEN 'smart' ELSE 'user' END, '', n % 1000, n % 777, (n % 500) / 100.0,
            CASE WHEN n % 1000 = 1 THEN '{rule}'::jsonb END
        FROM generate_series(1, {rows}) n;
    INSERT INTO tags_tagmember (tag_id, company_id) SELECT (SELECT max(id) FROM tags_tag), id FROM companies_company
"""
RULE = {"match": "all", "conditions": [{"field": "rating", "compare": "at_least", "value": 4}]}
TAG_MEMBERS = "/tag/{tag}/members"
WORD = "q=c4ca4238a0"  # the beginning of md5('1')
COMPANY_SORTS, TAG_SORTS = ("name", "id"), ("name", "id", "members", "reviews", "rating")
LISTS: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    (
        "/companies",
        COMPANY_SORTS,
        (
            *(
                "status=closed",
                "status=open",
                "country=3",
                "country=2",
                "country=4&status=closed",
                "category={category}",
            ),
            *(WORD, "q=company", "q=nowhere", "q=RH77", "q=RH7 1AA", "q=12", f"{WORD}&status=closed"),
        ),
    ),
    ("/group/1/members", COMPANY_SORTS, (WORD, "q=company", "q=nowhere")),
    (TAG_MEMBERS, COMPANY_SORTS, (WORD, "q=company", "q=nowhere")),
    ("/user/1/associations", COMPANY_SORTS, (WORD, "q=company", "q=nowhere")),
    ("/groups", ("name", "created"), ("q=group", WORD, "q=nowhere", "q=slug-77", "q=12")),
    (
        "/tags",
        TAG_SORTS,
        ("q=tag", WORD, "q=nowhere", "category=engagement", "category=dental", "type=smart", "type=user"),
    ),
    (
        "/users",
        ("name", "email"),
        (
            "q=ann",
            "q=c81e728d9d",
            "q=mail-74687a12d3",
            "q=nowhere",
            "level=ANALYST",
            "level=USER",
            "level=ADMIN",
            "q=12",
        ),
    ),
    ("/blacklist", ("added", "hint"), ("legacy=true", "legacy=false")),
]


@pytest.fixture(scope="module")
def staff(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Staff]:
    """An account over long lists, in a database of their own: emptying it would take longer."""
    usual = str(connection.settings_dict["NAME"])
    with django_db_blocker.unblock():
        use_database(make_database("long_lists"))
        account = an_account(access=WANTED, name="Olive Organiser")
        assert account.pk == 1
        as_owner(FILLED.format(rows=ROWS, rule=json.dumps(RULE)))
        as_owner("VACUUM ANALYZE")
        yield Staff(account)
        use_database(usual)


@pytest.mark.parametrize(
    ("path", "sorts", "narrowed"),
    [(path, sorts, narrow) for path, sorts, choices in LISTS for narrow in ("", *choices)],
)
def test_a_page_examines_few_rows(staff: Staff, path: str, sorts: tuple[str, ...], narrowed: str) -> None:
    numbers = {"tag": _first("max(id) FROM tags_tag"), "category": _first("min(id) FROM companies_category")}
    for sort in sorts:
        for direction in ("asc", "desc"):
            address = f"{path}?{narrowed}&sort={sort}&direction={direction}".format(**numbers)
            examined, plan = page_of(staff, address)
            assert examined <= MOST, f"{address} examines {examined} rows:\n{plan}"


def page_of(staff: Staff, address: str) -> tuple[int, str]:
    """How many rows of tables and indexes the statement of a page examines, and its plan."""
    sent: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        sent.append((sql, parameters))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(keep):
        assert staff.get(address).status_code == 200
    # one less where the row with the number that was looked for stands above the others
    (page,) = [call for call in sent if "ORDER BY" in call[0] and call[0].endswith(("LIMIT 51", "LIMIT 50"))]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {page[0]}", page[1])
        ((found,),) = cursor.fetchall()
    plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return _examined(plan), json.dumps(plan, indent=1)


def _examined(plan: dict[str, Any]) -> int:
    own = 0
    if "Scan" in plan["Node Type"]:
        rows = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck")
        own = sum(int(plan.get(name, 0)) for name in rows) * int(plan["Actual Loops"])
    return own + sum(map(_examined, plan.get("Plans", ())))


def _first(what: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {what}")
        return int(cursor.fetchone()[0])
