"""Threats in reviews and testimonials come first as well, with what an admin has written about them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from banned_words.guidance import DEFAULT_GUIDANCE
from tests.api.source import Source
from tests.audit_log import sentences
from tests.factories import a_moderator, an_admin
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from tests.testimonials.arriving import a_testimonial, decide_testimonial, take
from workflows.models import OPEN, Task

pytestmark = pytest.mark.usefixtures("files")

THREAT = "I know where you live and I will kill them."


def task_of(kind: str, subject_id: int) -> Task:
    found = Task.objects.filter(process__flow_class=kind, process__subject_id=subject_id, status__in=OPEN)
    task: Task = found.latest("pk")
    return task


def harm_of(task: Task) -> Any:
    """As the item shows it; an item that comes first is due within an hour."""
    shown = Staff(an_admin()).get(f"/tasks/{task.pk}").json()
    assert (shown["harm"] is not None) == (task.priority == 1)
    if shown["harm"] and task.queue:
        assert task.due_at is not None
        assert task.due_at <= timezone.now() + timedelta(hours=1)
    return shown["harm"]


def a_review(text: str, **more: Any) -> tuple[int, dict[str, Any]]:
    sent = a_sent_review(text=text, **more)
    (result,) = Source().results(sent)
    return result["id"], sent


def test_a_review_with_a_threat_comes_first_with_its_passages_and_the_guidance() -> None:
    number, _ = a_review(f"Bad food. {THREAT} Never again.")
    calm, _ = a_review("Good food, nice people.")
    assert harm_of(task_of("review_moderation", number)) == {"passages": [THREAT], "guidance": DEFAULT_GUIDANCE}
    assert harm_of(task_of("review_moderation", calm)) is None
    listed = Staff(a_moderator()).get(f"/queues/{task_of('review_moderation', number).queue}/tasks").json()["items"]
    assert listed[0]["priority"] == 1


def test_a_review_whose_author_adds_a_threat_comes_first_from_then_on() -> None:
    number, sent = a_review("Good food, nice people.")
    assert Source().statuses({**sent, "text": THREAT}) == ["revised"]
    assert harm_of(task_of("review_moderation", number))["passages"] == [THREAT]


def test_a_testimonial_that_comes_with_a_threat_comes_first() -> None:
    number = a_testimonial(text=THREAT)
    assert harm_of(task_of("testimonial_transcription", number))["passages"] == [THREAT]
    assert harm_of(task_of("testimonial_transcription", a_testimonial(text="Thank you."))) is None


def test_a_threat_that_somebody_writes_down_is_first_at_the_next_step() -> None:
    number, staff = a_testimonial(), Staff(a_moderator())
    take(staff, number)
    decide_testimonial(staff, number, "finish", {"transcription": THREAT})
    assert harm_of(task_of("testimonial_transcription", number))["passages"] == [THREAT]


def test_an_admin_writes_the_guidance_and_others_only_see_it() -> None:
    admin, moderator = Staff(an_admin()), Staff(a_moderator())
    assert admin.get("/harm-guidance").json() == {"text": DEFAULT_GUIDANCE}
    assert moderator.put("/harm-guidance", {"text": "Call Ann."}).status_code == 403
    assert admin.put("/harm-guidance", {"text": "Call Ann on 1234."}).status_code == 204
    number, _ = a_review(THREAT)
    shown = moderator.get(f"/tasks/{task_of('review_moderation', number).pk}").json()
    assert shown["harm"]["guidance"] == "Call Ann on 1234."
    assert sentences(kind="word")[-1] == "Changed the guidance on threats of harm."
