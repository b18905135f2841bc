"""Entries of the audit log hold codes, numbers and ids; their sentences are made when they are read (decision 67)."""

import re
from inspect import signature
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import BooleanField, ForeignKey

import companies.changes
import groups.changes
import reviews.reasons
import tags.changes
from accounts.rights import Permission
from audit import actions, levels
from audit.action import Action
from audit.actions import ACTIONS, sentence_of
from audit.chains import find_audit_faults
from audit.changes import TOLD, changes_of
from audit.entries import record_audit
from audit.models import AuditEntry, Kind
from banned_words.fields import WordFields
from banned_words.models import BannedWord
from companies.models import Company
from groups.models import Group
from reviews.models import Reason
from tags.models import Tag
from tests.audit_log import sentences
from tests.databases import as_owner
from tests.factories import an_admin
from tests.live import ROOT

LISTS = ("factors", "fields", "kinds", "scopes", "signs")
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


def test_permissions_are_told_by_their_titles_and_without_signs() -> None:
    assert {name: levels.permission(name) for name in Permission.values} == dict(Permission.choices)
    assert levels.permissions_changed(["+users", "-groups", "-head_moderator"]) == (
        "Permissions given: User accounts. Permissions taken away: Company groups; Head moderator."
    )


def test_a_code_stands_for_one_action() -> None:
    assert len({(action.kind, action.code) for action in ACTIONS}) == len(ACTIONS)


@pytest.mark.parametrize(
    "value", ["Ann Lee", "ann@example.com", "", "x" * 65, None, ["name", "Ann Lee"], {"name": 1}, 1.5]
)
def test_a_text_of_a_person_is_no_detail(value: Any) -> None:
    with transaction.atomic(), pytest.raises(ValueError, match="is no id, number or code"):
        record_audit(actions.COMPANY_CHANGED, 7, user_id=None, fields=value)
    assert not AuditEntry.objects.exists()


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


def test_the_values_of_all_codes_flags_and_ids_that_people_change_are_told_and_of_nothing_else() -> None:
    rooms = {
        Company: companies.changes.CHANGEABLE,
        Group: groups.changes.CHANGEABLE,
        Tag: tags.changes.CHANGEABLE,
        Reason: reviews.reasons.CHANGEABLE,
        BannedWord: tuple(WordFields.model_fields),
    }
    lists = {"applies_to", "language"}  # codes, in fields that could hold any text
    found = {
        str(model._meta.model_name): {name for name in names if name in lists or _is_code(model._meta.get_field(name))}
        for model, names in rooms.items()
    }
    found["reason"].remove("active")  # has entries of its own
    assert found == {model: set(fields) for model, fields in TOLD.items()}
    labels = [label for each in (Reason.Category, Reason.Ground) for label in each.labels]
    assert all(re.fullmatch(r"[A-Za-z -]{1,64}", str(label)) for label in labels)


def _is_code(field: Any) -> bool:
    return bool(field.choices) or isinstance(field, (BooleanField, ForeignKey))


def test_a_word_of_an_entry_from_before_is_told_as_then() -> None:
    details = {"fields": ["action", "notes"], "mode": "phrase", "action": "flag", "severity": 1, "shadow": False}
    actions.WORD_CHANGED.check(details)
    assert actions.WORD_CHANGED.tell(details) == "Changed action, notes: phrase, flag, severity 1."


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
