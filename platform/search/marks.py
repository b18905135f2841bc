"""Highlights: where the words of a query stand in texts, and where those of a name."""

import re
import unicodedata
from collections.abc import Sequence

from kit.prepared import fetch
from search.results import Highlight

BEGINNING_FROM = 6  # letters of a beginning that may have a mistake
MISTAKES_FROM = (4, 8)  # letters of a word that may have a mistake, and another
SHORTEST_MISTAKEN = MISTAKES_FROM[0]
LONGEST = 20_000  # characters of a text in which words are marked
BEFORE, AROUND = 60, 240  # characters shown before the first mark, and altogether
_OPEN, _CLOSE = "\ue000", "\ue001"
_WORD = re.compile(r"[^\W_]+")

# the text is separated as in the index; marks of our own would be taken for those of the database
_MARKED = f"""
    SELECT number, ts_headline('docket', docket_separated(text), %(query)s::tsquery,
        'HighlightAll=true, StartSel={_OPEN}, StopSel={_CLOSE}')
    FROM unnest(%(texts)s::text[]) WITH ORDINALITY given (text, number)
"""


def mark_words(texts: Sequence[tuple[str, str]], query: str) -> list[Highlight | None]:
    """For each named text its part around the first of the words; None where there is none. One statement."""
    places = places_of([text for _, text in texts], query)
    cut = [(name, text[:LONGEST].replace(_OPEN, " ").replace(_CLOSE, " ")) for name, text in texts]
    return [excerpt(name, text, marks) if marks else None for (name, text), marks in zip(cut, places, strict=True)]


def places_of(texts: Sequence[str], query: str) -> list[list[tuple[int, int]]]:
    """Where the words stand in each text: begin and end of each. One statement."""
    if not texts or not query:
        return [[] for _ in texts]
    cut = [text[:LONGEST].replace(_OPEN, " ").replace(_CLOSE, " ") for text in texts]
    marked = dict(fetch(_MARKED, {"query": query, "texts": cut}))
    return [_places(text, marked[at]) for at, text in enumerate(cut, 1)]


def _places(text: str, marked: str) -> list[tuple[int, int]]:
    marks: list[tuple[int, int]] = []
    at = begin = 0
    for part in re.split(f"([{_OPEN}{_CLOSE}])", marked):
        if part == _OPEN:
            begin = at
        elif part == _CLOSE:
            marks.append((begin, at))
        else:
            at += len(part)
    # a text that the database has not given back whole has other offsets
    return marks if at == len(text) else []


def excerpt(name: str, text: str, marks: Sequence[tuple[int, int]]) -> Highlight:
    """The part of the text around its first mark, begun and ended between words."""
    cut = marks[0][0] - BEFORE
    begin = text.rfind(" ", 0, max(cut, 0)) + 1
    if not begin and cut > BEFORE:  # so long a text without a space is of a writing without them
        begin = cut
    end = len(text)
    if end - begin > AROUND:
        end = text.rfind(" ", marks[0][1], begin + AROUND)
        end = end if end > 0 else max(marks[0][1], begin + AROUND)
    shown = [(first - begin, last - begin) for first, last in marks if last <= end]
    return Highlight(name, text[begin:end], shown)


def mark_name(field: str, name: str, words: Sequence[str]) -> Highlight:
    """The words of a name that begin with a wanted word, or that differ from it by a typing mistake."""
    marks = []
    for found in _WORD.finditer(name):
        folded = fold(found[0])
        if length := max((_common(folded, word) for word in words), default=0):
            marks.append((found.start(), found.start() + min(length, len(found[0]))))
    return Highlight(field, name, marks)


def fold(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()


def _common(folded: str, word: str) -> int:
    if folded.startswith(word):
        return len(word)
    return mistaken(word, folded)


def mistaken(wanted: str, found: str) -> int:
    """How many letters of `found` the term means with a typing mistake: all of them, or those of its beginning."""
    if differs_little(wanted, found):
        return len(found)
    lengths = (len(wanted) + 1, len(wanted), len(wanted) - 1) if len(wanted) >= BEGINNING_FROM else ()
    return next((length for length in lengths if differs_little(wanted, found[:length])), 0)


def differs_little(wanted: str, found: str) -> bool:
    """Whether so few letters differ that it is a typing mistake: one from 4 letters, two from 8.

    Letters are left out, added, replaced, or two neighbours exchanged.
    """
    allowed = mistakes_in(wanted)
    if abs(len(wanted) - len(found)) > allowed or sum(letter not in found for letter in wanted) > allowed:
        return False  # seen at once, for most words
    return _distance(wanted, found) <= allowed


def mistakes_in(wanted: str) -> int:
    """How many typing mistakes a word may have."""
    return sum(len(wanted) >= length for length in MISTAKES_FROM)


def _distance(left: str, right: str) -> int:
    """Of Damerau and Levenshtein, each letter moved at most once."""
    before: list[int] = []
    above = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        line = [row]
        for column, other in enumerate(right, 1):
            cost = min(above[column] + 1, line[-1] + 1, above[column - 1] + (letter != other))
            if before and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        before, above = above, line
    return above[-1]
