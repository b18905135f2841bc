"""Entries of the audit log hold codes, numbers and ids; their sentences are made when they are read (decision 67)."""

import re
from inspect import signature
from typing import Any

import pytest
from django.db import connection, transaction

from audit import actions
from audit.actions import ACTIONS, Action, sentence_of
from audit.chains import find_audit_faults
from audit.changes import changes_of
from audit.entries import record_audit
from audit.models import AuditEntry, Kind
from companies.models import Company
from tests.audit_log import sentences
from tests.databases import as_owner
from tests.factories import an_admin
from tests.live import ROOT

LISTS = ("fields", "kinds", "scopes", "signs")
CODES = ("form", "kind", "outcome", "queue")


def details_of(action: Action) -> dict[str, Any]:
    names = [] if isinstance(action.sentence, str) else signature(action.sentence).parameters
    lists = (*LISTS, *(("before", "after") if "fields" in names else ()))
    return {name: ["a_code"] if name in lists else "a_code" if name in CODES else 1 for name in names}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: f"{action.kind}-{action.code}")
def test_each_action_is_told_in_a_sentence(action: Action) -> None:
    details = details_of(action)
    action.check(details)
    assert action.tell(details).endswith(".")
    with pytest.raises(ValueError, match="needs the details"):
        action.check({**details, "name": "x"})


def test_each_action_has_words_in_the_console() -> None:
    words = (ROOT / "console/src/lib/words/en/audit.ts").read_text().partition("actions: {")[2].partition("\n  },")[0]
    named = set(re.findall(r"^    (\w+):", words, re.MULTILINE))
    assert named == {action.code for action in ACTIONS} | {"remark"}  # what people write themselves


def test_a_code_stands_for_one_action() -> None:
    assert len({(action.kind, action.code) for action in ACTIONS}) == len(ACTIONS)


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    "value", ["Ann Lee", "ann@example.com", "", "x" * 65, None, ["name", "Ann Lee"], {"name": 1}, 1.5]
)
def test_a_text_of_a_person_is_no_detail(value: Any) -> None:
    with transaction.atomic(), pytest.raises(ValueError, match="is no id, number or code"):
        record_audit(actions.COMPANY_CHANGED, 7, user_id=None, fields=value)
    assert not AuditEntry.objects.exists()


@pytest.mark.usefixtures("database")
def test_an_entry_stores_its_code_and_not_its_sentence() -> None:
    with transaction.atomic():
        record_audit(actions.COMPANY_CHANGED, 7, user_id=an_admin().pk, fields=["hsone_id", "slug"])
    entry = AuditEntry.objects.get()
    assert (entry.kind, entry.code, entry.details) == (Kind.COMPANY, "changed", {"fields": ["hsone_id", "slug"]})
    assert (entry.sentence, sentences()) == ("", ["Changed: hsone id, slug."])


def test_codes_are_told_from_and_to_also_beside_what_is_not_told_and_in_entries_from_before() -> None:
    row = Company(name="Ann Lee Dental", slug="ann-lee", category=None, country=1)
    details = changes_of(row, {"name": "Ann Dental", "category": 7, "country": 3})
    assert details == {
        "fields": ["name", "category", "country"],
        "before": ["-", "none", "united_kingdom"],
        "after": ["-", 7, "new_zealand"],
    }
    actions.COMPANY_CHANGED.check(details)
    told = actions.COMPANY_CHANGED.tell(details)
    assert told == "Changed: name, category (None to 7), country (United Kingdom to New Zealand)."
    assert actions.COMPANY_CHANGED.tell({"fields": details["fields"]}) == "Changed: name, category, country."


@pytest.mark.usefixtures("database")
def test_an_entry_from_before_keeps_its_sentence_and_its_hash() -> None:
    as_owner(
        "INSERT INTO audit_auditentry (kind, subject_id, sentence, request_id) VALUES ('tag', 7, 'Created.', 'r1')"
    )
    with transaction.atomic():
        record_audit(actions.TAG_DELETED, 7, user_id=None)
    assert sentences() == ["Created.", "Tag deleted."]
    assert list(find_audit_faults()) == []
    with connection.cursor() as cursor:
        # the fields that the hash had then
        cursor.execute(
            "SELECT hash = sha256(convert_to(concat_ws(E'\\x1f', kind, subject_id, seq, extract(epoch FROM at), '',"
            " sentence, '', request_id), 'UTF8')) FROM audit_auditentry WHERE seq = 1"
        )
        assert cursor.fetchone() == (True,)


def test_an_action_of_a_newer_release_is_told_by_its_code() -> None:
    assert sentence_of(AuditEntry(kind=Kind.TAG, code="painted")) == "painted."
