"""What a person has typed, taken apart: words, phrases, what to leave out, and what narrows a search.

What is not understood is taken as words; no term is an error.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

LONGEST = 400  # characters of a term that are read
MAX_WORDS = 24
MAX_ID = 2**63 - 1
_PART = re.compile(r'(?P<without>-)?(?:(?P<key>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))', re.IGNORECASE)
_STARS = re.compile(r"([1-5])(?:\.\.([1-5]))?")
_PHONE = re.compile(r"[+(]?[\d\s()./-]+")
_PHONE_DIGITS = range(9, 16)
_SOURCE = re.compile(r"([a-z][\w-]{0,31}):(\S+)", re.IGNORECASE)
_QUOTES = str.maketrans("“”„«»", '"' * 5)  # as keyboards and texts have them
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Term:
    """`text`: the whole term; `words`: its words that narrow nothing. Dates are days of UTC, `until` is exclusive.

    `company`: a company's number or its name. `status`: as in `Review.status` and `Ticket.status`.
    """

    text: str = ""
    words: str = ""
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    company: str = ""
    sender: str = ""
    status: str = ""
    stars: tuple[int, int] | None = None
    since: date | None = None
    until: date | None = None

    @property
    def wanted(self) -> str:
        """What must be found, without what narrows it."""
        return " ".join([self.words, *self.phrases]).strip()

    @property
    def is_narrowed(self) -> bool:
        return any((self.company, self.sender, self.status, self.stars, self.since, self.until))

    @property
    def number(self) -> int | None:
        """The id that the whole term is, also as `#4711`."""
        text = self.text.removeprefix("#")
        return int(text) if text.isascii() and text.isdigit() and 0 < int(text) <= MAX_ID else None

    @property
    def email(self) -> str:
        return self.text.lower() if re.fullmatch(r"[^\s@]+@[^\s@]+", self.text) else ""

    @property
    def phone(self) -> str:
        """Digits of a telephone number, empty for other terms."""
        digits = re.sub(r"\D", "", self.text)
        return digits if _PHONE.fullmatch(self.text) and digits.isascii() and len(digits) in _PHONE_DIGITS else ""

    @property
    def external(self) -> tuple[str, str] | None:
        """The parts of `source:external_id`."""
        found = _SOURCE.fullmatch(self.text)
        return (found[1].lower(), found[2]) if found else None


def read_term(typed: str, *, narrows: bool = True) -> Term:
    """`narrows` false: `key:value` are words as well; a list has filters of its own."""
    term = Term(" ".join(_UNSTORABLE.sub(" ", typed)[:LONGEST].translate(_QUOTES).split()))
    words: list[str] = []
    phrases: list[str] = []
    without: list[str] = []
    for part in _PART.finditer(term.text):
        value = part["word"] if part["phrase"] is None else part["phrase"]
        is_key = narrows and part["key"] and not part["without"]
        narrowed = None if not is_key else _narrowed(term, part["key"].lower(), value.strip())
        if narrowed:
            term = narrowed
        elif part["without"]:
            without.append(value)
        elif part["phrase"] is not None and not part["key"]:
            phrases.append(value)
        else:
            words.append(part[0])
    return replace(
        term,
        words=" ".join(" ".join(words).split()[:MAX_WORDS]),
        phrases=tuple(phrases[:MAX_WORDS]),
        without=tuple(without[:MAX_WORDS]),
    )


def _narrowed(term: Term, key: str, value: str) -> Term | None:
    """The term with what `key:value` says; None if it is not understood."""
    field, read = _NARROWING.get(key, ("", str))
    # signs alone name nobody and nothing: each name would have them
    understood = read(value) if field and any(map(str.isalnum, value)) else None
    return replace(term, **{field: understood}) if understood else None


def _stars(value: str) -> tuple[int, int] | None:
    found = _STARS.fullmatch(value)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def _status(value: str) -> str:
    return re.sub(r"[\s-]+", "_", value.lower())


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _day_after(value: str) -> date | None:
    day = _day(value)
    return day + timedelta(days=1) if day and day < date.max else None


# the field of a term that each key sets, and how its value is read
_NARROWING: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "from": ("sender", str),
    "company": ("company", str),
    "status": ("status", _status),
    "stars": ("stars", _stars),
    "before": ("until", _day),
    "after": ("since", _day_after),
}
