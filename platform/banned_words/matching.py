"""Find banned words in a text: whole words, prefixes and phrases, ignoring case and width.

Terms are looked up by the words of the text, so that the time depends on the text and not on the length of the list.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from banned_words.models import BannedWord, Mode, Severity

# letters and digits; everything else separates words
_WORD = re.compile(r"[^\W_]+")
# the apostrophe belongs to its word: "he'll" holds no "hell", and no "ll"
_GOES_ON = re.compile(r"[\w’]|'\w")
_REST_OF_WORD = re.compile(r"[\w'’]*")
_NO_BEGINNING = re.compile(r"[\w'’]")
# three letters rule out nearly every word that begins with no listed prefix
_HEAD = 3


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
    """The current list. A saved entry takes effect at the next call, in every process."""
    return tuple(BannedWord.objects.values_list("pk", "term", "mode", "action", "severity").order_by("pk"))


def find_banned_words(text: str, entries: Sequence[Entry]) -> list[Match]:
    """All matches in the order of the text; of several at one place, the longest term."""
    return word_index(tuple(entries)).find(text) if entries and text else []


def search_texts(groups: Sequence[Sequence[str]]) -> list[list[list[Match]]]:
    """The matches in each text of each group, by the current list, which is read once."""
    index = word_index(banned_entries())
    return [[index.find(text) for text in group] for group in groups]


@lru_cache(maxsize=4)
def word_index(entries: tuple[Entry, ...]) -> "WordIndex":
    return WordIndex(entries)


@dataclass(frozen=True, slots=True)
class _Term:
    """A term split into words. With `is_prefix` the last word is a prefix. `rank` sorts the longest term first."""

    entry: Entry
    words: tuple[str, ...]
    is_prefix: bool
    rank: tuple[int, int]


class WordIndex:
    """Index of the list, built once for many texts."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._by_word: dict[str, list[_Term]] = {}
        self._by_pair: dict[tuple[str, str], list[_Term]] = {}
        self._by_beginning: dict[str, list[_Term]] = {}
        for place, entry in enumerate(entries):
            words = tuple(_WORD.findall(fold(entry[1])))
            if words:
                self._add(_Term(entry, words, entry[2] == Mode.PREFIX, (-len(entry[1]), place)))
        self._firsts = {*self._by_word, *(first for first, _ in self._by_pair)}
        self._heads = {beginning[:_HEAD] for beginning in self._by_beginning}
        self._lengths = sorted({len(beginning) for beginning in self._by_beginning})

    def _add(self, term: _Term) -> None:
        first, *others = term.words
        if not others and term.is_prefix:
            self._by_beginning.setdefault(first, []).append(term)
        elif others and not (term.is_prefix and len(others) == 1):
            self._by_pair.setdefault((first, others[0]), []).append(term)
        else:
            self._by_word.setdefault(first, []).append(term)

    def find(self, text: str) -> list[Match]:
        folded = fold(text)
        spans = list(self._spans(folded))
        if not spans:
            return []
        origins = _origins(text)
        return [self._match(text, origins, term, start, end) for term, start, end in spans]

    def _spans(self, folded: str) -> Iterator[tuple[_Term, int, int]]:
        if not self._is_suspect(_WORD.findall(folded)):
            return  # the common case
        places = [(found[0], found.start(), found.end()) for found in _WORD.finditer(folded)]
        passed = 0
        for number, (_, start, _) in enumerate(places):
            if start < passed or (start and _NO_BEGINNING.match(folded, start - 1)):
                continue
            fits = ((term, self._end(term, folded, places, number)) for term in self._candidates(places, number))
            found = [(term, end) for term, end in fits if end]
            if found:
                term, passed = min(found, key=lambda fit: fit[0].rank)
                yield term, start, passed

    def _is_suspect(self, words: list[str]) -> bool:
        if not self._firsts.isdisjoint(words):
            return True
        return any(not self._heads.isdisjoint([word[:length] for word in words]) for length in (1, 2, _HEAD))

    def _candidates(self, places: list[tuple[str, int, int]], number: int) -> Iterator[_Term]:
        word = places[number][0]
        yield from self._by_word.get(word, ())
        if number + 1 < len(places):
            yield from self._by_pair.get((word, places[number + 1][0]), ())
        for length in self._lengths:
            yield from self._by_beginning.get(word[:length], ()) if len(word) >= length else ()

    def _end(self, term: _Term, folded: str, places: list[tuple[str, int, int]], number: int) -> int:
        """The end of the term in the text, if it begins at this word; else 0."""
        *before, last = term.words
        there = places[number : number + len(term.words)]
        if len(there) < len(term.words) or any(
            word != known for word, (known, _, _) in zip(before, there, strict=False)
        ):
            return 0
        word, _, end = there[-1]
        if term.is_prefix:
            found = _REST_OF_WORD.match(folded, end)
            return found.end() if found and word.startswith(last) else 0
        return 0 if word != last or _GOES_ON.match(folded, end) else end

    def _match(self, text: str, origins: Sequence[int], term: _Term, start: int, end: int) -> Match:
        pk, _, _, action, severity = term.entry
        first, last = origins[start], origins[end - 1] + 1
        return Match(text[first:last], pk, first, last, action, severity)


class _Folds(dict[int, str]):
    """Folds a character: NFKC, lower case, invisible characters removed. Results are cached."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_invisible = unicodedata.category(character) == "Cf"
        self[code] = "" if is_invisible else unicodedata.normalize("NFKC", character).casefold()
        return self[code]


_FOLDS = _Folds()


def fold(text: str) -> str:
    return text.translate(_FOLDS)


def _origins(text: str) -> Sequence[int]:
    """For each character of the folded text, its position in the original text."""
    if text.isascii():
        return range(len(text))
    return [position for position, character in enumerate(text) for _ in _FOLDS[ord(character)]]
