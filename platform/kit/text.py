"""Text that the database can keep, and that people can see."""

from unicodedata import category, normalize

_UNSEEN_KINDS = {"Cc", "Cf"}  # controls, and what only changes how others are shown
_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters by their kind, and nothing to the eye
_WITHIN_NAMES = str.maketrans(dict.fromkeys("\u00ad\u200b\u2060\ufeff"))  # joiners stay: scripts spell with them


def storable(text: str) -> str:
    """The text itself. Raises ValueError for a NUL character or half of one, which PostgreSQL cannot keep."""
    if "\x00" in text:
        raise ValueError("holds a NUL character, which cannot be kept")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError("holds half of a character, which cannot be kept") from error
    return text


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in it."""
    return all(mark.isspace() or mark in _UNSEEN or category(mark) in _UNSEEN_KINDS for mark in text)


def visible(text: str) -> str:
    """The text itself. Raises ValueError where there is nothing to see in it."""
    if is_blank(text):
        raise ValueError("holds nothing that can be seen")
    return text


def as_name(text: str) -> str:
    """A name as all programs spell it: composed, with single spaces, without marks that nobody sees."""
    return " ".join(normalize("NFC", text).translate(_WITHIN_NAMES).split())
