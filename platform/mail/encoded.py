"""Encoded words of headers (RFC 2047) as text. What cannot be decoded stays as it came."""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from quopri import decodestring

from mail.charsets import clean, to_text

# a word ends at its first `?=`; bounded, because each beginning looks for its end
WORD = re.compile(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([bBqQ])\?((?:[^?\r\n]|\?(?!=)){0,2000}?)\?=")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def decoded(text: str) -> str:
    """Words in one charset that follow each other are one text: a character may begin in one and end in the next."""
    if "=?" not in text:
        return clean(text)
    found, at, data, charset = "", 0, b"", ""
    for word in WORD.finditer(text):
        content = _bytes_of(word[2], word[3])
        between = text[at : word.start()]
        follows = bool(charset) and not between.strip()
        if content is None:
            found, data, charset = found + to_text(data, charset) + text[at : word.end()], b"", ""
        elif follows and word[1].lower() == charset:
            data += content
        else:
            found += to_text(data, charset) + ("" if follows else between)
            data, charset = content, word[1].lower()
        at = word.end()
    return clean(found + to_text(data, charset) + text[at:])


def one_line(text: str) -> str:
    """Without line ends and control characters: nobody can add a header."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _bytes_of(encoding: str, content: str) -> bytes | None:
    try:
        raw = content.encode("ascii")
        if encoding in "qQ":
            return decodestring(raw.replace(b" ", b"_"), header=True)
        return b64decode(raw + b"=" * (-len(raw) % 4))
    except (UnicodeEncodeError, Base64Error, ValueError):
        return None
