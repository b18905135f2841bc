"""The engine's locks, each with two transactions in a chosen order (engine.md, decisions 3, 4 and 7)."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from api.models import IdempotentAnswer
from tests.factories import a_moderator, a_pending_task
from tests.interleaving import Pause, at_the_same_time, blocked_or_done, impatient, pause_before
from tests.staff import Staff
from workflows.engine.core.errors import LockLostError
from workflows.engine.core.locks import RowLock
from workflows.engine.outbox import outbox
from workflows.engine.outbox.kinds import Kind
from workflows.engine.outbox.registry import JOBS, job
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import OutboxMessage, Task, TaskEvent
from workflows.review_moderation import ReviewModeration

KEY = "0f8a8b54-8f0e-4a53-8f1e-0c1f3f4f5a6b"


@pytest.fixture
def calls() -> Iterator[list[str]]:
    """The names that the job `note` was called with."""
    registered, called = dict(JOBS), list[str]()

    @job("note", Kind.CLOCKS)
    def note(payload: Mapping[str, Any]) -> None:
        called.append(payload["name"])
        _in_the_job()

    yield called
    JOBS.clear()
    JOBS.update(registered)


def _in_the_job() -> None:
    """Where a job is paused."""


@pytest.mark.rule(8)
def test_a_job_under_way_is_not_begun_by_another_worker(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    message = outbox.enqueue("note", {"name": "a"})
    pause = pause_before(monkeypatch, f"{__name__}._in_the_job")
    with at_the_same_time(partial(outbox.perform, message.pk), pause) as first:
        assert not outbox.perform(message.pk), "it does not wait either"
        assert calls == ["a"]
    assert first.result()
    assert OutboxMessage.objects.get().attempts == 1


@pytest.mark.rule(8)
def test_two_relays_never_publish_the_same_job(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    outbox.enqueue("note", {"name": "a"})
    published: list[int] = []
    pause, lease = Pause(), settings.OUTBOX_DELIVERY_LEASE

    class Settings:
        @property
        def OUTBOX_DELIVERY_LEASE(self) -> timedelta:  # noqa: N802 the name of the setting, read between two statements
            pause()
            return lease

    monkeypatch.setattr(outbox, "settings", Settings())
    with at_the_same_time(partial(outbox.relay, published.append), pause) as first:
        assert outbox.relay(published.append) == 0, "it does not wait either"
    assert first.result() == 1
    assert published == [OutboxMessage.objects.get().pk]


@pytest.mark.rule(1)
def test_two_claims_of_one_person_at_once_stay_below_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    user = a_moderator()
    for _ in range(settings.MAX_LEASES - 1):
        assert Staff(user).put(f"/tasks/{a_pending_task().pk}/lock").status_code == 200
    tasks = [a_pending_task() for _ in range(2)]
    claims = [partial(Staff(user).put, f"/tasks/{task.pk}/lock") for task in tasks]
    pause = pause_before(monkeypatch, "workflows.engine.verbs.claims.change_task")
    with at_the_same_time(claims[0], pause) as first:
        second = blocked_or_done(claims[1], pause.let_go)
    assert first.result().status_code == 200
    assert (second.status_code, second.json()["code"]) == (409, "too_many_held")
    assert Task.objects.filter(owner=user).count() == settings.MAX_LEASES


def claim(task: Task) -> Any:
    return Staff(a_moderator()).put(f"/tasks/{task.pk}/lock").status_code


def take_next(_task: Task) -> Any:
    return Staff(a_moderator()).post("/queues/pending/next").status_code


def fire(task: Task) -> Any:
    Task.objects.filter(pk=task.pk).update(snoozed_until=Now() - timedelta(seconds=1))
    return sweep()["woken"]


@pytest.mark.parametrize(("change", "refusal"), [(claim, 409), (take_next, 204), (fire, 0)])
@pytest.mark.rule(4)
def test_no_task_changes_while_its_process_is_locked(change: Any, refusal: int) -> None:
    """A verb that needs the process alone, such as a letter's entry, is not overtaken by a decision."""
    task = a_pending_task()
    before = TaskEvent.objects.count()
    with transaction.atomic(), RowLock()(ReviewModeration, task.process_id):
        assert blocked_or_done(impatient()(partial(change, task)), lambda: None) == refusal
    assert TaskEvent.objects.count() == before


@pytest.mark.rule(6)
def test_requests_with_one_key_wait_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    task, user = a_pending_task(), a_moderator()
    staff = Staff(user)
    send = partial(staff.post, f"/tasks/{task.pk}/notes", {"text": "Look."}, idempotency_key=KEY)
    pause = pause_before(monkeypatch, "workflows.engine.verbs.notes.record_event")
    with at_the_same_time(send, pause) as first:
        second = blocked_or_done(send, pause.let_go)
    assert (first.result().status_code, second.status_code) == (201, 201)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert first.result().content == second.content
    assert TaskEvent.objects.filter(action="note").count() == 1


@pytest.mark.rule(6)
def test_after_a_refusal_the_waiting_request_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refused request deletes its row in its own transaction, so that the waiting one inserts it anew."""
    task, staff = a_pending_task(), Staff(a_moderator())
    staff.put(f"/tasks/{task.pk}/lock")
    send = partial(staff.post, f"/tasks/{task.pk}/decision", {"outcome": "approve"}, idempotency_key=KEY)
    pause, numbers = Pause(), count()

    def refuse_the_first(*arguments: Any, **named: Any) -> Any:
        if next(numbers) == 0:
            pause()
            raise LockLostError
        return decide_task(*arguments, **named)

    monkeypatch.setattr("api.tasks.tasks.decide_task", refuse_the_first)
    with at_the_same_time(send, pause) as first:
        second = blocked_or_done(send, pause.let_go)
    assert (first.result().status_code, second.status_code) == (409, 200)
    assert "Idempotency-Replayed" not in second.headers
    assert IdempotentAnswer.objects.count() == 1
