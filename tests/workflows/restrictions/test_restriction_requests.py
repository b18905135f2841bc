"""POST /restriction-requests: by a key and by the staff; three at most, however many ask at once."""

from functools import partial
from typing import Any

import pytest
import requests

from accounts.keys import create_key
from restrictions.models import RequestToRestrict
from reviews.models import Review
from tests.consistency import inconsistencies
from tests.each import each
from tests.factories import a_head_moderator, a_moderator, a_review
from tests.interleaving import at_the_same_time, blocked_or_done, pause_before
from tests.live import LiveStaff, at_once
from tests.staff import Staff
from tests.workflows.restrictions.requests import ASKED, a_published_review, a_request, ask, decide
from workflows.engine.core.lifecycle import withdraw_process
from workflows.models import Process
from workflows.restriction_request import RestrictionRequest
from workflows.review_moderation import ReviewModeration


def a_program(scope: str = "restrict") -> Staff:
    key, _ = create_key("Tan & Sons", [scope])
    program = Staff()
    program.client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return program


def end_requests(review: Review, number: int) -> None:
    head = Staff(a_head_moderator())
    for _ in range(number):
        decide(head, a_request(review), "decline", "confirm")


@pytest.mark.parametrize("caller", ["a program", "the staff"])
def test_a_program_and_the_staff_may_ask(caller: str) -> None:
    review = a_published_review()
    asker = a_program() if caller == "a program" else Staff(a_moderator("Marta Ellwood"))
    answer = ask(asker, review)
    assert answer.status_code == 201, answer.content
    body = answer.json()
    assert (body["review"], body["number"], body["status"]) == (review.pk, 1, "open")
    who = (body["asked_with"], body["asked_by"] and body["asked_by"]["name"])
    assert who == (("Tan & Sons", None) if caller == "a program" else (None, "Marta Ellwood"))


def test_only_a_published_review_can_be_restricted() -> None:
    assert ask(a_program(), a_review()).json()["code"] == "not_published"
    assert ask(a_program(), Review(pk=987654)).status_code == 404


def test_a_second_request_is_refused_while_the_first_is_open() -> None:
    review = a_published_review()
    a_request(review)
    refused = ask(a_program(), review)
    assert (refused.status_code, refused.json()["code"]) == (409, "request_open")


def test_the_fourth_is_refused() -> None:
    review = a_published_review()
    end_requests(review, 3)
    refused = ask(a_program(), review)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_requests")
    assert RequestToRestrict.objects.count() == 3


@each(
    "change, field",
    [
        ({"ground": "negative"}, "ground"),
        ({"facts": "  "}, "facts"),
        ({"facts": "x" * 5_001}, "facts"),
        ({"facts": "\x00"}, "facts"),
        ({"good_faith": False}, "good_faith"),
        ({"good_faith": "yes"}, "good_faith"),
        ({"contact": {"name": "Olive", "role": "Owner", "email": "nowhere"}}, "contact.email"),
        ({"contact": {"name": "Olive", "role": "Owner", "email": "a@[127.0.0.1]"}}, "contact.email"),
        ({"contact": {"name": "", "role": "Owner", "email": "a@b.example"}}, "contact.name"),
        ({"contact": {"name": "Olive", "email": "a@b.example"}}, "contact.role"),
        ({"review": 0}, "review"),
        ({"review": 2**63}, "review"),
    ],
)
def test_an_invalid_request_is_refused_by_field(change: dict[str, Any], field: str) -> None:
    refused = ask(a_program(), a_published_review(), **change)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert not RequestToRestrict.objects.exists()


@pytest.mark.parametrize("asker", [a_program, lambda: Staff(a_moderator())])
def test_the_same_request_sent_again_is_one_request(asker: Any) -> None:
    review, caller = a_published_review(), asker()
    body = {"review": review.pk, **ASKED}
    first, again = (caller.post("/restriction-requests", body, idempotency_key="once") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    other = caller.post("/restriction-requests", {**body, "ground": "other"}, idempotency_key="once")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert RequestToRestrict.objects.count() == 1


@pytest.mark.parametrize("before", [0, 2, 3])
def test_eight_at_once_never_make_more_than_three(server: str, before: int) -> None:
    review = a_published_review()
    end_requests(review, before)
    people = [LiveStaff(server, a_moderator()) for _ in range(8)]
    body = {"review": review.pk, **ASKED}
    answers: list[requests.Response] = at_once(
        [partial(person.post, "/restriction-requests", body) for person in people]
    )
    assert sorted(answer.status_code for answer in answers) == ([201] if before < 3 else []) + [409] * (
        7 if before < 3 else 8
    )
    assert RequestToRestrict.objects.filter(review=review).count() == min(before + 1, 3)
    assert list(inconsistencies()) == []


def test_a_request_that_begins_while_the_review_is_withdrawn_does_not_stay_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Withdrawing closes the requests that it sees, and one that is not committed yet it does not see: it waits."""
    review, program = a_published_review(), a_program()
    ended = Process.objects.get(flow_class=ReviewModeration, subject_id=review.pk)
    pause = pause_before(monkeypatch, "workflows.restrictions.ingest.enqueue_receipt")
    with at_the_same_time(partial(ask, program, review), pause) as asking:
        blocked_or_done(partial(withdraw_process, ended), pause.let_go)
    assert asking.result().status_code == 201
    review.refresh_from_db()
    request = Process.objects.get(flow_class=RestrictionRequest)
    assert (review.status, request.status) == ("withdrawn", "DONE")
    assert list(inconsistencies()) == []
