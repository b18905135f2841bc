"""A reply is held before it is mailed: its author takes it back, or it is sent, and exactly one of both happens."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models.functions import Now

from tests.consistency import inconsistencies
from tests.factories import a_moderator
from tests.live import at_once
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, decide, read, reply, task_of, writes
from tickets.models import Message, MessageKind, Ticket
from workflows.engine.core.errors import UndoOverError
from workflows.engine.outbox.mailer import MailPutOffError
from workflows.engine.verbs.undo import undo_decision
from workflows.models import OutboxMessage, Process, Task, TaskDraft, TaskEvent
from workflows.tickets.mailing import send_message
from workflows.tickets.merging import merge_tickets
from workflows.tickets.reopening import reopen_ticket

pytestmark = pytest.mark.rule(2)

HOLD = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _held(settings: LazySettings) -> None:
    settings.SENDING_HOLD = HOLD


def replied(staff: Staff, ticket: Ticket, **more: Any) -> tuple[int, Message]:
    """A reply to a ticket: the task that it decided, and its message."""
    task = task_of(ticket)
    answer = reply(staff, ticket, **more)
    assert answer.status_code == 201, answer.content
    return task.pk, Message.objects.get(pk=answer.json()["id"])


def undo(staff: Staff, task_id: int) -> tuple[int, str]:
    answer = staff.post(f"/tasks/{task_id}/undo")
    return answer.status_code, answer.json().get("code", "")


def let_the_hold_end(message: Message, settings: LazySettings) -> None:
    """For the sender alone: the click of its author may be on its way."""
    Task.objects.filter(process__subject_id=message.ticket_id, outcome__startswith="reply").update(
        finished=Now() + HOLD
    )
    settings.SENDING_HOLD = timedelta(microseconds=1)


def sent(message: Message, settings: LazySettings) -> None:
    let_the_hold_end(message, settings)
    send_message(message.pk)
    settings.SENDING_HOLD = HOLD


def delivery_of(message: Message) -> str | None:
    return Message.objects.values_list("delivery", flat=True).get(pk=message.pk)


def test_a_reply_is_stored_at_once_and_mailed_at_the_end_of_its_hold(staff: Staff, settings: LazySettings) -> None:
    ticket = a_ticket()
    task, message = replied(staff, ticket)
    assert (read(staff, ticket)["status"], read(staff, ticket)["messages"][-1]["delivery"]) == (
        "awaiting_response",
        "held",
    )
    job = OutboxMessage.objects.get(topic="mail_ticket_message")
    assert job.available_at - message.created_at >= HOLD
    # by one clock, that of the database, whichever machines store and send it
    assert message.created_at == Task.objects.get(pk=task).finished
    with pytest.raises(MailPutOffError):  # a job that comes early, as after the start of a worker
        send_message(message.pk)
    assert (mail.outbox, delivery_of(message)) == ([], "held")
    sent(message, settings)
    assert (len(mail.outbox), delivery_of(message)) == (1, "sent")
    send_message(message.pk)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("resolve", [False, True])
def test_a_reply_that_is_taken_back_is_a_draft_again_and_leaves_no_trace_but_history(
    staff: Staff, settings: LazySettings, resolve: bool
) -> None:
    ticket = a_ticket()
    before = task_of(ticket)
    stood: Any = before.process.coerced
    since, newest = stood.unanswered_since, stood.last_message_id
    task_id, message = replied(staff, ticket, text="It is on its wya.", resolve=resolve)
    assert undo(staff, task_id) == (200, "")
    now = read(staff, ticket)
    assert (now["status"], now["last_message_id"], now["messages"][-1]["delivery"]) == (
        "new",
        newest,
        "taken_back",
    )
    assert [draft["form"] for draft in now["task"]["drafts"]] == [{"reply": "It is on its wya."}]
    back = task_of(ticket)
    assert (back.pk, back.due_at, back.owner_id) == (before.pk, before.due_at, None)
    stands: Any = back.process.coerced
    assert (stands.is_unanswered, stands.unanswered_since) == (True, since)
    actions = TaskEvent.objects.filter(process=before.process_id).order_by("seq").values_list("action", flat=True)
    assert list(actions) == ["start", "decide", "undo"]
    assert list(inconsistencies()) == []
    sent(message, settings)
    assert (mail.outbox, delivery_of(message)) == ([], "taken_back")
    again, corrected = replied(staff, ticket, resolve=resolve)
    assert (again, delivery_of(corrected)) == (task_id, "held")
    assert list(inconsistencies()) == []


def test_a_ticket_resolved_after_a_reply_that_was_taken_back_has_the_step_in_which_it_was_resolved(
    staff: Staff,
) -> None:
    ticket = a_ticket()
    task_id, _ = replied(staff, ticket)
    assert undo(staff, task_id) == (200, "")
    decide(staff, ticket, "resolve")
    now = read(staff, ticket)
    assert (now["status"], now["task"]["task_id"], now["task"]["open"]) == ("resolved", task_id, False)
    assert now["task"]["subject"]["status"] == "resolved"


def test_what_was_begun_meanwhile_stands_below_the_words_that_come_back(staff: Staff) -> None:
    ticket = a_ticket()
    file = SimpleUploadedFile("bill.txt", b"12 pounds")
    upload = staff.client.post("/api/attachments", {"file": file}).json()["id"]
    task_id, message = replied(staff, ticket, attachments=[upload])
    begun = {"outcome": "reply", "form": {"reply": "One more thing."}}
    assert staff.put(f"/tasks/{task_of(ticket).pk}/draft", begun).status_code == 200
    assert undo(staff, task_id) == (200, "")
    draft = TaskDraft.objects.get(task=task_id)
    assert draft.form == {"reply": f"{message.text}\n\nOne more thing.", "attachments": f"bill.txt (#{upload})"}
    assert read(staff, ticket)["messages"][-1]["attachments"] == []
    assert reply(staff, ticket, attachments=[upload]).status_code == 201


def test_a_threat_counts_again_when_the_answer_to_it_is_taken_back(staff: Staff) -> None:
    ticket = a_ticket("If nobody answers I will kill myself.")
    task_id, _ = replied(staff, ticket)
    assert Process.objects.get().priority == 5
    undo(staff, task_id)
    assert (Process.objects.get().priority, read(staff, ticket)["task"]["harm"] is not None) == (1, True)


def test_a_reply_that_goes_to_nobody_can_be_taken_back_too(staff: Staff) -> None:
    called = {"subject": "A call", "client": {"name": "Ada"}, "text": "Where is my order?"}
    ticket = Ticket.objects.get(pk=staff.post("/tickets", called).json()["id"])
    task_id, message = replied(staff, ticket)
    assert delivery_of(message) is None
    assert undo(staff, task_id) == (200, "")
    assert delivery_of(message) == "taken_back"
    assert list(inconsistencies()) == []


def test_a_reply_cannot_be_taken_back_once_something_has_followed(staff: Staff, settings: LazySettings) -> None:
    def its_time_is_over(message: Message) -> None:
        Task.objects.filter(pk=task_id).update(finished=message.created_at - HOLD)

    def it_is_reopened(message: Message) -> None:
        reopen_ticket(message.ticket_id, by=a_moderator("Tom Baker"))

    cases: list[tuple[Callable[[Message], Any], bool, str]] = [
        (lambda message: sent(message, settings), False, "undo_over"),
        (lambda message: sent(message, settings), True, "undo_over"),
        (its_time_is_over, False, "undo_over"),
        (lambda message: writes(message.ticket), False, "moved_on"),
        (it_is_reopened, True, "moved_on"),
    ]
    for then, resolve, code in cases:
        task_id, message = replied(staff, a_ticket(), resolve=resolve)
        then(message)
        assert undo(staff, task_id) == (409, code)
        assert delivery_of(message) in ("held", "sent")
        assert not TaskDraft.objects.filter(task=task_id).exists()
    settings.SENDING_HOLD = timedelta()
    task_id, message = replied(staff, a_ticket())
    assert (delivery_of(message), undo(staff, task_id)) == ("queued", (409, "undo_impossible"))


def test_only_its_author_takes_a_reply_back_and_once(staff: Staff) -> None:
    ticket = a_ticket()
    task_id, _ = replied(staff, ticket)
    assert undo(Staff(a_moderator("Tom Baker")), task_id) == (403, "not_your_decision")
    assert staff.post(f"/tickets/{ticket.pk}/messages", {"kind": "note", "text": "Sent."}).status_code == 201
    assert undo(staff, task_id) == (200, "")
    assert undo(staff, task_id) == (409, "already_undone")


def test_what_was_taken_back_is_in_no_conversation_that_is_merged(staff: Staff) -> None:
    older, newer = a_ticket(), a_ticket()
    task_id, _ = replied(staff, newer)
    undo(staff, task_id)
    assert staff.user
    merge_tickets(older.pk, newer.pk, by=staff.user)
    older.refresh_from_db()
    last = Message.objects.filter(ticket=older, kind=MessageKind.CLIENT).latest("pk")
    assert (older.message_count, older.last_message_id) == (2, last.pk)
    assert list(inconsistencies()) == []


@pytest.mark.slow
def test_of_an_undo_and_the_sender_at_once_exactly_one_wins(staff: Staff, settings: LazySettings) -> None:
    assert staff.user
    person = staff.user
    for _ in range(12):
        settings.SENDING_HOLD = HOLD
        task_id, message = replied(staff, a_ticket())
        let_the_hold_end(message, settings)
        before = len(mail.outbox)

        def take_back(task_id: int = task_id) -> bool:
            try:
                undo_decision(task_id, by=person)
            except UndoOverError:
                return False
            finally:
                connection.close()
            return True

        def send(message_id: int = message.pk) -> bool:
            try:
                send_message(message_id)
            finally:
                connection.close()
            return True

        was_taken_back, *_ = at_once([take_back, send])
        expected = ("taken_back", 0) if was_taken_back else ("sent", 1)
        assert (delivery_of(message), len(mail.outbox) - before) == expected
        assert list(inconsistencies()) == []
