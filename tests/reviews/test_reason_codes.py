"""Reason codes over HTTP: listed, added, changed and retired by admins; what forms offer follows at once."""

import csv
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connections

from audit.models import Kind
from reviews.models import Reason, Review
from reviews.reasons import USED_IN
from reviews.statements import issue_statement
from tests.api.queries import sent_by
from tests.audit_log import sentences
from tests.each import each
from tests.factories import a_moderator, a_pending_task, a_review, an_account, an_admin
from tests.staff import Staff
from workflows.engine.verbs.claims import claim_task
from workflows.models import TaskEvent

NEW = {
    "title": "Old news",
    "ground": "DECISION_GROUND_INCOMPATIBLE_CONTENT",
    "sentence": "The review tells of what was long ago.",
    "applies_to": ["reject"],
}


@pytest.fixture
def staff() -> Staff:
    return Staff(an_admin())


def log_of(code: str) -> list[str]:
    number = Reason.objects.get(code=code).pk
    return sentences(kind=Kind.REASON, subject_id=number)


def offered(staff: Staff, outcome: str = "reject") -> dict[str, str]:
    """What the form of an outcome offers for an item: codes with titles, in their order."""
    task = a_pending_task()
    outcomes: list[dict[str, Any]] = staff.get(f"/tasks/{task.pk}").json()["outcomes"]
    form = next(found["form"] for found in outcomes if found["name"] == outcome)
    return {each["const"]: each["title"] for each in form["properties"]["reason"]["oneOf"]}


def test_the_list_has_all_and_what_their_fields_can_be(staff: Staff) -> None:
    Reason.objects.filter(code="hate").update(active=False)
    found = staff.get("/reason-codes").json()
    assert [row["code"] for row in found["items"]] == list(Reason.objects.values_list("code", flat=True))
    assert {row["code"]: row["active"] for row in found["items"]}["hate"] is False
    values = {name: {choice["value"] for choice in found[name]} for name in ("grounds", "categories", "outcomes")}
    assert values["outcomes"] == {"reject", "restrict"}
    for row in found["items"]:
        assert row["ground"] in values["grounds"]
        assert row["category"] in values["categories"]


def test_each_says_how_often_the_statements_of_ninety_days_name_it(
    staff: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, kind in enumerate(("reject", "restrict")):
        issue_statement(a_review().pk, process_id=number, kind=kind, reason="fake", facts="It is.", by=4)

    def used() -> dict[str, int]:
        return {row["code"]: row["used"] for row in staff.get("/reason-codes").json()["items"] if row["used"]}

    assert used() == {"fake": 2}
    assert sum("reviews_statement" in sent for sent in sent_by(partial(staff.get, "/reason-codes"))) == 1
    assert timedelta(days=90) == USED_IN
    monkeypatch.setattr("reviews.reasons.USED_IN", timedelta(0))
    assert used() == {}


def test_an_added_reason_is_offered_last_and_its_code_is_made_of_the_title(staff: Staff) -> None:
    answer = staff.post("/reason-codes", NEW)
    assert answer.status_code == 201
    made = answer.json()
    assert (made["code"], made["category"], made["rule"], made["active"]) == (
        "old-news",
        "STATEMENT_CATEGORY_OTHER_VIOLATION_TC",
        "",
        True,
    )
    assert list(offered(staff).items())[-1] == ("old-news", "Old news")
    assert log_of("old-news") == ["Added."]


def test_a_decision_with_an_added_reason_carries_its_code_and_title(staff: Staff) -> None:
    staff.post("/reason-codes", {**NEW, "code": "old", "rule": "Review guidelines: of the last two years."})
    moderator = a_moderator()
    task = a_pending_task()
    claim_task(task.pk, by=moderator)
    form = {"reason": "old", "facts": "It was in 1998."}
    body = {"outcome": "reject", "form": form, "revision": 1}
    assert Staff(moderator).post(f"/tasks/{task.pk}/decision", body).status_code == 200
    entry = TaskEvent.objects.get(task_id=task.pk, action="decide")
    assert (entry.data["reason"], entry.data["reason_title"]) == ("old", "Old news")


def test_a_retired_reason_is_refused_and_past_decisions_keep_it(staff: Staff) -> None:
    moderator = a_moderator()
    tasks = [a_pending_task(), a_pending_task()]
    desk = Staff(moderator)
    body = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}, "revision": 1}
    claim_task(tasks[0].pk, by=moderator)
    assert desk.post(f"/tasks/{tasks[0].pk}/decision", body).status_code == 200
    assert staff.patch("/reason-codes/fake", {"active": False}).json()["active"] is False
    assert "fake" not in offered(staff)
    claim_task(tasks[1].pk, by=moderator)
    answer = desk.post(f"/tasks/{tasks[1].pk}/decision", body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["form.reason"])
    story = desk.get(f"/review/{Review.objects.get(pk=tasks[0].process.subject_id).pk}").json()
    assert "Fake" in str(story)
    assert staff.patch("/reason-codes/fake", {"active": True}).status_code == 200
    assert "fake" in offered(staff)
    assert log_of("fake") == ["Retired.", "Restored."]


