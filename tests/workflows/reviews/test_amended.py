"""What a source tells otherwise of a facts review, beside its words: stars, the date of posting, addresses."""

from typing import Any

import pytest

from blacklist.digests import digest_of
from blacklist.models import BlacklistEntry
from reviews.models import Review
from tests.consistency import inconsistencies
from tests.sent_reviews import a_sent_review
from tests.workflows.restrictions.requests import a_request
from tests.workflows.reviews.test_sent_again import Story
from workflows.models import TaskEvent


def newest_entry(action: str) -> TaskEvent:
    return TaskEvent.objects.filter(action=action).latest("pk")


def test_changed_stars_of_a_waiting_review_are_in_task_and_history() -> None:
    story = Story(rating=5)
    assert story.again(rating=1) == "amended"
    assert (story.review.rating, story.process.number_1, story.task.number_1) == (1, 1, 1)
    assert story.review.revision == 1
    amended = newest_entry("amend")
    assert amended.data["rating"] == {"from": 5, "to": 1}
    assert (amended.data["changed"], amended.task_id) == (["rating"], story.task.pk)
    assert story.again() == "duplicate"
    assert list(inconsistencies()) == []


def test_changed_stars_of_a_published_review_are_moderated_again() -> None:
    story = Story(rating=5).decide("approve", "publish")
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.review.rating, story.task.number_1) == ("pending", 2, 2)
    assert story.actions()[-2:] == ["amend", "start"]
    assert list(inconsistencies()) == []


def test_other_stars_close_an_open_request_to_restrict() -> None:
    story = Story(rating=5).decide("approve", "publish")
    request = a_request(story.review)
    assert story.again(rating=2) == "amended"
    request.refresh_from_db()
    assert request.outcome == "closed"
    assert list(inconsistencies()) == []


def test_changed_stars_of_an_approved_review_are_moderated_before_publication() -> None:
    story = Story(rating=5).decide("approve")
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.task.queue) == ("pending", "pending")
    assert list(inconsistencies()) == []


@pytest.mark.parametrize(("outcomes", "status"), [(["reject"], "rejected"), (["reject", "confirm"], "rejected")])
def test_changed_stars_do_not_reopen_a_rejected_review(outcomes: list[str], status: str) -> None:
    story = Story(rating=5).decide(*outcomes)
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.review.rating) == (status, 2)
    assert list(inconsistencies()) == []


def test_withdrawn_stays_withdrawn_whatever_the_stars() -> None:
    story = Story(rating=5)
    assert story.source.withdraw("wf", "it").status_code == 204
    assert story.again(rating=2) == "amended"
    assert (story.review.status, story.review.rating) == ("withdrawn", 2)
    assert list(inconsistencies()) == []


def test_the_holder_keeps_an_amended_item() -> None:
    story = Story(rating=5)
    held = story.hold()
    assert story.again(rating=1) == "amended"
    assert story.task.pk == held
    story.decide("approve")
    assert story.review.status == "queued"


@pytest.mark.parametrize("sent", [{}, {"rating": None}, {"author_email": ""}, {"posted_at": None}])
def test_omitted_or_empty_facts_stay_unchanged(sent: dict[str, Any]) -> None:
    facts = {"author_email": "ann@example.com", "posted_at": "2026-01-31T10:00:00Z"}
    story = Story(rating=5, **facts)
    story.sent = {name: value for name, value in story.sent.items() if name not in {"rating", *facts}}
    assert story.again(**sent) == "duplicate"
    review = story.review
    assert (review.rating, review.author_email, review.posted_at is None) == (5, "ann@example.com", False)


def test_an_address_that_comes_later_is_recorded_without_its_value_and_screened() -> None:
    BlacklistEntry.objects.create(digest=digest_of("troll@example.com"), hint="t…")
    story = Story().decide("approve", "publish")
    assert story.again(author_email="Troll@example.com") == "amended"
    assert (story.review.author_email, story.review.status) == ("Troll@example.com", "published")
    amended = newest_entry("amend")
    assert amended.data["screening"]["blacklisted"]
    assert "roll" not in str(amended.data)


def test_a_changed_posting_day_changes_the_content_digest() -> None:
    story = Story(posted_at="2026-01-31T10:00:00Z")
    before = bytes(story.review.content_digest)
    assert story.again(posted_at="2026-02-03T10:00:00Z") == "amended"
    assert bytes(story.review.content_digest) != before
    (new,) = story.source.results({**story.sent, "external_id": "copy"})
    assert (new["status"], new["copies"]) == ("accepted", 1)


def test_changed_text_and_stars_together_start_one_moderation() -> None:
    story = Story(rating=5).decide("approve", "publish")
    assert story.again(rating=2, text="They never came.", verified=True) == "revised"
    assert (story.review.rating, story.review.text, story.review.revision) == (2, "They never came.", 2)
    assert story.actions().count("start") == 2
    assert (story.process.number_1, story.task.number_1) == (2, 2)
    assert list(inconsistencies()) == []


def test_unknown_fields_are_stored_as_raw_data() -> None:
    story = Story(company={"name": "Mill Lane Dental"}, branch="North", visit={"id": 7})
    assert story.review.raw == {
        "key": story.source.row.prefix,
        "company": {"name": "Mill Lane Dental"},
        "more": {"branch": "North", "visit": {"id": 7}},
    }


@pytest.mark.parametrize("more", [{"x": "a" * 5_000}, {"x": "a\x00b"}, {"x": "\ud800"}, {}])
def test_raw_data_that_cannot_be_stored_is_left_out(more: dict[str, Any]) -> None:
    story = Story(**more)
    assert story.review.raw == {"key": story.source.row.prefix, "company": "Mill Lane Dental"}


def test_each_review_of_a_call_has_its_own_raw_data() -> None:
    story = Story()
    sent = [a_sent_review(external_id=str(number), n=number) for number in range(3)]
    assert story.source.statuses(sent[0], {"source": "wf"}, sent[1], sent[2]).count("accepted") == 3
    stored = Review.objects.exclude(external_id="it").order_by("external_id")
    assert [review.raw["more"] for review in stored] == [{"n": 0}, {"n": 1}, {"n": 2}]
