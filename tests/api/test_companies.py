"""GET /company/{id}: a company's figures and its list of reviews."""

from datetime import datetime
from functools import partial

import pytest

from tests.api.queries import as_many_for_more_rows, within_budget
from tests.factories import (
    a_company,
    a_head_moderator,
    a_pending_task,
    a_process,
    a_review,
    a_second_look,
    an_admin,
)
from tests.plans import plan_of
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial
from tests.workflows.restrictions.requests import a_published_review, a_request, decide
from tests.workflows.tickets.threads import a_ticket
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.models import Task


def test_a_company_shows_stars_statuses_ageing_and_requests(staff: Staff) -> None:
    head, company = Staff(a_head_moderator()), a_company("Quayle Street Dental")
    published = [a_published_review(review=a_review(company, rating=rating)) for rating in (5, 5, 1)]
    a_process(a_review(company, rating=1))
    a_process(a_review(company, rating=None))
    a_process(a_review(rating=2))
    decide(head, a_request(published[2]), "decline", "confirm")
    decide(head, a_request(published[2], ground="other"), "restrict", "confirm")
    decide(head, a_request(published[0]), "decline", "confirm")
    a_request(published[1])
    a_published_review(review=a_review(company, rating=None))
    body = staff.get(f"/company/{company.pk}").json()
    assert (body["name"], body["rating"], body["reviews"]) == ("Quayle Street Dental", 5.0, 6)
    assert {row["rating"]: row["reviews"] for row in body["by_stars"]} == {5: 2, 4: 0, 3: 0, 2: 0, 1: 0, None: 1}
    assert {row["status"]: row["reviews"] for row in body["by_status"]} == {
        "pending": 2,
        "published": 3,
        "restricted": 1,
    }
    assert [(row["rating"], row["waiting"]) for row in body["ageing"]] == [(5, 1), (1, 1), (None, 1)]
    # two reviews, and the request about a published one
    assert sum(row["waiting"] for row in body["ageing"]) == 2 + body["requests"]["open"] == 3
    assert (body["requests"]["requests"], body["requests"]["decided"], body["requests"]["refused"]) == (4, 3, 2)
    assert body["requests"]["refused_share"] == 0.667
    assert [(row["rating"], row["requests"], row["refused_share"]) for row in body["requests_by_stars"]] == [
        (5, 2, 1.0),
        (1, 2, 0.5),
    ]


def test_tickets_and_testimonials_of_a_company_do_not_wait_among_its_reviews(staff: Staff) -> None:
    company, admin = a_company(), an_admin()
    for rating in (2, 2):
        a_process(a_review(company, rating=rating))
    task = a_pending_task(a_review(company, rating=2))
    a_ticket(company=company)
    a_testimonial(company)
    for escalated in (task, Task.objects.get(queue="tickets")):
        claim_task(escalated.pk, by=admin)
        decide_task(escalated.pk, by=admin, outcome="escalate", payload={"notes": "Look."}, revision=1)
    assert list(Task.objects.filter(status="NEW").values_list("queue", flat=True)).count("escalated") == 2
    (row,) = staff.get(f"/company/{company.pk}").json()["ageing"]
    assert (row["rating"], row["waiting"]) == (2, 3)
    of_reviews = Task.objects.filter(status="NEW", company_id=company.pk, number_1=2)
    came = [at.timestamp() for at in of_reviews.values_list("created", flat=True)]
    assert datetime.fromisoformat(row["average_at"]).timestamp() == pytest.approx(sum(came) / 3, abs=0.001)


def test_nobody_learns_from_a_company_that_a_second_look_waits() -> None:
    task = a_second_look()
    company_id = task.process.company_id
    first = Staff(task.process.check_of.decision.process.task_set.get(outcome="reject").owner)
    assert first.get(f"/company/{company_id}").json()["ageing"] == []


def test_a_companys_list_contains_only_its_reviews(staff: Staff) -> None:
    company = a_company()
    mine = [a_review(company), a_review(company)]
    a_review()
    rows = staff.get(f"/company/{company.pk}/reviews").json()["items"]
    assert [row["id"] for row in rows] == [review.pk for review in reversed(mine)]


def test_an_unknown_company_is_not_found(staff: Staff) -> None:
    for path in ("/company/4711", "/company/4711/reviews"):
        assert staff.get(path).status_code == 404
    assert staff.get("/company/0").status_code == 422


@pytest.mark.parametrize("part", ["", "/reviews"])
def test_the_number_of_statements_does_not_depend_on_the_companys_size(staff: Staff, part: str) -> None:
    company = a_company()
    call = partial(staff.get, f"/company/{company.pk}{part}")
    as_many_for_more_rows(call, lambda: a_process(a_review(company)))
    within_budget("company", call)


@pytest.mark.parametrize(
    ("table", "nth", "index"),
    [
        ("reviews_review", 0, "review_of_company"),
        ("workflows_task", 1, "task_waiting"),  # after the second looks that the caller may take
        ("restrictions_requesttorestrict", 0, "restriction_company"),
    ],
)
def test_a_companys_figures_use_index_only_scans(staff: Staff, table: str, nth: int, index: str) -> None:
    company = a_company()
    a_request(a_published_review(review=a_review(company)))
    a_process(a_review(company))
    plan = plan_of(partial(staff.get, f"/company/{company.pk}"), table, nth=nth, without=("review_stands",))
    assert f"Index Only Scan using {index} on {table}" in plan
    assert "Index Cond: (company_id = " in plan


def test_a_companys_list_uses_its_own_index(staff: Staff) -> None:
    company = a_company()
    plan = plan_of(partial(staff.get, f"/company/{company.pk}/reviews"), "reviews_review")
    assert "Index Scan Backward using review_of_company" in plan
    assert "Sort" not in plan
