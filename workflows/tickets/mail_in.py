"""The arrival of mail: each becomes a message, or waits whole in the quarantine. Nothing is dropped or answered."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from django.db import IntegrityError, OperationalError, transaction
from psycopg.errors import QueryCanceled

from kit.database import has_lost_connection
from mail.reading import read_mail
from mail.received import Mail, UnreadableMailError
from tickets.models import Attachment, Delivery, Message, MessageKind, OriginalMail, Via
from tickets.writing import Client, Words, set_delivery
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.locks import is_lock_failure
from workflows.tickets.arrival import add_from_outside, find_mail, start_ticket
from workflows.tickets.threading import is_by_us, is_from_us, message_returned, ticket_of

logger = logging.getLogger(__name__)


class Result(StrEnum):
    """What became of a mail."""

    TICKET = "new tickets"
    MESSAGE = "messages of tickets"
    SYSTEM = "automatic mails of tickets"
    DUPLICATE = "duplicates"
    QUARANTINE = "in quarantine"


def take_in(raw: bytes) -> Result:
    """Store a mail, in one transaction. The same bytes, and the same `Message-ID`, arrive once.

    Raises TaskBusyError, and the database's error when its connection ended: the mail stays at its source, and comes
    again.
    """
    digest = sha256(raw).hexdigest()
    if OriginalMail.objects.filter(sha256=digest).exists():
        return Result.DUPLICATE
    try:
        mail = read_mail(raw)
        with _removing_files_on_failure() as files:
            return _arrive(mail, raw, digest, files)
    except UnreadableMailError as error:
        return quarantine(raw, digest, error.reason)
    except TaskBusyError:
        raise
    except Exception as error:
        if has_lost_connection(error):
            raise
        if isinstance(error, OperationalError) and _may_pass(error):
            raise TaskBusyError from error
        if isinstance(error, IntegrityError) and OriginalMail.objects.filter(sha256=digest).exists():
            return Result.DUPLICATE  # another process has stored it meanwhile
        # a mail that we cannot take in must not stop those behind it, and must not be lost
        logger.error("a mail could not be taken in: %s", type(error).__name__)
        return quarantine(raw, digest, "error")


def _may_pass(error: OperationalError) -> bool:
    """Whether the same mail may be stored at the next run: a lock or a statement took too long."""
    return is_lock_failure(error) or isinstance(error.__cause__, QueryCanceled)


def quarantine(raw: bytes, digest: str, reason: str) -> Result:
    """Store a mail whole, for people to look at. `reason`: a code."""
    with _removing_files_on_failure() as files:
        _store_original(None, ContentFile(raw), digest, files, reason)
    return Result.QUARANTINE


def quarantine_large(path: Path) -> Result:
    """Store a mail that is too large to be read, piece by piece."""
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
        if OriginalMail.objects.filter(sha256=digest).exists():
            return Result.DUPLICATE
        with _removing_files_on_failure() as files:
            _store_original(None, File(file), digest, files, "too_large")
    return Result.QUARANTINE


def _arrive(mail: Mail, raw: bytes, digest: str, files: list[Any]) -> Result:
    if (found := find_mail(mail.message_id)) is not None:
        if is_from_us(mail) or _is_same(mail, found.message_id):
            return Result.DUPLICATE
        return _set_aside(raw, digest, files, "same_id")
    ticket_id = ticket_of(mail)
    if mail.is_by_a_program or is_by_us(mail):
        if ticket_id is None:
            return _set_aside(raw, digest, files, _kind_of(mail))
        arrived = add_from_outside(ticket_id, _words(mail, files, MessageKind.SYSTEM))
        if (failed := message_returned(mail)) is not None:
            set_delivery(failed, Delivery.FAILED)
        result = Result.SYSTEM
    elif ticket_id is None:
        client = Client(mail.sender.name, mail.sender.email)
        arrived, result = start_ticket(mail.subject, client, _words(mail, files, MessageKind.CLIENT)), Result.TICKET
    else:
        arrived = add_from_outside(ticket_id, _words(mail, files, MessageKind.CLIENT))
        result = Result.TICKET if arrived.begins else Result.MESSAGE
    if not arrived.is_new:
        raise TaskBusyError  # the same mail has come by another process meanwhile: it is a duplicate at the next run
    _store_original(arrived.message_id, ContentFile(raw), digest, files, "")
    return result


def _is_same(mail: Mail, message_id: int) -> bool:
    """Whether a message says what the mail says, with the same files. Its header may have changed on its way."""
    stored = Message.objects.values_list("author_email", "text", "quoted").get(pk=message_id)
    files = sorted(Attachment.objects.filter(message=message_id).values_list("sha256", flat=True))
    come = sorted(sha256(each.content).hexdigest() for each in mail.enclosures)
    return stored == (mail.sender.email, _text_of(mail), mail.quoted) and files == come


def _kind_of(mail: Mail) -> str:
    if is_by_us(mail):
        return "own"
    if mail.bounce:
        return "bounce"
    return "automatic" if mail.automatic else "list"


def _words(mail: Mail, files: list[Any], kind: MessageKind) -> Words:
    return Words(
        kind,
        _text_of(mail),
        Via.MAIL,
        author_name=mail.sender.name,
        author_email=mail.sender.email,
        quoted=mail.quoted,
        auto=kind == MessageKind.SYSTEM,
        mail_message_id=mail.message_id,
        in_reply_to=mail.in_reply_to[0] if mail.in_reply_to else "",
        attachments=[_store_attachment(each, files) for each in mail.enclosures],
    )


def _text_of(mail: Mail) -> str:
    """What the sender wrote, and how many files stand in the original alone."""
    if not mail.left_out:
        return mail.text
    return f"{mail.text}\n\n[{mail.left_out} more attachments are in the original mail.]".strip()


def _store_attachment(enclosure: Any, files: list[Any]) -> int:
    attachment = Attachment(
        name=enclosure.name,
        type=enclosure.type,
        size=len(enclosure.content),
        sha256=sha256(enclosure.content).hexdigest(),
    )
    files.append(attachment.file)
    attachment.file.save("", ContentFile(enclosure.content), save=True)
    return int(attachment.pk)


def _set_aside(raw: bytes, digest: str, files: list[Any], reason: str) -> Result:
    _store_original(None, ContentFile(raw), digest, files, reason)
    return Result.QUARANTINE


def _store_original(message_id: int | None, content: "File[bytes]", digest: str, files: list[Any], reason: str) -> None:
    original = OriginalMail(message_id=message_id, size=content.size, sha256=digest, reason=reason)
    files.append(original.raw)
    original.raw.save("", content, save=True)


@contextmanager
def _removing_files_on_failure() -> Iterator[list[Any]]:
    """A transaction with files: they are written before it commits, and removed if it does not."""
    files: list[Any] = []
    try:
        with transaction.atomic():
            yield files
    except BaseException:
        for file in files:
            if file.name:
                file.delete(save=False)
        raise
