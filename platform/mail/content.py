"""What a file is by its content, and a name for it that is safe to show and to download."""

import re
from codecs import getincrementaldecoder
from pathlib import PurePosixPath

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


def type_of(content: bytes) -> str:
    """The media type that the bytes say. Archives are never unpacked; HTML and SVG are text."""
    for offset, signature, media_type in _SIGNATURES:
        if content[offset : offset + len(signature)] == signature:
            return media_type
    head = content[:_LOOKED_AT]
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    return TEXT if _is_text(head, is_whole=len(content) <= _LOOKED_AT) else OCTETS


def safe_name(name: str, media_type: str) -> str:
    """A file's name without folders, control characters and changes of direction; a made one if none is left."""
    base = PurePosixPath(name.replace("\\", "/")).name
    base = " ".join(_UNSAFE.sub("_", base).split()).strip(". ")
    if not base:
        return f"attachment{_ENDINGS.get(media_type, '')}"
    if len(base) > MAX_NAME:
        ending = PurePosixPath(base).suffix[:20]
        base = base[: MAX_NAME - len(ending)] + ending
    return base


def _is_text(head: bytes, *, is_whole: bool) -> bool:
    try:
        # the last character may be cut off
        return "\x00" not in getincrementaldecoder("utf-8")().decode(head, final=is_whole)
    except UnicodeDecodeError:
        return False
