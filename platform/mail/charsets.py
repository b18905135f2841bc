"""Decodes bytes, only with the charsets of the web (encoding.spec.whatwg.org).

Python has more codecs: some take quadratic time, such as `punycode`, and some do not decode to text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from charset_normalizer import from_bytes

FALL_BACK = "cp1252"
_UTF_8 = "utf-8"
NOTHING_SAID = {"us-ascii", "ascii"}  # labels that programs write without looking at the text
_MARKS = ((b"\xef\xbb\xbf", _UTF_8), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))  # byte order marks
_MAX_GUESSED = 10_000  # bytes from which a charset is guessed
_FIRST_FOREIGN = 0x80
_ASCII_LETTERS, _NOT_ASCII = re.compile(rb"[A-Za-z]"), re.compile(r"[^\x00-\x7f]")
_KANA, _HANGUL = re.compile("[ぁ-ん]"), re.compile("[가-힣]")
_BY_LETTERS = (("cp932", _KANA, 0.2), ("euc_jp", _KANA, 0.2), ("cp949", _HANGUL, 0.9))  # and their least share
_GUESSED = ["cp1251", "koi8_r", "gb18030", "big5", "cp1253", "cp1255"]
_JIS = "iso2022_jp_ext"
_JIS_PAIRS = re.compile(rb"\x1b\$[@B]([!-~]*)(?:\x1b\([BJ])?")
_LAST_OF_LOW, _DELETE_BEFORE = 0x5E, 0x60
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_IN_MARKUP = re.compile(
    rb"(?:<meta[^>]{0,500}?charset|<\?xml[^>]{0,100}?encoding)\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE
)
_HEAD_OF_MARKUP = 4_096  # bytes in which HTML names its charset


def to_text(data: bytes, charset: str | None) -> str:
    """Decode bytes. If the charset is unknown or wrong: UTF-8, then a guess, then Windows-1252. Never fails.

    A charset in which most of the text is valid is kept: each invalid byte becomes U+FFFD.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return clean(data[len(mark) :].decode(codec, "replace"))
    codecs = list(_codecs_for(charset))
    for codec in codecs:
        if (text := _decoded(data, codec)) is not None:
            return clean(text)
    for codec in codecs:
        text = data.decode(codec, "replace")
        wrong = text.count("\ufffd")
        right = len(text) - len(text.encode("ascii", "ignore")) - wrong
        if right and right >= wrong:
            return clean(text)
    if len(codecs) == 1 and (guessed := _guessed(data)):
        return clean(data.decode(guessed, "replace"))
    return clean(data.decode(FALL_BACK, "replace").replace("\ufffd", "?"))


def _decoded(data: bytes, codec: str) -> str | None:
    """The text; None if a byte is invalid. For JIS, cp932 adds Windows's characters, such as ①, which Python lacks."""
    try:
        return data.decode(codec)
    except ValueError:
        is_jis = codec == _JIS and b"\x1b$" in data
        return _JIS_PAIRS.sub(_as_shift_jis, data).decode("cp932", "replace") if is_jis else None


def _as_shift_jis(pairs: re.Match[bytes]) -> bytes:
    written = bytearray()
    for first, second in zip(pairs[1][::2], pairs[1][1::2], strict=False):
        written.append(((first - 1) >> 1) + (0x71 if first <= _LAST_OF_LOW else 0xB1))
        shift = 0x1F if second < _DELETE_BEFORE else 0x20
        written.append(second + (shift if first % 2 else 0x7E))
    return bytes(written)


def _guessed(data: bytes) -> str | None:
    """Guess the codec of bytes without a charset. None if they have more ASCII letters than other bytes."""
    beginning = data[:_MAX_GUESSED].rsplit(b"\n", 1)[0]
    foreign = sum(byte >= _FIRST_FOREIGN for byte in beginning)
    if foreign <= len(_ASCII_LETTERS.findall(beginning)):
        return None
    for codec, letters, share in _BY_LETTERS:
        with suppress(ValueError):
            text = _NOT_ASCII.findall(beginning.decode(codec))
            if len(letters.findall("".join(text))) >= share * len(text):
                return codec
    found = from_bytes(beginning, cp_isolation=_GUESSED).best()
    return found.encoding if found else None


def charset_in_markup(data: bytes) -> str | None:
    """The charset that HTML or XML declares in its first bytes; None without one."""
    found = _IN_MARKUP.search(data[:_HEAD_OF_MARKUP])
    return found[1].decode() if found else None


def clean(text: str) -> str:
    """Replace what PostgreSQL cannot store, NUL and unpaired surrogates, by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def _codecs_for(charset: str | None) -> Iterator[str]:
    label = (charset or "").strip().strip("\"'").strip().lower()
    codec = None if label in NOTHING_SAID else _labels().get(label)
    if codec:
        yield codec
    if codec != _UTF_8:
        yield _UTF_8


@cache
def _labels() -> Mapping[str, str]:
    """Python's codec by label."""
    by_codec = json.loads(Path(__file__).with_name("charsets.json").read_text())
    return {label: codec for codec, labels in by_codec.items() for label in labels.split()}
