"""Mails the messages of tickets. Jobs hold only ids. A message is mailed at most once, until a person sends it again.

`Message.delivery`: `held` or `queued` → `sending` → `sent`, `failed` or `not_sent`; `held` → `taken_back`. If a second
run of the job finds a message `sending`, it may have been sent: it is shown as failed, and a person decides.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from tickets.models import Attachment, Delivery, Message
from tickets.writing import set_delivery
from workflows.engine.outbox.mailer import MailPutOffError, Posted, post
from workflows.engine.outbox.marks import head_of, mark, reference_in
from workflows.engine.outbox.registry import LONGEST_OUTAGE
from workflows.models import Process
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.threading import client_mail_before, mail_id_of, references_of, reply_subject

_DELIVERIES = {Posted.SENT: Delivery.SENT, Posted.NOT_SENT: Delivery.NOT_SENT}


def send_message(message_id: int, until: datetime | None = None) -> None:
    """Mail a message to the client of its ticket, unless it was already sent. Raises MailPutOffError, so that it is
    retried.

    `until`: when to give up if the mail server is unavailable; None: LONGEST_OUTAGE after the message was written. The
    message is then shown as failed, and a person can send it again.
    """
    message = _take(message_id)
    if message is None:
        return
    about = Process.objects.filter(flow_class=TicketResolution, subject_id=message.ticket_id)
    head = head_of(about.order_by("-pk").values_list("pk", flat=True).first())
    try:
        result = post(_mail(message, reference_in(head)))
    except MailPutOffError:
        if timezone.now() > (until or message.created_at + LONGEST_OUTAGE):
            set_delivery(message_id, Delivery.FAILED)
            return
        set_delivery(message_id, Delivery.QUEUED)
        raise
    except OSError:  # an attachment cannot be read
        set_delivery(message_id, Delivery.FAILED)
        raise
    if result == Posted.SENT:
        mark("mail", head)
    set_delivery(message_id, _DELIVERIES.get(result, Delivery.FAILED))


def _take(message_id: int) -> Any:
    """Mark the message as being sent, and set the id of its mail; None if it is not waiting.

    Raises MailPutOffError while it is held: after the start of a worker, a job can run too early (`end_leases`).
    """
    with transaction.atomic():
        messages: Any = Message.objects.select_related("ticket").annotate(db_now=Now())
        message = messages.select_for_update(of=("self",)).get(pk=message_id)
        if message.delivery == Delivery.SENDING:
            set_delivery(message_id, Delivery.FAILED)
        if message.delivery == Delivery.HELD and message.db_now < message.created_at + settings.SENDING_HOLD:
            raise MailPutOffError("held")
        if message.delivery not in (Delivery.QUEUED, Delivery.HELD):
            return None
        message.mail_message_id = mail_id_of(message)
        message.delivery = Delivery.SENDING
        message.save(update_fields=["mail_message_id", "delivery"])
        return message


def _mail(message: Any, follows: Mapping[str, str]) -> EmailMessage:
    ticket = message.ticket
    headers = {
        "Message-ID": f"<{message.mail_message_id}>",
        # tells other programs not to answer an automatic mail (RFC 3834)
        "Auto-Submitted": "auto-replied" if message.auto else "no",
        **follows,
    }
    answered = client_mail_before(message)
    if answered:
        headers["In-Reply-To"] = f"<{answered}>"
    if references := references_of(message):
        headers["References"] = " ".join(f"<{each}>" for each in references)
    copied = [each["email"] for each in message.cc]
    mail = EmailMessage(
        subject=reply_subject(ticket),
        body=message.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[ticket.client_email] if ticket.client_email else copied,
        cc=copied if ticket.client_email else [],
        headers=headers,
    )
    for attachment in Attachment.objects.filter(message=message).order_by("pk"):
        with attachment.file.open("rb") as file:
            mail.attach(attachment.name, file.read(), attachment.type)
    return mail
