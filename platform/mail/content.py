"""The type of a file by its content, and a name that is safe to show and to download."""

import re
from codecs import getincrementaldecoder
from email.message import Message
from pathlib import PurePosixPath
from typing import Any

from mail.encoded import decoded, one_line
from mail.headers import Parsed, eight_bit, raw_header

MAX_NAME = 200
OCTETS = "application/octet-stream"
TEXT = "text/plain"

# (offset, the bytes there, the type)
_SIGNATURES = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"PK\x05\x06", "application/zip"),
    (0, b"\x1f\x8b", "application/gzip"),
)
_LOOKED_AT = 4_096
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069\\/:*?\"<>|]")
_ENDINGS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "application/pdf": ".pdf",
    "application/zip": ".zip",
    TEXT: ".txt",
    "text/html": ".html",
    "message/rfc822": ".eml",
}
_NAMING = ("content-disposition", "content-type")


def type_of(content: bytes) -> str:
    """The media type by the first bytes. Archives are never unpacked; HTML and SVG count as plain text."""
    for offset, signature, media_type in _SIGNATURES:
        if content[offset : offset + len(signature)] == signature:
            return media_type
    head = content[:_LOOKED_AT]
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    return TEXT if _is_text(head, is_whole=len(content) <= _LOOKED_AT) else OCTETS


def safe_name(name: str, media_type: str) -> str:
    """A file's name without folders, control characters and bidi controls; `attachment…` if nothing is left."""
    base = PurePosixPath(name.replace("\\", "/")).name
    base = " ".join(_UNSAFE.sub("_", base).split()).strip(". ")
    if not base:
        return f"attachment{_ENDINGS.get(media_type, '')}"
    if len(base) > MAX_NAME:
        ending = PurePosixPath(base).suffix[:20]
        base = base[: MAX_NAME - len(ending)] + ending
    return base


def name_of(part: Parsed, message: Parsed) -> str:
    """The name that the sender gives to a part; empty without one. `message`: the mail that contains the part."""
    return given_name(part, message) or _subject_of(part)


def given_name(part: Parsed, message: Parsed) -> str:
    """The file name in a part's headers. `message`: gives the charset of a name that is neither ASCII nor encoded."""
    try:
        name = _with_text(part, message).get_filename() or ""
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return one_line(decoded(name)) if isinstance(name, str) else ""


def _with_text(part: Parsed, message: Parsed) -> Parsed:
    """The headers that name a part, decoded: the parser itself drops bytes that are not ASCII."""
    named = Message()
    for name, value in part.raw_items():
        if name.lower() in _NAMING:
            named[name] = eight_bit(str(value), message)
    return named


def _subject_of(part: Parsed) -> str:
    """A file name for an enclosed mail, by its subject; empty for other parts."""
    if not part.is_multipart() or part.get_content_maintype() != "message":
        return ""
    inner: Any = part.get_payload()
    subject = one_line(decoded(raw_header(inner[0], "Subject"))) if isinstance(inner, list) and inner else ""
    return f"{subject[:100] or 'message'}.eml"


def _is_text(head: bytes, *, is_whole: bool) -> bool:
    try:
        # the last character may be cut off
        return "\x00" not in getincrementaldecoder("utf-8")().decode(head, final=is_whole)
    except UnicodeDecodeError:
        return False
