"""`docket demo --reviews N`: of any size, and what the product itself would have left."""

from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count, F, Min
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from blacklist.lookup import is_blacklisted
from commands.demo.large import make_many_reviews
from commands.demo.people import make_accounts
from restrictions.models import RequestStatus, RequestToRestrict
from reviews.models import Letter, Review, ReviewStatus, Revision, Statement
from reviews.screening import content_digest, screen_review
from tests.agreement import disagreements
from workflows.engine.core.flows import flows, statuses, steps
from workflows.engine.core.stored_names import unknown_names
from workflows.models import OPEN, DecisionCheck, EventText, Mention, OutboxMessage, Process, Task, TaskEvent, TaskSkip

pytestmark = [pytest.mark.usefixtures("database"), pytest.mark.slow]

COMPARED = ("external_id", "source", "rating", "title", "text", "constructive", "author_name", "status", "verified")
# what somebody must have written something with
WITH_WORDS = ("reject", "escalate", "investigate", "restrict", "decline", "would_reject", "first", "second")


def made(number: int, **options: Any) -> int:
    make_accounts()
    return make_many_reviews(number, **{"seed": 1, **options})


def test_status_task_history_and_events_agree() -> None:
    assert made(250, open_share=0.5) == 250
    assert list(disagreements()) == []
    assert list(unknown_names()) == []


def test_screening_would_have_found_the_same() -> None:
    made(400)
    flagged = 0
    for review in Review.objects.all():
        kept = review.flagged_words
        screen_review(review)
        assert review.flagged_words == kept
        sent = Revision.objects.filter(review=review, author=None).latest("number")
        assert bytes(review.content_digest) == content_digest(
            review.company_id, sent.title, sent.text, sent.constructive
        )
        assert not is_blacklisted(review.author_email)
        flagged += bool(kept)
    assert flagged


def test_there_is_work_in_every_queue_and_something_at_every_end_of_every_flow() -> None:
    made(6_000, open_share=0.5)
    in_queues = set(Task.objects.filter(status__in=OPEN).exclude(queue="").values_list("queue", flat=True))
    assert in_queues == {step.queue for flow in flows() for step in steps(flow) if step.queue}
    assert set(Review.objects.values_list("status", flat=True)) == set(statuses())
    # a request is closed by somebody who reinstates the review meanwhile, and moves it himself
    assert set(RequestToRestrict.objects.values_list("status", flat=True)) == {*RequestStatus.values} - {"closed"}
    assert set(DecisionCheck.objects.values_list("process__outcome", flat=True)) == {
        *("", "agreed", "first_was_right", "second_was_right")
    }
    assert Process.objects.filter(override_of__isnull=False, status="NEW").exists()
    assert {*TaskEvent.objects.values_list("action", flat=True)} >= {
        *("assign", "note", "skip", "snooze", "revise", "reveal", "statement", "mail", "override", "reinstate")
    }


def test_what_waits_is_given_to_people_on_duty_put_off_and_passed_over() -> None:
    made(3_000, open_share=1.0)
    open_tasks = Task.objects.filter(status__in=OPEN)
    off_duty = set(User.objects.filter(on_duty=False).values_list("pk", flat=True))
    assignees = set(open_tasks.filter(assignee__isnull=False).values_list("assignee", flat=True))
    assert off_duty
    assert len(assignees) > 5
    assert not off_duty & assignees
    assert open_tasks.filter(snoozed_until__gt=timezone.now()).exists()
    assert not open_tasks.filter(snoozed_until__lte=timezone.now()).exists()
    assert TaskSkip.objects.filter(task__status__in=OPEN).exists()
    assert Mention.objects.filter(seen_at=None).exists()
    assert Mention.objects.filter(seen_at__gt=F("event__at")).exists()
    assert not Mention.objects.filter(user=F("event__actor_id")).exists()


