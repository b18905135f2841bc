"""Values of a mail's header. Reading never fails: an invalid value is empty or shown as received."""

import re
from binascii import Error as Base64Error
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any, TypeAlias

from mail.received import Address

Parsed: TypeAlias = "Message[Any, Any]"

MAX_IDS = 100  # of the header `References`
MAX_ADDRESSES = 100
MAX_HEADER = 20_000  # characters of a header that are read
MAX_ID = 900  # bytes: each is in an index, whose entries have room for 2,700
EARLIEST_YEAR = 1990
CLOCKS_DIFFER = timedelta(days=1)

_ID = re.compile(rf"<([^<>\s]{{1,{MAX_ID}}})>")
_BARE_ID = re.compile(rf"(?<![^<>\s])[^<>\s]{{1,{MAX_ID}}}@[^<>\s]{{1,255}}(?![^<>\s])")
_EMAIL = re.compile(r"[^\s<>,;:\"()@]{1,64}@[^\s<>,;:\"()@]{1,189}")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def header(message: Parsed, name: str) -> str:
    """One header on one line, decoded; empty if it is missing. The first counts where there are several."""
    return one_line(decoded(raw_header(message, name)))


def raw_header(message: Parsed, name: str) -> str:
    return _text_of(message.get(name, ""))


def raw_headers(message: Parsed, name: str) -> list[str]:
    return [_text_of(value) for value in message.get_all(name, [])]


def ids(text: str) -> tuple[str, ...]:
    """The message ids of `Message-ID`, `In-Reply-To` or `References`, each once, in their order.

    A longer id than MAX_ID counts as none: no honest program writes one.
    """
    text = clean(text[:MAX_HEADER])
    found = _ID.findall(text) or _BARE_ID.findall(text)
    return tuple(dict.fromkeys(each for each in found if len(each.encode()) <= MAX_ID))[-MAX_IDS:]


def addresses(values: list[str]) -> tuple[Address, ...]:
    """The people of `From` or `To`, each address once. Text without an address is no person."""
    found = {each.email: each for value in values for each in _addresses_in(value[:MAX_HEADER])}
    return tuple(found.values())[:MAX_ADDRESSES]


def date_of(message: Parsed) -> datetime | None:
    """When the sender says that the mail was sent; None if that cannot be: before there was mail, or in future."""
    try:
        at = parsedate_to_datetime(raw_header(message, "Date"))
        at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        return None
    return at if at.year >= EARLIEST_YEAR and at <= datetime.now(UTC) + CLOCKS_DIFFER else None


def decoded(text: str) -> str:
    """Encoded words (RFC 2047) as text. What cannot be decoded stays as it came."""
    if "=?" not in text:
        return clean(text)
    try:
        pieces = decode_header(text)
    except (MessageError, Base64Error, ValueError):
        return clean(text)
    return clean("".join(_piece(value, charset) for value, charset in pieces))


def to_text(data: bytes, charset: str | None) -> str:
    """Bytes in a charset; in UTF-8 or Windows's where that is not known or wrong. Never fails, loses no byte."""
    for name in (charset, "utf-8"):
        try:
            if name:
                return clean(data.decode(name.strip().strip("\"'")))
        except (LookupError, ValueError):  # codecs that decode to bytes, as `hex` does, raise LookupError
            continue
    return clean(data.decode("cp1252", "replace").replace("\ufffd", "?"))


def clean(text: str) -> str:
    """Without what the database cannot hold."""
    return _UNSTORABLE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Without line ends and control characters: nobody can add a header."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _text_of(value: Any) -> str:
    """A header as text: bytes that are not ASCII are UTF-8 or Windows's (RFC 6532)."""
    text = str(value)[:MAX_HEADER]
    try:
        text.encode()
    except UnicodeEncodeError:
        return to_text(text.encode("utf-8", "surrogateescape"), None)
    raw = getattr(value, "_chunks", None)  # a Header of bytes that are not ASCII
    if raw:
        joined = "".join(str(chunk) for chunk, _ in raw)[:MAX_HEADER]
        return to_text(joined.encode("utf-8", "surrogateescape"), None)
    return text


def _piece(value: bytes | str, charset: str | None) -> str:
    if isinstance(value, str):
        return value
    return to_text(value, charset)


def _addresses_in(value: str) -> Iterator[Address]:
    text = one_line(value)
    try:
        pairs = getaddresses([text])
    except (ValueError, IndexError, AttributeError, RecursionError):
        pairs = []
    people = [(decoded(name), email) for name, email in pairs if _EMAIL.fullmatch(email)]
    if not people:  # broken: any address in it is better than none
        people = [("", email) for email in _EMAIL.findall(decoded(text))]
    for name, email in people:
        yield Address(one_line(name)[:300], clean(email).lower())
