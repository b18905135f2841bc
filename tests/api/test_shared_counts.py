"""Polls of counts that accept an answer of a second ago: one read for everybody (decision 46)."""

from functools import partial
from typing import Any

import pytest

from accounts.models import User
from tests.api.queries import sent_by
from tests.clocks import StandingClock, clock
from tests.factories import a_head_moderator, a_moderator, a_pending_task, a_second_look
from tests.staff import Staff
from workflows.engine.core.flows import queues
from workflows.engine.reading.lists.own_counts import count_own, count_own_of_everybody, own_in
from workflows.models import CountsSnapshot, Task

__all__ = ["clock"]

POLL = {"cache-control": "max-age=1"}


def poll(staff: Staff, path: str = "/cms/counts", **headers: str) -> Any:
    return staff.get(path, **POLL, **headers)


@pytest.fixture
def reader(clock: StandingClock) -> Staff:
    """A person whose process holds the counts of this moment."""
    staff = Staff(a_moderator())
    poll(staff)
    return staff


def test_a_poll_sends_nothing_but_the_session(reader: Staff) -> None:
    other = Staff(a_head_moderator())
    etag = poll(reader).headers["ETag"]
    for person in (reader, other):
        assert len(sent_by(partial(poll, person))) == 1
    assert len(sent_by(partial(poll, reader, **{"if-none-match": etag}), 304)) == 1


def test_the_dashboard_polls_the_same_counts(reader: Staff) -> None:
    assert len(sent_by(partial(poll, reader, "/queues"))) == 1


def test_after_a_second_the_counts_are_read_again(reader: Staff, clock: StandingClock) -> None:
    etag = poll(reader).headers["ETag"]
    a_pending_task()
    CountsSnapshot.objects.all().delete()
    clock += 0.5
    assert poll(reader, **{"if-none-match": etag}).status_code == 304
    clock += 1
    again = poll(reader, **{"if-none-match": etag})
    assert (again.status_code, again.json()["pending"]) == (200, 1)


def test_without_the_header_ones_own_claim_shows_at_once(reader: Staff) -> None:
    task = a_pending_task()
    reader.put(f"/tasks/{task.pk}/lock")
    assert poll(reader).json()["assigned_to_me"] == 0
    assert reader.get("/cms/counts").json()["assigned_to_me"] == 1


def test_a_removed_permission_shows_in_the_next_poll(reader: Staff, clock: StandingClock) -> None:
    a_pending_task()
    CountsSnapshot.objects.all().delete()
    clock += 2
    assert poll(reader).json()["pending"] == 1
    assert reader.user is not None
    User.objects.filter(pk=reader.user.pk).update(cms_access=[])
    assert set(poll(reader).json().values()) == {0}
    User.objects.filter(pk=reader.user.pk).update(is_active=False)
    assert poll(reader).status_code == 401


def test_a_snapshot_is_held_for_the_rest_of_its_second(clock: StandingClock, staff: Staff) -> None:
    staff.get("/cms/counts")
    CountsSnapshot.objects.update(refreshed_at="2036-01-01T00:00:00Z")
    poll(staff)
    clock += 0.9
    assert len(sent_by(partial(poll, staff))) == 1


@pytest.fixture
def people() -> list[User]:
    """Everything that an own count differs by: held, assigned, both, by two people, put off, ended, barred."""
    first, second, head = a_moderator(), a_moderator(), a_head_moderator()
    desk, other, leader = Staff(first), Staff(second), Staff(head)
    for _ in range(2):
        desk.put(f"/tasks/{a_pending_task().pk}/lock")
    other.put(f"/tasks/{a_pending_task(verified=False).pk}/lock")
    both, theirs, put_off, ended = (a_pending_task() for _ in range(4))
    for task in (both, theirs, put_off):
        leader.put(f"/tasks/{task.pk}/assignee", {"user_id": first.pk})
    desk.put(f"/tasks/{both.pk}/lock")
    desk.put(f"/tasks/{put_off.pk}/snooze", {"until": "2036-12-01T09:00:00Z"})
    desk.put(f"/tasks/{ended.pk}/lock")
    Task.objects.filter(pk=ended.pk).update(lease_until="2026-01-01T00:00:00Z")
    Task.objects.filter(pk=theirs.pk).update(status="ASSIGNED", owner=second, lease_until="2036-01-01T00:00:00Z")
    looks = [a_second_look() for _ in range(3)]
    leader.put(f"/tasks/{looks[0].pk}/lock")
    Task.objects.filter(pk=looks[1].pk).update(barred_too_id=second.pk, assignee=first)
    Task.objects.filter(pk=looks[2].pk).update(barred_too_id=looks[2].barred_id)
    barred = [look.barred_id for look in looks if look.barred_id is not None]
    return [first, second, head, *User.objects.filter(pk__in=barred), a_moderator()]


@pytest.mark.parametrize("only", [None, "pending", "second_look"])
def test_everybodys_counts_are_those_of_each_person(people: list[User], only: str | None) -> None:
    permitted = (only,) if only else tuple(queues())
    everybody = count_own_of_everybody()
    counted = {user.pk: own_in(everybody.get(user.pk, {}), permitted) for user in people}
    for user in people:
        alone, together = count_own(user, permitted), counted[user.pk]
        assert (together.mine, together.shared, together.barred_taken) == (
            alone.mine,
            alone.shared,
            alone.barred_taken,
        )
        assert all(together.barred_in(name) == alone.barred_in(name) for name in permitted)
    if only is None:  # the desk has everything by which own counts differ
        for name in ("mine", "shared", "barred_taken"):
            assert any(getattr(own, name) for own in counted.values()), name
