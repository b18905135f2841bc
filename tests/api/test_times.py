"""Times with any offset that ISO 8601 allows: the database itself takes none of 16 hours or more."""

from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import quote

import pytest

from reviews.models import Review
from tests.api.source import Source
from tests.factories import a_head_moderator, a_pending_task
from tests.sent_reviews import a_sent_review
from tests.staff import Staff
from workflows.models import Task

FAR = "2026-01-01T00:00:00-23:59"
OUT_OF_RANGE = "0001-01-01T00:00:00+16:00"


@pytest.mark.parametrize("path", ["/statements", "/statements/export", "/reviews", "/reviews/export"])
@pytest.mark.parametrize("name", ["since", "until"])
def test_filters_take_every_offset(path: str, name: str) -> None:
    staff = Staff(a_head_moderator())
    assert staff.get(f"{path}?{name}={quote(FAR)}").status_code == 200
    assert staff.get(f"{path}?{name}={quote(OUT_OF_RANGE)}").status_code == 422


def test_a_review_is_stored_with_the_moment_at_which_it_was_posted() -> None:
    assert Source().statuses(a_sent_review(posted_at=FAR)) == ["accepted"]
    assert Review.objects.get().posted_at == datetime(2026, 1, 1, 23, 59, tzinfo=UTC)


def test_an_item_is_snoozed_until_a_time_with_any_offset() -> None:
    task, staff = a_pending_task(), Staff(a_head_moderator())
    until = (datetime.now(UTC) + timedelta(hours=2)).astimezone(timezone(timedelta(hours=20)))
    assert staff.put(f"/tasks/{task.pk}/lock").status_code == 200
    assert staff.put(f"/tasks/{task.pk}/snooze", {"until": until.isoformat()}).status_code == 204
    assert Task.objects.get(pk=task.pk).snoozed_until == until


def test_a_publication_is_put_off_until_a_time_with_any_offset() -> None:
    task, staff = a_pending_task(), Staff(a_head_moderator())
    until = (datetime.now(UTC) + timedelta(days=2)).astimezone(timezone(timedelta(hours=20)))
    for pk, decision in (
        (task.pk, {"outcome": "approve"}),
        (None, {"outcome": "reschedule", "form": {"until": until.isoformat(), "why": "A holiday."}}),
    ):
        number = pk or Task.objects.latest("pk").pk
        assert staff.put(f"/tasks/{number}/lock").status_code == 200
        assert staff.post(f"/tasks/{number}/decision", decision).status_code == 200
    assert Task.objects.latest("pk").fires_at == until
