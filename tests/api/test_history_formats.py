"""GET /history/export in the formats of process mining."""

from datetime import timedelta
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.utils import timezone

from audit.actions import sentence_of
from audit.models import AuditEntry, Kind
from tests.factories import a_moderator, a_pending_task, a_second_look, an_admin, open_task
from tests.staff import Staff
from workflows.engine.reading.exports import entries
from workflows.engine.verbs.sweep import fire_task
from workflows.models import Task, TaskEvent

TITLES = {"xes": "XES", "ocel-json": "OCEL 2.0 (JSON)", "ocel-sqlite": "OCEL 2.0 (SQLite)"}
XES = {"xes": "http://www.xes-standard.org/"}


def told(task: Task, person: Staff) -> None:
    """A note and a rejection, each with a text of a person."""
    person.post(f"/tasks/{task.pk}/notes", {"text": "The street does not exist."})
    person.put(f"/tasks/{task.pk}/lock")
    decision = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
    assert person.post(f"/tasks/{task.pk}/decision", decision).status_code == 200


def saved(staff: Staff, query: str) -> bytes:
    answer = staff.get(f"/history/export?{query}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].endswith('.xes"')
    return b"".join(answer.streaming_content)


def values(element: Element) -> dict[str, str]:
    return {child.get("key", ""): child.get("value", "") for child in element if child.get("key")}


def traces(file: bytes) -> list[tuple[dict[str, str], list[dict[str, str]]]]:
    root = fromstring(file)
    return [
        (values(trace), [values(event) for event in trace.iterfind("xes:event", XES)])
        for trace in root.iterfind("xes:trace", XES)
    ]


@pytest.mark.parametrize("size", [1, 2, 1_000])
def test_xes_has_a_trace_for_each_process_in_its_order(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(entries, "READ_AT_ONCE", size)
    tasks, person = [a_pending_task(), a_pending_task()], Staff(a_moderator("Bo Decides"))
    assert person.user is not None
    for task in tasks:
        told(task, person)
    found = traces(saved(Staff(an_admin()), "format=xes"))
    assert [trace["concept:name"] for trace, _ in found] == [f"process:{task.process_id}" for task in tasks]
    for (trace, events), task in zip(found, tasks, strict=True):
        assert trace["kind"] == "review_moderation"
        assert trace["subject"] == f"review:{task.process.subject_id}"
        entered = [event for event in events if event["lifecycle:transition"] == "complete"]
        rows = list(TaskEvent.objects.filter(process=task.process_id).order_by("seq"))
        assert [event["seq"] for event in entered] == [str(row.seq) for row in rows]
        assert [event["hash"] for event in entered] == [bytes(row.hash).hex() for row in rows]
        expected: dict[str, Any] = {
            "concept:name": "pending:reject",
            "org:resource": f"account:{person.user.pk}",
            "step": "pending",
            "action": "decide",
            "outcome": "reject",
            "next_step": "refused",
            "queue": "pending",
            "task": str(task.pk),
            "concept:instance": f"task:{task.pk}",
        }
        assert events[-1] | expected == events[-1]


@pytest.mark.parametrize("size", [1, 1_000])
def test_a_decision_has_its_start_where_the_person_who_decides_took_the_task(
    monkeypatch: pytest.MonkeyPatch, admin: Staff, size: int
) -> None:
    """Not where another had it before, and not for what a clock did."""
    monkeypatch.setattr(entries, "READ_AT_ONCE", size)
    task, before, person = a_pending_task(), Staff(a_moderator()), Staff(a_moderator())
    before.put(f"/tasks/{task.pk}/lock")
    before.delete(f"/tasks/{task.pk}/lock")
    told(task, person)
    held = open_task(task.process)
    Task.objects.filter(pk=held.pk).update(fires_at=timezone.now() - timedelta(seconds=1))
    fire_task(held.pk)
    ((_, events),) = traces(saved(admin, "format=xes"))
    claim = TaskEvent.objects.filter(task_id=task.pk, action="claim").latest("seq")
    place = next(number for number, event in enumerate(events) if event.get("seq") == str(claim.seq))
    assert person.user is not None
    assert [event for event in events if event["lifecycle:transition"] != "complete"] == [events[place + 1]]
    assert events[place + 1] == {
        "concept:name": "pending:reject",
        "concept:instance": f"task:{task.pk}",
        "lifecycle:transition": "start",
        "org:resource": f"account:{person.user.pk}",
        "time:timestamp": events[place]["time:timestamp"],
    }
    ended = [event for event in events if event["concept:name"] == "pending:reject"][1]
    assert (ended["concept:instance"], ended["lifecycle:transition"]) == (f"task:{task.pk}", "complete")
    assert "fire" in [event.get("action") for event in events]
    # a selection without one of the two has no start
    for query in ("action=decide", "action=claim"):
        ((_, events),) = traces(saved(admin, f"format=xes&{query}"))
        assert {event["lifecycle:transition"] for event in events} == {"complete"}


def test_the_filters_hold_and_an_empty_selection_is_a_whole_file(admin: Staff) -> None:
    told(a_pending_task(), Staff(a_moderator()))
    ((_, events),) = traces(saved(admin, "format=xes&action=decide"))
    assert [event["concept:name"] for event in events] == ["pending:reject"]
    ((_, events),) = traces(saved(admin, "format=xes&q=exist"))
    assert [event["action"] for event in events] == ["note"]
    assert traces(saved(admin, "format=xes&queue=backlog")) == []


@pytest.mark.parametrize("form", TITLES)
def test_it_holds_no_names_and_no_texts_and_is_noted(form: str, admin: Staff) -> None:
    told(a_pending_task(), Staff(a_moderator("Bo Decides")))
    answer = admin.get(f"/history/export?format={form}")
    assert answer.status_code == 200
    file = b"".join(part if isinstance(part, bytes) else part.encode() for part in answer.streaming_content)
    assert not any(word in file for word in (b"Bo D", b"Decides", b"street"))
    noted = AuditEntry.objects.get(kind=Kind.EXPORT)
    said = f"Exported the history of processes as {TITLES[form]}."
    assert (noted.user_id, sentence_of(noted)) == (admin.user and admin.user.pk, said)


@pytest.mark.parametrize("form", TITLES)
def test_it_is_refused_during_a_second_look_and_without_the_permission(form: str, admin: Staff) -> None:
    check = a_second_look()
    admin.put(f"/tasks/{check.pk}/lock")
    assert admin.get(f"/history/export?format={form}").json()["code"] == "blind_second_look"
    assert Staff(a_moderator()).get(f"/history/export?format={form}").status_code == 403
    assert not AuditEntry.objects.filter(kind=Kind.EXPORT).exists()


def test_a_wrong_filter_is_refused(admin: Staff) -> None:
    assert admin.get("/history/export?format=xes&subject=review").status_code == 422
    assert admin.get("/history/export?format=nothing").status_code == 422
    assert not AuditEntry.objects.filter(kind=Kind.EXPORT).exists()
