"""Unpacks `winmail.dat` (TNEF), in which Outlook sends text and files in its own format."""

import logging
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tnefparse.tnef import TNEF

from mail.charsets import to_text
from mail.markup import markup_to_text

SIGNATURE = b"\x78\x9f\x3e\x22"
MAX_OBJECTS = 2_000  # the library takes quadratic time
_HEAD = struct.Struct("<BHHI")  # of an object: level, name, type, length
_CHECKSUM = 2  # bytes
_COUNTED = (0x9003, 0x9004, 0x9005)  # objects that begin with their number of properties or rows
_LEAST = 4  # bytes of a property
_MAIL_WITHIN = b"\x07\x03\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46"  # an enclosed mail: no bounds

_read: Any = TNEF  # without types
logging.getLogger("tnefparse").setLevel(logging.CRITICAL)  # it logs each property that it cannot read


@dataclass(frozen=True, slots=True)
class Unpacked:
    """`text`: plain; empty if there is only rich text. `files`: name and content."""

    text: str
    files: tuple[tuple[str, bytes], ...]


def unpack(content: bytes) -> Unpacked | None:
    """The text and the files of a TNEF part. None if it cannot be read, or has neither."""
    if not content.startswith(SIGNATURE) or _MAIL_WITHIN in content or not _is_within_bounds(content):
        return None
    try:
        found: Any = _read(content, do_checksum=False)
        files = tuple((_name(each, found.codepage), bytes(each.data)) for each in found.attachments if each.data)
        plain, markup = (_text(each, found.codepage) for each in (found.body, found.htmlbody))
    except Exception:  # the library fails in many ways at truncated or forged parts
        return None
    text = plain.strip() or markup_to_text(markup)
    return Unpacked(text, files) if text or files else None


def _is_within_bounds(content: bytes) -> bool:
    """Whether there are at most MAX_OBJECTS objects, and none declares more properties than it has bytes for."""
    for number, (name, data) in enumerate(_objects(content)):
        if number >= MAX_OBJECTS:
            return False
        if name in _COUNTED and int.from_bytes(data[:4], "little") * _LEAST > len(data):
            return False
    return True


def _objects(content: bytes) -> Iterator[tuple[int, memoryview]]:
    whole, at = memoryview(content), 6
    while at + _HEAD.size <= len(whole):
        _, name, _, length = _HEAD.unpack_from(whole, at)
        yield name, whole[at + _HEAD.size : at + _HEAD.size + length]
        at += _HEAD.size + length + _CHECKSUM


def _name(attachment: Any, codepage: str | None) -> str:
    try:
        name = attachment.long_filename()
    except UnicodeDecodeError:
        name = attachment._name
    return _text(name, codepage)


def _text(value: Any, codepage: str | None) -> str:
    text = to_text(value, codepage) if isinstance(value, bytes) else str(value or "")
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\x00\ufffd")
