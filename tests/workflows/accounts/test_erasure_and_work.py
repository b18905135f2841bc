"""The work of an erased account goes back to its queues, whatever else happens to it at that moment."""

from functools import partial

import pytest

from accounts.models import User
from tests.consistency import inconsistencies
from tests.factories import (
    a_head_moderator,
    a_moderator,
    a_pending_task,
    a_second_look,
    an_account,
    an_admin,
    open_task,
)
from tests.interleaving import at_the_same_time, blocked_or_done, impatient, pause_before
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, process_of, reply
from tickets.models import CannedReply, Message, MessageKind
from workflows.accounts.erasure import erase_account
from workflows.accounts.links import send_link
from workflows.models import Task

ASSIGNMENT = "workflows.engine.verbs.assignment"
NAME = "Zephyrine Quillfeather"


def assignee_of(task: Task) -> User | None:
    found: User | None = Task.objects.select_related("assignee").get(pk=task.pk).assignee
    return found


def test_an_item_that_the_administrator_may_not_see_goes_back_too() -> None:
    task, person, admin = a_second_look(), a_moderator(), an_admin()
    Staff(a_head_moderator()).put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
    assert assignee_of(task) == person
    Task.objects.filter(pk=task.pk).update(barred_id=admin.pk)
    erase_account(person.pk, by=admin)
    assert assignee_of(task) is None


def test_nothing_is_assigned_to_an_account_that_is_being_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    task, person, head = a_pending_task(), a_moderator(), Staff(a_head_moderator())
    given_back = pause_before(monkeypatch, "workflows.accounts.erasure.delete_picture")
    with at_the_same_time(partial(erase_account, person.pk, by=an_admin()), given_back) as erasure, impatient():
        answer = head.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
        assert (answer.status_code, answer.json()["code"]) == (409, "busy")
    erasure.result()
    assert head.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""}).status_code == 422
    assert assignee_of(task) is None


def test_an_item_is_assigned_to_somebody_for_whom_the_worker_makes_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker holds the row of the account for a moment, as does who signs in."""
    task, person, head = a_pending_task(), a_moderator(), Staff(a_head_moderator())
    made = pause_before(monkeypatch, "workflows.accounts.links.issue_link")
    with at_the_same_time(partial(send_link, person.pk), made) as mailed:

        def wait(_seconds: float) -> None:
            made.let_go()
            mailed.result()

        monkeypatch.setattr("accounts.authority.pause", wait)
        answer = head.put(f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
    assert answer.status_code == 204, answer.content
    assert assignee_of(task) == person


def test_what_is_assigned_while_the_erasure_begins_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    task, person, head = a_pending_task(), a_moderator(), Staff(a_head_moderator())
    assigned = pause_before(monkeypatch, f"{ASSIGNMENT}.notify")
    assign = partial(head.put, f"/tasks/{task.pk}/assignee", {"user_id": person.pk, "note": ""})
    with at_the_same_time(assign, assigned) as answer:
        blocked_or_done(partial(erase_account, person.pk, by=an_admin()), then=assigned.let_go)
    assert answer.result().status_code == 204
    assert assignee_of(task) is None
    assert list(inconsistencies()) == []


def test_the_next_task_of_an_item_that_is_decided_meanwhile_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, person = a_ticket(), a_moderator()
    process = process_of(ticket)
    Staff(a_head_moderator()).put(f"/tasks/{open_task(process).pk}/assignee", {"user_id": person.pk, "note": ""})
    decided = pause_before(monkeypatch, "workflows.engine.verbs.decisions.keep_assignee")
    with at_the_same_time(partial(reply, Staff(person), ticket), decided):
        blocked_or_done(partial(erase_account, person.pk, by=an_admin()), then=decided.let_go)
    assert assignee_of(open_task(process)) is None
    assert list(inconsistencies()) == []


def test_the_name_goes_from_a_reply_that_is_sent_while_the_erasure_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, person = a_ticket(), an_account("MODERATOR", name=NAME)
    written = pause_before(monkeypatch, "workflows.engine.verbs.decisions.write")
    with at_the_same_time(partial(reply, Staff(person), ticket, f"On its way.\n\n{NAME}"), written) as answer:
        blocked_or_done(partial(erase_account, person.pk, by=an_admin()), then=written.let_go)
    assert answer.result().status_code == 201
    texts = Message.objects.filter(ticket=ticket, kind=MessageKind.STAFF).values_list("text", flat=True)
    assert list(texts) == [f"On its way.\n\nFormer colleague {person.pk}"]


def test_a_reply_that_comes_while_the_account_is_being_erased_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ticket, person = a_ticket(), an_account("MODERATOR", name=NAME)
    staff = Staff(person)
    erased = pause_before(monkeypatch, "workflows.accounts.erasure.delete_picture")
    with at_the_same_time(partial(erase_account, person.pk, by=an_admin()), erased), impatient():
        answer = reply(staff, ticket, f"On its way.\n\n{NAME}")
        assert (answer.status_code, answer.json()["code"]) == (409, "busy")


def test_ones_own_canned_reply_goes_that_is_added_while_the_erasure_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    person = an_account("MODERATOR", name=NAME)
    written = pause_before(monkeypatch, "tickets.canned.record_audit")
    body = {"title": "Mine", "text": f"Yours, {NAME}", "scope": "mine"}
    with at_the_same_time(partial(Staff(person).post, "/canned-replies", body), written) as answer:
        blocked_or_done(partial(erase_account, person.pk, by=an_admin()), then=written.let_go)
    assert answer.result().status_code == 201
    assert not CannedReply.objects.exists()


def test_nor_is_one_added_by_a_request_that_began_before_the_erasure(monkeypatch: pytest.MonkeyPatch) -> None:
    person, body = an_account("MODERATOR", name=NAME), {"title": "Mine", "text": f"Yours, {NAME}", "scope": "mine"}
    admitted = pause_before(monkeypatch, "tickets.canned.kept")
    with at_the_same_time(partial(Staff(person).post, "/canned-replies", body), admitted) as answer:
        erase_account(person.pk, by=an_admin())
    assert answer.result().status_code == 403
    assert not CannedReply.objects.exists()
