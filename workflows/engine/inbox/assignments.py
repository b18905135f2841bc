"""Reads who assigned tasks."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from accounts.names import full_name
from kit.prepared import fetch
from workflows.engine.inbox.lists import Row
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
