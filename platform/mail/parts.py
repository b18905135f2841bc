"""The parts of a mail: its text, and the files in it. Archives are files and are never unpacked."""

import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mail import tnef
from mail.charsets import NOTHING_SAID, charset_in_markup, to_text
from mail.content import OCTETS, TEXT, given_name, name_of, safe_name, type_of
from mail.flowed import unflowed
from mail.headers import Parsed, raw_header
from mail.markup import MAX_MARKUP, markup_to_text
from mail.received import Enclosure
from mail.same_words import says_the_same

MAX_PARTS = 1_000  # that are read; the rest is only in the original
MAX_ENCLOSURES = 50
MAX_ENCLOSURE = 10 * 1024 * 1024  # bytes, as for uploads of the staff
MAX_TEXT = 100_000  # characters that are shown; a longer text is also enclosed as a file, in full
MAX_UNSHOWN = 1_000_000  # characters that are searched but not shown
MAX_REMARK = 40  # words; a plain text this short is not enclosed if the HTML differs: it may be a mere hint
# parts of a bounce or of a forwarded mail: each becomes a file
_ENCLOSED = ("message/", "text/rfc822-headers")
# text types that are files, and a name for a file without one
_FILES = {
    "text/calendar": "invite.ics",
    "text/vcard": "contact.vcf",
    "text/x-vcard": "contact.vcf",
    "text/csv": "table.csv",
}
_OUTLOOK = ("application/ms-tnef", "application/vnd.ms-tnef", "application/octet-stream")
# shown if the text is only in a part of Outlook
UNREADABLE_PART = (
    "[Outlook has sent this in a format of its own, which cannot be read here. It stands in the original mail.]"
)
_AMP = "text/x-amp-html"  # the same text again, for programs that run AMP
_ALPHABET = re.compile(rb"[A-Za-z0-9+/\s]{8,}=*\s*")
_SHOWN_FIRST = ("related", "mixed", "alternative")  # multipart types in which the HTML of an alternative may be


@dataclass(slots=True)
class Contents:
    """`searched_only`: texts that are searched but not shown. `left_out`: number of files above a limit."""

    text: str = ""
    searched_only: list[str] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)
    left_out: int = 0

    def enclose(self, name: str, content: bytes, media_type: str = "") -> None:
        """Add a file, or count it in `left_out` if there are too many or it is too large."""
        if len(self.enclosures) >= MAX_ENCLOSURES or len(content) > MAX_ENCLOSURE:
            self.left_out += 1
            return
        media_type = media_type or type_of(content)
        self.enclosures.append(Enclosure(safe_name(name, media_type), media_type, content))


def contents_of(message: Parsed) -> Contents:
    """The text and the files of a mail. A part that cannot be decoded is enclosed as received."""
    found = Contents()
    texts: list[str] = []
    packed: list[str] = []  # the texts of parts of Outlook
    parts = _leaves(message)
    for number, part in enumerate(parts):
        if number >= MAX_PARTS:
            found.left_out += 1 + sum(1 for _ in parts)
            break
        if isinstance(part, _Alternatives):
            texts.append(_chosen(part, found))
        elif _is_shown(part, has_text=any(texts)):
            texts.append(_text_of(part, found))
        elif _is_packed(part):
            packed.append(_unpack(part, found, message))
        else:
            _enclose(part, found, message)
    found.text = "\n\n".join(text for text in texts if text.strip()) or "\n\n".join(packed)
    if len(found.text) > MAX_TEXT:
        found.enclose("message.txt", found.text.encode(), TEXT)
        found.searched_only.append(found.text[MAX_TEXT - 1_000 :])  # overlaps, to find words at the cut
        found.text = found.text[:MAX_TEXT]
    return found


def _is_packed(part: Parsed) -> bool:
    return part.get_content_type() in _OUTLOOK and _content_of(part).startswith(tnef.SIGNATURE)


def _unpack(part: Parsed, found: Contents, message: Parsed) -> str:
    """Enclose the files of a part of Outlook. Returns its text, which most mails also have in another part."""
    unpacked = tnef.unpack(_content_of(part))
    if unpacked is None:
        _enclose(part, found, message)
        return UNREADABLE_PART
    for name, content in unpacked.files:
        found.enclose(name, content)
    found.searched_only.append(unpacked.text)
    return unpacked.text or UNREADABLE_PART


def _enclose(part: Parsed, found: Contents, message: Parsed) -> None:
    content = _content_of(part)
    name = name_of(part, message) or _FILES.get(part.get_content_type(), "")
    if not name and not content.decode("latin-1").strip():
        return
    found.enclose(name, content, _forced_type(part))
    for text in _texts_in(part, content):
        found.searched_only.append(text[:MAX_UNSHOWN])


def _texts_in(part: Parsed, content: bytes) -> Iterator[str]:
    """The texts of a text file or of an enclosed mail."""
    if not part.is_multipart():
        if part.get_content_type() == "text/html":
            yield _read(part, content)
        elif type_of(content) == TEXT:
            yield to_text(content, _charset_of(part))
        return
    waiting: list[Any] = [part]
    for _ in range(MAX_PARTS):
        if not waiting:
            return
        inner = waiting.pop()
        if inner.is_multipart():
            waiting.extend(reversed(inner.get_payload()))
        elif inner.get_content_maintype() == "text":
            yield _read(inner)


@dataclass(frozen=True, slots=True)
class _Alternatives:
    """One text as plain text and as HTML. `others`: the same text in further formats, such as AMP."""

    plain: list[Any]
    markup: list[Any]
    others: list[Any]


