"""Decodes the encoded words of headers (RFC 2047). An invalid word stays as received."""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from quopri import decodestring

from mail.charsets import clean, to_text

# a word ends at its first `?=`; lengths are bounded, because every `=?` starts a search for an end
WORD = re.compile(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([bBqQ])\?((?:[^?\r\n]|\?(?!=)){0,2000}?)\?=")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def decoded(text: str) -> str:
    """Decode a header. Adjacent words in one charset are decoded together: a character may be split between them."""
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
    """Replace line ends and control characters by spaces, so that nobody can inject a header."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _bytes_of(encoding: str, content: str) -> bytes | None:
    try:
        raw = content.encode("ascii")
        if encoding in "qQ":
            return decodestring(raw.replace(b" ", b"_"), header=True)
        return b64decode(raw + b"=" * (-len(raw) % 4))
    except (UnicodeEncodeError, Base64Error, ValueError):
        return None
