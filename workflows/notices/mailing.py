"""Mails the notices of a person, all of one kind in one mail. The mail contains ids and queue names, but no texts."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.notifications import Notification, stopping
from kit.desk_day import at_desk
from workflows.engine.core.flows import queues, steps
from workflows.engine.outbox.mailer import post
from workflows.engine.verbs.notices import enqueue_mail, time_to_wait, who_wants
from workflows.models import Notice

MOST = 50  # items in one mail
_BODY = """{items}

{more}You get this mail because your Docket account asks for it.
To stop mails of this kind, open {link}
"""


def mail_notices(account_id: int, kind: Notification) -> None:
    """Mail the pending notices, if there are any and the last mail is long enough ago (`ONE_MAIL_IN`). Raises
    MailPutOffError, so that the job is retried.

    The mail is sent before the notices are marked: if the server dies in between, they are mailed twice rather than
    never.
    """
    with transaction.atomic():
        _lock(account_id, kind)
        waiting = Notice.objects.filter(user=account_id, kind=kind, mailed_at=None).order_by("pk")
        notices = list(waiting.select_related("task__process"))
        account = who_wants(kind).filter(pk=account_id).first()
        if account is None:
            waiting.delete()
            return
        if notices and time_to_wait(kind, account_id):
            enqueue_mail(kind, account_id)
            return
        if shown := [notice for notice in notices if may_see(account, notice)]:
            post(_mail_of(account, kind, shown))
        Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(mailed_at=timezone.now())


def may_see(account: User, notice: Notice) -> bool:
    """Whether the person still has access to a step of the process."""
    task: Any = notice.task
    return any(account.may(step.permission) for step in steps(task.process.flow_class))


def mail_to(account: User, kind: Notification, subject: str, body: str, more: str = "") -> EmailMessage:
    """A mail with a link that opts out of this kind of notice (List-Unsubscribe, RFC 2369)."""
    link = f"{settings.CONSOLE_URL}/login#stop={stopping(account.pk, kind)}"
    return EmailMessage(
        subject=subject,
        body=_BODY.format(items=body, more=more and f"{more}\n\n", link=link),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[account.email],
        headers={"Auto-Submitted": "auto-generated", "List-Unsubscribe": f"<{link}>"},
    )


def _mail_of(account: User, kind: Notification, notices: Sequence[Notice]) -> EmailMessage:
    shown, left = notices[:MOST], len(notices) - MOST
    counted = f": {len(notices)} items" if len(notices) > 1 else ""
    more = f"And {left} more, which the desk shows." if left > 0 else ""
    return mail_to(account, kind, f"{kind.label}{counted}", "\n\n".join(map(_line, shown)), more)


def _line(notice: Notice) -> str:
    task: Any = notice.task
    subject = task.process.flow_class.subject
    due = f", due {at_desk(task.due_at):%-d %B, %H:%M}" if task.due_at else ""
    where = queues()[task.queue].title if task.queue else task.flow_task.task_title
    return (
        f"{subject.thing.capitalize()} {task.process.subject_id}, {where}{due}\n"
        f"{settings.CONSOLE_URL}{subject.page.format(task.process.subject_id)}"
    )


def _lock(account_id: int, kind: Notification) -> None:
    """Take an advisory lock until the transaction ends: one mail at a time for each person and kind."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [f"notices {kind}", account_id])
