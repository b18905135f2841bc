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

MAX_IDS = 100  # of the header `References`
MAX_SAME = 100  # headers of one name
MAX_HEADER = 20_000  # characters of a header that are read
MAX_ID = 900  # bytes: each is in an index, whose entries have room for 2,700
EARLIEST_YEAR = 1990
_MAX_LOOKED_AT = 20  # parts
CLOCKS_DIFFER = timedelta(days=1)

_ID = re.compile(rf"<([^<>\s]{{1,{MAX_ID}}})>")
_BARE_ID = re.compile(rf"(?<![^<>\s])[^<>\s]{{1,{MAX_ID}}}@[^<>\s]{{1,255}}(?![^<>\s])")
# as programs begin the subject of an answer, in the languages of `mail.quote_headers`
_ANSWER = re.compile(
    r"\s*(re|aw|antw|antwort|sv|vs|rif|r|res|odp|回复|回覆|答复)(\s*\[\d+\]|\^\d+)?\s*[:\uff1a]", re.IGNORECASE
)


def is_answer(subject: str) -> bool:
    return bool(_ANSWER.match(subject))


def header(message: Parsed, name: str) -> str:
    """One header on one line, decoded; empty if it is missing. The first counts where there are several."""
    return one_line(decoded(raw_header(message, name)))


def raw_header(message: Parsed, name: str) -> str:
    return next(_values(message, name), "")


def raw_headers(message: Parsed, name: str) -> list[str]:
    """All of one name, as far as they are read."""
    return list(islice(_values(message, name), MAX_SAME))


def ids(text: str) -> tuple[str, ...]:
    """The message ids of `Message-ID`, `In-Reply-To` or `References`, each once, in their order.

    A longer id than MAX_ID counts as none: no honest program writes one.
    """
    text = clean(text[:MAX_HEADER])
    found = _ID.findall(text) or _BARE_ID.findall(text)
    return tuple(dict.fromkeys(each for each in found if len(each.encode()) <= MAX_ID))[-MAX_IDS:]


def date_of(message: Parsed) -> datetime | None:
    """When the sender says that the mail was sent; None if that cannot be: before there was mail, or in future."""
    try:
        at = parsedate_to_datetime(raw_header(message, "Date"))
        at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError, AttributeError):
        return None
    return at if at.year >= EARLIEST_YEAR and at <= datetime.now(UTC) + CLOCKS_DIFFER else None


def _values(message: Parsed, name: str) -> Iterator[str]:
    """As they came, also on several lines."""
    for given, value in message.raw_items():
        if given.lower() == name.lower():
            yield eight_bit(str(value)[:MAX_HEADER], message)


def eight_bit(value: str, message: Parsed) -> str:
    """A header whose bytes may not be ASCII: they are UTF-8 (RFC 6532), else in the charset of the first text."""
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
