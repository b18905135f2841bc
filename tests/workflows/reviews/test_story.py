"""GET /review/{id}: everything about a review, in order."""

from datetime import datetime
from functools import partial
from typing import Any

import pytest

from reviews.models import Review
from tests.api.queries import as_many_for_more_rows, within_budget
from tests.factories import a_company, a_moderator, a_process, a_review, open_task
from tests.plans import plan_of
from tests.staff import Staff
from tests.workflows.restrictions.requests import RESTRICTION, a_published_review, a_request, decide
from workflows.engine.outbox.outbox import perform
from workflows.models import OutboxMessage, Process


def story(staff: Staff, review: Review) -> dict[str, Any]:
    answer = staff.get(f"/review/{review.pk}")
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def test_the_story_has_all_processes_and_requests_in_order(staff: Staff, head: Staff) -> None:
    review = a_published_review(text="They stole a ring.")
    decide(head, a_request(review), "decline", "confirm")
    second = a_request(review, ground="privacy")
    decide(head, second, "escalate", "restrict", "confirm")
    answer = story(staff, review)
    assert [process["kind"] for process in answer["processes"]] == [
        "review_moderation",
        "restriction_request",
        "restriction_request",
    ]
    assert [process["outcome_title"] for process in answer["processes"]] == ["Published", "Declined", "Restricted"]
    assert [(request["ground"], request["status"]) for request in answer["requests"]] == [
        ("defamation", "declined"),
        ("privacy", "restricted"),
    ]
    assert [process["request"] for process in answer["processes"][1:]] == [row["id"] for row in answer["requests"]]
    decisions = [
        (event["outcome"], event["text"])
        for process in answer["processes"]
        for event in process["events"]
        if event["action"] == "decide" and event["text"]
    ]
    assert decisions[-1] == ("restrict", RESTRICTION["facts"])
    assert (answer["review"]["status"], answer["review"]["text"]) == ("restricted", "They stole a ring.")
    assert answer["waiting"] is None
    for message in OutboxMessage.objects.filter(topic="issue_statement"):
        perform(message.pk)
    (statement,) = story(staff, review)["statements"]
    assert (statement["kind"], statement["facts"], statement["notice"]) == ("restrict", RESTRICTION["facts"], True)


def test_what_reads_like_an_end_but_is_held_says_until_when(staff: Staff) -> None:
    outcomes = {"reject": {"reason": "fake", "facts": "No such street."}, "approve": {}}
    reviews = {}
    for outcome, form in outcomes.items():
        task = open_task(a_process())
        staff.decide(task.pk, outcome, form)
        reviews[outcome] = Review.objects.get(pk=task.process.subject_id)
    held: Any = open_task(Process.objects.get(subject_id=reviews["reject"].pk))
    until = held.fires_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    rows = {row["id"]: row for row in staff.get("/reviews").json()["items"]}
    assert (rows[reviews["reject"].pk]["status"], rows[reviews["reject"].pk]["held_until"]) == ("rejected", until)
    assert rows[reviews["approve"].pk]["held_until"] is None  # its status says so itself
    assert story(staff, reviews["reject"])["held_until"] == until
    staff.decide(held.pk, "confirm")
    assert story(staff, reviews["reject"])["held_until"] is None


def test_the_story_shows_the_open_task_and_its_holder(staff: Staff) -> None:
    process = a_process()
    task = open_task(process)
    Staff(a_moderator("Callum Frayne")).put(f"/tasks/{task.pk}/lock")
    answer = story(staff, Review.objects.get(pk=process.subject_id))
    since, until = (datetime.fromisoformat(answer["waiting"].pop(name)) for name in ("created_at", "due_at"))
    assert task.due_at
    assert (since, until - since) == (task.created.replace(microsecond=since.microsecond), task.due_at - task.created)
    assert answer["waiting"] == {
        "task_id": task.pk,
        "queue": "pending",
        "queue_title": "Moderate reviews",
        "permission": "moderation",
        "fires_at": None,
    }
    assert answer["review"]["locked_by"] == "Callum Frayne"
    assert answer["external_id"] == Review.objects.get().external_id
    assert [revision["number"] for revision in answer["revisions"]] == [1]


def test_an_open_request_is_where_a_published_review_waits(staff: Staff) -> None:
    process = a_request()
    answer = story(staff, Review.objects.get(pk=process.subject_id))
    assert answer["waiting"]["queue"] == "requests_to_restrict"


def test_a_reinstated_review_has_a_linked_process(staff: Staff, head: Staff) -> None:
    process = a_process()
    decide(head, process, "reject", "confirm")
    head.post(f"/processes/review_moderation/{process.pk}/reinstatement", {"notes": "Look."})
    answer = story(staff, Review.objects.get())
    assert [row["override_of"] for row in answer["processes"]] == [None, process.pk]


def test_the_story_shows_copies_and_other_reviews_by_the_author(staff: Staff) -> None:
    company = a_company()
    words = {"title": "A ring", "text": "They stole a ring."}
    review = a_review(company, author_email="Ada@King.example", **words)
    copy = a_review(company, **words)
    other = a_review(author_email="ada@king.example", status="rejected")
    a_review(author_email="ada@king.example.org")
    a_process(review)
    answer = story(staff, review)
    assert [row["id"] for row in answer["copies"]["items"]] == [copy.pk]
    by_author = answer["by_author"]
    assert (by_author["known"], by_author["total"]) == (True, 1)
    assert [(row["id"], row["status"]) for row in by_author["items"]] == [(other.pk, "rejected")]


def test_without_an_address_no_other_reviews_by_the_author_are_shown(staff: Staff) -> None:
    review = a_review()
    a_review()
    assert story(staff, review)["by_author"] == {"known": False, "total": 0, "items": []}


def test_of_many_neighbours_the_newest_are_shown_and_all_are_counted(staff: Staff) -> None:
    company = a_company()
    reviews = [a_review(company) for _ in range(25)]
    copies = story(staff, reviews[0])["copies"]
    assert (copies["total"], len(copies["items"])) == (24, 20)
    assert copies["items"][0]["id"] == reviews[-1].pk


def test_a_review_that_is_not_there(staff: Staff) -> None:
    for number in ("0", "4711", "9223372036854775807"):
        assert staff.get(f"/review/{number}").status_code in (404, 422)


def test_a_story_costs_the_same_however_long_it_is(staff: Staff) -> None:
    review = Review.objects.get(pk=a_request().subject_id)
    task = open_task(Process.objects.get(subject_id=review.pk, status="NEW"))
    Review.objects.filter(pk=review.pk).update(author_email="ada@king.example")

    def tell() -> None:
        Staff(a_moderator()).post(f"/tasks/{task.pk}/notes", {"text": "Look."})
        a_review(review.company, author_email="ada@king.example")

    call = partial(staff.get, f"/review/{review.pk}")
    as_many_for_more_rows(call, tell)
    within_budget("story", call)


@pytest.mark.parametrize(("nth", "index"), [(-2, "review_content"), (-1, "review_author")])
def test_related_reviews_are_found_by_an_index(staff: Staff, nth: int, index: str) -> None:
    """The newest come first, yet nobody walks through all reviews for the few that there mostly are."""
    review = a_review(author_email="ada@king.example")
    plan = plan_of(partial(staff.get, f"/review/{review.pk}"), "reviews_review", nth=nth)
    assert f"using {index} on reviews_review" in plan
