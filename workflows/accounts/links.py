"""One-time links by mail or by hand. A mailed secret is made by the job that mails it: the outbox never holds it."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

from accounts.authority import locked_pair
from accounts.links import end_link, issue_link
from accounts.models import User, normalise_address
from accounts.throttle import admit_link
from audit import actions
from audit.entries import record_audit
from kit.errors import ConflictError
from workflows.engine.outbox.mailer import MailPutOffError, Posted, post
from workflows.engine.outbox.outbox import enqueue

MAIL_LINK = "mail_link"
_SUBJECT = "Set your Docket password"
_BODY = """Open this address to set the password of your Docket account:

{link}

It works once, within 24 hours. If you did not expect this mail, you can ignore it: nothing changes.
"""


class NotActiveError(ConflictError):
    code = "not_active"
    message = "This account is not active."


def can_be_mailed() -> bool:
    """Whether a mail server is set: else the creator of a link is shown it, to hand over."""
    return bool(settings.MAIL_IS_SENT)


def mail_link(account: User, *, by: User | None = None) -> None:
    """Mail the account a link when the transaction commits. `by`: who asked for it; none where the cause is recorded.

    Raises AboveOwnRightsError, NotActiveError.
    """
    with transaction.atomic():
        if by is not None:
            _require(account, by)
            record_audit(actions.LINK_MAILED, account.pk, user_id=by.pk)
        enqueue(MAIL_LINK, {"account": account.pk})


def hand_over_link(account: User, *, by: User, is_new: bool = False) -> str:
    """The secret, for the caller's eyes alone. It ends when their rights no longer cover the account.

    `is_new`: they have just created the account, which is recorded. Raises as `mail_link`.
    """
    with transaction.atomic():
        if not is_new:
            _require(account, by)
            record_audit(actions.LINK_HANDED_OVER, account.pk, user_id=by.pk)
        return issue_link(account, given_by=by)


def ask_for_link(email: str, *, address: str) -> None:
    """Somebody has forgotten a password. The same statements run for every address. Raises TooManyError."""
    admit_link(email, address)
    with transaction.atomic():
        found = User.objects.filter(email=normalise_address(email), is_active=True).values_list("pk", flat=True)
        enqueue(MAIL_LINK, {"account": found.first() or 0})


def send_link(account_id: int) -> None:
    """Mail a fresh link; nothing for an account that is not there or not active. Raises MailPutOffError to retry."""
    with transaction.atomic():
        # locked, so that the address is the one that the link belongs to
        account = User.objects.select_for_update(no_key=True).filter(pk=account_id, is_active=True).first()
        if account is None:
            return
        secret = issue_link(account)
    try:
        posted = post(_mail(account.email, secret))
    except MailPutOffError:
        end_link(secret)
        raise
    if posted == Posted.NOT_SENT:
        end_link(secret)


def address_of(secret: str) -> str:
    """Where the console redeems this link."""
    return f"{settings.CONSOLE_URL}/login#set={secret}"


def _require(account: User, by: User) -> None:
    if not locked_pair(account.pk, by=by).account.is_active:
        raise NotActiveError


def _mail(to: str, secret: str) -> EmailMessage:
    return EmailMessage(
        subject=_SUBJECT,
        body=_BODY.format(link=address_of(secret)),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[to],
        headers={"Auto-Submitted": "auto-generated"},
    )
