"""How many statements a call sends: pinned, so that one more is a decision, not an accident (CONTRIBUTING.md)."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models.functions import Now

from tests.api.queries import sent_by, statements
from tests.api.source import Source
from tests.factories import PASSWORD, a_head_moderator, a_moderator, a_pending_task
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from workflows.engine.core.flows import get_queue
from workflows.engine.verbs.claims import claim_next, claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import CountsSnapshot, Task

pytestmark = pytest.mark.usefixtures("database")

REJECTION: dict[str, Any] = {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}, "revision": 1}
CLAIM_AND_DECIDE = 12  # figures.md, claim + decide
NEXT = 10


@pytest.fixture
def staff() -> Staff:
    return Staff(a_moderator())


def age_snapshot(span: timedelta) -> None:
    CountsSnapshot.objects.update(refreshed_at=Now() - span)


def test_counts_of_a_snapshot(staff: Staff) -> None:
    a_pending_task()
    staff.get("/cms/counts")
    age_snapshot(-timedelta(hours=1))
    # the session, the snapshot, one's own items
    assert len(sent_by(partial(staff.get, "/cms/counts"))) == 3


def test_counts_that_are_made_anew(staff: Staff) -> None:
    a_pending_task()
    staff.get("/cms/counts")
    age_snapshot(timedelta(seconds=2))
    # and the lock, the counting, the known row read twice, its update
    assert len(sent_by(partial(staff.get, "/cms/counts"))) == 8


def test_counts_that_are_skipped(staff: Staff) -> None:
    etag = staff.get("/cms/counts").headers["ETag"]
    age_snapshot(-timedelta(hours=1))
    assert len(sent_by(partial(staff.get, "/cms/counts", **{"if-none-match": etag}), 304)) == 3


def test_the_queues(staff: Staff) -> None:
    a_pending_task()
    staff.get("/queues")
    age_snapshot(-timedelta(hours=1))
    # the session, the snapshot
    assert len(sent_by(partial(staff.get, "/queues"))) == 2


@pytest.mark.parametrize("rows", [0, 1, 20])
@pytest.mark.parametrize(
    "path", ["/queues/pending/tasks", "/queues/assigned_to_me/tasks", "/queues/pending/tasks?q=time"]
)
def test_a_list_of_any_length(staff: Staff, path: str, rows: int) -> None:
    for number in range(rows):
        task = a_pending_task()
        if number % 3 == 0:
            staff.put(f"/tasks/{task.pk}/lock")
    # Statements: the session; the tasks with holder and assignee; the reviews with companies; the readers of each item.
    # A queue needs one more for `next_up`. A search for words needs five more instead: its limits, the words as the
    # database reads them, how many it expects, the reviews that have them, the items about those.
    expected = (4 if rows else 2) + (5 if "q=" in path else path.startswith("/queues/pending") and rows > 0)
    assert len(sent_by(partial(staff.get, path))) == expected


@pytest.mark.parametrize("decisions", [1, 20])
def test_my_decisions(staff: Staff, decisions: int) -> None:
    for _ in range(decisions):
        task = a_pending_task()
        staff.put(f"/tasks/{task.pk}/lock")
        staff.post(f"/tasks/{task.pk}/decision", {"outcome": "backlog"})
    # the session, the decisions, the reviews with their companies, what followed, the entries of both kinds
    assert len(sent_by(partial(staff.get, "/user/me/decisions"))) == 6


@pytest.mark.parametrize("companies", [1, 20])
def test_the_companies_of_a_list(staff: Staff, companies: int) -> None:
    for _ in range(companies):
        a_pending_task()
    # the session, the figures, the names
    assert len(sent_by(partial(staff.get, "/queues/pending/companies?q=company"))) == 3


@pytest.mark.parametrize("people", [1, 20])
def test_the_people_of_a_list(people: int) -> None:
    staff = Staff(a_head_moderator())
    for _ in range(people):
        Task.objects.filter(pk=a_pending_task().pk).update(assignee=a_moderator())
    # the session, what is assigned, what is held, the names
    assert len(sent_by(partial(staff.get, "/queues/assigned_to_others/people?q=mo"))) == 4


def test_an_item(staff: Staff) -> None:
    task = a_pending_task()
    # the session, the task, the review, its company's figures, escalation notes, reasons, the draft
    assert len(sent_by(partial(staff.get, f"/tasks/{task.pk}"))) == 7


def test_the_next_item(staff: Staff) -> None:
    a_pending_task()
    # the session; what is assigned to me, what is free with my leases, the claim and its entry; then the item without
    # the task, which is at hand
    assert len(sent_by(partial(staff.post, "/queues/pending/next"))) == NEXT


def test_a_hold(staff: Staff) -> None:
    task = a_pending_task()
    # the session, the task for the permission; the task under its lock, the claim, its entry
    assert len(sent_by(partial(staff.put, f"/tasks/{task.pk}/lock"))) == 5
    # no entry for a heartbeat
    assert len(sent_by(partial(staff.put, f"/tasks/{task.pk}/lock", {"extend": True}))) == 4
    assert len(sent_by(partial(staff.delete, f"/tasks/{task.pk}/lock"), 204)) == 5


def test_an_approval(staff: Staff) -> None:
    task = a_pending_task()
    staff.put(f"/tasks/{task.pk}/lock")
    call = partial(staff.post, f"/tasks/{task.pk}/decision", {"outcome": "approve", "revision": 1})
    # the session, the task for the permission; under the lock the task, the review's conditions and revision, the
    # task's end, the next task with its link, the review's status, the entry
    assert len(sent_by(call)) == 8


def test_a_rejection(staff: Staff) -> None:
    task = a_pending_task()
    staff.put(f"/tasks/{task.pk}/lock")
    # beside these the reason and the entry's text
    assert len(sent_by(partial(staff.post, f"/tasks/{task.pk}/decision", REJECTION))) == 10


def test_a_key_costs_two(staff: Staff) -> None:
    a_pending_task()
    assert len(sent_by(partial(staff.post, "/queues/pending/next", idempotency_key="k"))) == NEXT + 2
    # the row that is known, and the session that may be told again
    assert len(sent_by(partial(staff.post, "/queues/pending/next", idempotency_key="k"))) == 3


def test_a_sign_in(staff: Staff) -> None:
    assert staff.user is not None
    credentials = {"email": staff.user.email, "password": PASSWORD}
    # one's turn, the attempt, three questions of the throttle; the account, and once more locked; forgiveness, the
    # session, the address
    assert len(sent_by(partial(Staff().post, "/auth/login", credentials))) == 10


def test_the_session(staff: Staff) -> None:
    assert len(sent_by(partial(staff.get, "/user/me"))) == 1
    assert len(sent_by(partial(staff.post, "/auth/logout"), 204)) == 2


@pytest.mark.parametrize("people", [1, 5])
def test_a_history_of_any_length(staff: Staff, people: int) -> None:
    task = a_pending_task()
    for _ in range(people):
        person = Staff(a_moderator())
        person.put(f"/tasks/{task.pk}/lock")
        person.post(f"/tasks/{task.pk}/notes", {"text": "Look."})
        person.delete(f"/tasks/{task.pk}/lock")
    # the session, the process, the entries with their texts, the people
    path = f"/processes/review_moderation/{task.process_id}/history"
    assert len(sent_by(partial(staff.get, path))) == 4


@pytest.mark.parametrize(
    "decision", [{"outcome": "approve", "payload": {}}, {**REJECTION, "payload": REJECTION["form"]}]
)
def test_claim_and_decide_together_inside_the_engine(staff: Staff, decision: dict[str, Any]) -> None:
    assert staff.user is not None
    task, user = a_pending_task(), staff.user
    with statements() as sent:
        claim_task(task.pk, by=user)
        decide_task(task.pk, by=user, outcome=decision["outcome"], payload=decision["payload"], revision=1)
    assert len(sent) <= CLAIM_AND_DECIDE, "\n".join(sent)


def test_next_and_decide_together_inside_the_engine(staff: Staff) -> None:
    assert staff.user is not None
    task, user = a_pending_task(), staff.user
    with statements() as sent:
        claim_next(get_queue("pending"), by=user)
        decide_task(task.pk, by=user, outcome="approve", payload={}, revision=1)
    assert len(sent) <= CLAIM_AND_DECIDE + 1, "\n".join(sent)


@pytest.mark.parametrize("reviews", [1, 50])
def test_a_delivery_of_any_length(reviews: int) -> None:
    source = Source()
    source.send(a_sent_review())
    sent = [a_sent_review() for _ in range(reviews)]
    # the key, its calls under their lock and this one; which are known, the lock's patience, companies, words, copies,
    # first revisions, numbers three times; by COPY reviews, processes, the tasks of each step, their links, entries
    assert len(sent_by(partial(source.send, *sent))) == 4 + 16
    # the key, its calls under their lock and this one; which are known, and which of these were not verified
    assert len(sent_by(partial(source.send, *sent))) == 6


def test_a_withdrawal() -> None:
    source = Source()
    source.send(a_sent_review(external_id="x"))
    # the key, its calls under their lock and this one; the review, its newest process, that locked with its subject
    # and read again before and after; the subject's lock and the process's, it read again;
    # what runs beside, the task, its end, the ending with its link, the review, the process, the event's place and
    # the event, its enqueued job and the NOTIFY, what else ends, the entry
    assert len(sent_by(partial(source.withdraw, "wf", "x"), 204)) == 8 + 12 + 6
    assert len(sent_by(partial(source.withdraw, "wf", "x"), 204)) == 8 + 6
