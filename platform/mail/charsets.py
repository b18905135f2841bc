"""Bytes as text, by the charsets of the web's list (encoding.spec.whatwg.org) alone.

Python knows more: some of its codecs take quadratic time, as `punycode` does, and some decode no text at all.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

FALL_BACK = "cp1252"
_UTF_8 = "utf-8"
_NOTHING_SAID = {"us-ascii", "ascii"}  # what programs write that do not look
_MARKS = ((b"\xef\xbb\xbf", _UTF_8), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))  # at the beginning
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_IN_MARKUP = re.compile(rb"<meta[^>]{0,500}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_HEAD_OF_MARKUP = 4_096  # bytes in which HTML names its charset


def to_text(data: bytes, charset: str | None) -> str:
    """Bytes in a charset; in UTF-8 or Windows's where that is not known or wrong. Never fails, loses no byte.

    A text of which most is right keeps its charset: each wrong byte is one U+FFFD.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return clean(data[len(mark) :].decode(codec, "replace"))
    codecs = list(_codecs_for(charset))
    for codec in codecs:
        try:
            return clean(data.decode(codec))
        except ValueError:
            continue
    for codec in codecs:
        text = data.decode(codec, "replace")
        wrong = text.count("\ufffd")
        right = len(text) - len(text.encode("ascii", "ignore")) - wrong
        if right and right >= wrong:
            return clean(text)
    return clean(data.decode(FALL_BACK, "replace").replace("\ufffd", "?"))


def charset_in_markup(data: bytes) -> str | None:
    """The charset that HTML names itself."""
    found = _IN_MARKUP.search(data[:_HEAD_OF_MARKUP])
    return found[1].decode() if found else None


def clean(text: str) -> str:
    """Without what the database cannot hold."""
    return _UNSTORABLE.sub("\ufffd", text)


def _codecs_for(charset: str | None) -> Iterator[str]:
    label = (charset or "").strip().strip("\"'").strip().lower()
    codec = None if label in _NOTHING_SAID else _labels().get(label)
    if codec:
        yield codec
    if codec != _UTF_8:
        yield _UTF_8


@cache
def _labels() -> Mapping[str, str]:
    """Python's codec by label."""
    by_codec = json.loads(Path(__file__).with_name("charsets.json").read_text())
    return {label: codec for codec, labels in by_codec.items() for label in labels.split()}
