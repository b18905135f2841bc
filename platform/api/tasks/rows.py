"""Tasks in lists."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from accounts.models import User
from accounts.names import full_name
from accounts.schemas import Person
from api.http.schemas import Schema
from api.tasks.heads import Assignment, TaskHead, assignment_of, person_of
from api.tasks.subjects import SubjectRow
from workflows.engine.core.locked import is_leased
from workflows.engine.reading.lists.assignments import Given, given_of, is_asleep, put_off_by
from workflows.engine.reading.lists.holding import NO_USER, UNKNOWN_USER
from workflows.engine.reading.lists.rows import Row
from workflows.engine.verbs.presence import People, lookers


class PutOff(Schema):
    """Until when the item is put off, and by whom."""

    until: datetime
    by: Person | None


class TaskRow(TaskHead):
    """`assignment`: in the views of assigned items; null elsewhere. `open_with`: others who have it open."""

    summary: SubjectRow
    assignment: Assignment | None
    put_off: PutOff | None
    open_with: list[Person]


class TaskPage(Schema):
    """`next_up`: ids of the items of this list that `next` would serve to the caller first; only on the first page of a
    queue, and not with search words. `matches`: number of items that match the filters, 1,001 for more; only on the
    first page.
    """

    items: list[TaskRow]
    next_cursor: str | None
    next_up: list[int]
    matches: int | None


def rows_of(items: Collection[tuple[Row, Mapping[str, Any]]], user: User, *, with_notes: bool) -> list[dict[str, Any]]:
    """A page of a list, with the people who have each row open, and with `with_notes` the assignment of each row."""
    tasks = [task for task, _ in items]
    given = given_of(tasks) if with_notes else {}
    looking = lookers("task", [task.pk for task in tasks], besides=user)
    return _rows(items, given, looking)


def rows_for_everybody(items: Collection[tuple[Row, Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Rows of a page with all people who have each row open, without assignments."""
    looking = lookers("task", [task.pk for task, _ in items])
    return _rows(items, {}, looking)


def _rows(
    items: Collection[tuple[Row, Mapping[str, Any]]], given: Mapping[int, Given], looking: Mapping[int, People]
) -> list[dict[str, Any]]:
    sleepers = put_off_by([task for task, _ in items])
    return [
        _row(task, subject, given.get(task.pk), sleepers.get(task.pk), looking.get(task.pk, []))
        for task, subject in items
    ]


def _row(
    row: Row, subject: Mapping[str, Any], given: Given | None, sleeper: tuple[int, str] | None, looking: People
) -> dict[str, Any]:
    """A task of a list, with exactly the fields of TaskRow: lists are written without validation."""
    leased = is_leased(row, row.db_now)
    return {
        "task_id": row.pk,
        "kind": row.kind,
        "queue": row.queue,
        "locked": leased,
        "locked_by": full_name(row.owner_first_name, row.owner_last_name, row.owner_id) if leased else UNKNOWN_USER,
        "locked_id": row.owner_id if leased else NO_USER,
        "locked_since": row.assigned if leased else None,
        "locked_until": row.lease_until if leased else None,
        "lock_version": row.lock_version,
        "assigned_to": _assignee(row),
        "due_at": row.due_at,
        "created_at": row.created,
        "priority": row.priority,
        "summary": subject,
        "assignment": assignment_of(given),
        "put_off": {"until": row.snoozed_until, "by": person_of(sleeper)} if is_asleep(row) else None,
        "open_with": [{"id": pk, "name": name} for pk, name in looking],
    }


def _assignee(row: Row) -> dict[str, Any] | None:
    if row.assignee_id is None:
        return None
    name = full_name(row.assignee_first_name, row.assignee_last_name, row.assignee_id)
    return {"id": row.assignee_id, "name": name}
