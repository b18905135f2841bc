"""`docket demo --reviews N`: of any size, and what the product itself would have left."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Min
from django.test import override_settings

from commands.demo.large import make_many_reviews
from commands.demo.people import make_accounts
from reviews.models import Review, ReviewStatus
from reviews.screening import screen_review
from tests.agreement import disagreements
from workflows.engine.flows import steps
from workflows.engine.stored_names import unknown_names
from workflows.models import OPEN, Process, Task
from workflows.review_moderation import ReviewModeration

pytestmark = pytest.mark.usefixtures("database")

COMPARED = ("external_id", "source", "rating", "title", "text", "constructive", "author_name", "status", "verified")


def made(number: int, **options: Any) -> int:
    make_accounts()
    return make_many_reviews(number, **{"seed": 1, **options})


def test_status_task_history_and_events_agree() -> None:
    assert made(400, open_share=0.5) == 400
    assert list(disagreements()) == []
    assert list(unknown_names()) == []


def test_screening_would_have_found_the_same() -> None:
    made(400)
    flagged = 0
    for review in Review.objects.all():
        kept = review.flagged_words
        screen_review(review)
        assert review.flagged_words == kept
        flagged += bool(kept)
    assert flagged


def test_there_is_work_in_every_queue_and_a_review_in_every_end() -> None:
    made(2_500, open_share=0.6)
    in_queues = set(Task.objects.filter(status__in=OPEN).exclude(queue="").values_list("queue", flat=True))
    assert in_queues == {step.queue for step in steps(ReviewModeration) if step.queue}
    ends = {ReviewStatus.PUBLISHED, ReviewStatus.REJECTED, ReviewStatus.WITHDRAWN}
    assert ends <= set(Review.objects.values_list("status", flat=True))


def test_the_same_reviews_come_of_a_seed_however_many_they_are() -> None:
    made(40)
    few = list(Review.objects.order_by("external_id").values_list(*COMPARED))
    assert made(40) == 0
    assert made(90) == 50
    assert list(Review.objects.order_by("external_id").values_list(*COMPARED))[:40] == few


def test_another_seed_gives_other_reviews_beside_them() -> None:
    made(30)
    assert made(30, seed=2) == 30
    texts = {seed: set(Review.objects.filter(external_id__startswith=f"demo-{seed}-").values_list("text", flat=True))
             for seed in (1, 2)}  # fmt: skip
    assert texts[1] != texts[2]


def test_history_begins_when_a_review_arrives() -> None:
    call_command("docket_demo", verbosity=0)
    assert list(disagreements()) == []
    begun = {process.subject_id: process for process in Process.objects.annotate(first=Min("events__at"))}
    for review in Review.objects.all():
        process = begun[review.pk]
        assert (process.created, process.first) == (review.received_at, review.received_at)


@pytest.mark.parametrize(
    "options",
    [["--reviews", "0"], ["--reviews", "-1"], ["--reviews", "9", "--open", "2"], ["--reviews=9", "--seed=-1"]],
)
def test_numbers_out_of_range_are_refused(options: list[str]) -> None:
    with pytest.raises(CommandError, match="takes a"):
        call_command("docket_demo", *options, verbosity=0)
    assert not Review.objects.exists()


def test_production_refuses_a_large_one_as_well() -> None:
    with override_settings(DOCKET_ENV="production"), pytest.raises(CommandError, match="never made in production"):
        call_command("docket_demo", "--reviews", "10", verbosity=0)
    assert not Review.objects.exists()
