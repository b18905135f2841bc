"""History: complete, in order, and not to be changed by the application."""

import pytest
from django.db import ProgrammingError, connection, connections, transaction

from tests.factories import a_moderator, a_pending_task
from tests.staff import Staff
from workflows.models import EventText, HistoryHead, TaskEvent


def test_entries_are_numbered_and_each_holds_the_hash_before_it() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    staff.delete(f"/tasks/{task.pk}/lock")
    events = list(TaskEvent.objects.filter(process=task.process).order_by("seq"))
    assert [event.seq for event in events] == [1, 2, 3]
    assert [bytes(event.previous_hash) for event in events] == [b"", *(bytes(event.hash) for event in events[:-1])]
    head = HistoryHead.objects.get(process=task.process)
    assert (head.length, bytes(head.hash)) == (3, bytes(events[-1].hash))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE workflows_taskevent SET actor_id = NULL",
        "DELETE FROM workflows_taskevent",
        "TRUNCATE workflows_taskevent CASCADE",
        "UPDATE workflows_eventtext SET body = ''",
        "DELETE FROM workflows_eventtext",
        "UPDATE workflows_historyhead SET length = 0",
        "INSERT INTO workflows_historyhead (process_id, length, hash) VALUES (1, 1, '')",
        "SELECT setval('workflows_taskevent_id_seq', 1000000)",
        "DELETE FROM reviews_revision",
        "UPDATE reviews_revision SET text = ''",
        "ALTER TABLE workflows_taskevent DISABLE TRIGGER ALL",
        "DROP TABLE workflows_taskevent CASCADE",
    ],
)
def test_the_applications_role_cannot_change_history(statement: str) -> None:
    a_pending_task()
    with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"), transaction.atomic():
        connection.cursor().execute(statement)


def test_a_forged_hash_or_number_is_overwritten() -> None:
    process = a_pending_task().process
    TaskEvent.objects.create(process=process, action="note", seq=99, hash=b"forged", previous_hash=b"forged")
    entry = TaskEvent.objects.get(action="note")
    assert (entry.seq, bytes(entry.previous_hash)) == (2, bytes(TaskEvent.objects.get(seq=1).hash))
    assert bytes(entry.hash) != b"forged"


def test_an_erased_text_leaves_the_chain_whole() -> None:
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.decide(task.pk, "reject", {"reason": "fake", "facts": "A name."})
    before = [bytes(event.hash) for event in TaskEvent.objects.order_by("seq")]
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE workflows_eventtext SET body = ''")
        cursor.execute("SELECT docket_event_hash(event) FROM workflows_taskevent event ORDER BY seq")
        assert [bytes(row[0]) for row in cursor.fetchall()] == before
        cursor.execute("SELECT words::text FROM workflows_eventtext")
        assert cursor.fetchall() == [("",)]
    assert EventText.objects.get().body == ""


def test_the_history_shows_actor_action_and_reason() -> None:
    task, staff = a_pending_task(), Staff(a_moderator("Marta Ellwood"))
    staff.put(f"/tasks/{task.pk}/lock")
    staff.post(
        f"/tasks/{task.pk}/decision", {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
    )
    events = staff.get(f"/processes/review_moderation/{task.process_id}/history").json()["events"]
    assert [event["action"] for event in events] == ["start", "claim", "decide"]
    last = events[-1]
    assert (last["actor"]["name"], last["label"], last["text"]) == ("Marta Ellwood", "Reject", "No such street.")
    assert (last["title"], last["to_title"], last["data"]) == (
        "Moderate reviews",
        "Rejection held",
        {"reason": "fake", "reason_title": "Fake"},
    )
    assert all(event["request_id"] for event in events[1:])
