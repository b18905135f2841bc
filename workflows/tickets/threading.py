"""Finds the ticket of a mail, and marks our mails so that replies are found: by ids and by the token in the subject."""

import re
from collections.abc import Sequence
from email.utils import parseaddr
from hmac import compare_digest
from typing import Any

from django.conf import settings

from mail.headers import is_answer
from mail.reading import WITHOUT_ID
from mail.received import Address, Mail
from tickets.models import Message, Ticket

MAX_REFERENCES = 20
_TOKEN = re.compile(r"\[#(?P<ticket>[1-9][0-9]{0,17})-(?P<token>[a-z0-9]{4,16})\]", re.IGNORECASE)
_MAX_TOKENS = 5  # of one subject


def ticket_of(mail: Mail) -> int | None:
    """The ticket of a mail: by our own ids, then by all ids in it, then by the token of its subject.

    The newest id counts first. A token with a wrong secret part matches nothing.
    """
    wanted = (*mail.returned, *mail.in_reply_to, *reversed(mail.references))
    found = _tickets_by_id(wanted)
    ours = [each for each in wanted if is_ours(each)]
    for each in (*ours, *wanted):
        if each in found:
            return found[each]
    return _ticket_by_token(mail.subject)


def message_returned(mail: Mail) -> int | None:
    """The id of our message that a bounce mail reports as undelivered."""
    if not mail.has_failed:
        return None
    ours = [each for each in mail.returned if is_ours(each)]
    found: int | None = (
        Message.objects.filter(mail_message_id__in=ours, delivery__isnull=False).values_list("pk", flat=True).first()
    )
    return found


def is_ours(mail_id: str) -> bool:
    """Whether this product created the mail id."""
    return mail_id.lower().endswith(f"@{settings.MAIL_DOMAIN.lower()}")


def is_by_us(mail: Mail) -> bool:
    """Whether the product wrote the mail. It comes back through a mailing list or a forwarding rule, or was sent to us.

    A mail with one of our ids is treated alike, although somebody else may have written its text.
    """
    return is_from_us(mail.author) or is_ours(mail.message_id)


def is_from_us(person: Address) -> bool:
    """Whether this is the address from which the product sends mail."""
    return person.email == parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()


def mail_id_of(message: Any) -> str:
    """The id of our mail. It contains the ticket's secret, so a reply with it proves that its sender had our mail.

    When a person sends the mail again, the id stays the same, so that mail programs show it only once.
    """
    return (
        message.mail_message_id
        or f"ticket.{message.ticket_id}.{message.pk}.{message.ticket.token}@{settings.MAIL_DOMAIN}"
    )


def reply_subject(ticket: Any) -> str:
    """Our subject. Its token names the ticket, for programs that return no `In-Reply-To` or `References`."""
    subject = _TOKEN.sub("", ticket.subject).strip()
    start = "" if is_answer(subject) else "Re: "
    return f"{start}{subject} [#{ticket.pk}-{ticket.token}]"


def client_mail_before(message: Any) -> str:
    """The id of the newest earlier mail that is not ours, otherwise of our newest one; empty if there is none."""
    ids = _mails_before(message)
    return next((each for each in reversed(ids) if not is_ours(each)), ids[-1] if ids else "")


def references_of(message: Any) -> Sequence[str]:
    """The ids of the first mail of the thread and of the newest ones, in order."""
    ids = _mails_before(message)
    return ids if len(ids) <= MAX_REFERENCES else [ids[0], *ids[1 - MAX_REFERENCES :]]


def _mails_before(message: Any) -> list[str]:
    mails = Message.objects.filter(ticket=message.ticket_id, pk__lt=message.pk, mail_message_id__isnull=False)
    ids = mails.order_by("pk").values_list("mail_message_id", flat=True)
    return [each for each in ids if each and not each.endswith(f"@{WITHOUT_ID}")]


def _tickets_by_id(ids: Sequence[str]) -> dict[str, int]:
    if not ids:
        return {}
    found = Message.objects.filter(mail_message_id__in=set(ids)).values_list("mail_message_id", "ticket_id")
    return {mail_id: ticket for mail_id, ticket in found if mail_id}


def _ticket_by_token(subject: str) -> int | None:
    for match in list(_TOKEN.finditer(subject))[-_MAX_TOKENS:][::-1]:
        token = Ticket.objects.filter(pk=int(match["ticket"])).values_list("token", flat=True).first()
        if token is not None and compare_digest(token.encode(), match["token"].lower().encode()):
            return int(match["ticket"])
    return None
