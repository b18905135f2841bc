"""A rejection from the desk to its end, and the jobs that follow."""

from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from tests.staff import Staff
from workflows.engine.outbox.outbox import perform, relay
from workflows.engine.verbs.sweep import sweep
from workflows.models import OutboxMessage, Task

FACTS = "The address that it names does not exist."
GROUNDS = {"reason": "fake", "facts": FACTS}


def reject(staff: Staff, task: Task, **form: Any) -> int:
    """The task in which the rejection is held."""
    return int(staff.decide(task.pk, "reject", {**GROUNDS, **form})["next"]["task_id"])


def end_holds() -> None:
    Task.objects.filter(fires_at__isnull=False).update(fires_at=Now() - timedelta(seconds=1))
    assert not sweep()["failed"]


def do_jobs() -> None:
    """What a worker would do now."""
    while relay(perform):
        pass


def make_jobs_due() -> None:
    OutboxMessage.objects.filter(done_at=None).update(available_at=Now() - timedelta(seconds=1))
