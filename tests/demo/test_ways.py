"""Each way of the demo leaves the rows that the engine leaves when people go it."""

from random import Random
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from commands.demo.days import DAY, times_of
from commands.demo.drawing import Drawing
from commands.demo.loading import keep
from commands.demo.people import known_team, make_accounts
from commands.demo.ways import ENDED, FIRES, OPEN, WITHDRAWN, Way, walk
from reviews.models import Review
from tests.factories import a_head_moderator, a_process, open_task
from workflows.engine.decisions import decide_task
from workflows.engine.lifecycle import withdraw_process
from workflows.engine.sweep import sweep
from workflows.engine.work import claim_task
from workflows.models import Process, Task, TaskEvent

pytestmark = pytest.mark.usefixtures("database")

ARRIVALS: dict[str, dict[str, Any]] = {
    "pending": {"source": "google"},
    "unverified": {"verified": False},
    "investigation": {"text": "The man at the door is a pervert.", "source": "google"},
}
FORMS: dict[str, dict[str, str]] = {
    "reject": {"reason": "fake", "facts": "It is."},
    "escalate": {"notes": "Look."},
    "investigate": {"question": "Who?"},
}
ADVICE = {"advice": "Publish."}


def gone_by_people(way: Way) -> Process:
    process, by = a_process(**ARRIVALS[way.first]), a_head_moderator()
    for outcome in way.outcomes:
        task = open_task(process)
        if outcome == WITHDRAWN:
            withdraw_process(process)
        elif outcome == FIRES:
            Task.objects.filter(pk=task.pk).update(fires_at=F("fires_at") - DAY)
            assert sweep()["fired"] == 1
        else:
            claim_task(task.pk, by=by)
            form = ADVICE if outcome == "return" and task.queue == "escalated" else FORMS.get(outcome, {})
            decide_task(task.pk, by=by, outcome=outcome, payload=form)
    return process


def made_by_the_demo(way: Way) -> Process:
    make_accounts()
    now, chance = timezone.now(), Random(1)
    drawing = Drawing(1, 0.5, known_team(), now)
    draft, journey = drawing.draw_one(1), walk(way)
    draft.journey, draft.times = journey, times_of(journey, now, chance)
    draft.deeds = [drawing.deed(move, chance) for move in journey.moves]
    draft.salts = [b"salt" for _ in journey.moves]
    assert keep([draft], [journey]) == 1
    return Process.objects.get(subject_id=Review.objects.get(external_id=draft.external_id).pk)


def shape_of(process: Process) -> dict[str, Any]:
    """All that does not depend on who, when and which words."""
    process.refresh_from_db()
    return {
        "process": (process.status, process.outcome, process.finished is None, set(process.data)),
        "review": Review.objects.get(pk=process.subject_id).status,
        "tasks": [task_shape(task) for task in Task.objects.filter(process=process).order_by("pk")],
        "events": [event_shape(event) for event in TaskEvent.objects.filter(process=process).order_by("seq")],
    }


def task_shape(task: Any) -> tuple[Any, ...]:
    times = ("assigned", "started", "finished", "due_at", "fires_at", "lease_until", "owner", "company_id")
    named = (task.flow_task.name, task.flow_task_type, task.status, task.queue, task.outcome, task.came_from)
    follows = list(task.previous.values_list("flow_task", flat=True))
    return (*named, *(name for name in times if getattr(task, name) is not None), *follows)


def event_shape(event: TaskEvent) -> tuple[Any, ...]:
    named = (event.action, event.node, event.outcome, event.to_node)
    return (*named, event.actor_id is None, event.task_id is None, hasattr(event, "text"), sorted(event.data))


@pytest.mark.parametrize("way", [*OPEN, *ENDED], ids=lambda way: " ".join((way.first, *way.outcomes)))
def test_a_way(way: Way) -> None:
    made, gone = shape_of(made_by_the_demo(way)), shape_of(gone_by_people(way))
    for part, expected in gone.items():
        assert made[part] == expected, part
