"""Whoever is erased is named nowhere in history, and reads "Former colleague" (decision 31)."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from pytest_django import Settings

from accounts.models import User
from accounts.names import FORMER_COLLEAGUE
from tests.api.queries import sent_by
from tests.factories import a_company, a_head_moderator, a_moderator, a_pending_task
from tests.staff import Staff
from tests.testimonials.arriving import an_ingested_testimonial, decide_testimonial
from tests.workflows.restrictions.requests import a_published_review, a_request, ask, decide
from tests.workflows.tickets.threads import a_ticket, process_of, reply
from workflows.engine.core.consistency.chains import broken_anchors, void_anchors, write_anchor
from workflows.engine.core.flows import flows
from workflows.engine.core.subject_registry import subjects
from workflows.engine.verbs.revisions import revise_subject
from workflows.models import Process, Task, TaskEvent
from workflows.second_looks.sampling import start_second_look
from workflows.tickets.verbs import leave_note_on

NAME = "Ottoline Wexcombe"


def former_name(number: int) -> str:
    return f"{FORMER_COLLEAGUE} {number}"


@pytest.fixture
def ottoline() -> Staff:
    return Staff(a_head_moderator(NAME))


def pk_of(staff: Staff) -> int:
    assert staff.user is not None
    return staff.user.pk


def erase(person: Staff) -> None:
    erased = {"first_name": "", "last_name": "", "email": f"erased-{pk_of(person)}@docket.invalid"}
    User.objects.filter(pk=pk_of(person)).update(**erased, is_active=False)


def tables_that_hold(words: str) -> list[str]:
    """Over all columns of all tables, whatever their type."""
    found = []
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(
                f'SELECT count(*) FROM "{table}" held WHERE held::text ILIKE %s OR held::text ILIKE %s',
                [f"%{words}%", f"%{words.encode().hex()}%"],
            )
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def events_of(staff: Staff, task: Task) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()["events"]
    return events


def assign(by: Staff, task: Task, to: Staff, **more: Any) -> None:
    answer = by.put(f"/tasks/{task.pk}/assignee", {"user_id": pk_of(to), "note": "Yours.", **more})
    assert answer.status_code == 204, answer.content


def test_a_former_colleague_is_named_in_no_table(ottoline: Staff) -> None:
    task, other = a_pending_task(), Staff(a_head_moderator())
    assign(other, task, ottoline)
    assign(ottoline, task, other)
    other.post(f"/tasks/{task.pk}/notes", {"text": "Look.", "to": pk_of(ottoline)})
    ottoline.put(f"/tasks/{a_pending_task().pk}/lock")
    assign(other, task, ottoline)
    ottoline.put(f"/tasks/{task.pk}/lock")
    other.post(f"/tasks/{task.pk}/take-over", {"note": "At once."})
    decide(ottoline, a_pending_task().process, "escalate", "reject", "confirm")
    decide(ottoline, a_request(a_published_review()), "decline", "confirm")
    assert tables_that_hold("Wexcombe") == ["accounts_user"]
    erase(ottoline)
    assert tables_that_hold("Wexcombe") == []


def test_no_kind_of_subject_holds_personal_data_of_an_erased_account(ottoline: Staff) -> None:
    user = User.objects.get(pk=pk_of(ottoline))
    moderated, task = a_pending_task().process, a_pending_task()
    ottoline.put(f"/tasks/{task.pk}/lock")
    revise_subject(task.pk, {"title": "On time"}, reason="A typo.", by=user, revision=1)
    decide(ottoline, moderated, "reject", "confirm")
    check = start_second_look(moderated.pk)
    assert check is not None
    request = Process.objects.get(pk=ask(ottoline, a_published_review()).json()["process"]["id"])
    decide(ottoline, request, "decline", "confirm")
    ticket = a_ticket()
    reply(ottoline, ticket)
    leave_note_on(ticket.pk, "Seen.", by=user)
    resolved = process_of(ticket)
    transcribed = an_ingested_testimonial(a_company())
    form = {"transcription": "They came on time."}
    assert decide_testimonial(ottoline, transcribed.subject_id, "finish", form).status_code == 200
    address = user.email
    erase(ottoline)
    for subject in subjects().values():
        subject.erase(user.pk)
    assert tables_that_hold("Wexcombe") == tables_that_hold(address) == []
    assert {process.flow_class for process in (moderated, request, check, resolved, transcribed)} == set(flows())


def test_names_are_read_from_the_accounts_of_today(ottoline: Staff) -> None:
    task, other, reader = a_pending_task(), Staff(a_head_moderator()), Staff(a_moderator("Marta Ellwood"))
    reader.put(f"/tasks/{task.pk}/lock")
    assign(ottoline, task, other, take_over=True)
    assign(other, task, ottoline)
    ottoline.put(f"/tasks/{task.pk}/lock")
    other.post(f"/tasks/{task.pk}/notes", {"text": "Look.", "to": pk_of(ottoline)})
    assert TaskEvent.objects.get(action="note").data == {"to": pk_of(ottoline)}
    assert events_of(reader, task)[2]["data"]["holder"] == {"id": pk_of(reader), "name": "Marta Ellwood"}
    assert events_of(reader, task)[-1]["data"] == {"to": {"id": pk_of(ottoline), "name": NAME}}
    User.objects.filter(pk=pk_of(ottoline)).update(last_name="Frayne")
    assert events_of(reader, task)[-1]["data"]["to"]["name"] == "Ottoline Frayne"


def test_the_names_of_everybody_in_a_history_cost_one_statement(ottoline: Staff) -> None:
    task = a_pending_task()
    path = f"/processes/review_moderation/{task.process_id}/history"

    def statements_for(notes: int) -> int:
        for _ in range(notes):
            ottoline.post(f"/tasks/{task.pk}/notes", {"text": "Look.", "to": a_moderator().pk})
        return len(sent_by(partial(ottoline.get, path)))

    assert statements_for(1) == statements_for(10)


def test_an_erased_person_is_former_colleague_everywhere(ottoline: Staff) -> None:
    other = Staff(a_head_moderator())
    lost, given, sent = a_pending_task(), a_pending_task(), a_pending_task()
    reader = Staff(a_moderator())
    for task in (lost, sent):
        reader.put(f"/tasks/{task.pk}/lock")
    ottoline.post(f"/tasks/{lost.pk}/take-over", {"note": "At once."})
    assign(ottoline, given, reader)
    ottoline.post(f"/tasks/{given.pk}/notes", {"text": "Look.", "to": pk_of(reader)})
    reader.post(f"/tasks/{sent.pk}/decision", {"outcome": "escalate", "form": {"notes": "A solicitor writes."}})
    decide(ottoline, sent.process, "reject", "confirm")
    assign(other, lost, ottoline, take_over=True)
    erase(ottoline)
    former = {"id": pk_of(ottoline), "name": former_name(pk_of(ottoline))}
    assert events_of(reader, lost)[-1]["data"]["to"] == former
    assert events_of(reader, lost)[-2]["actor"] == former
    assert {mention["by"]["name"] for mention in reader.get("/mentions").json()} == {former_name(pk_of(ottoline))}
    assert reader.get(f"/tasks/{given.pk}").json()["assignment"]["by"] == former
    assert reader.get(f"/tasks/{lost.pk}").json()["assigned_to"] == former
    (row,) = other.get("/queues/assigned_to_others/tasks?limit=1").json()["items"]
    assert row["assigned_to"] == former
    assert reader.put(f"/tasks/{lost.pk}/lock", {"extend": True}).json()["taken_over"]["by"] == former
    (escalation,) = reader.get("/user/me/escalations").json()
    assert escalation["answer"]["by"] == former


def test_an_account_without_a_row_and_one_without_a_name_are_former_colleagues(ottoline: Staff) -> None:
    erase(ottoline)
    marta = a_moderator("Marta Ellwood")
    assert User.objects.names_of([pk_of(ottoline), marta.pk, 4_711, None]) == {
        pk_of(ottoline): former_name(pk_of(ottoline)),
        marta.pk: "Marta Ellwood",
        4_711: former_name(4_711),
    }
    assert User.objects.get(pk=pk_of(ottoline)).full_name == former_name(pk_of(ottoline))


def test_a_letters_masked_address_is_read_from_the_letter(head: Staff) -> None:
    process = a_request()
    event = TaskEvent.objects.create(process=process, action="mail", data={"letter": "receipt", "state": "sent"})

    def read() -> Any:
        path = f"/processes/restriction_request/{process.pk}/history"
        return next(entry for entry in head.get(path).json()["events"] if entry["seq"] == event_seq)["data"]

    event_seq = TaskEvent.objects.get(pk=event.pk).seq
    assert read() == {"letter": "receipt", "state": "sent", "to": "o…@tan.example"}
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE reviews_letter SET \"to\" = ''")
    assert read()["to"] == ""


def test_anchors_from_before_are_void_and_verify_history_says_so(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.ANCHOR_FOLDER = tmp_path
    a_pending_task()
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE workflows_taskevent SET at = at - interval '1 hour'")
    anchor = write_anchor(tmp_path)
    written = json.loads(anchor.read_text())
    assert (written.pop("format"), written["entries"] > 0) == (2, True)
    old = anchor.with_name("2026-01-01.json")
    old.write_text(json.dumps({**written, "digest": "of a chain with names"}))
    assert list(broken_anchors(tmp_path)) == []
    assert void_anchors(tmp_path) == [old]
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE workflows_taskevent SET at = at + interval '1 hour'")
    call_command("docket_verify_history")
    assert "Anchors up to 2026-01-01.json are void (1 of them)" in capsys.readouterr().out
    anchor.write_text(json.dumps({**written, "format": 2, "digest": "of something else"}))
    assert [path for path, _ in broken_anchors(tmp_path)] == [anchor]
