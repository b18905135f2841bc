"""Escalated items and their answers (product.md, The team): the person who escalated is notified of the decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any

from viewflow.workflow.status import STATUS

from accounts.models import User
from workflows.engine.core.access import flows_open_to
from workflows.engine.core.flows import flows, outcome_label, steps
from workflows.engine.core.subject_registry import subject_rows
from workflows.engine.core.subjects import About
from workflows.models import Task, TaskEvent

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Answer:
    """The decision on an escalated item: outcome, person, time and text."""

    label: str
    by: tuple[int, str]
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Escalation:
    """An item that a person has escalated. `answer` is None until the decision."""

    task_id: int
    at: datetime
    subject: Mapping[str, Any]
    answer: Answer | None


def senders_of(task: Task) -> set[int]:
    """The people whose decisions led a process to this step."""
    ways = {name for step in steps(task.flow_task.flow_class) for name in _ways_to(step, task.flow_task)}
    sent = Task.objects.filter(process_id=task.process_id, outcome__in=ways, owner__isnull=False)
    return set(sent.values_list("owner_id", flat=True))


def escalations_of(user: User) -> list[Escalation]:
    """The items that a person has escalated, newest first, with their answers; a constant number of statements.

    Only of processes with a step in which the person may still work, as for mentions.
    """
    sent = Task.objects.filter(owner=user, status=STATUS.DONE, outcome__in=_ways_up())
    tasks = list(
        sent.filter(process__flow_class__in=flows_open_to(user)).select_related("process").order_by("-finished")[:SHOWN]
    )
    answers = _answers({task.process_id for task in tasks})
    rows = subject_rows((task.process.kind, About(task.process_id, task.process.subject_id)) for task in tasks)
    return [
        Escalation(
            task.pk,
            task.finished,
            rows[task.process_id],
            next((answer for after, answer in answers.get(task.process_id, []) if after > task.pk), None),
        )
        for task in tasks
    ]


def _answers(processes: set[int]) -> dict[int, list[tuple[int, Answer]]]:
    """The decisions in steps with `reports`, by process: (task id, answer), oldest first."""
    if not processes:
        return {}
    nodes = {step.name for flow in flows() for step in steps(flow) if step.reports}
    # an undone decision is no answer: its task is open again, or was decided again by a later entry
    done = Task.objects.filter(process_id__in=processes, status=STATUS.DONE).values("pk")
    decided = TaskEvent.objects.filter(process_id__in=processes, action="decide", node__in=nodes, task_id__in=done)
    entries: list[Any] = list(decided.select_related("text", "process").order_by("process_id", "seq"))
    names = User.objects.names_of(entry.actor_id for entry in entries)
    found: dict[int, dict[int, Answer]] = {}
    for entry in entries:
        node = entry.process.flow_class.instance.node(entry.node)
        answer = Answer(
            outcome_label(node, entry.outcome, entry.to_node),
            (entry.actor_id, names[entry.actor_id]),
            entry.at,
            entry.text.body if hasattr(entry, "text") else "",
        )
        found.setdefault(entry.process_id, {})[entry.task_id] = answer
    return {process_id: sorted(answers.items(), key=itemgetter(0)) for process_id, answers in found.items()}


def _ways_up() -> set[str]:
    return {
        name
        for flow in flows()
        for target in steps(flow)
        if target.reports
        for step in steps(flow)
        for name in _ways_to(step, target)
    }


def _ways_to(step: Any, target: Any) -> set[str]:
    return {name for name, leads_to in step.targets.items() if leads_to is target}
