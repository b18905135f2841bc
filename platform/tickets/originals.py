"""Mails as received: shown as text, and saved by signed addresses that expire. Each reading leaves an audit entry."""

from collections.abc import Mapping
from typing import IO, Any

from django.core.signing import BadSignature, TimestampSigner

from accounts.models import User
from audit import actions
from audit.entries import record_export
from kit.errors import NotFoundError
from kit.file_parts import RemoteFile
from kit.stored_files import open_stored
from tickets.attachments import ADDRESS_LIFETIME
from tickets.models import OriginalMail

MAX_SHOWN = 1_000_000  # bytes of a mail
_signer = TimestampSigner(salt="tickets.originals")


def read_original_of(ticket_id: int, message_id: int, *, by: User) -> Mapping[str, Any]:
    """The mail that became a message. Raises NotFoundError, also for a message that did not come by mail."""
    original = OriginalMail.objects.filter(message=message_id, message__ticket=ticket_id).first()
    if original is None:
        raise NotFoundError("This ticket has no message with this number that came by mail.")
    record_export(actions.MAIL_READ, user_id=by.pk, message=message_id)
    return shown(original)


def shown(original: OriginalMail) -> Mapping[str, Any]:
    """`source`: its first MAX_SHOWN bytes. `address`: opens it whole for five minutes. The caller records the audit."""
    with original.raw.open("rb") as file:
        beginning = file.read(MAX_SHOWN)
    return {
        "source": beginning.decode("utf-8", "replace").replace("\x00", "\ufffd"),
        "is_whole": len(beginning) == original.size,
        "address": _signer.sign(str(original.pk)),
    }


def open_signed(address: str) -> tuple[str, IO[bytes] | RemoteFile]:
    """The file and its name at a signed address. Raises NotFoundError if the address is wrong or has expired."""
    try:
        number = int(_signer.unsign(address, max_age=ADDRESS_LIFETIME))
        return f"mail-{number}.eml", open_stored(OriginalMail.objects.get(pk=number).raw.name)
    except (BadSignature, ValueError, OriginalMail.DoesNotExist, FileNotFoundError) as error:
        raise NotFoundError("This address has expired.") from error
