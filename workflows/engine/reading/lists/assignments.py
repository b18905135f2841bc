"""Reads who assigned tasks, and who put them off."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.names import full_name
from kit.prepared import fetch
from workflows.engine.reading.lists.rows import Row
from workflows.models import Task


@dataclass(frozen=True, slots=True)
class Given:
    """The person, time and note of an assignment."""

    by: tuple[int, str] | None
    at: datetime
    note: str


def given_of(tasks: Collection[Task] | Collection[Row]) -> dict[int, Given]:
    """The newest assignment of each assigned task, by task id; one statement."""
    assigned = {task.process_id: task.pk for task in tasks if task.assignee_id is not None}
    if not assigned:
        return {}
    values = {"processes": list(assigned), "tasks": list(assigned.values())}
    return {assigned[process_id]: _given(*entry) for process_id, *entry in fetch(_NEWEST, values)}


def put_off_by(tasks: Collection[Row]) -> dict[int, tuple[int, str] | None]:
    """By task id, who put off each task that is put off now. One statement, or none if no task is put off."""
    asleep = {task.process_id: task.pk for task in tasks if is_asleep(task)}
    if not asleep:
        return {}
    found = fetch(_PUT_OFF, {"processes": list(asleep), "tasks": list(asleep.values())})
    people = {process_id: (pk, full_name(first, last, pk)) for process_id, pk, first, last in found if pk is not None}
    return {task_id: people.get(process_id) for process_id, task_id in asleep.items()}


def is_asleep(task: Row) -> bool:
    return task.snoozed_until is not None and task.snoozed_until > task.db_now


_PUT_OFF = """
    SELECT DISTINCT ON (entry.process_id) entry.process_id, entry.actor_id, person.first_name, person.last_name
    FROM workflows_taskevent entry LEFT JOIN accounts_user person ON person.id = entry.actor_id
    WHERE entry.process_id = ANY(%(processes)s) AND entry.task_id = ANY(%(tasks)s) AND entry.action = 'snooze'
    ORDER BY entry.process_id, entry.seq DESC
"""
_NEWEST = """
    SELECT DISTINCT ON (entry.process_id) entry.process_id, entry.at, note.body,
           entry.actor_id, person.first_name, person.last_name
    FROM workflows_taskevent entry
    LEFT JOIN workflows_eventtext note ON note.event_id = entry.id
    LEFT JOIN accounts_user person ON person.id = entry.actor_id
    WHERE entry.process_id = ANY(%(processes)s) AND entry.task_id = ANY(%(tasks)s) AND entry.action = 'assign'
    ORDER BY entry.process_id, entry.seq DESC
"""


def _given(
    at: datetime, note: str | None, giver_id: int | None, first_name: str | None, last_name: str | None
) -> Given:
    by = (giver_id, full_name(first_name, last_name, giver_id)) if giver_id is not None else None
    return Given(by, at, note or "")
