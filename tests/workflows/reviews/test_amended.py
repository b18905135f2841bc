"""What a source tells otherwise of a known review, beside its words: stars, the date of posting, addresses."""

from typing import Any

import pytest

from blacklist.lookup import digest_of
from blacklist.models import BlacklistEntry
from reviews.models import Review
from tests.agreement import disagreements
from tests.sent_reviews import a_sent_review
from tests.workflows.restrictions.requests import a_request
from tests.workflows.reviews.test_heard_again import Story
from workflows.models import TaskEvent

pytestmark = pytest.mark.usefixtures("database")


def newest_entry(action: str) -> TaskEvent:
    return TaskEvent.objects.filter(action=action).latest("pk")


def test_other_stars_of_what_waits_stand_where_they_are_looked_for_and_in_the_history() -> None:
    story = Story(rating=5)
    assert story.again(rating=1) == "amended"
    assert (story.review.rating, story.process.rating, story.task.rating) == (1, 1, 1)
    assert story.review.revision == 1
    amended = newest_entry("amend")
    assert amended.data["rating"] == {"from": 5, "to": 1}
    assert (amended.data["changed"], amended.task_id) == (["rating"], story.task.pk)
    assert story.again() == "duplicate"
    assert list(disagreements()) == []


def test_other_stars_of_what_is_published_are_looked_at_again() -> None:
    story = Story(rating=5).decide("approve", "publish")
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.review.rating, story.task.rating) == ("pending", 2, 2)
    assert story.told()[-2:] == ["amend", "start"]
    assert list(disagreements()) == []


def test_other_stars_close_an_open_request_to_restrict() -> None:
    story = Story(rating=5).decide("approve", "publish")
    request = a_request(story.review)
    assert story.again(rating=2) == "amended"
    request.refresh_from_db()
    assert request.outcome == "closed"
    assert list(disagreements()) == []


def test_other_stars_of_what_is_approved_and_waits_are_looked_at_before_it_is_live() -> None:
    story = Story(rating=5).decide("approve")
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.task.queue) == ("pending", "pending")
    assert list(disagreements()) == []


@pytest.mark.parametrize(("outcomes", "status"), [(["reject"], "rejected"), (["reject", "confirm"], "rejected")])
def test_other_stars_do_not_reopen_what_was_refused(outcomes: list[str], status: str) -> None:
    story = Story(rating=5).decide(*outcomes)
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.review.rating) == (status, 2)
    assert list(disagreements()) == []


def test_withdrawn_stays_withdrawn_whatever_the_stars() -> None:
    story = Story(rating=5)
    assert story.source.withdraw("wf", "it").status_code == 204
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.review.rating) == ("withdrawn", 2)
    assert list(disagreements()) == []


def test_who_holds_the_item_keeps_it() -> None:
    story = Story(rating=5)
    held = story.hold()
    assert story.again(rating=1) == "amended"
    assert story.task.pk == held
    story.decide("approve")
    assert story.review.status == "queued"


@pytest.mark.parametrize("sent", [{}, {"rating": None}, {"author_email": ""}, {"posted_at": None}])
def test_what_is_left_out_or_empty_stays(sent: dict[str, Any]) -> None:
    known = {"author_email": "ann@example.com", "posted_at": "2026-01-31T10:00:00Z"}
    story = Story(rating=5, **known)
    story.sent = {name: value for name, value in story.sent.items() if name not in {"rating", *known}}
    assert story.again(**sent) == "duplicate"
    review = story.review
    assert (review.rating, review.author_email, review.posted_at is None) == (5, "ann@example.com", False)


def test_another_address_is_kept_named_and_not_told_and_asked_about_on_the_blacklist() -> None:
    BlacklistEntry.objects.create(digest=digest_of("troll@example.com"), hint="t…")
    story = Story(author_email="ann@example.com").decide("approve", "publish")
    assert story.again(author_email="Troll@example.com") == "amended"
    assert (story.review.author_email, story.review.status) == ("Troll@example.com", "published")
    amended = newest_entry("amend")
    assert amended.data["screening"]["blacklisted"]
    assert "roll" not in str(amended.data)


def test_another_day_of_posting_is_another_content() -> None:
    story = Story(posted_at="2026-01-31T10:00:00Z")
    before = bytes(story.review.content_digest)
    assert story.again(posted_at="2026-02-03T10:00:00Z") == "amended"
    assert bytes(story.review.content_digest) != before
    (new,) = story.source.results({**story.sent, "external_id": "copy"})
    assert (new["status"], new["copies"]) == ("accepted", 1)


def test_other_words_and_other_stars_at_once_are_one_new_look() -> None:
    story = Story(rating=5).decide("approve", "publish")
    assert story.again(rating=2, text="They never came.", verified=True) == "revised"
    assert (story.review.rating, story.review.text, story.review.revision) == (2, "They never came.", 2)
    assert story.told().count("start") == 2
    assert (story.process.rating, story.task.rating) == (2, 2)
    assert list(disagreements()) == []


def test_a_review_keeps_for_the_record_what_no_field_holds() -> None:
    story = Story(company={"name": "Mill Lane Dental"}, branch="North", visit={"id": 7})
    assert story.review.raw == {
        "key": story.source.row.prefix,
        "company": {"name": "Mill Lane Dental"},
        "more": {"branch": "North", "visit": {"id": 7}},
    }


@pytest.mark.parametrize("more", [{"x": "a" * 5_000}, {"x": "a\x00b"}, {"x": "\ud800"}, {}])
def test_what_cannot_be_kept_besides_is_left_out(more: dict[str, Any]) -> None:
    story = Story(**more)
    assert story.review.raw == {"key": story.source.row.prefix, "company": "Mill Lane Dental"}


def test_each_of_several_keeps_its_own_record() -> None:
    story = Story()
    sent = [a_sent_review(external_id=str(number), n=number) for number in range(3)]
    assert story.source.statuses(sent[0], {"source": "wf"}, sent[1], sent[2]).count("accepted") == 3
    kept = Review.objects.exclude(external_id="it").order_by("external_id")
    assert [review.raw["more"] for review in kept] == [{"n": 0}, {"n": 1}, {"n": 2}]
