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
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ].*)?|\d{8}(?:T.*)?")
_MONTHS_IN_WORDS = ("%d %B %Y", "%d %b %Y", "%d %B %y", "%d %b %y", "%B %d %Y", "%b %d %Y", "%Y %B %d", "%Y %b %d")
_CLOCKS = ("", " %H:%M", " %H:%M:%S", " %H:%M:%S.%f", " %I:%M %p", " %I:%M:%S %p")
DAY_FIRST = "day/month/year"
# how people and programs write what the forms below leave out: what each becomes
_WRITINGS = (
    (re.compile(r"^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+", re.IGNORECASE), ""),
    (re.compile(r"(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE), ""),
    (re.compile(r"\bsept\b\.?", re.IGNORECASE), "Sep"),
    (re.compile(r"(?<=[a-z])\.(?=\s)", re.IGNORECASE), ""),
    (re.compile(r"(?<=\d)\.(?=\s+[a-z])|(?<=\d)\s+of(?=\s+[a-z])", re.IGNORECASE), ""),
    (re.compile(r"(?<=\d)[-/](?=[a-z])|(?<=[a-z])[-/](?=\d)", re.IGNORECASE), " "),
    (re.compile(r"\s*(?:UTC|GMT|Z)$", re.IGNORECASE), " +0000"),
    (re.compile(r"(?<=\d)T(?=\d)|,?\s+at\s+", re.IGNORECASE), " "),
    (re.compile(r",?\s+"), " "),
)
# after a blank or a clock: `-2025` of 12-11-2025 is a year
_ZONE = re.compile(r"(?:\s|(?<=:\d\d)|(?<=\.\d{3})|(?<=\.\d{6}))[+-]\d{2}:?\d{2}$")
_NUMBERS = re.compile(r"\s*(\d{1,2})[./-](\d{1,2})[./-](?:\d{4}|\d{2})\b")
_MONTHS = 12


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
            return None

    def _in_words(self, text: str) -> datetime:
        plain = text
        for writing, becomes in _WRITINGS:
            plain = writing.sub(becomes, plain)
        zone = _ZONE.search(plain)
        day = plain.removesuffix(zone[0]) if zone else plain
        day = re.sub(r"(?<=\d)[./-](?=\d)", "/", day, count=2)
        for form in filter(None, (self._last, *_FORMS)):
            try:
                moment = datetime.strptime(day, form)  # noqa: DTZ007  as above
            except ValueError:
                continue
            self._last = form
            if form.startswith("%d/%m"):
                self.assumed.add(DAY_FIRST)
            return datetime.fromisoformat(f"{moment.isoformat()}{zone[0].strip()}") if zone else moment
        if _ISO.fullmatch(text):
            raise ValueError(f"{_shown(text)} is not a date")
        raise ValueError(f"{_shown(text)} is not a date: dates are read as ISO 8601 or {DAY_FIRST}; set --date-format")


class DateOrders:
    """Which orders of day and month the dates of a file prove: 25/12 is day first, 12/25 month first."""

    def __init__(self) -> None:
        self.day_first = self.month_first = self.either = ""

    def look_at(self, value: Any) -> None:
        found = _NUMBERS.match(value) if isinstance(value, str) else None
        if found is None:
            return
        first, second = int(found[1]), int(found[2])
        if first > _MONTHS >= second:
            self.day_first = self.day_first or value.strip()
        elif second > _MONTHS >= first:
            self.month_first = self.month_first or value.strip()
        elif first != second:
            self.either = self.either or value.strip()

    def problem(self) -> str:
        """A sentence, where the dates cannot be read day first without a doubt."""
        if not self.month_first:
            return ""
        choose = "Say which is meant: --date-format %m/%d/%Y, or %d/%m/%Y; dates of the other order are then rejected."
        if self.day_first:
            return (
                f"The file mixes two orders of day and month: {_shown(self.day_first)} can only be day first,"
                f" {_shown(self.month_first)} only month first. {choose}"
            )
        doubt = f", and {_shown(self.either)} would be read day first" if self.either else ""
        return (
            f"The file has dates with the month first: {_shown(self.month_first)} can be nothing else{doubt}. {choose}"
        )


_FORMS = (
    *(form + clock for form in ("%d/%m/%Y", "%d/%m/%y", "%Y/%m/%d", *_MONTHS_IN_WORDS) for clock in _CLOCKS),
    "%b %d %H:%M:%S %Y",  # of programs in C
)


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
