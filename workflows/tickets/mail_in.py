"""Receives mail. Each mail is stored as it came and then read. It becomes a message, or is quarantined as a whole.

No mail is dropped or answered. A stored mail is put away at its source before it is read: so a mail that kills its
reader does not come again and does not block later mails.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile, File
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import F
from psycopg.errors import QueryCanceled

from audit import actions
from audit.entries import record_audit
from kit.database import is_away
from mail.apart import ReaderBusyError, ReaderDiedError, read_in_subprocess
from mail.received import Mail, UnreadableMailError
from tickets.models import OriginalMail
from tickets.quarantine import set_aside
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.locks import is_lock_failure
from workflows.tickets.mail_messages import CameMeanwhileError, Result, arrive
from workflows.tickets.threading import is_from_us

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 2  # a mail that killed its reader so often is set aside
MAX_AT_ONCE = 500  # stored mails in one run
_TRIES = 2  # attempts to ingest a mail if another process stores one with the same id meanwhile


def ingest_mail(raw: bytes) -> Result:
    """Store and ingest a mail. The same bytes, or the same `Message-ID`, are ingested once.

    Raises TaskBusyError, and the database's error if the connection is lost; a mail that is already stored waits for
    the next run.
    """
    mail_id = keep(raw)
    return Result.DUPLICATE if mail_id is None else take_kept(mail_id)


def keep(raw: bytes) -> int | None:
    """Store a mail as it came, before it is read. Returns its id; None if it came before and is no longer waiting."""
    digest = sha256(raw).hexdigest()
    found = OriginalMail.objects.filter(sha256=digest).values_list("pk", "reason").first()
    if found is None:
        try:
            return _store(ContentFile(raw), digest, OriginalMail.WAITING)
        except IntegrityError:  # another process has just stored it
            return None
    return found[0] if found[1] == OriginalMail.WAITING else None


def waiting_mails() -> list[int]:
    """The ids of stored mails that are not ingested yet, oldest first, at most MAX_AT_ONCE."""
    waiting = OriginalMail.objects.filter(message=None, settled_at=None, reason=OriginalMail.WAITING)
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:MAX_AT_ONCE])


def take_kept(mail_id: int) -> Result:
    """Ingest a stored mail. Raises TaskBusyError, and the database's error if the connection is lost."""
    original = OriginalMail.objects.get(pk=mail_id)
    try:
        mail = read_kept(original)
    except ReaderDiedError:
        return _set_aside(mail_id, "deadly")
    except UnreadableMailError as error:
        return _set_aside(mail_id, error.reason)
    try:
        return _taken(mail_id, mail)
    except Exception as error:
        if isinstance(error, TaskBusyError) or is_away(error):
            raise
        if isinstance(error, OperationalError) and _may_pass(error):
            raise TaskBusyError from error
        # a mail that cannot be ingested must not block later ones, and must not be lost
        logger.error("a mail could not be taken in: %s", type(error).__name__)
        return _set_aside(mail_id, "error", mail)


def read_kept(original: OriginalMail, *, within: float | None = None) -> Mail:
    """Read a stored mail. `within`: see `read_in_subprocess`.

    Each attempt is counted before it starts, so that the death of this process counts too; a success resets the count.
    Raises ReaderDiedError once MOST_ATTEMPTS attempts have killed the reader, UnreadableMailError, TaskBusyError if the
    file is unavailable; with `within` also ReaderBusyError.
    """
    raw = _raw_of(original)
    this = OriginalMail.objects.filter(pk=original.pk)
    for _ in range(original.attempts, MOST_ATTEMPTS):
        this.update(attempts=F("attempts") + 1)
        try:
            mail = read_in_subprocess(raw, within=within)
        except ReaderBusyError:
            this.update(attempts=F("attempts") - 1)
            raise
        except ReaderDiedError:
            logger.warning("the process that read the stored mail %s has died", original.pk)
            continue
        this.update(attempts=0)
        return _to_a_person(mail)
    raise ReaderDiedError


def _raw_of(original: OriginalMail) -> bytes:
    """The bytes of a stored mail. Raises TaskBusyError if the file storage is unavailable."""
    try:
        with original.raw.open("rb") as file:
            return bytes(file.read())
    except Exception as error:  # from the disk, or from any library of an object store
        logger.error("the stored mail %s cannot be opened: %s", original.pk, type(error).__name__)
        raise TaskBusyError from error


def _to_a_person(mail: Mail) -> Mail:
    """If `Reply-To` is our own address, replies go to the author instead."""
    return replace(mail, sender=mail.author) if is_from_us(mail.sender) else mail


def _taken(mail_id: int, mail: Mail) -> Result:
    for _ in range(_TRIES):
        try:
            with removing_files_on_failure() as files:
                original = OriginalMail.objects.select_for_update(skip_locked=True).filter(pk=mail_id).first()
                if original is None or original.reason != OriginalMail.WAITING:
                    return Result.DUPLICATE  # another process is ingesting it
                return arrive(mail, original, files)
        except CameMeanwhileError:
            continue
    raise TaskBusyError


def _may_pass(error: OperationalError) -> bool:
    """Whether the next run may succeed with the same mail: a lock or a statement timed out."""
    return is_lock_failure(error) or isinstance(error.__cause__, QueryCanceled)


def _set_aside(mail_id: int, reason: str, mail: Mail | None = None) -> Result:
    with transaction.atomic():
        set_aside(OriginalMail.objects.get(pk=mail_id), reason, mail)
    return Result.QUARANTINE


def quarantine(raw: bytes, digest: str, reason: str) -> Result:
    """Store a whole mail for people to look at. `reason`: a code."""
    _store(ContentFile(raw), digest, reason)
    return Result.QUARANTINE


def quarantine_large(path: Path) -> Result:
    """Quarantine a mail that is too large to be read. The file is copied in chunks."""
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
        if OriginalMail.objects.filter(sha256=digest).exists():
            return Result.DUPLICATE
        _store(File(file), digest, "too_large")
    return Result.QUARANTINE


def _store(content: "File[bytes]", digest: str, reason: str) -> int:
    with removing_files_on_failure() as files:
        original = OriginalMail(size=content.size, sha256=digest, reason=reason)
        files.append(original.raw)
        original.raw.save("", content, save=True)
        record_audit(actions.MAIL_STORED, original.pk, user_id=None)
        return int(original.pk)


@contextmanager
def removing_files_on_failure() -> Iterator[list[Any]]:
    """A transaction with files. They are written before it commits, and deleted if it fails."""
    files: list[Any] = []
    try:
        with transaction.atomic():
            yield files
    except BaseException:
        for file in files:
            if file.name:
                file.delete(save=False)
        raise
