"""Files of messages. They are uploaded before the message is sent, and read by signed addresses that expire."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import IO

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from accounts.models import User
from kit.errors import InvalidError, NotFoundError
from kit.file_parts import RemoteFile
from kit.keyset import each_by_key
from kit.stored_files import open_stored, shown_name
from mail.content import type_of
from tickets.models import MAX_NAME, Attachment

MAX_BYTES = settings.ATTACHMENT_MAX_SIZE
ADDRESS_LIFETIME = timedelta(minutes=5)
UNSENT_LIFETIME = timedelta(days=1)
_AT_ONCE = 1_000
_signer = TimestampSigner(salt="tickets.attachments")


def store_upload(name: str, content: bytes, *, by: User | None) -> Attachment:
    """Save a file before its message is sent. A person's same unsent file is stored once. Raises InvalidError."""
    if len(content) > MAX_BYTES:
        raise InvalidError({"file": [f"A file has at most {MAX_BYTES // 1024 // 1024} MB."]})
    if not content:
        raise InvalidError({"file": ["The file is empty."]})
    digest, shown = sha256(content).hexdigest(), shown_name(name, MAX_NAME)
    same = Attachment.objects.filter(uploader=by, message=None, sha256=digest, name=shown)
    if by is not None and (found := same.first()):
        return found
    attachment = Attachment(uploader=by, name=shown, type=type_of(content), size=len(content), sha256=digest)
    attachment.file.save(shown, ContentFile(content), save=False)
    attachment.save()
    return attachment


def address_of(attachment_id: int, *, by: User) -> str:
    """The signed part of an address, which opens the file for five minutes.

    Raises NotFoundError, also for another person's upload that is not sent.
    """
    if not Attachment.objects.filter(Q(message__isnull=False) | Q(uploader=by), pk=attachment_id).exists():
        raise NotFoundError("There is no attachment with this number.")
    return _signer.sign(str(attachment_id))


def open_signed(address: str) -> tuple[Attachment, IO[bytes] | RemoteFile]:
    """The file at a signed address. Raises NotFoundError if the address is wrong or has expired."""
    try:
        number = int(_signer.unsign(address, max_age=ADDRESS_LIFETIME))
        attachment = Attachment.objects.get(pk=number)
        return attachment, open_stored(attachment.file.name)
    except (BadSignature, ValueError, Attachment.DoesNotExist, FileNotFoundError) as error:
        raise NotFoundError("This address has expired.") from error


def prune_uploads() -> int:
    """Delete uploads that were not sent within a day, with their files. Returns their number."""
    return sum(_delete(row) for row in _unsent())


def delete_unsent_of(account_id: int) -> None:
    """Delete the unsent uploads of an account. Their files are deleted when the transaction commits."""
    for row in Attachment.objects.filter(message=None, uploader=account_id):
        _delete(row)


def _unsent() -> Iterator[Attachment]:
    # files of mails are never unsent: they have a message from the start
    unsent = Attachment.objects.filter(message=None, created_at__lt=Now() - UNSENT_LIFETIME)
    return each_by_key(unsent, _AT_ONCE)


def _delete(attachment: Attachment) -> int:
    deleted, _ = Attachment.objects.filter(pk=attachment.pk, message=None).delete()
    if deleted:
        transaction.on_commit(partial(attachment.file.delete, save=False))
    return deleted
