"""The weekly digest, mailed on Monday morning: a person's last seven days, and the open items in their queues."""

from datetime import datetime, timedelta

from accounts.models import User
from accounts.notifications import Notification
from kit.desk_day import beginning_of_today
from workflows.engine.core.flows import queues
from workflows.engine.outbox.mailer import post
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.reading.figures.queues import figures_for
from workflows.engine.reading.history.person import decisions_of
from workflows.engine.verbs.notices import who_wants
from workflows.notices.mailing import mail_to

MAIL_DIGEST = "mail_digest"


def enqueue_digests() -> None:
    """Enqueue one mail for each person who opted in."""
    for account_id in who_wants(Notification.WEEKLY_DIGEST).order_by("pk").values_list("pk", flat=True):
        enqueue(MAIL_DIGEST, {"account": account_id, "until": beginning_of_today().isoformat()})


def send_digest(account_id: int, until: datetime) -> None:
    """Mail a person's digest of the seven days before `until`. Raises MailPutOffError, so that the job is retried."""
    kind = Notification.WEEKLY_DIGEST
    account = who_wants(kind).filter(pk=account_id).first()
    if account is not None:
        body = "\n\n".join([_of_week(account_id, until - timedelta(days=7), until), _of_queues(account)])
        post(mail_to(account, kind, kind.label, body))


def _of_week(account_id: int, since: datetime, until: datetime) -> str:
    made = decisions_of(account_id, since, until)
    lines = [f"  {each.title}, {each.label}: {each.number}" for each in made]
    head = f"Your decisions from {since:%-d %B} to {until - timedelta(days=1):%-d %B}: {sum(d.number for d in made)}"
    return "\n".join([head, *lines])


def _of_queues(account: User) -> str:
    figures = figures_for(account)
    shown = [name for name, queue in queues().items() if account.may(queue.permission) and name in figures]
    lines = [
        f"  {queues()[name].title}: {figures[name].open} open, {figures[name].overdue} overdue"
        for name in shown
        if figures[name].open
    ]
    return "\n".join(["What waits now:", *(lines or ["  nothing"])])