def _leaves(message: Parsed) -> Iterator[Any]:
    """The parts that have no parts, in their order. Alternatives of one text come together."""
    waiting: list[Any] = [message]
    seen: set[int] = set()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        if not _has_parts(part):
            yield part
            continue
        children = part.get_payload()
        if part.get_content_type() == "multipart/alternative":
            new = [child for child in children if id(child) not in seen]
            plain = [child for child in new if _is_text(child, "text/plain")]
            markup = [found for child in new for found in _markup_in(child)]
            others = [child for child in new if _is_another_form(child)]
            if plain or markup:
                seen.update(id(child) for child in (*plain, *markup, *others))
                yield _Alternatives(plain, markup, others)
        waiting.extend(reversed(children))


def _markup_in(part: Any, depth: int = 3) -> list[Any]:
    """The HTML parts of an alternative: the part itself, or those in it, beside pictures and files."""
    if _is_text(part, "text/html"):
        return [part]
    if not depth or not _has_parts(part) or part.get_content_subtype() not in _SHOWN_FIRST:
        return []
    return [found for child in part.get_payload() for found in _markup_in(child, depth - 1)]


def _is_another_form(part: Any) -> bool:
    """Whether a part of an alternative has the text in another format: AMP, rich text, HTML for watches."""
    kind = part.get_content_type()
    known = ("text/plain", "text/html", *_FILES)
    return part.get_content_maintype() == "text" and kind not in known and not _is_attachment(part)


def _has_parts(part: Parsed) -> bool:
    return part.is_multipart() and part.get_content_maintype() == "multipart"


def _is_text(part: Parsed, media_type: str) -> bool:
    return not _has_parts(part) and part.get_content_type() == media_type and not _is_attachment(part)


def _is_shown(part: Parsed, *, has_text: bool) -> bool:
    """Whether to show a text: if it has no file name, or if it is the first text of the mail."""
    kind = part.get_content_type()
    if part.is_multipart() or kind.startswith(_ENCLOSED) or _is_attachment(part):
        return False
    is_for_people = part.get_content_maintype() == "text" and kind not in (*_FILES, _AMP)
    return is_for_people and (not has_text or not given_name(part, part))


def _is_attachment(part: Parsed) -> bool:
    return raw_header(part, "Content-Disposition").strip().lower().startswith("attachment")


def _chosen(texts: _Alternatives, found: Contents) -> str:
    """The plain text if it says the same as the HTML, else the HTML. The other one is only searched."""
    plain, markup = (_joined(parts, found) for parts in (texts.plain, texts.markup))
    found.searched_only += [_read(part) for part in texts.others]
    if not markup or says_the_same(plain, markup):
        found.searched_only.append(markup)
        return plain
    found.searched_only.append(plain)
    if len(plain.split()) > MAX_REMARK:
        found.enclose("message.txt", plain.encode(), TEXT)
    return markup


def _joined(parts: Sequence[Any], found: Contents) -> str:
    return "\n\n".join(filter(str.strip, (_text_of(part, found) for part in parts)))


def _text_of(part: Parsed, found: Contents) -> str:
    content = _content_of(part)
    if part.get_content_type() == "text/html" and len(content) > MAX_MARKUP:
        found.enclose("message.html", content, "text/html")
    return _read(part, content)


def _read(part: Parsed, content: bytes | None = None) -> str:
    content = _content_of(part) if content is None else content
    is_markup = part.get_content_type() in ("text/html", _AMP)
    charset = _charset_of(part)
    if is_markup and charset in (None, *NOTHING_SAID):
        charset = charset_in_markup(content)
    text = to_text(content, charset).replace("\r\n", "\n").replace("\r", "\n")
    if is_markup:
        return markup_to_text(text)
    if text.lstrip()[:15].lower().startswith(("<html", "<!doctype html")):
        return markup_to_text(text)  # HTML sent as text/plain
    if _parameter(part, "format") == "flowed":
        text = unflowed(text, joins=_parameter(part, "delsp") == "yes")
    return text.strip("\n")


def _parameter(part: Parsed, name: str) -> str:
    try:
        return str(part.get_param(name, "")).lower()
    except (ValueError, LookupError, TypeError):
        return ""


def _content_of(part: Parsed) -> bytes:
    """The decoded bytes; the bytes as received if their encoding is invalid."""
    if part.is_multipart():
        return b"\r\n".join(_as_bytes(child) for child in part.get_payload())
    try:
        content = part.get_payload(decode=True)
    except (ValueError, LookupError, binascii.Error):
        content = None
    if isinstance(content, bytes):
        is_cut = raw_header(part, "Content-Transfer-Encoding").strip().lower() == "base64" and _ALPHABET.fullmatch(
            content
        )
        return _begun(content) if is_cut else content
    return str(part.get_payload()).encode("utf-8", "surrogateescape")


def _begun(content: bytes) -> bytes:
    """Decode base64 whose end is missing; the parser does not decode it."""
    signs = b"".join(content.split()).rstrip(b"=")
    try:
        return binascii.a2b_base64(signs[: len(signs) // 4 * 4])
    except binascii.Error:
        return content


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


def _forced_type(part: Parsed) -> str:
    """The type of mails and reports, whose first bytes do not show it; empty for other files."""
    if part.get_content_type() == "message/rfc822":
        return "message/rfc822"
    return TEXT if part.is_multipart() or part.get_content_type().startswith(_ENCLOSED) else ""


__all__ = ["MAX_ENCLOSURE", "MAX_ENCLOSURES", "MAX_PARTS", "MAX_TEXT", "OCTETS", "Contents", "contents_of"]
