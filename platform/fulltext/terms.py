"""Parses a typed search term into words, phrases, excluded words and filters (`key:value`).

Unknown syntax is treated as words; no term is an error.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

LONGEST = 400  # characters of a term; the rest is ignored
MAX_WORDS = 24
MAX_ID = 2**63 - 1
_PART = re.compile(r'(?P<without>-)?(?:(?P<key>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))', re.IGNORECASE)
_STARS = re.compile(r"([1-5])(?:\.\.([1-5]))?")
_PHONE = re.compile(r"[+(]?[\d\s()./-]+")
_PHONE_DIGITS = range(9, 16)
_SOURCE = re.compile(r"([a-z][\w-]{0,31}):(\S+)", re.IGNORECASE)
_QUOTES = str.maketrans("“”„«»", '"' * 5)  # typographic quotation marks
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Term:
    """`text`: the whole term. `words`: its words without filters. Dates are days in UTC; `until` is exclusive.

    `company`: a company's id or name. `status`: a value of `Review.status` or `Ticket.status`.
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
        """The words and phrases to find, without filters."""
        return " ".join([self.words, *self.phrases]).strip()

    @property
    def is_narrowed(self) -> bool:
        return any((self.company, self.sender, self.status, self.stars, self.since, self.until))

    @property
    def number(self) -> int | None:
        """The whole term as an id, also in the form `#4711`; None if it is no id."""
        text = self.text.removeprefix("#")
        return int(text) if text.isascii() and text.isdigit() and 0 < int(text) <= MAX_ID else None

    @property
    def email(self) -> str:
        return self.text.lower() if re.fullmatch(r"[^\s@]+@[^\s@]+", self.text) else ""

    @property
    def phone(self) -> str:
        """The digits, if the term is a telephone number; else empty."""
        digits = re.sub(r"\D", "", self.text)
        return digits if _PHONE.fullmatch(self.text) and digits.isascii() and len(digits) in _PHONE_DIGITS else ""

    @property
    def external(self) -> tuple[str, str] | None:
        """The parts of `source:external_id`."""
        found = _SOURCE.fullmatch(self.text)
        return (found[1].lower(), found[2]) if found else None


def read_term(typed: str, *, narrows: bool = True) -> Term:
    """Parse a term. `narrows`: False treats `key:value` as words, for lists, which have their own filters."""
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
    """The term with the filter `key:value`; None if it is not a valid filter."""
    field, read = _NARROWING.get(key, ("", str))
    # a value of signs only would match every name, so it is no filter
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


# by key: the field of the term that it sets, and the parser of its value
_NARROWING: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "from": ("sender", str),
    "company": ("company", str),
    "status": ("status", _status),
    "stars": ("stars", _stars),
    "before": ("until", _day),
    "after": ("since", _day_after),
}
