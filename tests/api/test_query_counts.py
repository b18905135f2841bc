"""How many statements a call sends: one more than its budget is a decision, not an accident."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models.functions import Now

from reviews import reading
from tests.api.queries import BUDGET, as_many_for_more_rows, statements, within_budget
from tests.api.source import Source
from tests.factories import PASSWORD, a_head_moderator, a_moderator, a_pending_task
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from tests.workflows.tickets.threads import a_ticket, reply
from workflows.engine.core.flows import get_queue
from workflows.engine.verbs.claims import claim_next, claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import CountsSnapshot, Task

REJECTION: dict[str, Any] = {"outcome": "reject", "form": {"reason": "fake", "facts": "It is."}, "revision": 1}


def age_snapshot(span: timedelta) -> None:
    CountsSnapshot.objects.update(refreshed_at=Now() - span)


def test_the_counts_and_the_queues(staff: Staff) -> None:
    a_pending_task()
    etag = staff.get("/cms/counts").headers["ETag"]
    age_snapshot(-timedelta(hours=1))
    within_budget("counts", partial(staff.get, "/cms/counts"))
    within_budget("counts", partial(staff.get, "/cms/counts", **{"if-none-match": etag}), 304)
    within_budget("queues", partial(staff.get, "/queues"))
    age_snapshot(timedelta(seconds=2))
    within_budget("counts made anew", partial(staff.get, "/cms/counts"))


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("list", "/queues/pending/tasks"),
        ("list", "/queues/assigned_to_me/tasks"),
        ("list by words", "/queues/pending/tasks?q=time"),
        ("list by a filter", "/queues/pending/tasks?flagged=false"),
    ],
)
def test_a_list(staff: Staff, name: str, path: str) -> None:
    as_many_for_more_rows(
        partial(staff.get, path), lambda: (a_pending_task(), staff.put(f"/tasks/{a_pending_task().pk}/lock"))
    )
    within_budget(name, partial(staff.get, path))


def test_my_decisions(staff: Staff) -> None:
    def decide() -> None:
        task = a_pending_task()
        staff.decide(task.pk, "backlog")

    as_many_for_more_rows(partial(staff.get, "/user/me/decisions"), decide)


def test_the_companies_of_a_list(staff: Staff) -> None:
    as_many_for_more_rows(partial(staff.get, "/queues/pending/companies?q=company"), a_pending_task)


def test_the_people_of_a_list() -> None:
    def assign() -> None:
        Task.objects.filter(pk=a_pending_task().pk).update(assignee=a_moderator())

    as_many_for_more_rows(partial(Staff(a_head_moderator()).get, "/queues/assigned_to_others/people?q=mo"), assign)


def test_an_item_its_hold_and_presence(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    task = a_pending_task()
    within_budget("item", partial(staff.get, f"/tasks/{task.pk}"))
    monkeypatch.setattr(reading, "LARGE", 1)
    staff.get(f"/tasks/{task.pk}")
    within_budget("item of a large company", partial(staff.get, f"/tasks/{task.pk}"))
    within_budget("hold", partial(staff.put, f"/tasks/{task.pk}/lock"))
    within_budget("heartbeat", partial(staff.put, f"/tasks/{task.pk}/lock", {"extend": True}))
    within_budget("release", partial(staff.delete, f"/tasks/{task.pk}/lock"), 204)
    for path in (f"/presence/task/{task.pk}", f"/presence/review/{task.process.subject_id}"):
        staff.put(path)
        within_budget("presence", partial(staff.put, path))


@pytest.mark.parametrize(
    ("name", "decision"), [("approval", {"outcome": "approve", "revision": 1}), ("rejection", REJECTION)]
)
def test_a_decision(staff: Staff, name: str, decision: dict[str, Any]) -> None:
    task = a_pending_task()
    staff.put(f"/tasks/{task.pk}/lock")
    within_budget(name, partial(staff.post, f"/tasks/{task.pk}/decision", decision))


def test_the_next_item(staff: Staff) -> None:
    a_pending_task()
    within_budget("next", partial(staff.post, "/queues/pending/next"))


def test_the_next_item_with_a_key(staff: Staff) -> None:
    a_pending_task()
    within_budget("next with a key", partial(staff.post, "/queues/pending/next", idempotency_key="k"))
    within_budget("next again", partial(staff.post, "/queues/pending/next", idempotency_key="k"))


@pytest.mark.parametrize("first", ["claim", "next"])
def test_an_item_is_taken_and_decided(staff: Staff, first: str) -> None:
    task = a_pending_task()
    with statements() as sent:
        if first == "claim":
            staff.put(f"/tasks/{task.pk}/lock")
        else:
            staff.post("/queues/pending/next", idempotency_key="next")
        answer = staff.post(f"/tasks/{task.pk}/decision", {"outcome": "approve", "revision": 1}, idempotency_key="k")
    assert answer.status_code == 200
    assert len(sent) <= BUDGET[f"{first} and decide by two calls"], "\n".join(sent)


def test_an_edit(staff: Staff) -> None:
    task = a_pending_task()
    staff.put(f"/tasks/{task.pk}/lock")
    edit = {"revision": 1, "reason": "A phone number of a private person.", "text": "Call them."}
    within_budget("edit", partial(staff.patch, f"/review/{task.process.subject_id}", edit))


def test_a_ticket(staff: Staff) -> None:
    ticket = a_ticket()
    within_budget("conversation", partial(staff.get, f"/tickets/{ticket.pk}"))
    within_budget("reply", partial(reply, staff, ticket), 201)


def test_the_session(staff: Staff) -> None:
    assert staff.user is not None
    credentials = {"email": staff.user.email, "password": PASSWORD}
    within_budget("sign in", partial(Staff().post, "/auth/login", credentials))
    within_budget("session", partial(staff.get, "/user/me"))
    within_budget("sign out", partial(staff.post, "/auth/logout"), 204)


def test_a_history(staff: Staff) -> None:
    task = a_pending_task()

    def look() -> None:
        person = Staff(a_moderator())
        person.put(f"/tasks/{task.pk}/lock")
        person.post(f"/tasks/{task.pk}/notes", {"text": "Look."})
        person.delete(f"/tasks/{task.pk}/lock")

    call = partial(staff.get, f"/processes/review_moderation/{task.process_id}/history")
    as_many_for_more_rows(call, look)
    within_budget("history", call)


@pytest.mark.parametrize(
    "decision", [{"outcome": "approve", "payload": {}}, {**REJECTION, "payload": REJECTION["form"]}]
)
def test_claim_and_decide_together_inside_the_engine(staff: Staff, decision: dict[str, Any]) -> None:
    assert staff.user is not None
    task, user = a_pending_task(), staff.user
    with statements() as sent:
        claim_task(task.pk, by=user)
        decide_task(task.pk, by=user, outcome=decision["outcome"], payload=decision["payload"], revision=1)
    assert len(sent) <= BUDGET["claim and decide"], "\n".join(sent)


def test_next_and_decide_together_inside_the_engine(staff: Staff) -> None:
    assert staff.user is not None
    task, user = a_pending_task(), staff.user
    with statements() as sent:
        claim_next(get_queue("pending"), by=user)
        decide_task(task.pk, by=user, outcome="approve", payload={}, revision=1)
    assert len(sent) <= BUDGET["next and decide"], "\n".join(sent)


@pytest.mark.parametrize("reviews", [1, 20])
def test_a_delivery_of_any_length(reviews: int) -> None:
    source = Source()
    source.send(a_sent_review())
    sent = [a_sent_review() for _ in range(reviews)]
    within_budget("delivery", partial(source.send, *sent))
    within_budget("delivery again", partial(source.send, *sent))


def test_a_withdrawal() -> None:
    source = Source()
    source.send(a_sent_review(external_id="x"))
    within_budget("withdrawal", partial(source.withdraw, "wf", "x"), 204)
    within_budget("withdrawal again", partial(source.withdraw, "wf", "x"), 204)
