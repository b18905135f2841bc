"""The fields of every task in the API, of any kind."""

from datetime import datetime
from typing import Any

from accounts.schemas import Person
from api.http.schemas import Schema
from workflows.engine.reading.lists.assignments import Given


class TaskHead(Schema):
    """The fields that lists, `next` and the item share. `kind`: the process's; the subject has its own kind.

    `lock_version` grows with each change of the lock: of two answers about a task, the higher version is newer.
    """

    task_id: int
    kind: str
    queue: str
    locked: bool
    locked_by: str
    locked_id: int
    locked_since: datetime | None
    locked_until: datetime | None
    lock_version: int
    assigned_to: Person | None
    due_at: datetime | None
    created_at: datetime
    priority: int


class Assignment(Schema):
    """The assignment of the item: the person who assigned it, the time, and the note."""

    by: Person | None
    at: datetime
    note: str


class ProcessRef(Schema):
    kind: str
    id: int


def assignment_of(given: Given | None) -> dict[str, Any] | None:
    if given is None:
        return None
    return {"by": person_of(given.by), "at": given.at, "note": given.note}


def person_of(person: tuple[int, str] | None) -> dict[str, Any] | None:
    return {"id": person[0], "name": person[1]} if person else None
