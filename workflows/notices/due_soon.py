"""Mails the holder and the assignee of an item an hour before it is due, if they opted in."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from viewflow.workflow.status import STATUS

from accounts.notifications import Notification
from workflows.engine.verbs.notices import give_notice, who_wants
from workflows.models import OPEN, Notice, Task

SOON = timedelta(hours=1)
MOST_AT_ONCE = 1_000  # items in one run; the next run, five minutes later, continues


def give_notice_of_due_items() -> int:
    """Write the notices, one for each item and person, soonest due first; returns the number of items."""
    now, kind = timezone.now(), Notification.DUE_SOON
    people = set(who_wants(kind).values_list("pk", flat=True))
    if not people:
        return 0
    due: Any = Task.objects.filter(status__in=OPEN, due_at__gt=now, due_at__lte=now + SOON).exclude(queue="")
    theirs = due.filter(
        Q(~_has_notice("assignee"), assignee__in=people)
        | Q(~_has_notice("owner"), owner__in=people, status=STATUS.ASSIGNED)
    )
    given = 0
    for task in theirs.order_by("due_at")[:MOST_AT_ONCE]:
        holder = task.owner_id if task.status == STATUS.ASSIGNED else None
        wanted = {holder, task.assignee_id} & people
        known = Notice.objects.filter(kind=kind, task=task, user__in=wanted).values_list("user_id", flat=True)
        if fresh := wanted - set(known):
            with transaction.atomic():
                give_notice(kind, task, fresh)
            given += 1
    return given


def _has_notice(column: str) -> Exists:
    """Whether the person in this column of a task already has the notice about it."""
    return Exists(Notice.objects.filter(kind=Notification.DUE_SOON, task=OuterRef("pk"), user=OuterRef(column)))