def test_every_rejection_and_restriction_has_its_statement_and_nothing_waits_to_be_mailed() -> None:
    made(3_000)
    owed = set(Process.objects.filter(outcome__in=("rejected", "restricted")).values_list("pk", flat=True))
    assert len(owed) > 100
    assert set(Statement.objects.values_list("process_id", flat=True)) == owed
    letters = Letter.objects.filter(about=Letter.About.STATEMENT)
    assert set(letters.values_list("process_id", flat=True)) == owed
    states = Counter(Letter.objects.values_list("state", flat=True))
    assert states.keys() == {Letter.State.SENT, Letter.State.NO_ADDRESS}
    assert not OutboxMessage.objects.exists()
    for letter in letters.select_related("review__company")[:50]:
        statement = Statement.objects.get(process_id=letter.process_id)
        for words in (statement.puid, statement.decision_facts, statement.explanation, letter.review.company.name):
            assert words in letter.body
        assert letter.to in ("", letter.review.author_email)
    assert not Letter.objects.exclude(to="").exclude(to__endswith="@example.com").exists()


def test_each_decision_has_the_words_that_its_form_asks_for() -> None:
    made(1_500, open_share=0.5)
    decided = TaskEvent.objects.filter(action="decide", outcome__in=WITH_WORDS)
    assert set(decided.values_list("outcome", flat=True)) == {*WITH_WORDS}
    assert not decided.filter(text=None).exists()
    assert not EventText.objects.filter(body="").exists()
    assert not decided.filter(outcome__in=("reject", "restrict", "would_reject"), data__reason=None).exists()
    notes = TaskEvent.objects.filter(action__in=("note", "reinstate"))
    assert notes.exists()
    assert not notes.filter(text=None).exists()


def test_edits_by_the_staff_have_a_reason_and_leave_the_text_as_received() -> None:
    made(2_000, open_share=0.5)
    revised = Review.objects.filter(revision=2)
    assert revised.exists()
    for review in revised:
        first, second = Revision.objects.filter(review=review).order_by("number")
        assert first.author is None
        assert (first.text, first.author_name) != (second.text, second.author_name)
        assert review.text == second.text
        assert (second.author is None) == (second.reason == "")
    assert {None} < set(Revision.objects.filter(number=2).values_list("author", flat=True))


def test_time_runs_forwards_in_every_history() -> None:
    made(1_000, open_share=0.5)
    at: dict[int, Any] = {}
    entries: Any = TaskEvent.objects.order_by("process_id", "seq").values_list("process_id", "at")
    for process_id, moment in entries:
        assert moment >= at.get(process_id, moment), process_id
        at[process_id] = moment
    assert max(at.values()) <= timezone.now()
    assert not Process.objects.filter(override_of__isnull=False, created__lt=F("override_of__finished")).exists()


def test_nobody_looks_at_their_own_decision_a_second_time() -> None:
    made(3_000, open_share=0.6)
    seconds = TaskEvent.objects.filter(process__check_of__isnull=False, action="decide")
    assert seconds.exists()
    for second in seconds.select_related("process"):
        assert second.actor_id != second.process.data["decider"]
    thirds = Process.objects.filter(outcome__in=("first_was_right", "second_was_right"))
    for third in thirds.annotate(people=Count("events__actor_id", distinct=True)):
        assert third.people == 3  # the first one is named by what is revealed


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


def test_the_small_one_agrees_has_work_in_every_queue_and_begins_when_reviews_arrive() -> None:
    call_command("docket_demo", verbosity=0)
    assert list(disagreements()) == []
    in_queues = set(Task.objects.filter(status__in=OPEN).exclude(queue="").values_list("queue", flat=True))
    assert in_queues == {step.queue for flow in flows() for step in steps(flow) if step.queue}
    assert {ReviewStatus.RESTRICTED, ReviewStatus.REJECTED} <= set(Review.objects.values_list("status", flat=True))
    begun = Process.objects.annotate(first=Min("events__at")).order_by("-pk")
    first = {process.subject_id: process for process in begun}
    for review in Review.objects.all():
        process = first[review.pk]
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
