"""Somebody else removes a person's second factor; the person is mailed that it happened."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction

from accounts.factors.state import remove_factors
from accounts.models import User
from workflows.engine.outbox.mailer import post
from workflows.engine.outbox.outbox import enqueue

MAIL_FACTORS_REMOVED = "mail_factors_removed"
_SUBJECT = "Your second factor was removed"
_BODY = """Somebody who manages accounts has removed the second factor of your Docket account: one-time codes, recovery
codes and passkeys. Your password alone signs in now.

If you did not ask for this, tell them at once: {console}
"""


def remove_second_factor(account_id: int, *, by: User) -> None:
    """Idempotent. Raises NotFoundError, AboveOwnRightsError."""
    with transaction.atomic():
        if remove_factors(account_id, by=by):
            enqueue(MAIL_FACTORS_REMOVED, {"account": account_id})


def tell_of_removal(account_id: int) -> None:
    """Nobody is told whose account is gone. Raises MailPutOffError, so that the job is retried."""
    account = User.objects.filter(pk=account_id, is_active=True).first()
    if account is not None:
        post(_mail(account.email))


def _mail(to: str) -> EmailMessage:
    return EmailMessage(
        subject=_SUBJECT,
        body=_BODY.format(console=settings.CONSOLE_URL),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[to],
        headers={"Auto-Submitted": "auto-generated"},
    )
