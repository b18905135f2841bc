"""A person with a second look cannot read the first decision until they decide it or give it back."""

from typing import Any

import pytest

from accounts.models import User
from restrictions.models import RequestToRestrict
from reviews.models import Review, Statement
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_process, a_review, a_second_look, open_task
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_request, ask, decide
from tests.workflows.reviews.desk import do_jobs
from tests.workflows.tickets.threads import a_ticket, read
from workflows.models import Process, Task
from workflows.second_looks.sampling import start_second_look


@pytest.fixture
def task() -> Task:
    """The second look at a rejection of which a statement was issued."""
    task = a_second_look()
    do_jobs()
    assert Statement.objects.count() == 1
    return task


def first_of(task: Task) -> Process:
    """The process whose decision is looked at again."""
    return task.process.check_of.decision.process


def pages_about(task: Task) -> list[str]:
    """All pages that show the first decision of a review."""
    first = first_of(task)
    decided = first.task_set.get(outcome="reject")
    review = task.process.subject_id
    return [f"/review/{review}", f"/processes/review_moderation/{first.pk}/history", f"/tasks/{decided.pk}"]


FILES = ["/reviews/export", "/statements/export", "/statements/export?format=json"]


def codes(staff: Staff, pages: list[str]) -> list[tuple[int, str]]:
    answers = [staff.get(page) for page in pages]
    return [(answer.status_code, "" if answer.status_code == 200 else answer.json()["code"]) for answer in answers]


def everything(staff: Staff, task: Task) -> list[tuple[int, str]]:
    return codes(staff, [*pages_about(task), f"/statements/docket-{first_of(task).pk}/letter", *FILES])


MEANT = {"of_other_company": True}
BLIND, OPEN = (409, "blind_second_look"), (200, "")


@pytest.mark.parametrize("how", ["lock", "assignee"])
def test_holder_and_assignee_of_a_second_look_cannot_read_the_first_decision(task: Task, how: str) -> None:
    user, other = a_head_moderator(), Staff(a_head_moderator())
    second = Staff(user)
    assert set(everything(second, task)) == {OPEN}
    body = {"user_id": user.pk} if how == "assignee" else None
    assert second.put(f"/tasks/{task.pk}/{how}", body).status_code in (200, 204)
    assert set(everything(second, task)) == {BLIND}
    assert set(everything(other, task)) == {OPEN}
    # they can still read the review, and the second look itself
    assert codes(second, [f"/tasks/{task.pk}", f"/processes/decision_check/{task.process_id}/history"]) == [OPEN] * 2
    assert codes(second, [f"/review/{task.process.subject_id}/revisions"]) == [OPEN]


def test_after_giving_back_or_deciding_the_first_decision_can_be_read(task: Task) -> None:
    second = Staff(a_head_moderator())
    second.put(f"/tasks/{task.pk}/lock")
    second.delete(f"/tasks/{task.pk}/lock")
    assert set(everything(second, task)) == {OPEN}
    second.put(f"/tasks/{task.pk}/lock")
    assert set(everything(second, task)) == {BLIND}
    second.post(f"/tasks/{task.pk}/decision", {"outcome": "would_approve"})
    assert set(everything(second, task)) == {OPEN}


def test_lists_leave_out_reviews_of_the_callers_second_looks(task: Task) -> None:
    head = a_head_moderator()
    second, other = Staff(a_head_moderator()), Staff(head)
    second.put(f"/tasks/{task.pk}/lock")
    review = Review.objects.get(pk=task.process.subject_id)
    lists = ["/reviews?status=rejected", "/statements"]
    User.objects.filter(pk=task.barred_id or 0).update(cms_access=head.cms_access)
    first = Staff(User.objects.get(pk=task.barred_id or 0))

    def listed(staff: Staff, path: str) -> list[int]:
        return [row.get("review_id", row.get("id")) for row in staff.get(path).json()["items"]]

    # lists of decided reviews leave it out for whoever may take the second look; other lists hide its status from them
    for path in lists:
        assert [listed(staff, path) for staff in (first, second, other)] == [[review.pk], [], []], path
    statuses = [[row["status"] for row in staff.get("/reviews").json()["items"]] for staff in (first, second, other)]
    assert statuses == [["rejected"], [], ["UNKNOWN"]]
    # whoever may take the second look does not see the first decision on the page of the company
    company = f"/company/{review.company_id}/reviews"
    assert [listed(staff, company) for staff in (first, second, other)] == [[review.pk], [], []]


def test_as_a_related_review_its_status_is_hidden(task: Task) -> None:
    review = Review.objects.get(pk=task.process.subject_id)
    copy = a_review(review.company, text=review.text)
    a_process(copy)
    first, second = Staff(User.objects.get(pk=task.barred_id or 0)), Staff(a_moderator())

    def beside(staff: Staff) -> list[Any]:
        copies = staff.get(f"/review/{copy.pk}").json()["copies"]
        return [(row["id"], row["status"]) for row in copies["items"]]

    # hidden before they take the second look, too: this page is one step from it
    assert (beside(first), beside(second)) == ([(review.pk, "rejected")], [(review.pk, "UNKNOWN")])
    second.put(f"/tasks/{task.pk}/lock")
    assert beside(second) == [(review.pk, "UNKNOWN")]


