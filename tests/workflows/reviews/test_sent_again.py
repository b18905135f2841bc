"""A source sends an existing review again: with a changed text, or verified."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from reviews.models import Review, Revision
from tests.api.problems import refusal
from tests.api.source import Source
from tests.consistency import inconsistencies
from tests.factories import a_head_moderator, open_task
from tests.interleaving import HANGS, alone, impatient, is_somebody_blocked
from tests.live import at_once, wait_until
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_request
from tests.workflows.reviews.elsewhere import locked_elsewhere
from workflows.engine.core.lifecycle import reinstate_process
from workflows.engine.core.locks import lock_subject
from workflows.engine.verbs.sweep import sweep
from workflows.models import Mention, Process, Task, TaskEvent

FORMS: dict[str, dict[str, Any]] = {
    "reject": {"reason": "fake", "facts": "It is."},
    "investigate": {"question": "Was it so?"},
    "escalate": {"notes": "Too hard."},
}


class Story:
    """One review of one source, and the person who works it."""

    def __init__(self, **fields: Any) -> None:
        self.source, self.staff = Source(), Staff(a_head_moderator())
        self.sent = a_sent_review(external_id="it", **fields)
        assert self.source.statuses(self.sent) == ["accepted"]

    def again(self, **fields: Any) -> str:
        self.sent = {**self.sent, **fields}
        return self.source.statuses(self.sent)[0]

    @property
    def review(self) -> Review:
        return Review.objects.get()

    @property
    def process(self) -> Process:
        return Process.objects.latest("pk")

    @property
    def task(self) -> Task:
        return open_task(self.process)

    def hold(self) -> int:
        pk = self.task.pk
        assert self.staff.put(f"/tasks/{pk}/lock").status_code == 200
        return pk

    def decide(self, *outcomes: str) -> "Story":
        for outcome in outcomes:
            body = {"outcome": outcome, "form": FORMS.get(outcome, {})}
            answer = self.staff.post(f"/tasks/{self.hold()}/decision", body)
            assert answer.status_code == 200, answer.content
        return self

    def actions(self) -> list[str]:
        return list(TaskEvent.objects.order_by("process_id", "seq").values_list("action", flat=True))


def test_changed_words_are_a_revision_by_the_author_and_are_screened_again() -> None:
    story = Story(text="Fine.")
    assert story.again(text="What a scam.", title="No") == "revised"
    review = story.review
    assert (review.text, review.title, review.revision, len(review.flagged_words)) == ("What a scam.", "No", 2, 1)
    first, second = Revision.objects.order_by("number")
    assert (first.text, second.text, second.author_id, second.reason) == ("Fine.", "What a scam.", None, "")
    assert (story.task.queue, story.task.number_2) == ("pending", 1)
    assert story.actions() == ["start", "revise"]
    assert list(inconsistencies()) == []


def test_after_a_revision_the_new_text_is_a_duplicate_and_the_old_is_not() -> None:
    story = Story(text="One.")
    assert [story.again(text="Two."), story.again(), story.again(text="One."), story.again()] == [
        "revised",
        "duplicate",
        "revised",
        "duplicate",
    ]
    assert story.review.revision == 3


def test_omitted_text_fields_stay_unchanged() -> None:
    story = Story(title="Kind", author_name="Ada")
    del story.sent["title"]
    assert story.again(text="Other words.") == "revised"
    assert (story.review.title, story.review.author_name) == ("Kind", "Ada")


def test_resending_the_authors_text_does_not_undo_an_edit_by_staff() -> None:
    story = Story(text="Dr Miller was kind.", constructive="More chairs.")
    story.hold()
    body = {"text": "The doctor was kind.", "reason": "A name.", "revision": 1}
    assert (
        story.staff.client.patch(f"/api/review/{story.review.pk}", body, content_type="application/json").status_code
        == 200
    )
    assert story.again() == "duplicate"
    assert story.review.text == "The doctor was kind."
    assert story.again(constructive="More chairs, please.") == "revised"
    assert (story.review.text, story.review.constructive) == ("The doctor was kind.", "More chairs, please.")


def test_the_holder_keeps_a_revised_item_but_cannot_decide_on_the_old_text() -> None:
    story = Story()
    task_id = story.hold()
    assert story.again(text="I know where you live.") == "revised"
    assert story.task.pk == task_id
    refused = story.staff.post(f"/tasks/{task_id}/decision", {"outcome": "approve", "revision": 1})
    assert refusal(refused) == (409, "stale_revision")
    assert story.staff.post(f"/tasks/{task_id}/decision", {"outcome": "approve", "revision": 2}).status_code == 200


def test_an_untouched_item_moves_to_the_queue_of_its_new_screening() -> None:
    story = Story()
    assert story.again(text="I know where you live.") == "revised"
    assert (story.task.queue, story.review.status) == ("investigation", "investigation")
    assert story.actions() == ["start", "revise", "screen"]
    assert story.again(text="I know where you are.") == "revised"
    assert (story.task.queue, story.review.status) == ("pending", "pending")
    assert list(inconsistencies()) == []


@pytest.mark.parametrize(
    ("outcome", "queue"), [("backlog", "backlog"), ("escalate", "escalated"), ("investigate", "investigation")]
)
def test_an_item_moved_by_a_person_stays_in_its_queue(outcome: str, queue: str) -> None:
    story = Story().decide(outcome)
    assert story.again(text="I know where you live.") == "revised"
    assert story.task.queue == queue
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("outcome", ["approve", "reject"])
@pytest.mark.parametrize("is_held", [False, True])
def test_an_approval_of_the_old_text_does_not_publish_the_new_text(outcome: str, is_held: bool) -> None:
    story = Story().decide(outcome)
    task_id = story.hold() if is_held else story.task.pk
    assert story.again(text="Other words.") == "revised"
    assert (story.task.queue, story.review.status) == ("pending", "pending")
    assert refusal(story.staff.post(f"/tasks/{task_id}/decision", {"outcome": "recall"})) == (409, "task_closed")
    Task.objects.filter(fires_at__isnull=False).update(fires_at=Now() - timedelta(seconds=1))
    sweep()
    assert story.review.status == "pending"
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("outcome", ["approve", "reject"])
def test_decider_and_holder_are_notified_that_a_new_text_undid_the_decision(outcome: str) -> None:
    story = Story().decide(outcome)
    if outcome == "approve":
        later = (timezone.now() + timedelta(days=1)).isoformat()
        form = {"until": later, "why": "A holiday."}
        body = {"outcome": "reschedule", "form": form}
        other = Staff(a_head_moderator())
        other.put(f"/tasks/{story.task.pk}/lock")
        assert other.post(f"/tasks/{story.task.pk}/decision", body).status_code == 200
    holder, bystander = Staff(a_head_moderator()), Staff(a_head_moderator())
    task_id = story.task.pk
    holder.put(f"/tasks/{task_id}/lock")
    assert story.again(text="Other words.") == "revised"
    for staff in (story.staff, holder):  # who decided, and who had it open to take it back
        (mention,) = staff.get("/mentions").json()
        assert (mention["action"], mention["by"], mention["task_id"], mention["queue"]) == (
            "screen",
            None,
            story.task.pk,
            "pending",
        )
    assert bystander.get("/mentions").json() == []
    for answer in (
        holder.put(f"/tasks/{task_id}/lock", {"extend": True}),
        holder.post(f"/tasks/{task_id}/decision", {"outcome": "recall"}),
        holder.put(f"/tasks/{task_id}/lock"),
    ):
        assert refusal(answer) == (409, "task_closed")
        assert (answer.json()["ended_by"], "holder" in answer.json()) == ("screen", False)


def test_without_decider_or_holder_nobody_is_notified() -> None:
    story = Story()
    assert story.again(text="I know where you live.") == "revised"
    assert story.actions() == ["start", "revise", "screen"]
    assert not Mention.objects.exists()


def test_the_holder_is_notified_of_a_withdrawal() -> None:
    story = Story()
    task_id = story.hold()
    assert story.source.withdraw("wf", "it").status_code == 204
    refused = story.staff.post(f"/tasks/{task_id}/decision", {"outcome": "approve"})
    assert refusal(refused) == (409, "task_closed")
    assert refused.json()["ended_by"] == "withdraw"


@pytest.mark.parametrize("end", [["approve", "publish"], ["reject", "confirm"]])
def test_a_new_text_after_an_end_starts_a_new_moderation(end: list[str]) -> None:
    story = Story().decide(*end)
    ended = story.process
    assert story.again() == "duplicate"
    assert story.again(text="Other words.") == "revised"
    assert (story.task.queue, story.review.status) == ("pending", "pending")
    assert story.process.pk != ended.pk
    assert TaskEvent.objects.filter(process=ended).latest("seq").action == "revise"
    assert list(inconsistencies()) == []
    assert story.decide("approve", "publish").review.status == "published"


def test_a_withdrawn_review_stays_withdrawn_until_its_text_changes() -> None:
    story = Story()
    story.source.withdraw("wf", "it")
    assert (story.again(), story.review.status) == ("duplicate", "withdrawn")
    assert (story.again(text="Other words."), story.review.status) == ("revised", "pending")
    assert story.source.withdraw("wf", "it").status_code == 204
    assert story.review.status == "withdrawn"
    assert list(inconsistencies()) == []


def test_a_new_text_closes_an_open_request_to_restrict() -> None:
    story = Story().decide("approve", "publish")
    request = a_request(story.review)
    assert story.again(text="Other words.") == "revised"
    request.refresh_from_db()
    assert (request.status, request.outcome) == ("DONE", "closed")


def test_a_revision_without_any_text_is_rejected() -> None:
    story = Story(text="Fine.")
    (result,) = story.source.results({**story.sent, "text": "", "constructive": " "})
    assert (result["status"], list(result["errors"])) == ("rejected", ["text"])
    assert story.review.revision == 1


def test_a_verification_by_the_source_moves_an_unverified_review_on() -> None:
    story = Story(verified=False)
    assert story.task.queue == "unverified"
    assert story.again(verified=True) == "verified"
    assert (story.task.queue, story.review.status, story.review.verified) == ("pending", "pending", True)
    assert story.actions() == ["start", "vouch", "fire"]
    assert story.again() == "duplicate"
    assert story.again(verified=False) == "duplicate"
    assert story.review.verified
    assert list(inconsistencies()) == []
    assert story.decide("approve").review.status == "queued"


def test_a_held_unverified_review_moves_on_after_its_release() -> None:
    story = Story(verified=False)
    task_id = story.hold()
    assert story.again(verified=True) == "verified"
    sweep()
    assert story.task.pk == task_id
    assert story.staff.delete(f"/tasks/{task_id}/lock").status_code == 204
    sweep()
    assert (story.task.queue, story.review.status) == ("pending", "pending")
    assert list(inconsistencies()) == []


def test_the_holder_of_a_verified_review_may_still_decide() -> None:
    story = Story(verified=False)
    task_id = story.hold()
    story.again(verified=True)
    body = {"outcome": "reject", "form": FORMS["reject"]}
    assert story.staff.post(f"/tasks/{task_id}/decision", body).status_code == 200
    sweep()
    assert story.review.status == "rejected"
    assert list(inconsistencies()) == []


@pytest.mark.parametrize("is_later", [True, False])
def test_undo_of_a_verification_leaves_that_of_the_source_alone(*, is_later: bool) -> None:
    story = Story(verified=False)
    task_id = story.hold()
    if is_later:
        story.decide("verify")
    assert story.again(verified=True) == "verified"
    if not is_later:  # the source was faster than the person who held the review
        story.decide("verify")
    assert story.again(verified=True) == "duplicate"
    assert refusal(story.staff.post(f"/tasks/{task_id}/undo")) == (409, "moved_on")
    assert (story.task.queue, story.review.status, story.review.verified) == ("pending", "pending", True)
    (decision,) = story.staff.get("/user/me/decisions").json()
    assert decision["refusal"]["code"] == "moved_on"
    assert sorted(story.actions()) == ["claim", "decide", "start", "vouch"]
    assert list(inconsistencies()) == []


def test_a_source_that_verifies_long_after_a_person_changes_nothing() -> None:
    story = Story(verified=False).decide("verify")
    Task.objects.filter(outcome="verify").update(finished=Now() - settings.UNDO_TIME)
    assert story.again(verified=True) == "duplicate"
    assert "vouch" not in story.actions()


@pytest.mark.parametrize("outcome", ["backlog", "escalate"])
def test_elsewhere_it_can_be_approved_once_it_is_vouched_for(outcome: str) -> None:
    story = Story(verified=False).decide(outcome)
    assert story.again(verified=True) == "verified"
    assert story.task.queue in ("backlog", "escalated")
    if outcome == "escalate":
        assert story.decide("approve").review.status == "queued"


@pytest.mark.parametrize("outcome", ["backlog", "reject"])
def test_a_review_verified_meanwhile_does_not_return_to_unverified(outcome: str) -> None:
    story = Story(verified=False).decide(outcome)
    assert story.again(verified=True) == "verified"
    story.decide("return" if outcome == "backlog" else "recall")
    assert (story.task.queue, story.review.status) == ("pending", "pending")
    assert list(inconsistencies()) == []


def test_a_withdrawal_that_waits_for_a_reinstatement_ends_what_that_began() -> None:
    story = Story().decide("reject", "confirm")
    ended = story.process

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        lock_subject("review", ended.subject_id)
        answer = pool.submit(alone, partial(story.source.withdraw, "wf", "it"))
        wait_until(is_somebody_blocked, HANGS)
        new = reinstate_process(ended, "Look again.", by=a_head_moderator())
    assert answer.result().status_code == 204
    new.refresh_from_db()
    ended.refresh_from_db()
    assert (ended.outcome, new.outcome, story.review.status) == ("rejected", "withdrawn", "withdrawn")
    assert list(inconsistencies()) == []


def test_an_item_moved_only_by_its_source_moves_with_a_new_screening() -> None:
    story = Story(verified=False)
    assert story.again(verified=True) == "verified"
    assert story.again(text="I know where you live.") == "revised"
    assert (story.task.queue, story.review.status) == ("investigation", "investigation")
    assert list(inconsistencies()) == []


def test_a_review_verified_by_a_person_stays_with_the_new_text_flagged() -> None:
    story = Story(verified=False).decide("verify")
    assert story.again(text="I know where you live.") == "revised"
    assert (story.task.queue, story.task.number_2) == ("pending", 1)


def test_a_verification_and_a_new_text_in_one_call() -> None:
    story = Story(verified=False)
    assert story.again(verified=True, text="I know where you live.") == "revised"
    assert (story.task.queue, story.review.verified) == ("investigation", True)
    assert list(inconsistencies()) == []


def test_a_review_that_somebody_is_changing_is_said_to_be_busy_and_stops_no_other() -> None:
    story = Story()
    with locked_elsewhere(story.process), impatient():
        assert list(story.source.statuses({**story.sent, "text": "Other."}, a_sent_review())) == ["busy", "accepted"]
    assert story.again(text="Other.") == "revised"


def test_the_same_new_text_by_parallel_callers_is_one_revision() -> None:
    story = Story(verified=False)
    changed = {**story.sent, "text": "Other words.", "verified": True}

    def send(*, reverse: bool) -> list[str]:
        try:
            calls = [changed, a_sent_review(external_id="new")]
            return list(story.source.statuses(*calls[:: -1 if reverse else 1]))
        finally:
            connection.close()

    answers = at_once([partial(send, reverse=bool(order % 2)) for order in range(5)])
    statuses = [status for answer in answers for status in answer]
    assert (statuses.count("revised"), statuses.count("accepted")) == (1, 1)
    assert set(statuses) <= {"revised", "accepted", "duplicate", "verified"}
    assert Revision.objects.filter(review=Review.objects.get(external_id="it")).count() == 2
    assert list(inconsistencies()) == []