def test_a_change_is_recorded_once_without_its_words(staff: Staff) -> None:
    changes = {"title": "Not real", "sentence": "Nobody lived through it."}
    for _ in range(2):
        assert staff.patch("/reason-codes/fake", changes).json()["title"] == "Not real"
    assert offered(staff)["fake"] == "Not real"
    assert log_of("fake") == ["Changed: title, sentence."]
    log = staff.get(f"/audit/reason/{Reason.objects.get(code='fake').pk}").json()["items"]
    assert [entry["text"] for entry in log] == ["Changed: title, sentence."]


def test_a_change_of_codes_is_recorded_with_the_old_and_the_new_ones(staff: Staff) -> None:
    changes = {"title": "Not real", "category": Reason.Category.OTHER, "applies_to": ["reject"]}
    before = Reason.objects.get(code="fake")
    assert staff.patch("/reason-codes/fake", changes).status_code == 200
    old = before.get_category_display().title()
    assert log_of("fake") == [
        f"Changed: title, category ({old} to Another Breach Of The Terms), applies to (Reject and Restrict to Reject)."
    ]
    assert log_of("fake")[0] in staff.get(f"/audit/reason/{before.pk}/export").getvalue().decode()


def test_a_code_is_taken_once(staff: Staff) -> None:
    for body in (NEW | {"code": "fake"}, NEW | {"title": "FAKE!"}):
        answer = staff.post("/reason-codes", body)
        assert (answer.status_code, answer.json()["code"]) == (409, "code_taken")
    key = {"idempotency_key": "one-and-the-same"}
    first, again = staff.post("/reason-codes", NEW, **key), staff.post("/reason-codes", NEW, **key)
    assert first.json() == again.json()
    assert Reason.objects.filter(title=NEW["title"]).count() == 1


@each(
    "fields, at_fault",
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"title": "理由"}, "code"),
        ({"code": "Old News"}, "code"),
        ({"code": "x" * 41}, "code"),
        ({"ground": "because"}, "ground"),
        ({"category": "STATEMENT_CATEGORY_WEATHER"}, "category"),
        ({"sentence": ""}, "sentence"),
        ({"sentence": "x" * 501}, "sentence"),
        ({"rule": "x" * 501}, "rule"),
        ({"applies_to": []}, "applies_to"),
        ({"applies_to": ["approve"]}, "applies_to"),
    ],
)
def test_bad_input_names_the_field_and_adds_nothing(staff: Staff, fields: dict[str, Any], at_fault: str) -> None:
    before = Reason.objects.count()
    answer = staff.post("/reason-codes", {**NEW, **fields})
    assert answer.status_code == 422
    assert any(at_fault in name for name in answer.json()["fields"]), answer.json()
    assert Reason.objects.count() == before


def test_the_last_reason_of_an_outcome_stays(staff: Staff) -> None:
    Reason.objects.exclude(code__in=["fake", "hate"]).update(active=False)
    Reason.objects.filter(code="hate").update(applies_to=["reject"])
    for changes in ({"active": False}, {"applies_to": ["reject"]}):
        answer = staff.patch("/reason-codes/fake", changes)
        assert (answer.status_code, answer.json()["code"]) == (409, "last_reason")
    assert staff.patch("/reason-codes/hate", {"active": False}).status_code == 200
    assert log_of("fake") == []


def test_of_the_two_last_ones_retired_at_once_one_stays(staff: Staff) -> None:
    Reason.objects.exclude(code__in=["fake", "hate"]).update(active=False)

    def retire(code: str) -> int:
        try:
            answer = Staff(staff.user).patch(f"/reason-codes/{code}", {"active": False})
            return int(answer.status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(retire, ("fake", "hate"))) == [200, 409]


def test_unknown_codes_and_other_people_change_nothing(staff: Staff) -> None:
    assert staff.patch("/reason-codes/nothing", {"active": False}).status_code == 404
    other = Staff(an_account(access=["moderation", "head_moderator", "banned_words", "users"]))
    for answer in (
        other.get("/reason-codes"),
        other.post("/reason-codes", NEW),
        other.patch("/reason-codes/fake", {"active": False}),
    ):
        assert answer.status_code == 403
    assert Reason.objects.get(code="fake").active


def test_the_codes_are_saved_as_a_file_in_any_order_and_that_is_an_entry(staff: Staff) -> None:
    staff.post("/reason-codes", {**NEW, "title": "A late one", "sentence": "=It is late."})
    staff.patch("/reason-codes/a-late-one", {"active": False})

    def saved(sort: str, direction: str = "asc") -> list[dict[str, str]]:
        answer: Any = staff.get(f"/reason-codes/export?sort={sort}&direction={direction}")
        return list(csv.DictReader(b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()))

    offered_last = saved("offered")[-1]
    assert (offered_last["code"], offered_last["sentence"]) == ("a-late-one", "'=It is late.")
    assert [row["title"].lower() for row in saved("title")] == sorted(row["title"].lower() for row in saved("offered"))
    assert [row["code"] for row in saved("code", "desc")] == sorted(
        (row["code"] for row in saved("code")), reverse=True
    )
    assert saved("state")[0]["active"] == "False"
    assert staff.get("/reason-codes/export?sort=nothing").status_code == 422
    assert set(sentences(kind=Kind.EXPORT)) == {"Exported reason codes as CSV."}
