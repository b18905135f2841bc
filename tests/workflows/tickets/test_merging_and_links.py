"""Merging, links, and reading a client's address."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from audit.models import AuditEntry, Kind
from reviews.models import Review
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, a_moderator, a_review, a_second_look, an_account
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, decide, read, reply, resolve, status, task_of, writes
from tickets.models import Ticket
from tickets.writing import Client
from workflows.engine.verbs.changes import newest_process
from workflows.models import Task, TaskEvent
from workflows.tickets import starting


def test_two_open_tickets_of_one_client_become_the_older() -> None:
    older, newer, staff = a_ticket("First."), a_ticket("Second."), Staff(a_moderator())
    reply(staff, older, "Answer to the first.")
    Task.objects.filter(pk=task_of(newer).pk).update(due_at=timezone.now() - timedelta(hours=1))
    due_at = task_of(newer).due_at
    merged = staff.post(f"/tickets/{older.pk}/merge", {"into": newer.pk})
    assert merged.json() == {"id": older.pk}, merged.content
    shown = read(staff, older)
    assert [message["text"] for message in shown["messages"]] == ["First.", "Second.", "Answer to the first."]
    # the second question has no answer, though the newest message is of the staff: it stays due as it was
    assert (status(older), status(newer)) == ("replied", "merged")
    assert (task_of(older).due_at, task_of(older).rank_at) == (due_at, due_at)
    assert read(staff, newer)["merged_into"] == older.pk
    assert [ticket["id"] for ticket in staff.get("/tickets").json()["items"]] == [older.pk]
    assert writes(newer, "Third.").ticket_id == older.pk
    assert status(older) == "replied"
    assert reply(staff, newer, last_message_id=1).json()["code"] == "task_closed"
    assert staff.delete(f"/tickets/{newer.pk}/resolution").json()["code"] == "not_ended"
    assert list(inconsistencies()) == []


def test_a_newer_message_of_the_client_moves_the_ticket_that_takes_it_in() -> None:
    older, staff = a_ticket("First."), Staff(a_moderator())
    reply(staff, older)
    newer = a_ticket("Second.")
    staff.post(f"/tickets/{newer.pk}/merge", {"into": older.pk})
    assert (status(older), Ticket.objects.get(pk=older.pk).message_count) == ("replied", 3)
    assert list(inconsistencies()) == []


def test_a_ticket_without_an_open_question_moves_nothing_when_it_is_merged() -> None:
    older, newer, staff = a_ticket("First."), a_ticket("Second."), Staff(a_moderator())
    due_at = task_of(older).due_at
    reply(staff, newer)
    staff.post(f"/tickets/{newer.pk}/merge", {"into": older.pk})
    assert (status(older), task_of(older).due_at) == ("new", due_at)
    assert list(inconsistencies()) == []


def test_what_was_typed_in_both_tickets_is_there_after_a_merge() -> None:
    older, newer, staff, other = a_ticket("First."), a_ticket("Second."), Staff(a_moderator()), Staff(a_moderator())
    for ticket, text in ((older, "About the first."), (newer, "About the second.")):
        draft = {"outcome": "reply", "form": {"reply": text, "attachments": [ticket.pk]}}
        assert staff.put(f"/tasks/{task_of(ticket).pk}/draft", draft).status_code == 200
    other.put(f"/tasks/{task_of(newer).pk}/draft", {"outcome": "escalate", "form": {"notes": "A lawyer writes."}})
    staff.post(f"/tickets/{newer.pk}/merge", {"into": older.pk})
    ((mine,), (others,)) = (read(each, older)["task"]["drafts"] for each in (staff, other))
    assert mine["form"] == {"reply": "About the first.\n\nAbout the second.", "attachments": [older.pk, newer.pk]}
    assert others["form"] == {"notes": "A lawyer writes."}


def test_a_message_that_comes_during_a_merge_goes_to_the_older(monkeypatch: pytest.MonkeyPatch) -> None:
    older, newer, staff = a_ticket("First."), a_ticket("Second."), Staff(a_moderator())

    def merged_meanwhile(*arguments: Any) -> Any:
        monkeypatch.setattr(starting, "newest_process", newest_process)
        assert staff.post(f"/tickets/{newer.pk}/merge", {"into": older.pk}).status_code == 200
        return newest_process(*arguments)

    monkeypatch.setattr(starting, "newest_process", merged_meanwhile)
    assert writes(newer, "Third.").ticket_id == older.pk
    assert list(inconsistencies()) == []


def test_others_are_not_merged() -> None:
    ticket, staff = a_ticket(), Staff(a_moderator())
    stranger = a_ticket(client=Client("Bo", "bo@other.example"))
    ended = a_ticket()
    resolve(staff, ended)
    for other in (stranger, ended, ticket):
        refused = staff.post(f"/tickets/{ticket.pk}/merge", {"into": other.pk})
        assert (refused.status_code, refused.json()["code"]) == (409, "not_mergeable")
    unknown = [a_ticket(client=Client(name, "")).pk for name in ("Ada", "Bo")]
    refused = staff.post(f"/tickets/{unknown[0]}/merge", {"into": unknown[1]})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_mergeable"), "nobody knows whose they are"
    held = a_ticket()
    Staff(a_moderator()).put(f"/tasks/{task_of(held).pk}/lock")
    assert staff.post(f"/tickets/{ticket.pk}/merge", {"into": held.pk}).json()["code"] == "task_taken"
    assert staff.post(f"/tickets/{ticket.pk}/merge", {"into": 987654}).status_code == 404


@pytest.mark.parametrize("which", ["the older", "the newer"])
def test_a_moderator_takes_no_ticket_from_the_head_moderators_by_merging_it(which: str) -> None:
    older, newer, staff = a_ticket("First."), a_ticket("Second."), Staff(a_moderator())
    escalated = older if which == "the older" else newer
    decide(staff, escalated, "escalate", notes="A lawyer writes.")
    assert resolve(staff, escalated).status_code == 403
    for ticket, into in ((older, newer), (newer, older)):
        assert staff.post(f"/tickets/{ticket.pk}/merge", {"into": into.pk}).status_code == 403
    assert (status(escalated), Ticket.objects.get(pk=newer.pk).merged_into_id) == ("escalated", None)
    assert Staff(a_head_moderator()).post(f"/tickets/{newer.pk}/merge", {"into": older.pk}).status_code == 200
    assert list(inconsistencies()) == []


def link(staff: Staff, ticket: Ticket, review: Review, **more: Any) -> Any:
    return staff.post(f"/tickets/{ticket.pk}/links", {"review_id": review.pk, **more})


def linked(staff: Staff, ticket: Ticket) -> list[int]:
    return [review["id"] for review in read(staff, ticket)["links"]["reviews"]]


def test_a_review_is_linked_once_and_unlinked() -> None:
    review = a_review(title="Late again")
    ticket, staff = a_ticket(company=review.company), Staff(a_moderator())
    for _ in range(2):
        answer = link(staff, ticket, review)
        assert (answer.status_code, answer.json()) == (201, {"review_id": review.pk})
    assert linked(staff, ticket) == [review.pk]
    assert TaskEvent.objects.filter(action="link").count() == 1
    assert staff.delete(f"/tickets/{ticket.pk}/links/{review.pk}").status_code == 204
    assert linked(staff, ticket) == []
    assert staff.post(f"/tickets/{ticket.pk}/links", {"review_id": 987654}).status_code == 404
    assert staff.post("/tickets/987654/links", {"review_id": review.pk}).status_code == 404


def test_a_review_of_another_company_is_linked_only_by_who_says_that_it_is_meant() -> None:
    ticket, staff, review = a_ticket(), Staff(a_moderator()), a_review()
    refused = link(staff, ticket, review)
    assert (refused.status_code, refused.json()["code"]) == (409, "other_company")
    assert refused.json()["company"] == review.company.name
    assert linked(staff, ticket) == []
    assert link(staff, ticket, review, of_other_company=True).status_code == 201
    assert link(staff, ticket, review).status_code == 201, "it is linked already"
    assert linked(staff, ticket) == [review.pk]
    Ticket.objects.filter(pk=ticket.pk).update(company=None)
    assert link(staff, ticket, a_review()).status_code == 201, "the ticket names no company"


def test_reviews_to_link_are_found_by_words_author_and_number_those_of_the_company_first() -> None:
    ours = a_review(title="Late again", author_name="Bo Reader", rating=2)
    theirs = a_review(title="Late as ever", author_name="Bo Other")
    newer = a_review(ours.company, title="Fine", author_name="Cleo")
    ticket, staff = a_ticket(company=ours.company), Staff(a_moderator())

    def offered(q: str, who: Staff = staff) -> list[tuple[int, bool]]:
        found = who.get(f"/tickets/{ticket.pk}/linkable-reviews?{urlencode({'q': q})}").json()["items"]
        return [(row["id"], row["same_company"]) for row in found]

    of_both = [(ours.pk, True), (theirs.pk, False)]
    assert offered("late") == offered("Bo") == of_both
    assert offered("") == [(newer.pk, True), (ours.pk, True)]
    for number in (str(theirs.pk), f"https://desk.example/review/{theirs.pk}", f"/review/{theirs.pk}/"):
        assert offered(number)[0] == (theirs.pk, False), number
    assert offered("987654") == offered("nothing like it") == []
    first = staff.get(f"/tickets/{ticket.pk}/linkable-reviews?q=late").json()["items"][0]
    company = {"id": ours.company_id, "name": ours.company.name}
    assert (first["title"], first["company"], first["rating"]) == ("Late again", company, 2)
    assert staff.get("/tickets/987654/linkable-reviews").status_code == 404
    Ticket.objects.filter(pk=ticket.pk).update(company=None)
    assert (offered(""), offered("late")) == ([], [(theirs.pk, False), (ours.pk, False)])


def test_reviews_to_link_leave_out_those_of_which_one_has_a_second_look() -> None:
    task, staff = a_second_look(), Staff(a_moderator())
    review = Review.objects.get(pk=task.process.subject_id)
    path = f"/tickets/{a_ticket(company=review.company).pk}/linkable-reviews?q="

    def offered() -> list[list[int]]:
        return [[row["id"] for row in staff.get(path + q).json()["items"]] for q in ("", str(review.pk))]

    assert offered() == [[review.pk]] * 2
    staff.put(f"/tasks/{task.pk}/lock")
    assert offered() == [[], []]


def test_a_review_is_linked_by_people_who_may_read_it() -> None:
    ticket, review, staff = a_ticket(), a_review(), Staff(an_account(access=["tickets"]))
    for number in (review.pk, 987654):
        refused = staff.post(f"/tickets/{ticket.pk}/links", {"review_id": number})
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert read(staff, ticket)["links"]["reviews"] == []


def test_people_who_may_not_read_a_linked_review_see_its_number_alone() -> None:
    ticket, review, moderator = a_ticket(), a_review(title="Late again"), Staff(a_moderator())
    link(moderator, ticket, review, of_other_company=True)
    number, whole = {"id": review.pk, "title": "", "status": "UNKNOWN"}, {"title": "Late again", "status": "received"}
    staff = Staff(an_account(access=["tickets"]))
    assert read(staff, ticket)["links"]["reviews"] == [number]
    assert read(moderator, ticket)["links"]["reviews"] == [{**number, **whole}]
    assert staff.delete(f"/tickets/{ticket.pk}/links/{review.pk}").status_code == 204


def test_nothing_is_left_on_a_merged_ticket_where_nobody_works() -> None:
    older, newer, staff = a_ticket("First."), a_ticket("Second."), Staff(a_moderator())
    about, other, task = a_review(title="Late again"), a_review(), task_of(newer).pk
    for ticket in (older, newer):
        assert link(staff, ticket, about, of_other_company=True).status_code == 201
    staff.post(f"/tickets/{newer.pk}/merge", {"into": older.pk})
    entries, path = TaskEvent.objects.count(), f"/tickets/{newer.pk}"
    refusals = [
        staff.post(f"{path}/messages", {"kind": "note", "text": "For whom?"}),
        staff.post(f"/tasks/{task}/notes", {"text": "For whom?"}),
        staff.post(f"{path}/links", {"review_id": other.pk}),
        staff.delete(f"{path}/links/{about.pk}"),
    ]
    assert [(refused.status_code, refused.json()["code"]) for refused in refusals] == [(409, "task_closed")] * 4
    replied = reply(staff, newer, last_message_id=1).json()
    assert all(refused.json()["message"] == replied["message"] for refused in refusals)
    assert (TaskEvent.objects.count(), read(staff, newer)["messages"]) == (entries, [])
    assert linked(staff, older) == [about.pk]
    assert staff.post(f"/tickets/{older.pk}/messages", {"kind": "note", "text": "For us."}).status_code == 201


def test_a_clients_address_is_masked_until_somebody_reads_it_and_that_is_noted() -> None:
    ticket, person = a_ticket(), a_moderator()
    staff = Staff(person)
    assert read(staff, ticket)["client"]["email"] == "a…@client.example"
    assert b"ada@" not in staff.get("/tickets").content + staff.get(f"/tickets/{ticket.pk}").content
    assert staff.post(f"/tickets/{ticket.pk}/client").json() == {"email": "ada@client.example"}
    assert AuditEntry.objects.filter(kind=Kind.TICKET, subject_id=ticket.pk, user_id=person.pk).count() == 1


def test_mail_of_another_address_is_shown_as_a_strangers() -> None:
    ticket = a_ticket()
    writes(ticket, "I am her lawyer.", author_email="law@firm.example")
    strangers = [message["author"]["stranger"] for message in read(Staff(a_moderator()), ticket)["messages"]]
    assert strangers == [False, True]