def test_beside_a_ticket_it_is_its_number_alone(task: Task) -> None:
    ticket, review = a_ticket(), Review.objects.get(pk=task.process.subject_id)
    other, second, third = a_review(title="Fine"), Staff(a_moderator()), Staff(a_moderator())

    def linked(staff: Staff) -> list[Any]:
        reviews = read(staff, ticket)["links"]["reviews"]
        return [(row["id"], row["title"], row["status"]) for row in reviews]

    second.put(f"/tasks/{task.pk}/lock")
    for each in (review, other):
        assert second.post(f"/tickets/{ticket.pk}/links", {"review_id": each.pk, **MEANT}).status_code == 201
    untold = (review.pk, review.title, "UNKNOWN")  # whoever may take the second look sees no status
    assert linked(second) == [(review.pk, "", "UNKNOWN"), (other.pk, "Fine", other.status)]
    assert linked(third)[0] == untold
    second.delete(f"/tasks/{task.pk}/lock")
    assert linked(second)[0] == untold


@pytest.mark.parametrize(("outcomes", "otherwise"), [(["approve", "publish"], 201), (["reject", "confirm"], 409)])
def test_to_ask_for_a_restriction_does_not_tell_the_result(outcomes: list[str], otherwise: int) -> None:
    """Otherwise the answer would: a request about a published review is accepted, about any other refused."""
    process, second = a_process(), Staff(a_moderator())
    decide(Staff(a_moderator()), process, *outcomes)
    check, review = start_second_look(process.pk), Review.objects.get(pk=process.subject_id)
    assert check
    look = f"/tasks/{open_task(check).pk}/lock"
    second.put(look)
    refused = ask(second, review)
    assert (refused.status_code, refused.json()["code"]) == BLIND
    assert not RequestToRestrict.objects.exists()
    second.delete(look)
    assert ask(second, review).status_code == otherwise


def test_a_process_that_overrides_the_first_decision_is_hidden_too(task: Task) -> None:
    second, head = Staff(a_head_moderator()), Staff(a_head_moderator())
    second.put(f"/tasks/{task.pk}/lock")
    path = f"/processes/review_moderation/{first_of(task).pk}/reinstatement"
    new = head.post(path, {"notes": "Look again."}).json()
    pages = [f"/tasks/{new['task_id']}", f"/processes/review_moderation/{new['process']['id']}/history"]
    assert codes(second, pages) == [BLIND] * 2
    assert codes(head, pages) == [OPEN] * 2


def test_a_request_about_the_review_is_hidden_because_it_shows_the_approval() -> None:
    process = a_process()
    decide(Staff(a_moderator()), process, "approve", "publish")
    check = start_second_look(process.pk)
    assert check
    request = a_request(Review.objects.get(pk=process.subject_id))
    second = Staff(a_moderator())
    pages = [f"/tasks/{open_task(request).pk}", f"/processes/restriction_request/{request.pk}/history"]
    assert codes(second, pages) == [OPEN] * 2
    second.put(f"/tasks/{open_task(check).pk}/lock")
    assert codes(second, pages) == [BLIND] * 2


def test_after_a_take_over_only_the_new_holder_is_blind(task: Task) -> None:
    second, head = Staff(a_moderator()), Staff(a_head_moderator())
    second.put(f"/tasks/{task.pk}/lock")
    head.post(f"/tasks/{task.pk}/take-over", {"note": "They are away."})
    assert set(codes(second, pages_about(task))) == {OPEN}
    assert set(everything(head, task)) == {BLIND}


def test_other_reviews_stay_readable(task: Task) -> None:
    second = Staff(a_moderator())
    second.put(f"/tasks/{task.pk}/lock")
    process = a_process()
    decide(Staff(a_moderator()), process, "reject")
    held = open_task(process)
    pages = [f"/review/{process.subject_id}", f"/tasks/{held.pk}", f"/processes/review_moderation/{process.pk}/history"]
    assert codes(second, pages) == [OPEN] * 3


def test_a_colleagues_note_about_the_review_waits_until_the_second_look_is_decided() -> None:
    user, first, pending = a_moderator(), a_moderator(), a_pending_task()
    second = Staff(user)
    Staff(first).post(f"/tasks/{pending.pk}/notes", {"text": "I would reject it: no such street.", "to": user.pk})
    decision = {"outcome": "reject", "form": {"reason": "fake", "facts": "No such street."}}
    for outcome in (decision, {"outcome": "confirm"}):
        waiting = open_task(pending.process)
        Staff(first).put(f"/tasks/{waiting.pk}/lock")
        assert Staff(first).post(f"/tasks/{waiting.pk}/decision", outcome).status_code == 200
    check = start_second_look(pending.process_id)
    assert check is not None
    look = open_task(check)

    def mentioned() -> list[str]:
        return [mention["action"] for mention in second.get("/mentions").json()]

    assert mentioned() == ["note"]
    Staff(a_head_moderator()).put(f"/tasks/{look.pk}/assignee", {"user_id": user.pk})
    assert mentioned() == ["assign"]
    second.put(f"/tasks/{look.pk}/lock")
    assert mentioned() == ["assign"]
    second.post(f"/tasks/{look.pk}/decision", {"outcome": "would_reject", "form": decision["form"]})
    assert mentioned() == ["note"]  # what is decided is assigned to nobody
