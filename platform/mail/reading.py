"""Reads a mail with the standard library's parser. If that fails, only the header is parsed; the body is plain text."""

import re
from collections.abc import Sequence
from hashlib import sha256

from mail.bounded import parse, parse_header
from mail.charsets import clean, to_text
from mail.encoded import one_line
from mail.headers import Parsed, date_of, header, ids, is_answer, raw_header, raw_headers
from mail.parts import MAX_TEXT, MAX_UNSHOWN, Contents, contents_of
from mail.people import name_of, people_in
from mail.programs import classify_author, has_failed, returned_ids
from mail.quotes import fold_quotes
from mail.received import Address, Mail, UnreadableMailError
from mail.sources.fetched import MAX_MAIL

MAX_SUBJECT = 300
# the domain of ids that are made for mails without an id: reserved, so no other mail has it (RFC 2606)
WITHOUT_ID = "without-id.invalid"

_OURS = re.compile(r"\[#\d{1,18}-[a-z0-9]{4,16}\]", re.IGNORECASE)  # the token of a ticket
_HEADER_LINE = re.compile(rb"[!-9;-~]+[ \t]*:")
_ENVELOPE = re.compile(rb"\A(>?From [^\r\n]*\r?\n)")


def read_mail(raw: bytes) -> Mail:
    """Read a mail. Raises only UnreadableMailError, with the reason."""
    if len(raw) > MAX_MAIL:
        raise UnreadableMailError("too_large")
    if not raw.strip(b"\x00 \t\r\n"):
        raise UnreadableMailError("empty")
    raw = _ENVELOPE.sub(b"", raw, count=1).lstrip(b"\r\n")
    if not _HEADER_LINE.match(raw):
        raise UnreadableMailError("no_header")
    try:
        message, contents = _parsed(raw)
    except Exception:  # the parser has failed in many ways over the years; the fall-back reads less and fails less
        message, contents = _read_plainly(raw)
    return _mail(raw, message, contents)


def _parsed(raw: bytes) -> tuple[Parsed, Contents]:
    message = parse(raw)
    return message, contents_of(message)


def _read_plainly(raw: bytes) -> tuple[Parsed, Contents]:
    """The header, and everything below it as one text."""
    try:
        head, body = _split(raw)
        message = parse_header(head)
        text = to_text(body, "utf-8").replace("\r\n", "\n")
        contents = Contents(text=text[:MAX_TEXT])
        if len(text) > MAX_TEXT:
            contents.enclose("message.txt", body)
    except Exception as error:
        raise UnreadableMailError("unreadable") from error
    return message, contents


def _mail(raw: bytes, message: Parsed, contents: Contents) -> Mail:
    author = _author(message)
    copied = people_in(raw_headers(message, "Cc"))
    to = people_in(raw_headers(message, "To") + raw_headers(message, "Cc"))
    sender = _sender(message, author, to)
    answered, references = ids(raw_header(message, "In-Reply-To")), ids(" ".join(raw_headers(message, "References")))
    subject = header(message, "Subject")[:MAX_SUBJECT]
    is_known = bool(answered or references)  # False for web forms; in replies people quote their own mail
    text, quoted = fold_quotes(
        contents.text,
        by="" if is_known else sender.email,
        is_reply=is_known or is_answer(subject) or bool(_OURS.search(subject)),
    )
    written = classify_author(message, author.email)
    is_bounce = written.kind == "bounce"
    return Mail(
        message_id=message_id_of(message, raw),
        in_reply_to=answered,
        references=references,
        sender=sender,
        author=author,
        to=to,
        copied=copied,
        subject=subject,
        sent_at=date_of(message),
        text=text,
        quoted=quoted,
        searched_only="\n\n".join(filter(str.strip, contents.searched_only))[:MAX_UNSHOWN],
        enclosures=tuple(contents.enclosures),
        left_out=contents.left_out,
        written=written,
        returned=returned_ids(message) if is_bounce else (),
        has_failed=is_bounce and has_failed(message),
    )


def message_id_of(message: Parsed, raw: bytes) -> str:
    """The mail's id; without one, an id from its SHA-256: the same bytes are the same mail."""
    found = ids(raw_header(message, "Message-ID"))
    return found[0] if found else f"{sha256(raw).hexdigest()}@{WITHOUT_ID}"


def _author(message: Parsed) -> Address:
    """`From`, else `Sender`; without an address if neither has one."""
    people = people_in(raw_headers(message, "From")) or people_in(raw_headers(message, "Sender"))
    return people[0] if people else Address(name_of(raw_header(message, "From")), "")


def _sender(message: Parsed, author: Address, to: Sequence[Address]) -> Address:
    """Who gets the answer: `Reply-To` if it is one address and no recipient of this mail; else the author."""
    answers = people_in(raw_headers(message, "Reply-To"))
    if len(answers) == 1 and answers[0].email not in {each.email for each in to}:
        return Address(answers[0].name or author.name, answers[0].email)
    return author


def _split(raw: bytes) -> tuple[bytes, bytes]:
    for separator in (b"\r\n\r\n", b"\n\n"):
        head, found, body = raw.partition(separator)
        if found:
            return head, body
    return raw, b""


__all__ = ["MAX_MAIL", "WITHOUT_ID", "clean", "message_id_of", "one_line", "read_mail"]
