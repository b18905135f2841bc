"""Notices: entries for the mails that people opted in to, written in the transaction of the change."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.notifications import Notification
from workflows.engine.outbox.outbox import enqueue
from workflows.models import Notice, Task

MAIL_NOTICES = "mail_notices"
ONE_MAIL_IN = timedelta(minutes=10)  # for each person and kind of notice (organisation.md, Accounts)
KEPT = timedelta(days=7)


def give_notice(kind: Notification, task: Task, people: Collection[int] | QuerySet[Any]) -> None:
    """Mail those of these people who opted in. Several notices about one task become one line of the next mail."""
    for person in who_wants(kind).filter(pk__in=people).values_list("pk", flat=True):
        _, is_new = Notice.objects.get_or_create(user_id=person, kind=kind, task=task, mailed_at=None)
        if is_new:
            enqueue_mail(kind, person)


def who_wants(kind: Notification) -> QuerySet[User]:
    """The accounts that have opted in."""
    return User.objects.filter(is_active=True, notifications__contains=[kind])


def enqueue_mail(kind: Notification, person: int) -> None:
    """Enqueue the next mail about this kind, as early as ONE_MAIL_IN allows."""
    enqueue(MAIL_NOTICES, {"account": person, "kind": kind}, after=time_to_wait(kind, person))


def time_to_wait(kind: Notification, person: int) -> timedelta | None:
    """How long until the person may be mailed about this kind again; None if they may be now."""
    mailed = Notice.objects.filter(user=person, kind=kind, mailed_at__isnull=False)
    last: datetime | None = mailed.order_by("-mailed_at").values_list("mailed_at", flat=True).first()
    rest = last + ONE_MAIL_IN - timezone.now() if last else timedelta()
    return rest if rest > timedelta() else None


def prune_notices() -> int:
    """Delete notices that were mailed longer than KEPT ago; returns the number of rows."""
    return Notice.objects.filter(mailed_at__lt=timezone.now() - KEPT).delete()[0]
