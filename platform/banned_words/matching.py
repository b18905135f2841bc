"""Finding banned words in a text: whole words, beginnings of words and phrases, whatever their case and width."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from banned_words.models import BannedWord, Mode, Severity

# what people put between the words of a phrase
_GAP = r"[\W_]+"


@dataclass(frozen=True, slots=True)
class Match:
    """Where an entry was found. `start` and `end` count characters of the text as it was given."""

    word: str
    entry_id: int
    start: int
    end: int
    action: str
    severity: int

    @property
    def is_harmful(self) -> bool:
        return self.severity >= Severity.HARMFUL


# id, term, mode, action, severity
Entry = tuple[int, str, str, str, int]


def banned_entries() -> tuple[Entry, ...]:
    """The list as it is now. A saved entry works at the next call, in every process."""
    return tuple(BannedWord.objects.values_list("pk", "term", "mode", "action", "severity").order_by("pk"))


def find_banned_words(text: str, entries: Sequence[Entry]) -> list[Match]:
    """All matches in the order of the text."""
    return list(_matches(text, entries)) if entries and text else []


def _matches(text: str, entries: Sequence[Entry]) -> Iterator[Match]:
    folded, origins = _fold(text)
    by_group = {f"e{pk}": (pk, action, severity) for pk, _, _, action, severity in entries}
    for found in _pattern(tuple((pk, term, mode) for pk, term, mode, _, _ in entries)).finditer(folded):
        group = found.lastgroup or ""
        entry_id, action, severity = by_group[group]
        start, end = origins[found.start()], origins[found.end() - 1] + 1
        yield Match(text[start:end], entry_id, start, end, action, severity)


@lru_cache(maxsize=4)
def _pattern(entries: tuple[tuple[int, str, str], ...]) -> re.Pattern[str]:
    """One alternation of escaped terms, the longest first: no term can make another slow."""
    longest_first = sorted(entries, key=lambda entry: -len(entry[1]))
    return re.compile("|".join(f"(?P<e{pk}>{_expression(term, mode)})" for pk, term, mode in longest_first))


def _expression(term: str, mode: str) -> str:
    words = [re.escape(word) for word in re.split(_GAP, _fold(term)[0]) if word]
    body = _GAP.join(words)
    # the apostrophe belongs to its word: "he'll" holds no "hell", and no "ll"
    return rf"(?<![\w'’]){body}" + (r"[\w'’]*" if mode == Mode.PREFIX else r"(?![\w’]|'\w)")


def _fold(text: str) -> tuple[str, list[int]]:
    """The text without case, accents of width and invisible characters, and for each character where it came from."""
    characters: list[str] = []
    origins: list[int] = []
    for position, character in enumerate(text):
        if unicodedata.category(character) == "Cf":
            continue
        for plain in unicodedata.normalize("NFKC", character).casefold():
            characters.append(plain)
            origins.append(position)
    return "".join(characters), origins
