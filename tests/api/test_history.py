"""GET /history: every filter of the history of all processes, its pages, and its export."""

import csv
import io
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connections

from accounts.models import User
from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from reviews.models import Review
from tests.api.queries import as_many_for_more_rows
from tests.audit_log import sentences
from tests.entries import write_entry
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_process, a_second_look
from tests.plans import explain
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial, decide_testimonial
from tests.workflows.bulk.batches import ask_for, work
from tests.workflows.restrictions.requests import a_request
from workflows.engine.reading.history import pages as history_pages
from workflows.engine.reading.history.filters import HistoryFilter
from workflows.models import EventType, Task, TaskEvent

REJECTION: dict[str, Any] = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}


def listed(staff: Staff, **query: Any) -> dict[str, Any]:
    answer = staff.get(f"/history?{urlencode(query)}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def told(staff: Staff, **query: Any) -> list[str]:
    """The actions and outcomes of a list, newest first."""
    return [f"{item['action']} {item['outcome']}".strip() for item in listed(staff, **query)["items"]]


def walk(staff: Staff, **query: Any) -> list[int]:
    """The ids of all pages."""
    page = listed(staff, **query)
    ids = [item["id"] for item in page["items"]]
    while page["next_cursor"]:
        page = listed(staff, **query, cursor=page["next_cursor"])
        ids += [item["id"] for item in page["items"]]
    return ids


def decide(task: Task, person: Staff, **decision: Any) -> None:
    person.put(f"/tasks/{task.pk}/lock")
    assert person.post(f"/tasks/{task.pk}/decision", decision).status_code == 200


@pytest.fixture
def story() -> tuple[Task, Staff, Staff]:
    """A review that one person left a note about and another rejected; beside it a review that nobody touched."""
    a_pending_task()
    task, first, second = a_pending_task(), Staff(a_moderator("Ada Note")), Staff(a_moderator("Bo Decides"))
    first.post(f"/tasks/{task.pk}/notes", {"text": "The street does not exist."})
    decide(task, second, **REJECTION)
    return task, first, second


def test_who_decided_a_review_and_why(admin: Staff, story: tuple[Task, Staff, Staff]) -> None:
    task, _, second = story
    assert second.user is not None
    process = task.process
    (item,) = listed(admin, subject=f"review:{process.subject_id}", action="decide")["items"]
    event = TaskEvent.objects.get(action="decide")
    assert item == {
        "id": event.pk,
        "at": item["at"],
        "actor": {"id": second.user.pk, "name": "Bo Decides"},
        "kind": "review_moderation",
        "kind_title": "Moderation of a review",
        "process_id": process.pk,
        "task_id": task.pk,
        "subject": {"thing": "review", "id": process.subject_id},
        "company": Review.objects.get(pk=process.subject_id).company.name,
        "queue": "pending",
        "action": "decide",
        "outcome": "reject",
        "label": "Reject",
        "reason": "Fake",
        "from": "pending",
        "from_title": "Moderate reviews",
        "to": "refused",
        "to_title": "Rejection held",
        "note": "No such street.",
        "request_id": event.request_id,
        "batched": False,
    }


def test_the_decisions_of_a_batch_are_marked_and_counted_apart(admin: Staff) -> None:
    person = a_head_moderator()
    staff = Staff(person)
    decide(a_pending_task(), staff, **REJECTION)
    ask_for(staff, [a_pending_task(), a_pending_task()], "backlog")
    work()
    items = listed(admin, person=person.pk, action="decide")["items"]
    assert [item["batched"] for item in items] == [True, True, False]
    assert len({item["request_id"] for item in items}) == 2
    found = admin.get(f"/history/people/{person.pk}").json()
    assert (sum(row["number"] for row in found["decided"]), found["batched"]) == (3, 2)


def test_an_outcome_that_was_undone_is_still_chosen_by_its_label(admin: Staff) -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    decide(task, staff, **REJECTION)
    assert staff.post(f"/tasks/{task.pk}/undo").status_code == 200
    titles = {row["name"]: row["title"] for row in admin.get("/history/choices").json()["outcomes"]}
    assert titles["reject"] == "Reject"


def test_each_filter_selects_and_they_combine(admin: Staff, story: tuple[Task, Staff, Staff]) -> None:
    task, first, second = story
    assert first.user is not None
    assert second.user is not None
    assert told(admin) == ["decide reject", "claim", "note", "start", "start"]
    assert told(admin, person=second.user.pk) == ["decide reject", "claim"]
    assert told(admin, process=task.process_id) == ["decide reject", "claim", "note", "start"]
    assert told(admin, process=task.process_id, person=first.user.pk) == ["note"]
    assert told(admin, queue="pending") == ["decide reject", "claim", "note"]
    assert told(admin, queue="backlog") == []
    assert told(admin, action="claim") == ["claim"]
    assert told(admin, outcome="reject") == ["decide reject"]
    assert told(admin, outcome="reject", person=first.user.pk) == []
    assert told(admin, q="STREET") == ["decide reject", "note"]
    assert told(admin, q="street exist") == ["note"]
    assert told(admin, q="Stréets existing") == ["note"]  # as the search reads words
    assert told(admin, q="street -exist") == ["decide reject"]
    # no word is an operator, quotes are those of any keyboard, and the last word may be the beginning of one
    assert told(admin, q="exist or street") == ["note"]
    assert told(admin, q="“exist street”") == []
    assert told(admin, q="exist stre") == ["note"]
    assert told(admin, q="street", action="note", person=first.user.pk) == ["note"]
    assert told(admin, q="street", process=task.process_id - 1) == []
    assert told(admin, q="elsewhere") == []
    assert told(admin, reason="fake") == ["decide reject"]
    assert told(admin, reason="fake", outcome="reject", person=second.user.pk) == ["decide reject"]
    assert told(admin, reason="fake", person=first.user.pk) == told(admin, reason="advertising") == []
    assert told(admin, q="street", reason="fake") == ["decide reject"]
    assert told(admin, q="exist", reason="fake") == []


@pytest.mark.parametrize("few", [history_pages.FEW, 0])
def test_words_find_the_reasons_of_decisions_by_title_and_code(
    admin: Staff, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(history_pages, "FEW", few)  # with 0, texts are looked at one by one
    person, form = a_moderator(), {"reason": "not-experience", "facts": "About the weather."}
    staff = Staff(person)
    task = a_pending_task()
    decide(task, staff, outcome="reject", form=form)
    other = a_pending_task()
    decide(other, staff, **REJECTION)
    decide_testimonial(staff, a_testimonial(), "reject", {"reason": "duplicate", "facts": "Sent twice."})
    assert [item["note"] for item in listed(admin, q="not an experience")["items"]] == ["About the weather."]
    assert told(admin, q="not-experience") == told(admin, q="EXPERIENCES", person=person.pk) == ["decide reject"]
    assert told(admin, q="experience", process=task.process_id) == ["decide reject"]
    assert told(admin, q="experience", process=other.process_id) == told(admin, q="experience", action="note") == []
    assert [item["reason"] for item in listed(admin, q="received before")["items"]] == ["Received before"]
    (row,) = exported(admin, "?q=experience")[1:]
    assert row[11:13] == ["not-experience", "Not an experience"]
    assert b"".join(admin.get("/history/export?q=experience&format=xes").streaming_content).count(b"<trace>") == 1
    reasons = {row["name"]: row["title"] for row in admin.get("/history/choices").json()["reasons"]}
    assert (reasons["not-experience"], reasons["duplicate"], reasons["unreadable"]) == (
        *("Not an experience", "Duplicate"),
        "Cannot be read or understood",
    )


def test_a_reason_is_read_along_its_index(admin: Staff) -> None:
    """Also of one kind and person: not through the entries of their types, of which few may have it."""
    search = history_pages._Search(HistoryFilter(reason="fake", kind="review_moderation", person=7), None)
    statement = f"{search._newest(search._entry, search._types)} {history_pages._NEWEST}"
    plan = "\n".join(explain(statement, {**search.values, "size": 5}))
    assert "event_of_reason" in plan
    assert plan.count("Limit") == 1


def test_kinds_have_steps_of_the_same_name(admin: Staff) -> None:
    review = a_request().subject_id
    assert {item["kind"] for item in listed(admin, subject=f"review:{review}")["items"]} == {
        "review_moderation",
        "restriction_request",
    }
    assert {item["kind"] for item in listed(admin, kind="restriction_request")["items"]} == {"restriction_request"}


def test_from_is_inclusive_and_to_is_exclusive(admin: Staff) -> None:
    process, day = a_process(), datetime(2024, 5, 1, tzinfo=UTC)
    for number in range(4):
        write_entry(process, "note", at=day + timedelta(days=number))
    period = {"from": "2024-05-02T00:00:00Z", "to": "2024-05-04T00:00:00Z"}
    assert [item["at"][:10] for item in listed(admin, **period)["items"]] == ["2024-05-03", "2024-05-02"]
    assert [item["at"][:10] for item in listed(admin, **period, action="note")["items"]] == ["2024-05-03", "2024-05-02"]


@pytest.mark.parametrize(
    "query", [{}, {"action": "note"}, {"kind": "review_moderation"}, {"q": "words"}, {"process": 1}, {"person": 7}]
)
def test_pages_have_every_entry_once_in_the_order_of_time(admin: Staff, query: dict[str, Any]) -> None:
    process = a_process()
    day = datetime(2024, 5, 1, tzinfo=UTC)
    texts = []
    for number in range(25):
        # some at the same time, ids not in the order of time
        entry = write_entry(
            process, "note", at=day - timedelta(days=number // 3), actor_id=7, text_digest=b"x", node="pending"
        )
        texts.append(entry.pk)
    with connections["owner"].cursor() as cursor:
        cursor.execute("INSERT INTO workflows_eventtext SELECT id, '', 'Some words.' FROM workflows_taskevent")
    query = {name: process.pk if name == "process" else value for name, value in query.items()}
    all_of_them = walk(admin, **query, limit=100)
    assert walk(admin, **query, limit=4) == all_of_them
    assert set(texts) <= set(all_of_them)
    rows = TaskEvent.objects.in_bulk(all_of_them)
    positions = [(rows[pk].at, pk) for pk in all_of_them]
    assert positions == sorted(positions, reverse=True)


def test_words_that_many_texts_have_are_looked_for_in_so_many_texts_a_page(
    admin: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_pages, "FEW", 3)
    monkeypatch.setattr(history_pages, "LOOKED_AT_FIRST", 2)
    monkeypatch.setattr(history_pages, "LOOKED_AT", 4)
    process, person = a_process(), a_moderator()
    task = process.task_set.get(status="NEW")
    staff = Staff(person)
    for number in range(12):
        staff.post(f"/tasks/{task.pk}/notes", {"text": f"Note {number}: {'rare' if number % 5 == 0 else 'dull'}"})
    # a full page needs no more; a short one says how far it has looked, and the next continues there
    assert listed(admin, q="note", limit=3)["searched"] is None
    found = listed(admin, q="note")
    assert (len(found["items"]), found["searched"]) == (4, 4)
    assert len(walk(admin, q="note")) == 12
    for limit in (1, 2, 3):
        assert len(walk(admin, q="note", limit=limit)) == 12
    # few texts have the rare word: found at once
    monkeypatch.setattr(history_pages, "LOOKED_AT", 2)
    assert (len(listed(admin, q="rare")["items"]), listed(admin, q="rare")["searched"]) == (3, None)
    assert len(walk(admin, q="note", person=person.pk)) == 12


def test_an_erased_account_is_a_former_colleague(admin: Staff, story: tuple[Task, Staff, Staff]) -> None:
    _, _, second = story
    assert second.user is not None
    User.objects.filter(pk=second.user.pk).update(first_name="", last_name="")
    actor = listed(admin, action="decide")["items"][0]["actor"]
    assert actor == {"id": second.user.pk, "name": f"Former colleague {second.user.pk}"}


def test_wrong_filters_are_refused(admin: Staff) -> None:
    for query, field in (
        ({"kind": "nothing"}, "kind"),
        ({"queue": "nothing"}, "queue"),
        ({"subject": "review"}, "subject"),
        ({"subject": "review:x"}, "subject"),
        ({"cursor": "x"}, "cursor"),
    ):
        for path in ("/history", "/history/export"):
            if field != "cursor" or path == "/history":
                answer = admin.get(f"{path}?{urlencode(query)}")
                assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_a_second_look_stays_blind(story: tuple[Task, Staff, Staff], admin: Staff) -> None:
    check = a_second_look()
    admin.put(f"/tasks/{check.pk}/lock")
    subject = check.process.subject_id
    assert listed(admin, subject=f"review:{subject}")["items"] == []
    assert all(item["subject"]["id"] != subject for item in listed(admin)["items"])
    assert listed(admin, kind="review_moderation")["items"]
    answer = admin.get("/history/export")
    assert (answer.status_code, answer.json()["code"]) == (409, "blind_second_look")


@pytest.mark.parametrize("query", ["", "action=note", "q=words", "queue=pending"])
def test_the_number_of_statements_of_a_page(admin: Staff, query: str) -> None:
    task = a_pending_task()

    def note() -> None:
        Staff(a_moderator()).post(f"/tasks/{task.pk}/notes", {"text": "Some words."})

    as_many_for_more_rows(partial(admin.get, f"/history?{query}"), note)


def exported(staff: Staff, query: str = "") -> list[list[str]]:
    answer = staff.get(f"/history/export{query}")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))


def test_the_export_has_the_entries_of_the_list(
    admin: Staff, story: tuple[Task, Staff, Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_pages, "EXPORTED_AT_ONCE", 2)
    header, *rows = exported(admin)
    assert [int(row[0]) for row in rows] == walk(admin)
    assert dict(zip(header, rows[0], strict=True)) | {"id": "", "at": "", "request_id": ""} == {
        **dict.fromkeys(("id", "at", "request_id"), ""),
        "person_id": str(story[2].user.pk if story[2].user else 0),
        "person": "Bo Decides",
        "kind": "review_moderation",
        "process_id": str(story[0].process_id),
        "task_id": str(story[0].pk),
        "subject": f"review:{story[0].process.subject_id}",
        "queue": "pending",
        "action": "decide",
        "outcome": "reject",
        "reason": "fake",
        "reason_title": "Fake",
        "from": "pending",
        "to": "refused",
        "note": "No such street.",
    }
    assert [row[header.index("action")] for row in exported(admin, "?action=note")[1:]] == ["note"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_no_exported_cell_is_a_formula(admin: Staff, start: str) -> None:
    task, person = a_pending_task(), Staff(a_moderator())
    person.post(f"/tasks/{task.pk}/notes", {"text": f"{start}cmd|' /C calc'!A0"})
    header, row = exported(admin, "?action=note")
    assert row[header.index("note")] == f"'{start}cmd|' /C calc'!A0"


def test_an_export_is_noted(admin: Staff) -> None:
    assert admin.user is not None
    exported(admin, "?q=a+name")
    noted = AuditEntry.objects.get(kind=Kind.EXPORT)
    assert (noted.user_id, sentence_of(noted)) == (admin.user.pk, "Exported the history of processes as CSV.")
    for path, what in (("/reviews/export", "reviews as CSV"), ("/statements/export?format=json", "reasons as JSON")):
        assert admin.get(path).status_code == 200
        assert what in sentences(kind=Kind.EXPORT)[-1]


def test_the_database_gives_the_types_of_entries(story: tuple[Task, Staff, Staff]) -> None:
    for entry in TaskEvent.objects.select_related("process"):
        type_of = EventType.objects.get(pk=entry.type_id or 0)
        assert (type_of.kind, type_of.node, type_of.action, type_of.outcome, type_of.has_text) == (
            entry.process.kind,
            entry.node,
            entry.action,
            entry.outcome,
            bool(entry.text_digest),
        )
