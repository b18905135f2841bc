"""Mail that did not become a message. People look at it and settle it; unsettled mails are counted."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from audit import actions
from audit.entries import record_export
from kit.email_addresses import masked, names_another
from kit.errors import NotFoundError
from mail.received import Mail
from tickets.models import OriginalMail
from tickets.originals import shown

PAGE_SIZE = 100
MOST_COUNTED = 1_000
# settled at once: mail of known programs (ProgramSender), and the product's own
_KNOWN = ("program", "own")
# mails that cannot become a message
UNREADABLE = frozenset({"empty", "no_header", "unreadable", "too_large", "deadly"})
_FIELDS = ("id", "received_at", "reason", "size", "author_name", "author_email", "subject", "settled_at")


def quarantined() -> QuerySet[OriginalMail]:
    """Mails that have no message and do not wait to be read."""
    return OriginalMail.objects.filter(message=None).exclude(reason=OriginalMail.WAITING)


def quarantine_page(before: int | None, *, settled: bool) -> Sequence[Mapping[str, Any]]:
    """The newest mails in quarantine, without their contents. `before`: only those with a lower id."""
    found = quarantined().filter(settled_at__isnull=not settled)
    if before is not None:
        found = found.filter(pk__lt=before)
    return [_row(mail) for mail in found.order_by("-pk").values(*_FIELDS)[:PAGE_SIZE]]


def count_unsettled() -> int:
    """The number of unsettled mails, at most MOST_COUNTED."""
    return quarantined().filter(settled_at=None)[:MOST_COUNTED].count()


def _row(mail: Mapping[str, Any]) -> dict[str, Any]:
    name, email = mail["author_name"], mail["author_email"]
    return {
        **{field: mail[field] for field in ("id", "received_at", "reason", "size", "subject")},
        "author": {"name": name, "email": masked(email), "suspect": names_another(name, email)},
        "settled": mail["settled_at"] is not None,
        "readable": mail["reason"] not in UNREADABLE,
    }


def get_quarantined(mail_id: int, *, locks: bool = False) -> OriginalMail:
    """`locks`: for update. Raises NotFoundError."""
    mail = (quarantined().select_for_update() if locks else quarantined()).filter(pk=mail_id).first()
    if mail is None:
        raise NotFoundError("No mail with this number is in quarantine.")
    return mail


def read_quarantined(mail_id: int, *, by: User) -> Mapping[str, Any]:
    """A mail as received (`tickets.originals.shown`), with an audit entry for `by`. Raises NotFoundError."""
    mail = get_quarantined(mail_id)
    record_export(actions.QUARANTINED_MAIL_READ, user_id=by.pk, mail=mail_id)
    return shown(mail)


def set_aside(original: OriginalMail, reason: str, mail: Mail | None) -> None:
    """Put a mail into quarantine, with its author and subject. `mail`: None if it could not be read."""
    original.reason = reason
    if mail is not None:
        original.author_name, original.author_email = mail.author.name, mail.author.email[:254]
        original.subject = mail.subject
    if reason in _KNOWN:
        original.settled_at = timezone.now()
    original.save(update_fields=OriginalMail.UPDATED)
