"""Each tale of the demo leaves the rows that the engine leaves when people go it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from commands.demo.days import DAY
from commands.demo.drawing import Drawing
from commands.demo.loading import keep
from commands.demo.people import known_team, make_accounts
from commands.demo.tales import ENDED, OPEN, Tale
from commands.demo.ways import CHECK, FIRES, REQUEST, WITHDRAWN, Way, walk
from restrictions.actions import Contact
from restrictions.models import Ground, RequestToRestrict
from reviews.models import Letter, Review, Statement
from tests.factories import a_head_moderator, a_moderator, a_process, open_task
from tests.workflows.reviews.desk import do_jobs
from workflows.engine.core.lifecycle import reinstate_process, withdraw_process
from workflows.engine.verbs.claims import claim_task
from workflows.engine.verbs.decisions import decide_task
from workflows.engine.verbs.sweep import sweep
from workflows.models import DecisionCheck, Mention, OutboxMessage, Process, Task, TaskEvent
from workflows.restrictions.intake import ask_to_restrict
from workflows.second_looks.sampling import start_second_look

pytestmark = pytest.mark.usefixtures("database")

ARRIVALS: dict[str, dict[str, Any]] = {
    "pending": {"source": "google"},
    "unverified": {"verified": False},
    "investigation": {"text": "The man at the door is a pervert.", "source": "google"},
}
REASON = {"reason": "fake", "facts": "It is."}
FORMS: dict[str, dict[str, str]] = {
    "reject": REASON,
    "restrict": REASON,
    "would_reject": REASON,
    "escalate": {"notes": "Look."},
    "investigate": {"question": "Who?"},
    "decline": {"why": "It may stay."},
    "first": {"why": "It was."},
    "second": {"why": "It was."},
}
ADVICE = {"advice": "Publish."}
CONTACT = Contact("Ann Owner", "ann@example.com", "Owner")
TALES = [pytest.param(tale, id=" / ".join(" ".join((way.first, *way.outcomes)) for way in tale.ways))
         for tale in (*OPEN, *ENDED)]  # fmt: skip


def gone_by_people(tale: Tale, email: str) -> int:
    """The review's number."""
    process: Process | None = None
    for way in tale.ways:
        process = _begin(way, process, email)
        do_jobs()
        seen = {process.data.get("decider")}
        for outcome in way.outcomes:
            by = a_head_moderator() if open_task(process).queue in ("escalated", "disagreements") else a_moderator()
            assert by.pk not in seen
            _go(process, outcome, by)
        do_jobs()
    assert process
    return process.subject_id


def _begin(way: Way, before: Process | None, email: str) -> Process:
    if before is None:
        return a_process(author_email=email, **ARRIVALS[way.first])
    before.refresh_from_db()
    if way.flow is CHECK:
        check = start_second_look(before.pk)
        assert check
        return check
    if way.flow is REQUEST:
        return ask_to_restrict(before.subject_id, Ground.PRIVACY, "My street.", CONTACT, by=a_moderator())[1]
    return reinstate_process(before, "Look again.", by=a_head_moderator())


def _go(process: Process, outcome: str, by: User) -> None:
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


def made_by_the_demo(tale: Tale, email: str) -> int:
    """The review's number."""
    make_accounts()
    drawing = Drawing(1, 0.5, known_team(), timezone.now())
    draft, journeys = drawing.draw_one(1), [walk(way, number) for number, way in enumerate(tale.ways)]
    draft.runs, draft.email = drawing.processes.draw(journeys, Random(1)), email
    draft.received = draft.revised = None
    assert keep([draft], journeys) == 1
    return Review.objects.get(external_id=draft.external_id).pk


def story_of(review_id: int) -> Iterator[tuple[str, Any]]:
    """All that does not depend on who, when and which words."""
    yield "review", Review.objects.get(pk=review_id).status
    processes = list(Process.objects.filter(subject_id=review_id).order_by("pk"))
    places = {process.pk: place for place, process in enumerate(processes)}
    for process in processes:
        overrides = places.get(process.override_of_id or 0)
        yield "process", (process.kind, process.status, process.outcome, process.finished is None, overrides)
        yield "data", sorted(process.data)
        yield "tasks", [task_shape(task) for task in Task.objects.filter(process=process).order_by("pk")]
        yield "entries", [event_shape(event) for event in TaskEvent.objects.filter(process=process).order_by("seq")]
        told = Mention.objects.filter(task__process=process).order_by("event_id")
        yield "told", [mention.event.action for mention in told]
    for letter in Letter.objects.filter(review=review_id).order_by("created_at", "process_id", "about"):
        yield "letter", (places[letter.process_id], letter.about, letter.state, letter.sent_at is None)
    for statement in Statement.objects.filter(review=review_id).order_by("process_id"):
        yield "statement", (places[statement.process_id], statement.kind, statement.source_type)
    for request in RequestToRestrict.objects.filter(review=review_id).order_by("number"):
        yield "request", (request.number, request.status, request.ended_at is None)
    for check in DecisionCheck.objects.filter(process__subject_id=review_id).select_related("decision"):
        yield "check", (places[check.process_id], check.decision.action, check.decision.outcome, check.decision.seq)


def task_shape(task: Any) -> tuple[Any, ...]:
    times = ("assigned", "started", "finished", "due_at", "fires_at", "lease_until", "owner", "company_id")
    barred = ("barred_id", "barred_too_id")
    named = (task.flow_task.name, task.flow_task_type, task.status, task.queue, task.outcome, task.came_from)
    follows = list(task.previous.values_list("flow_task", flat=True))
    return (*named, *(name for name in (*times, *barred) if getattr(task, name) is not None), *follows)


def event_shape(event: TaskEvent) -> tuple[Any, ...]:
    named = (event.action, event.node, event.outcome, event.to_node)
    text = bool(event.text.body) if hasattr(event, "text") else None
    return (*named, event.actor_id is None, event.task_id is None, text, sorted(event.data), event.data.get("state"))


@pytest.mark.parametrize("tale", TALES)
@pytest.mark.parametrize("email", ["", "ann@example.com"], ids=["no address", "an address"])
def test_a_tale(tale: Tale, email: str) -> None:
    made = list(story_of(made_by_the_demo(tale, email)))
    assert not OutboxMessage.objects.exists()
    gone = list(story_of(gone_by_people(tale, email)))
    for mine, expected in zip(made, gone, strict=True):
        assert mine == expected
