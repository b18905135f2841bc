"""Rows of processes, comparable between decisions that were taken one by one and those of a batch."""

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from django.db import connection

from workflows.models import Process

# what differs between two decisions of one item: numbers of new rows, and what an entry more or less changes
NEW = {
    *("id", "event_id", "task_id", "seq", "sequence", "hash", "previous_hash", "salt", "text_digest", "length"),
    *("lock_version", "request_id"),
}
# and what differs between two items
OWN = NEW | {
    *("process_id", "subject_id", "company_id", "owner_id", "actor_id", "external_id", "process_data"),
    *("content_digest", "puid", "position"),
}
_TABLES = {
    "process": "SELECT * FROM workflows_process WHERE id = ANY(%(of)s) ORDER BY id",
    "review": """SELECT review.* FROM reviews_review review
        JOIN workflows_process process ON process.subject_id = review.id
        WHERE process.id = ANY(%(of)s) ORDER BY process.id""",
    "tasks": "SELECT * FROM workflows_task WHERE process_id = ANY(%(of)s) ORDER BY process_id, id",
    "entries": """SELECT * FROM workflows_taskevent WHERE process_id = ANY(%(of)s) AND action <> 'claim'
        ORDER BY process_id, seq""",
    "texts": """SELECT text.* FROM workflows_eventtext text JOIN workflows_taskevent event ON event.id = event_id
        WHERE process_id = ANY(%(of)s) ORDER BY process_id, seq""",
    "links": """SELECT after.flow_task AS step, before.flow_task AS previous FROM workflows_task_previous link
        JOIN workflows_task after ON after.id = from_task_id JOIN workflows_task before ON before.id = to_task_id
        WHERE after.process_id = ANY(%(of)s) ORDER BY after.process_id, after.id""",
    "events": "SELECT * FROM workflows_domainevent WHERE process_id = ANY(%(of)s) ORDER BY process_id, sequence",
    "mentions": """SELECT mention.* FROM workflows_mention mention JOIN workflows_task task ON task.id = mention.task_id
        WHERE task.process_id = ANY(%(of)s) ORDER BY task.process_id, mention.id""",
}


def about(*processes: Process, without: Collection[str] = OWN) -> dict[str, list[dict[str, Any]]]:
    """All rows about processes; times, and the columns of `without`, only by whether they are set."""
    numbers = [process.pk for process in processes]
    return {
        name: [_comparable(row, without) for row in _rows(statement, numbers)] for name, statement in _TABLES.items()
    }


def _rows(statement: str, numbers: list[int]) -> Iterator[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"of": numbers})
        names = [column.name for column in cursor.description or ()]
        for values in cursor.fetchall():
            yield dict(zip(names, values, strict=True))


def _comparable(row: dict[str, Any], without: Collection[str]) -> dict[str, Any]:
    return {name: _value(name, value, without) for name, value in row.items()}


def _value(name: str, value: Any, without: Collection[str]) -> Any:
    if name in without or isinstance(value, datetime):
        return value is not None
    if name == "payload" or (name == "data" and "reference" in value):  # of an event, and of a statement's entry
        return sorted(json.loads(value))
    return value
