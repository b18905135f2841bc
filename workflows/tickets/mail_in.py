"""The arrival of mail: each is stored as it came, then read, and becomes a message or waits whole in the quarantine.

Nothing is dropped or answered. What is stored is put away at its source before it is read: a mail that ends whoever
reads it does not come again, and stops none behind it.
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
from mail.apart import ReaderBusyError, ReaderDiedError, read_apart
from mail.received import Mail, UnreadableMailError
from tickets.models import OriginalMail
from tickets.quarantine import set_aside
from workflows.engine.core.errors import TaskBusyError
from workflows.engine.core.locks import is_lock_failure
from workflows.tickets.mail_messages import CameMeanwhileError, Result, arrive
from workflows.tickets.threading import is_from_us

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 2  # after the second death of its reader a mail is set aside
MAX_AT_ONCE = 500  # mails that wait, of one run
_TRIES = 2  # of a mail that another process has stored under the same id meanwhile


def ingest_mail(raw: bytes) -> Result:
    """Store a mail, and take it in. The same bytes, and the same `Message-ID`, arrive once.

    Raises TaskBusyError, and the database's error when its connection ended: once it is stored it waits for the next
    run.
    """
    mail_id = keep(raw)
    return Result.DUPLICATE if mail_id is None else take_kept(mail_id)


def keep(raw: bytes) -> int | None:
    """Store a mail as it came, before anybody reads it; None if it has come before and does not wait."""
    digest = sha256(raw).hexdigest()
    found = OriginalMail.objects.filter(sha256=digest).values_list("pk", "reason").first()
    if found is None:
        try:
            return _store(ContentFile(raw), digest, OriginalMail.WAITING)
        except IntegrityError:  # another process has stored it meanwhile
            return None
    return found[0] if found[1] == OriginalMail.WAITING else None


def waiting_mails() -> list[int]:
    """Mails that are stored and were not taken in yet, the oldest first."""
    waiting = OriginalMail.objects.filter(message=None, settled_at=None, reason=OriginalMail.WAITING)
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:MAX_AT_ONCE])


def take_kept(mail_id: int) -> Result:
    """Take in a mail that waits. Raises TaskBusyError, and the database's error when its connection ended."""
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
        # a mail that we cannot take in must not stop those behind it, and must not be lost
        logger.error("a mail could not be taken in: %s", type(error).__name__)
        return _set_aside(mail_id, "error", mail)


def read_kept(original: OriginalMail, *, within: float | None = None) -> Mail:
    """Read a stored mail. `within`: see `read_apart`. Raises ReaderDiedError after the second death of its reader,
    UnreadableMailError, TaskBusyError where its file is away; with `within` also ReaderBusyError.

    An attempt is noted before it begins: the death of this process counts as well. What was survived is forgotten.
    """
    raw = _raw_of(original)
    this = OriginalMail.objects.filter(pk=original.pk)
    for _ in range(original.attempts, MOST_ATTEMPTS):
        this.update(attempts=F("attempts") + 1)
        try:
            mail = read_apart(raw, within=within)
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
    """Raises TaskBusyError where the files are away."""
    try:
        with original.raw.open("rb") as file:
            return bytes(file.read())
    except Exception as error:  # of the disk, or of any library of a bucket
        logger.error("the stored mail %s cannot be opened: %s", original.pk, type(error).__name__)
        raise TaskBusyError from error


def _to_a_person(mail: Mail) -> Mail:
    """An answer goes to the author where `Reply-To` is our own address."""
    return replace(mail, sender=mail.author) if is_from_us(mail.sender) else mail


def _taken(mail_id: int, mail: Mail) -> Result:
    for _ in range(_TRIES):
        try:
            with removing_files_on_failure() as files:
                original = OriginalMail.objects.select_for_update(skip_locked=True).filter(pk=mail_id).first()
                if original is None or original.reason != OriginalMail.WAITING:
                    return Result.DUPLICATE  # another process takes it in
                return arrive(mail, original, files)
        except CameMeanwhileError:
            continue
    raise TaskBusyError


def _may_pass(error: OperationalError) -> bool:
    """Whether the same mail may be taken in at the next run: a lock or a statement took too long."""
    return is_lock_failure(error) or isinstance(error.__cause__, QueryCanceled)


def _set_aside(mail_id: int, reason: str, mail: Mail | None = None) -> Result:
    with transaction.atomic():
        set_aside(OriginalMail.objects.get(pk=mail_id), reason, mail)
    return Result.QUARANTINE


def quarantine(raw: bytes, digest: str, reason: str) -> Result:
    """Store a mail whole, for people to look at. `reason`: a code."""
    _store(ContentFile(raw), digest, reason)
    return Result.QUARANTINE


def quarantine_large(path: Path) -> Result:
    """Store a mail that is too large to be read, piece by piece."""
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
