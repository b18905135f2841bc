"""Mails the replies of tickets: once, from ids alone, each result shown on the message."""

from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from kit.email_addresses import is_email_address
from tickets.errors import NotFailedError
from tickets.models import Delivery, Message
from tickets.writing import set_delivery
from workflows.tickets.messages import enqueue_mail


class MailUnreachableError(Exception):
    """The mail server cannot be reached. Without its message, which contains addresses."""


def send_message(message_id: int) -> None:
    """Mail a message to the client of its ticket, unless it is sent already. Raises MailUnreachableError to retry."""
    message: Any = Message.objects.select_related("ticket").get(pk=message_id)
    if message.delivery != Delivery.QUEUED:
        return
    mail = _mail(message)
    if not is_email_address(message.ticket.client_email):
        set_delivery(message_id, Delivery.FAILED)
        return
    server = get_connection()
    try:
        server.open()
    except (SMTPException, OSError) as error:
        raise MailUnreachableError(type(error).__name__) from None
    # marked before it is sent: what may have been sent is never sent again by itself
    set_delivery(message_id, Delivery.SENT)
    try:
        server.send_messages([mail])
    except (SMTPException, OSError, ValueError):
        set_delivery(message_id, Delivery.FAILED)
    finally:
        server.close()


def send_again(message_id: int) -> None:
    """Queue a message again that could not be delivered, at a person's wish. Raises NotFailedError."""
    with transaction.atomic():
        failed = Message.objects.filter(pk=message_id, delivery=Delivery.FAILED)
        if not failed.update(delivery=Delivery.QUEUED):
            raise NotFailedError
        enqueue_mail(message_id)


def _mail(message: Any) -> EmailMessage:
    ticket = message.ticket
    return EmailMessage(
        subject=f"{ticket.subject} [#{ticket.pk}-{ticket.token}]",
        body=message.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[ticket.client_email],
        headers={"Message-ID": f"<ticket-message-{message.pk}@{settings.MAIL_DOMAIN}>", "Auto-Submitted": "no"},
    )
