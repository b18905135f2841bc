"""The services besides the database: broker, files, mail."""

import secrets
from collections.abc import Iterator

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.mail import EmailMessage, get_connection

from commands.setup.findings import Finding, State, reason
from config.broker import is_in_memory
from config.celery import publisher
from kit.uploads import state_of_folder
from mail.sources.addresses import source_at
from mail.sources.fetched import SourceAwayError
from workflows.engine.outbox.kinds import Kind

_TRIED = b"Written and deleted by docket setup."
_SUBJECT, _BODY = "Docket can send mail", "This mail was sent by `docket setup`. It asks for no answer.\n"


def look_at_broker() -> Finding:
    if is_in_memory(settings.BROKER_URL):
        return Finding("broker", State.READY, "Jobs stay in the memory of one worker; several need BROKER_URL.")
    try:
        broker = publisher()
        waiting = sum(broker.waiting(kind) for kind in Kind)
    except Exception as error:  # three packages have no common error type
        sentence = f"It cannot be used ({reason(error)}): start it, or correct BROKER_URL."
        return Finding("broker", State.MISSING, sentence)
    return Finding("broker", State.READY, f"Its queues are there, with {waiting} jobs.")


def look_at_files() -> Finding:
    """Write, read and delete a file in the storage."""
    state = state_of_folder()
    if state != "ok":
        problem = "has no room" if state == "disk_full" else "cannot be written"
        return Finding("files", State.MISSING, f"The folder {settings.FILE_UPLOAD_TEMP_DIR} {problem}: mend that.")
    if isinstance(default_storage, FileSystemStorage):
        sentence = f"They are stored on this host, in {settings.MEDIA_ROOT}; a second host needs MEDIA_URL."
        return Finding("files", State.READY, sentence)
    try:
        name = default_storage.save(f"setup/{secrets.token_hex(8)}", ContentFile(_TRIED))
        with default_storage.open(name) as file:
            read = file.read()
        default_storage.delete(name)
    except Exception as error:  # errors of the protocol and of the network
        sentence = f"The bucket cannot be used ({reason(error)}): make it, or correct MEDIA_URL."
        return Finding("files", State.MISSING, sentence)
    if read != _TRIED:
        return Finding("files", State.MISSING, "The bucket answers other bytes than were written: correct MEDIA_URL.")
    return Finding("files", State.READY, "A file was written to the bucket, read and deleted.")


def look_at_mail(to: str) -> Iterator[Finding]:
    """Sign in to the mail server, and send a test mail to `to`, unless it is empty."""
    yield _outgoing(to)
    if settings.MAIL_IN_URL:
        yield _incoming()


def _outgoing(to: str) -> Finding:
    if not settings.MAIL_IS_SENT:
        return Finding("mail", State.WITHOUT, "Nothing is mailed, and the console says so: set MAIL_URL.")
    connection = get_connection()
    try:
        connection.open()
        if to:
            EmailMessage(_SUBJECT, _BODY, settings.DEFAULT_FROM_EMAIL, [to], connection=connection).send()
        connection.close()
    except OSError as error:  # smtplib's errors are subclasses of it
        sentence = f"The mail server refuses ({reason(error)}): correct MAIL_URL and MAIL_FROM."
        return Finding("mail", State.WITHOUT, sentence)
    said = f"A mail was sent to {to}: has it come?" if to else "The mail server answers; --mail-to sends a mail."
    return Finding("mail", State.READY, said)


def _incoming() -> Finding:
    """Read the first incoming mail, without removing it."""
    try:
        next(source_at(settings.MAIL_IN_URL).mails(), None)
    except SourceAwayError as error:
        sentence = f"Mail cannot be fetched ({error}): correct MAIL_IN_URL."
        return Finding("mail in", State.WITHOUT, sentence)
    return Finding("mail in", State.READY, "The source of mail answers.")
