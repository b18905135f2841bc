"""All audit logs as one list: narrowed, in pages, with the names of what the entries are about, and as a file."""

import csv
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from audit import actions
from audit.entries import record_audit
from audit.models import Kind
from companies.models import Category
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import told
from tests.factories import an_account, an_admin
from tests.plans import plan_of
from tests.staff import Staff
from workflows.accounts.erasure import erase_account


@pytest.fixture
def staff() -> Staff:
    return Staff(an_admin(name="Ina Admin"))


def found(staff: Staff, query: str = "") -> list[dict[str, Any]]:
    answer = staff.get(f"/audit?{query}")
    assert answer.status_code == 200, answer.content
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def a_group(staff: Staff, name: str = "Smiles") -> int:
    body = {"name": name, "slug": "", "internal": "false", "country": "1"}
    return int(staff.post("/group", body).json()["id"])


def a_company(staff: Staff, name: str = "Tan Dental") -> int:
    category = Category.objects.earliest("pk").pk
    return int(staff.post("/company", {"name": name, "category": category}).json()["id"])


def a_word(staff: Staff, term: str, action: str = "flag") -> int:
    entry = {"term": term, "mode": "word", "action": action, "severity": 1}
    return int(staff.post("/banned-words", entry).json()["id"])


def test_what_was_done_to_any_thing_stands_in_one_list_with_names(staff: Staff) -> None:
    group, company = a_group(staff), a_company(staff)
    staff.put(f"/group/{group}/members/{company}")
    staff.post(f"/audit/company/{company}", {"text": "Called them."})
    call_command("docket_key", "create", "The importer", "--scope", "ingest")
    assert staff.user
    me = {"id": staff.user.pk, "name": "Ina Admin"}
    of_group = {"kind": "group", "id": group, "name": "Smiles"}
    of_company = {"kind": "company", "id": company, "name": "Tan Dental"}
    key, remark, member, company_made, group_made = found(staff)[:5]
    assert (key["user"], key["subject"]["kind"], key["subject"]["name"]) == (None, "key", "The importer")
    assert (remark["subject"], remark["user"]) == (of_company, me)
    assert (remark["action"], remark["text"]) == ("remark", "Called them.")
    assert (member["subject"], member["about"], member["action"]) == (of_group, [of_company], "member_added")
    assert member["text"] == f"Added company Tan Dental ({company})."
    assert (company_made["subject"], company_made["text"]) == (of_company, "Company created.")
    assert (group_made["subject"], group_made["about"]) == (of_group, [])
    # read as they are called now, and without a name when they are no more
    staff.patch(f"/group/{group}", {"name": "Bright smiles"})
    assert found(staff, f"kind=group&subject={group}")[0]["subject"]["name"] == "Bright smiles"
    staff.delete(f"/group/{group}")
    deleted = found(staff, f"kind=group&subject={group}")
    assert [(row["action"], row["subject"]["name"]) for row in deleted[:2]] == [("deleted", None), ("changed", None)]


def test_a_batch_is_told_with_the_titles_of_its_outcome_and_its_queue(staff: Staff) -> None:
    with transaction.atomic():
        record_audit(actions.BATCH_ASKED, 1, user_id=None, outcome="backlog", number=1, queue="pending")
        record_audit(actions.BATCH_ASKED, 2, user_id=None, outcome="gone", number=2, queue="no_more")
    assert [row["text"] for row in found(staff)[:2]] == [
        "Asked for a batch: gone, 2 items of no more.",
        "Asked for a batch: Backlog, 1 item of Moderate reviews.",
    ]
    answer: Any = staff.get("/audit/export?kind=bulk")
    _, saved = csv.DictReader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines())
    assert saved["text"] == "Asked for a batch: Backlog, 1 item of Moderate reviews."
    assert (saved["queue"], saved["outcome"]) == ("pending", "backlog")  # the codes, for machines


def test_a_level_is_told_as_it_was_and_as_it_is_and_an_erased_account_by_its_number(staff: Staff) -> None:
    person = an_account(name="Mo Use", level="MODERATOR")
    staff.patch(f"/user/{person.pk}", {"access_level": "HEAD_MODERATOR"})
    (level,) = found(staff, f"kind=account&subject={person.pk}&action=level")
    assert (level["subject"]["name"], level["text"]) == ("Mo Use", "Level: Moderator to Head Moderator.")
    assert staff.user
    erase_account(person.pk, by=staff.user)
    assert found(staff, "kind=account&action=erased")[0]["subject"]["name"] == f"Former colleague {person.pk}"


def test_words_that_reject_and_other_peoples_replies_are_not_named(staff: Staff) -> None:
    shown, masked = a_word(staff, "scoundrel"), a_word(staff, "unspeakable", "reject")
    own = staff.post("/canned-replies", {"title": "A secret of mine", "text": "Bye", "scope": "mine"}).json()["id"]
    shared = staff.post("/canned-replies", {"title": "Thanks", "text": "Bye", "scope": "everyone"}).json()["id"]
    names = {(row["subject"]["kind"], row["subject"]["id"]): row["subject"]["name"] for row in found(staff)}
    assert (names["word", shown], names["word", masked]) == ("scoundrel", None)
    assert (names["canned_reply", own], names["canned_reply", shared]) == (None, "Thanks")


