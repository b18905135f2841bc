"""Whether automated means pointed a review out: what screening has found once is told, whatever is edited since."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail

from banned_words.models import Action, BannedWord
from reviews.models import Statement
from tests.factories import a_head_moderator, a_pending_task, a_review, open_task
from tests.staff import Staff
from tests.workflows.restrictions.requests import a_published_review, a_request, decide
from tests.workflows.reviews.desk import do_jobs, end_holds, reject
from workflows.models import Process, Task

ADA: dict[str, Any] = {"author_name": "Ada King", "author_email": "ada@example.com"}
NO_MEANS = "not pointed out to us by automated means"


@pytest.fixture
def banned(request: pytest.FixtureRequest) -> Iterator[str]:
    """Words of which one is listed with an action."""
    BannedWord.objects.create(term="zzyzx", action=request.param)
    yield "A zzyzx."
    BannedWord.objects.filter(term="zzyzx").delete()


def rejected(staff: Staff, task: Task) -> bool:
    """What the statement of a rejection says."""
    reject(staff, task)
    end_holds()
    do_jobs()
    assert (NO_MEANS in mail.outbox[-1].body) is not Statement.objects.latest("pk").automated_detection
    return Statement.objects.get(process_id=task.process_id).automated_detection


@pytest.mark.parametrize("banned", [Action.FLAG, Action.HOLD, Action.REJECT], indirect=True)
def test_a_banned_word_of_any_action_is_automated_detection(staff: Staff, banned: str) -> None:
    assert rejected(staff, a_pending_task(a_review(text=banned, **ADA)))


@pytest.mark.parametrize("banned", [Action.REJECT], indirect=True)
def test_an_edit_does_not_remove_a_detection(staff: Staff, banned: str) -> None:
    task = a_pending_task(a_review(text=banned, **ADA))
    staff.put(f"/tasks/{task.pk}/lock")
    edit = {"task": task.pk, "revision": 1, "reason": "A word.", "text": "A street."}
    answer = staff.patch(f"/review/{task.process.subject_id}", edit)
    assert answer.status_code == 200, answer.content
    assert rejected(staff, task)


@pytest.mark.parametrize("banned", [Action.FLAG], indirect=True)
def test_a_detection_survives_a_reinstatement(staff: Staff, banned: str, head: Staff) -> None:
    task = a_pending_task(a_review(text=banned, **ADA))
    assert rejected(staff, task)
    path = f"/processes/review_moderation/{task.process_id}/reinstatement"
    new = head.post(path, {"notes": "Look again."}).json()["process"]["id"]
    assert rejected(head, open_task(Process.objects.get(pk=new)))


@pytest.mark.parametrize("banned", [Action.FLAG], indirect=True)
def test_a_detection_survives_an_overridden_restriction(banned: str) -> None:
    head, review = Staff(a_head_moderator()), a_published_review(text=banned, **ADA)
    request = a_request(review)
    decide(head, request, "restrict", "confirm")
    do_jobs()
    # the restriction itself was pointed out by whoever asked for it
    assert not Statement.objects.get(process_id=request.pk).automated_detection
    path = f"/processes/restriction_request/{request.pk}/reinstatement"
    new = head.post(path, {"notes": "Look again."}).json()["process"]["id"]
    assert rejected(head, open_task(Process.objects.get(pk=new)))


def test_without_findings_the_detection_is_not_automated(staff: Staff) -> None:
    assert not rejected(staff, a_pending_task(a_review(**ADA)))
