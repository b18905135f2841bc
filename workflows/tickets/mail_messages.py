"""Turns a mail that was read into a message of a ticket, a new ticket, or a mail in quarantine."""

from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from django.core.files.base import ContentFile
from django.db import transaction

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.email_addresses import is_email_address
from mail.reading import WITHOUT_ID
from mail.received import Mail
from tickets.models import Attachment, Delivery, Message, MessageKind, OriginalMail, ProgramSender, Ticket, Via
from tickets.quarantine import set_aside
from tickets.writing import Client, NewMessage, set_delivery
from workflows.tickets.harm import searched
from workflows.tickets.starting import Arrived, add_from_outside, find_mail, start_ticket
from workflows.tickets.threading import is_by_us, is_from_us, message_returned, ticket_of

MAX_COPIED = 20  # people copied on one mail


class Result(StrEnum):
    """What became of a mail."""

    TICKET = "new tickets"
    MESSAGE = "messages of tickets"
    SYSTEM = "automatic mails of tickets"
    DUPLICATE = "duplicates"
    QUARANTINE = "in quarantine"


class CameMeanwhileError(Exception):
    """The same mail came from another mailbox while this one was being ingested."""


def arrive(mail: Mail, original: OriginalMail, files: list[Any]) -> Result:
    """Ingest a mail in the caller's transaction, which locks the stored mail. Raises CameMeanwhileError.

    `files`: the written files are appended, so that the caller can delete them if the transaction fails.
    """
    if (found := find_mail(mail.message_id)) is not None:
        if is_from_us(mail.author) or _is_same(mail, found.message_id):
            return _forget(original)
        return _set_aside(original, "same_id", mail)
    ticket_id = ticket_of(mail)
    if reason := _program(mail, ticket_id):
        if ticket_id is None:
            return _set_aside(original, reason, mail)
        arrived = add_from_outside(ticket_id, words_of(mail, files, MessageKind.SYSTEM))
        if (failed := message_returned(mail)) is not None:
            set_delivery(failed, Delivery.FAILED)
        result = Result.SYSTEM
    elif not mail.sender.email:
        return _set_aside(original, "no_sender", mail)
    else:
        arrived, result = add_as_person(mail, ticket_id, files)
    if not arrived.is_new:
        raise CameMeanwhileError
    belongs_to(original, arrived)
    return result


def add_as_person(
    mail: Mail, ticket_id: int | None, files: list[Any], *, by: User | None = None
) -> tuple[Arrived, Result]:
    """Add a mail as a client's message, to this ticket or to a new one. `by`: the person who says that a person wrote
    it.
    """
    words = words_of(mail, files, MessageKind.CLIENT)
    if ticket_id is not None:
        arrived = add_from_outside(ticket_id, words)
    else:
        address = "" if is_from_us(mail.sender) else mail.sender.email
        arrived = start_ticket(mail.subject, Client(mail.sender.name, address), words, by=by)
    if arrived.begins and mail.written.signs:
        Ticket.objects.filter(pk=arrived.ticket_id).update(no_automatic_mail=True)
    return arrived, Result.TICKET if arrived.begins else Result.MESSAGE


def belongs_to(original: OriginalMail, arrived: Arrived) -> None:
    """Record that the stored mail is the original of a message."""
    original.message_id, original.reason, original.settled_at = arrived.message_id, "", None
    original.author_name = original.author_email = original.subject = ""
    original.save(update_fields=OriginalMail.UPDATED)


def words_of(mail: Mail, files: list[Any], kind: MessageKind) -> NewMessage:
    return replace(_words_of(mail, kind), attachments=[_store_attachment(each, files) for each in mail.enclosures])


def _words_of(mail: Mail, kind: MessageKind) -> NewMessage:
    return NewMessage(
        kind,
        _text_of(mail),
        Via.MAIL,
        author_name=mail.sender.name,
        author_email=mail.sender.email,
        quoted=mail.quoted,
        searched_only=mail.searched_only,
        cc=_copied(mail),
        auto=kind == MessageKind.SYSTEM,
        mail_message_id=mail.message_id,
        in_reply_to=mail.in_reply_to[0] if mail.in_reply_to else "",
    )


def _copied(mail: Mail) -> list[dict[str, str]]:
    """The other people to whom the client sent the mail. A reply is also sent to them."""
    others = [each for each in mail.copied if each.email != mail.sender.email and not is_from_us(each)]
    reached = [each for each in others if is_email_address(each.email)]
    return [{"name": each.name, "email": each.email} for each in reached[:MAX_COPIED]]


def with_an_id_of_its_own(mail: Mail, original: OriginalMail) -> Mail:
    """The mail with an id of its own, if another mail with the same `Message-ID` exists."""
    if find_mail(mail.message_id) is None:
        return mail
    return replace(mail, message_id=f"{original.sha256}@{WITHOUT_ID}")


def _program(mail: Mail, ticket_id: int | None) -> str:
    """The reason to treat the mail as written by a program: a code of the quarantine; empty for a person's mail."""
    if is_by_us(mail):
        return "own"
    if mail.author.email and ProgramSender.objects.filter(email=mail.author.email).exists():
        return "program"
    if mail.written.kind == "list" and ticket_id is not None and _is_client(mail, ticket_id):
        return ""  # the mail program of this client adds headers of mailing lists, and the mail replies to us
    if mail.written.kind in ("automatic", "list") and _says_harm(mail, ticket_id):
        return ""  # a person must read it within an hour, even if a program wrote it
    return mail.written.kind


def _says_harm(mail: Mail, ticket_id: int | None) -> bool:
    (words,) = searched([_words_of(mail, MessageKind.CLIENT)], subject=mail.subject, ticket_id=ticket_id)
    return bool(words.harm)


def _is_client(mail: Mail, ticket_id: int) -> bool:
    return Ticket.objects.filter(pk=ticket_id, client_email__iexact=mail.sender.email).exists()


def _is_same(mail: Mail, message_id: int) -> bool:
    """Whether a message has the text and the files of the mail. Its headers may have changed in transit."""
    stored = Message.objects.values_list("author_email", "text", "quoted").get(pk=message_id)
    files = sorted(Attachment.objects.filter(message=message_id).values_list("sha256", flat=True))
    come = sorted(sha256(each.content).hexdigest() for each in mail.enclosures)
    return stored == (mail.sender.email, _text_of(mail), mail.quoted) and files == come


def _forget(original: OriginalMail) -> Result:
    """Delete a repeated mail: the message that it became already exists, with its own original."""
    file = original.raw
    number = original.pk
    original.delete()
    record_audit(actions.MAIL_FORGOTTEN, number, user_id=None)
    transaction.on_commit(lambda: file.delete(save=False))
    return Result.DUPLICATE


def _set_aside(original: OriginalMail, reason: str, mail: Mail) -> Result:
    set_aside(original, reason, mail)
    return Result.QUARANTINE


def _text_of(mail: Mail) -> str:
    """The sender's text, and how many attachments are only in the original."""
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
