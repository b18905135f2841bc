"""The parts of a mail: its text, and the files in it. Archives are files and are never unpacked."""

import binascii
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mail.content import OCTETS, TEXT, safe_name, type_of
from mail.headers import Parsed, decoded, one_line, raw_header, to_text
from mail.markup import MAX_MARKUP, markup_to_text
from mail.received import Enclosure

MAX_PARTS = 1_000  # that are looked at; the rest stands in the original
MAX_ENCLOSURES = 50
MAX_ENCLOSURE = 10 * 1024 * 1024  # bytes, as for uploads of the staff
MAX_TEXT = 100_000  # characters that are shown; a longer text is enclosed whole as well
# of a bounce, and of a forwarded mail: files of their own
_ENCLOSED = ("message/", "text/rfc822-headers")


@dataclass(slots=True)
class Contents:
    text: str = ""
    enclosures: list[Enclosure] = field(default_factory=list)
    left_out: int = 0

    def enclose(self, name: str, content: bytes, media_type: str = "") -> None:
        if len(self.enclosures) >= MAX_ENCLOSURES or len(content) > MAX_ENCLOSURE:
            self.left_out += 1
            return
        media_type = media_type or type_of(content)
        self.enclosures.append(Enclosure(safe_name(name, media_type), media_type, content))


def contents_of(message: Parsed) -> Contents:
    """The text and the files of a mail. A part that cannot be decoded is enclosed as it came."""
    found = Contents()
    texts: list[str] = []
    parts = _leaves(message)
    for number, part in enumerate(parts):
        if number >= MAX_PARTS:
            found.left_out += 1 + sum(1 for _ in parts)
            break
        if isinstance(part, _Alternatives):
            texts.append(_chosen(part, found))
        elif _is_shown(part, has_text=any(texts)):
            texts.append(_text_of(part, found))
        elif (name := _name_of(part)) + (content := _content_of(part)).decode("latin-1").strip():
            found.enclose(name, content, _forced_type(part))
    found.text = "\n\n".join(text for text in texts if text.strip())
    if len(found.text) > MAX_TEXT:
        found.enclose("message.txt", found.text.encode(), TEXT)
        found.text = found.text[:MAX_TEXT]
    return found


@dataclass(frozen=True, slots=True)
class _Alternatives:
    """One text in plain and in HTML."""

    plain: list[Any]
    markup: list[Any]


def _leaves(message: Parsed) -> Iterator[Any]:
    """The parts without parts, in their order. Alternative texts come together."""
    waiting: list[Any] = [message]
    while waiting:
        part = waiting.pop()
        if not _has_parts(part):
            yield part
            continue
        children = part.get_payload()
        if part.get_content_type() == "multipart/alternative":
            plain = [child for child in children if _is_text(child, "text/plain")]
            markup = [child for child in children if _is_text(child, "text/html")]
            if plain or markup:
                yield _Alternatives(plain, markup)
                texts = {id(child) for child in (*plain, *markup)}
                children = [child for child in children if id(child) not in texts]
        waiting.extend(reversed(children))


def _has_parts(part: Parsed) -> bool:
    return part.is_multipart() and part.get_content_maintype() == "multipart"


def _is_text(part: Parsed, media_type: str) -> bool:
    return not _has_parts(part) and part.get_content_type() == media_type and not _is_attachment(part)


def _is_shown(part: Parsed, *, has_text: bool) -> bool:
    """Text without a name is shown; a text with a name only where it is the first text of the mail."""
    kind = part.get_content_type()
    if part.is_multipart() or kind.startswith(_ENCLOSED) or _is_attachment(part):
        return False
    return part.get_content_maintype() == "text" and (not has_text or not _given_name(part))


def _is_attachment(part: Parsed) -> bool:
    return raw_header(part, "Content-Disposition").strip().lower().startswith("attachment")


def _chosen(texts: _Alternatives, found: Contents) -> str:
    """The plain text, if it says anything; it is what the sender's program made of the HTML."""
    plain = "\n\n".join(filter(str.strip, (_text_of(part, found) for part in texts.plain)))
    return plain or "\n\n".join(filter(str.strip, (_text_of(part, found) for part in texts.markup)))


def _text_of(part: Parsed, found: Contents) -> str:
    content = _content_of(part)
    text = to_text(content, _charset_of(part)).replace("\r\n", "\n").replace("\r", "\n")
    if part.get_content_type() != "text/html":
        return text.strip("\n")
    if len(text) > MAX_MARKUP:
        found.enclose("message.html", content, "text/html")
    return markup_to_text(text)


def _content_of(part: Parsed) -> bytes:
    """The decoded bytes; as they came if their encoding is wrong."""
    if part.is_multipart():
        return b"\r\n".join(_as_bytes(child) for child in part.get_payload())
    try:
        content = part.get_payload(decode=True)
    except (ValueError, LookupError, binascii.Error):
        content = None
    if isinstance(content, bytes):
        return content
    return str(part.get_payload()).encode("utf-8", "surrogateescape")


def _as_bytes(message: Any) -> bytes:
    try:
        return bytes(message.as_bytes())
    except Exception:  # the generator fails in many ways at headers that no standard allows
        header = "".join(f"{name}: {value}\n" for name, value in message.raw_items())
        return f"{header}\n{message.get_payload()}".encode("utf-8", "replace")


def _charset_of(part: Parsed) -> str | None:
    try:
        return part.get_content_charset()
    except (ValueError, LookupError, AttributeError):
        return None


def _name_of(part: Parsed) -> str:
    return _given_name(part) or _subject_of(part)


def _given_name(part: Parsed) -> str:
    try:
        name = part.get_filename() or ""
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return one_line(decoded(name)) if isinstance(name, str) else ""


def _subject_of(part: Parsed) -> str:
    """The name of an enclosed mail."""
    if not part.is_multipart() or part.get_content_maintype() != "message":
        return ""
    inner: Any = part.get_payload()
    subject = one_line(decoded(raw_header(inner[0], "Subject"))) if isinstance(inner, list) and inner else ""
    return f"{subject[:100] or 'message'}.eml"


def _forced_type(part: Parsed) -> str:
    """Mails and reports say nothing about themselves by their first bytes."""
    if part.get_content_type() == "message/rfc822":
        return "message/rfc822"
    return TEXT if part.is_multipart() or part.get_content_type().startswith(_ENCLOSED) else ""


__all__ = ["MAX_ENCLOSURE", "MAX_ENCLOSURES", "MAX_PARTS", "MAX_TEXT", "OCTETS", "Contents", "contents_of"]
