"""Mail that could not become a message, for people to look at."""

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from audit import actions
from audit.entries import record_export
from kit.errors import NotFoundError
from tickets.models import OriginalMail

PAGE_SIZE = 100
MAX_SHOWN = 1_000_000  # bytes of a mail


def quarantine_page(before: int | None) -> Sequence[Mapping[str, Any]]:
    """The newest mails in quarantine, without their contents. `before`: only those with a lower id."""
    waiting = OriginalMail.objects.filter(message=None)
    if before is not None:
        waiting = waiting.filter(pk__lt=before)
    return list(waiting.order_by("-pk").values("id", "received_at", "reason", "size")[:PAGE_SIZE])


def read_quarantined(mail_id: int, *, by: User) -> Mapping[str, Any]:
    """The beginning of a mail as it came. That `by` has read it is noted. Raises NotFoundError."""
    mail = OriginalMail.objects.filter(pk=mail_id, message=None).first()
    if mail is None:
        raise NotFoundError("No mail with this number is in quarantine.")
    record_export(actions.QUARANTINED_MAIL_READ, user_id=by.pk, mail=mail_id)
    with mail.raw.open("rb") as file:
        shown = file.read(MAX_SHOWN)
    return {"source": shown.decode("utf-8", "replace").replace("\x00", "\ufffd"), "is_whole": len(shown) == mail.size}
