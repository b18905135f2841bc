"""A head moderator who takes one review through its process, over HTTP."""

from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from reviews.models import Review
from tests.factories import a_head_moderator, open_task
from tests.staff import Staff
from workflows.engine.verbs.sweep import sweep
from workflows.models import Task

FORMS: dict[str, dict[str, Any]] = {
    "reject": {"reason": "fake", "facts": "No such street."},
    "escalate": {"notes": "The owner threatens to sue."},
    "investigate": {"question": "Was there an appointment?"},
}


class Desk:
    """A head moderator, who may do everything, at one review after another."""

    def __init__(self, task: Task) -> None:
        self.process, self.staff = task.process, Staff(a_head_moderator())

    def decide(self, *outcomes: str, **form: Any) -> "Desk":
        for outcome in outcomes:
            task = open_task(self.process)
            assert self.staff.put(f"/tasks/{task.pk}/lock").status_code == 200
            body = {"outcome": outcome, "form": form or FORMS.get(outcome, {})}
            if outcome == "return" and task.queue == "escalated" and not form:
                body["form"] = {"advice": "Ask for the invoice."}
            answer = self.staff.post(f"/tasks/{task.pk}/decision", body)
            assert answer.status_code == 200, answer.content
        return self

    def wait(self) -> "Desk":
        self.process.task_set.filter(pk=open_task(self.process).pk).update(fires_at=Now() - timedelta(seconds=1))
        assert sweep()["fired"] == 1
        return self

    @property
    def queue(self) -> str:
        return open_task(self.process).queue

    @property
    def status(self) -> str:
        return Review.objects.get(pk=self.process.subject_id).status

    @property
    def outcome(self) -> str:
        self.process.refresh_from_db()
        return self.process.outcome
