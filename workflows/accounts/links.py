"""One-time links, mailed or handed over. The job that mails a link creates its secret, so the outbox never holds it."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

from accounts.authority import locked_pair
from accounts.links import end_link, issue_link
from accounts.models import User, normalise_address
from accounts.provider.models import signed_out
from accounts.sessions import require_passwords
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
    """Whether a mail server is set. If not, the person who creates a link is shown it, to hand it over."""
    return bool(settings.MAIL_IS_SENT)


def mail_link(account: User, *, by: User | None = None) -> None:
    """Mail the account a link when the transaction commits. `by`: the person who asked for it; None if the caller has
    recorded the reason.

    Raises AboveOwnRightsError, NotActiveError.
    """
    with transaction.atomic():
        if by is not None:
            _require(account, by)
            record_audit(actions.LINK_MAILED, account.pk, user_id=by.pk)
        enqueue(MAIL_LINK, {"account": account.pk})


def hand_over_link(account: User, *, by: User, is_new: bool = False) -> str:
    """The secret of a new link, to be shown only to `by`. It expires when the rights of `by` no longer cover the
    account.

    `is_new`: `by` has just created the account, and that is already recorded. Raises AboveOwnRightsError,
    NotActiveError.
    """
    with transaction.atomic():
        if not is_new:
            _require(account, by)
            record_audit(actions.LINK_HANDED_OVER, account.pk, user_id=by.pk)
        return issue_link(account, given_by=by)


def ask_for_link(email: str, *, address: str) -> None:
    """Mail a link to a person who forgot their password. Raises TooManyError, PasswordSignInOffError.

    The same statements run for every address, so that the response time does not reveal which accounts exist.
    """
    require_passwords()
    admit_link(email, address)
    with transaction.atomic():
        known = User.objects.filter(email=normalise_address(email), is_active=True).exclude(pk__in=signed_out())
        found = known.values_list("pk", flat=True)
        enqueue(MAIL_LINK, {"account": found.first() or 0, "asked": True})


def send_link(account_id: int, *, is_asked: bool = False) -> None:
    """Mail a new link; does nothing for a missing or inactive account. Raises MailPutOffError, so that the job is
    retried. `is_asked`: by the person alone, which is not enough once the provider has signed them out.
    """
    with transaction.atomic():
        # locked, so that the address cannot change before the link is issued
        account = User.objects.select_for_update(no_key=True).filter(pk=account_id, is_active=True).first()
        if account is None or (is_asked and signed_out().filter(user=account).exists()):
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
    """The console's address at which the account's owner uses the link."""
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
