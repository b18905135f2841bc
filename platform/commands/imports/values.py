"""Parse values that people write in tables: stars, dates, yes and no. Raises ValueError with a message."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

NOTHING = {"", "-", "–", "—", "n/a", "na", "none", "null", "nil", "\\n"}
YES = {"true", "yes", "y", "t", "1", "verified", "x", "✓", "✔"}
NO = {"false", "no", "n", "f", "0", "unverified", "not verified"}
MOST_STARS = 5

_NUMBER = r"(\d{1,6}(?:[.,]\d{1,6})?)"
_STARS = re.compile(rf"{_NUMBER}(?:\s*(?:/|out of|of)\s*{_NUMBER})?\s*(?:stars?|★|⭐\ufe0f?)?", re.IGNORECASE)
_DRAWN = re.compile(r"(?P<full>(?:[★⭐✭✮🌟]\ufe0f?)+)(?P<empty>[☆✩]*)")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?|\d{8}")
_MONTHS_IN_WORDS = ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%d-%b-%Y", "%d-%b-%y")
_CLOCKS = ("", " %H:%M", " %H:%M:%S", "T%H:%M:%S", " %I:%M %p")
DAY_FIRST = "day/month/year"


def stars(value: Any) -> int | None:
    """4, "4.0", "4/5", "8/10", "★★★★☆", "4 stars", "4 out of 5"; None for a blank."""
    if isinstance(value, bool):
        raise ValueError("is not a number of stars")
    if isinstance(value, int | float):
        value = f"{value}"
    text = _text(value).strip()
    if text.lower() in NOTHING:
        return None
    if drawn := _DRAWN.fullmatch(text):
        return len(re.sub("\ufe0f", "", drawn["full"]))
    found = _STARS.fullmatch(text)
    if not found:
        raise ValueError(f"{_shown(text)} is not a number of stars")
    given, most = (_fraction(part) for part in found.groups(default=str(MOST_STARS)))
    count = given * MOST_STARS / most if most else Fraction(-1)
    if count.denominator != 1 or count < 0:
        raise ValueError(f"{_shown(text)} is not a whole number of stars")
    return int(count)


def yes_or_no(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    text = _text(value).strip().lower()
    if text in YES:
        return True
    if text in NO or text in NOTHING:
        return False
    raise ValueError(f"{_shown(text)} is neither yes nor no")


class Dates:
    """Parses dates, and records in `assumed` what a text did not say."""

    def __init__(self, date_format: str = "") -> None:
        self._format = date_format
        self._last = ""
        self.assumed: set[str] = set()

    def __call__(self, value: Any) -> datetime | None:
        """Without a time: midnight; without a zone: UTC. Ambiguous dates are read day first."""
        text = _text(value).strip()
        if text.lower() in NOTHING:
            return None
        moment = self._by_format(text) if self._format else self._iso(text) or self._in_words(text)
        if moment.tzinfo is None:
            self.assumed.add("UTC")
            moment = moment.replace(tzinfo=UTC)
        return moment

    def _by_format(self, text: str) -> datetime:
        try:
            return datetime.strptime(text, self._format)  # noqa: DTZ007  the caller sets the zone
        except ValueError:
            raise ValueError(f"{_shown(text)} is not a date of the form {self._format}") from None

    def _iso(self, text: str) -> datetime | None:
        if not _ISO.fullmatch(text):
            return None
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(f"{_shown(text)} is not a date") from None

    def _in_words(self, text: str) -> datetime:
        plain = re.sub(r"[./-](?=\d)", "/", text) if text[:1].isdigit() else text
        for form in filter(None, (self._last, *_FORMS)):
            try:
                moment = datetime.strptime(plain, form)  # noqa: DTZ007  as above
            except ValueError:
                continue
            self._last = form
            if form.startswith("%d/%m"):
                self.assumed.add(DAY_FIRST)
            return moment
        raise ValueError(f"{_shown(text)} is not a date: dates are read as ISO 8601 or {DAY_FIRST}; set --date-format")


_FORMS = tuple(form + clock for form in ("%d/%m/%Y", "%d/%m/%y", "%Y/%m/%d", *_MONTHS_IN_WORDS) for clock in _CLOCKS)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError("is not a text")
    return value


def words(value: Any) -> str:
    """The text unchanged. A JSON number becomes its digits."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else _text(value)


def _fraction(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")  # noqa: PLR2004  enough to recognise it


Reader = Callable[[Any], Any]
