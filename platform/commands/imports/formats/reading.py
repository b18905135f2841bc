"""What the readers of other products' files have in common."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from email.utils import parseaddr
from typing import Any

from commands.imports.values import Dates
from kit.email_addresses import is_email_address
from kit.text import is_blank
from mail.markup import MAX_MARKUP, markup_to_text

# under which a translated row holds what the product has no field for
MORE = "more"
NO_TEXT = "(no text)"


def first_of(*values: Any) -> Any:
    """The first that is neither missing nor blank; None if all are."""
    return next(
        (value for value in values if value is not None and not (isinstance(value, str) and is_blank(value))), None
    )


def text_of(value: Any) -> str:
    """A text or a number as a text; empty for anything else."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value.strip() if isinstance(value, str) else ""


def address_in(value: Any) -> str:
    """The address in `Ada Lund <ada@example.com>`; empty for one that is none: the row stays without it."""
    address = parseaddr(value)[1].strip() if isinstance(value, str) else ""
    return address if is_email_address(address) else ""


def name_in(value: Any) -> str:
    """The name in `Ada Lund <ada@example.com>`."""
    return parseaddr(value)[0].strip() if isinstance(value, str) else ""


def objects_in(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list; of an object by id, its values."""
    found = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [each for each in found if isinstance(each, dict)]


def inner(value: Any, *names: str) -> Any:
    """The value below these names; None where one is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def plain(markup: str) -> str:
    """HTML as the text that a mail would show. Raises ValueError for more than is read of a mail."""
    if len(markup) > MAX_MARKUP:
        raise ValueError(f"a message has more than {MAX_MARKUP:,} characters of HTML")
    return markup_to_text(markup).strip()


def with_attachments(text: str, attachments: Iterable[str]) -> str:
    """The text, and below it a line for each file that stays with the other product."""
    lines = [f"Attachment: {each}" for each in attachments if each.strip()]
    return "\n\n".join(filter(None, (text.strip(), "\n".join(lines)))) or NO_TEXT


def moment_of(value: Any, what: str, date_format: str = "") -> datetime | None:
    """A time as these products write it, without a zone in UTC. Raises ValueError."""
    try:
        return Dates(date_format)(value)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def is_closed(state: str, states: Mapping[str, bool], what: str) -> bool:
    """`states`: whether a ticket in a state, named in lower case, is closed. Raises ValueError for an unknown state."""
    found = states.get(state.lower())
    if found is None:
        raise ValueError(f"{what}: {state[:40]!r} is not known: say --state {state.lower()[:40]!r}=open, or =closed")
    return found


def in_order(messages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """By time; those without one stay behind what stands before them."""
    latest: Any = None
    keyed = []
    for message in messages:
        latest = message["at"] if message["at"] and (latest is None or message["at"] > latest) else latest
        keyed.append((message["at"] or latest, message))
    if any(at is None for at, _ in keyed):
        return list(messages)
    return [message for _, message in sorted(keyed, key=lambda pair: pair[0])]