def test_the_list_is_narrowed_by_kind_action_person_and_period(staff: Staff) -> None:
    other = Staff(an_admin(name="Abe Other"))
    group = a_group(staff)
    other.patch(f"/group/{group}", {"name": "Smiles again"})
    company = a_company(other)
    other.post(f"/audit/company/{company}", {"text": "Called them."})
    assert other.user

    def told_by(query: str) -> list[tuple[str, str]]:
        return [(row["subject"]["kind"], row["action"]) for row in found(staff, query)]

    assert told_by(f"person={other.user.pk}") == [("company", "remark"), ("company", "created"), ("group", "changed")]
    assert told_by("kind=group") == [("group", "changed"), ("group", "created")]
    assert told_by("kind=group&direction=asc") == [("group", "created"), ("group", "changed")]
    assert told_by("kind=group&action=changed") == [("group", "changed")]
    assert told_by("action=remark") == [("company", "remark")]
    now = timezone.now()
    before, after = ((now + timedelta(hours=hours)).isoformat().replace("+", "%2B") for hours in (-1, 1))
    assert len(told_by(f"kind=group&from={before}&to={after}")) == 2
    assert told_by(f"to={before}") == told_by(f"from={after}") == []
    for wrong in ("kind=nothing", "person=x", "from=yesterday", "cursor=x", "direction=up", "subject=-1"):
        assert staff.get(f"/audit?{wrong}").status_code == 422, wrong


def test_nobody_reads_of_things_that_they_have_no_permission_for(staff: Staff) -> None:
    a_group(staff)
    a_company(staff)
    reader = Staff(an_account(access=["history", "groups"]))
    assert {row["subject"]["kind"] for row in found(reader)} == {"group"}
    assert reader.get("/audit?kind=company").status_code == 403
    assert reader.get("/audit/export?kind=company").status_code == 403
    kinds = [row["kind"] for row in reader.get("/audit/choices").json()["kinds"]]
    assert "group" in kinds
    assert {"company", "account", "tag", "word", "blacklist", "canned_reply"}.isdisjoint(kinds)
    assert Staff(an_account(access=["groups", "organisation"])).get("/audit").status_code == 403


def test_what_can_be_chosen_is_each_kind_with_its_actions_and_whoever_is_there(staff: Staff) -> None:
    choices = staff.get("/audit/choices").json()
    assert [row["kind"] for row in choices["kinds"]] == [str(kind) for kind in Kind]
    offered = {row["kind"]: row["actions"] for row in choices["kinds"]}
    assert offered["key"] == ["secrets_accepted", "created", "revoked"]
    assert "remark" in offered["company"]
    assert "remark" not in offered["group"]
    assert {"id": staff.user and staff.user.pk, "name": "Ina Admin"} in choices["people"]


def test_the_log_has_pages_in_the_order_of_time(staff: Staff) -> None:
    group = a_group(staff)
    for number in range(6):
        staff.patch(f"/group/{group}", {"name": f"Smiles {number}"})
    for direction in ("asc", "desc"):
        rows: list[dict[str, Any]] = []
        cursor: str | None = ""
        while cursor is not None:
            page = staff.get(f"/audit?kind=group&direction={direction}&limit=3&cursor={cursor}").json()
            rows += page["items"]
            cursor = page["next_cursor"]
        assert len(rows) == 7
        assert rows == sorted(rows, key=lambda row: row["id"], reverse=direction == "desc")
    cursor = staff.get("/audit?kind=group&limit=3").json()["next_cursor"]
    assert staff.get(f"/audit?kind=company&cursor={cursor}").status_code == 422


def test_the_file_holds_the_same_rows_no_formula_and_is_itself_an_entry(staff: Staff) -> None:
    group = a_group(staff, "=Smiles")
    a_company(staff)
    answer: Any = staff.get("/audit/export?kind=group")
    (row,) = csv.DictReader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines())
    assert (row["user"], row["kind"], row["subject_id"]) == ("Ina Admin", "group", str(group))
    assert (row["subject"], row["action"], row["text"]) == ("'=Smiles", "created", "Group created.")
    assert staff.user
    assert told("user_id", kind=Kind.EXPORT) == [(staff.user.pk, "Exported the audit log as CSV.")]


def test_a_page_costs_the_same_statements_whatever_it_holds(staff: Staff) -> None:
    def entries() -> None:
        company = a_company(staff)
        staff.put(f"/group/{group}/members/{company}")
        staff.post(f"/audit/company/{company}", {"text": "Called them."})

    group = a_group(staff)
    as_many_for_more_rows(lambda: staff.get("/audit"), entries)


@pytest.mark.parametrize(("query", "index"), [("", "audit_at"), ("kind=group", "audit_kind"), ("person=1", "audit_by")])
def test_a_page_is_read_along_an_index(staff: Staff, query: str, index: str) -> None:
    plan = plan_of(lambda: found(staff, query), "audit_auditentry")
    assert f"using {index}" in plan
    assert "Sort" not in plan
