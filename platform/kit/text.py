"""Checks of text: storable in PostgreSQL, and visible to people."""

from unicodedata import category, normalize

# replaces bytes that could not be decoded: the original letters are lost
LOST = "\N{REPLACEMENT CHARACTER}"
_UNSEEN_KINDS = {"Cc", "Cf"}  # control and format characters
UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # Unicode letters that are drawn as nothing
# direction controls can make a name look like another one; joiners stay, because some scripts need them
_DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_WITHIN_NAMES = str.maketrans(dict.fromkeys("\u00ad\u200b\u2060\ufeff" + _DIRECTION))

EXCERPT_LENGTH = 160
EXCERPT_READ = EXCERPT_LENGTH + 1  # one more, to see whether the text continues


def storable(text: str) -> str:
    """Return the text. Raises ValueError for a NUL character or an unpaired surrogate; PostgreSQL stores neither."""
    if "\x00" in text:
        raise ValueError("contains a NUL character, which cannot be stored")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("contains an unpaired surrogate, which cannot be stored") from error
    return text


def is_blank(text: str) -> bool:
    """Whether the text has no visible character."""
    return all(mark.isspace() or mark in UNSEEN or category(mark) in _UNSEEN_KINDS for mark in text)


def visible(text: str) -> str:
    """Return the text. Raises ValueError if it has no visible character."""
    if is_blank(text):
        raise ValueError("contains no visible character")
    return text


def without_direction(text: str) -> str:
    """The text without direction controls, which can make one name look like another."""
    return text.translate(dict.fromkeys(map(ord, _DIRECTION)))


def excerpt_of(text: str, length: int = EXCERPT_LENGTH) -> str:
    """The beginning of a text as one line of whole words. `text`: its first `length` + 1 characters are enough."""
    if len(text) <= length:
        return " ".join(text.split())
    words = text[:length].split()
    is_cut = not text[length - 1].isspace() and not text[length].isspace()
    # some scripts have no spaces
    if is_cut and len(words[-1]) <= length // 2:
        words.pop()
    return " ".join(words).rstrip(".,:;") + "…"


def as_name(text: str) -> str:
    """Normalise a name: NFC, single spaces, without invisible characters."""
    return " ".join(normalize("NFC", text).translate(_WITHIN_NAMES).split())
