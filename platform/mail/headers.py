"""Values of a mail's header. Reading never fails: an invalid value is empty or shown as received."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import parsedate_to_datetime
from itertools import islice
from typing import Any, TypeAlias

from mail.charsets import clean, to_text
from mail.encoded import decoded, one_line

Parsed: TypeAlias = "Message[Any, Any]"

MAX_IDS = 100  # kept of one header, such as `References`
MAX_SAME = 100  # headers of one name
MAX_HEADER = 20_000  # characters of a header that are read
MAX_ID = 900  # bytes; ids are indexed, and an index entry has at most 2,700
EARLIEST_YEAR = 1990
_MAX_LOOKED_AT = 20  # parts, for their charset
CLOCKS_DIFFER = timedelta(days=1)  # by which a sender's clock may be ahead

_ID = re.compile(rf"<([^<>\s]{{1,{MAX_ID}}})>")
_BARE_ID = re.compile(rf"(?<![^<>\s])[^<>\s]{{1,{MAX_ID}}}@[^<>\s]{{1,255}}(?![^<>\s])")
# how programs begin the subject of a reply, in the languages of `mail.quote_headers`
_ANSWER = re.compile(
    r"\s*(re|aw|antw|antwort|sv|vs|rif|r|res|odp|回复|回覆|答复)(\s*\[\d+\]|\^\d+)?\s*[:\uff1a]", re.IGNORECASE
)


def is_answer(subject: str) -> bool:
    return bool(_ANSWER.match(subject))


def header(message: Parsed, name: str) -> str:
    """A header on one line, decoded; empty if it is missing. The first one if there are several."""
    return one_line(decoded(raw_header(message, name)))


def raw_header(message: Parsed, name: str) -> str:
    """The first header of this name, not decoded, possibly on several lines; empty if it is missing."""
    return next(_values(message, name), "")


def raw_headers(message: Parsed, name: str) -> list[str]:
    """All headers of one name, at most MAX_SAME."""
    return list(islice(_values(message, name), MAX_SAME))


def ids(text: str) -> tuple[str, ...]:
    """The message ids of `Message-ID`, `In-Reply-To` or `References`, each once, in their order.

    The last MAX_IDS. An id longer than MAX_ID is ignored: no honest program writes one.
    """
    text = clean(text[:MAX_HEADER])
    found = _ID.findall(text) or _BARE_ID.findall(text)
    return tuple(dict.fromkeys(each for each in found if len(each.encode()) <= MAX_ID))[-MAX_IDS:]


def date_of(message: Parsed) -> datetime | None:
    """The `Date` in UTC; None if it is invalid, before EARLIEST_YEAR, or in the future."""
    try:
        at = parsedate_to_datetime(raw_header(message, "Date"))
        at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        return None
    return at if at.year >= EARLIEST_YEAR and at <= datetime.now(UTC) + CLOCKS_DIFFER else None


def _values(message: Parsed, name: str) -> Iterator[str]:
    """The values as received, possibly on several lines."""
    for given, value in message.raw_items():
        if given.lower() == name.lower():
            yield eight_bit(str(value)[:MAX_HEADER], message)


def eight_bit(value: str, message: Parsed) -> str:
    """Decode a header with bytes beyond ASCII: as UTF-8 (RFC 6532), else in the first charset that a part names."""
    if value.isascii():
        return clean(value)
    data = value.encode("utf-8", "surrogateescape")
    try:
        return clean(data.decode())
    except ValueError:
        return to_text(data, _charset_within(message))


def _charset_within(message: Parsed) -> str | None:
    try:
        named = (part.get_content_charset() for part in islice(message.walk(), _MAX_LOOKED_AT))
        return next((charset for charset in named if charset), None)
    except (ValueError, LookupError, AttributeError):
        return None
