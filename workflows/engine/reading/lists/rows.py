"""The columns that a list of tasks reads."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models.functions import Now


class Row(NamedTuple):
    """A task of a list with the shown fields of its process and people, in the order of COLUMNS."""

    pk: int
    process_id: int
    kind: str
    subject_id: int
    queue: str
    status: str
    priority: int
    rank_at: datetime
    due_at: datetime | None
    created: datetime
    assigned: datetime | None
    lease_until: datetime | None
    lock_version: int
    snoozed_until: datetime | None
    db_now: datetime
    owner_id: int | None
    owner_first_name: str | None
    owner_last_name: str | None
    assignee_id: int | None
    assignee_first_name: str | None
    assignee_last_name: str | None
    barred_id: int | None
    barred_too_id: int | None


COLUMNS: tuple[Any, ...] = (
    *("pk", "process_id", "process__flow_class", "process__subject_id", "queue", "status", "priority", "rank_at"),
    *("due_at", "created", "assigned", "lease_until", "lock_version", "snoozed_until", Now()),
    *("owner_id", "owner__first_name", "owner__last_name"),
    *("assignee_id", "assignee__first_name", "assignee__last_name", "barred_id", "barred_too_id"),
)
