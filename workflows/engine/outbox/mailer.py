"""Hands a mail to the mail server: one way for letters of every kind. What a result means is the caller's to record."""

from enum import Enum
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from kit.email_addresses import is_email_address
from kit.tallies import LETTERS

_PERMANENT = 500


class Posted(Enum):
    SENT = "sent"
    REFUSED = "refused"
    # the connection broke while the mail was handed over: it is never sent again by itself
    UNCERTAIN = "uncertain"
    # no mail server is set: it reached nobody
    NOT_SENT = "not_sent"


class MailPutOffError(Exception):
    """The mail server is unreachable or refused temporarily. Without its message, which contains addresses."""


def post(mail: EmailMessage) -> Posted:
    """Hand a mail over, at most once. Raises MailPutOffError when it is certain that the server did not take it."""
    try:
        posted = _post(mail)
    except MailPutOffError:
        LETTERS.add("put_off")
        raise
    LETTERS.add(posted.value)
    return posted


def _post(mail: EmailMessage) -> Posted:
    if not _is_sendable(mail):
        return Posted.REFUSED
    try:
        server = get_connection()
        server.open()
    except (SMTPException, OSError) as error:
        raise MailPutOffError(type(error).__name__) from None
    try:
        server.send_messages([mail])
    except (SMTPResponseException, SMTPRecipientsRefused) as refusal:
        codes = _codes(refusal)
        if any(code < _PERMANENT for code in codes):
            raise MailPutOffError(", ".join(map(str, codes))) from None
        return Posted.REFUSED
    except (SMTPException, OSError):
        return Posted.UNCERTAIN
    finally:
        server.close()
    return Posted.SENT if settings.MAIL_IS_SENT else Posted.NOT_SENT


def _codes(refusal: SMTPResponseException | SMTPRecipientsRefused) -> list[int]:
    """The reply codes of the mail server (RFC 5321: 4yz temporary, 5yz permanent)."""
    if isinstance(refusal, SMTPRecipientsRefused):
        return [code for code, _ in refusal.recipients.values()]
    return [refusal.smtp_code]


def _is_sendable(mail: EmailMessage) -> bool:
    """Whether the addresses may be mailed, and are valid in a mail header."""
    try:
        mail.message()
    except ValueError:
        return False
    return bool(mail.to) and all(map(is_email_address, mail.to))
