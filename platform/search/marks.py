"""Highlights: the positions of searched words in texts and names."""

import re
import unicodedata
from collections.abc import Sequence

from kit.prepared import fetch
from search.results import Highlight

BEGINNING_FROM = 6  # letters from which the beginning of a word may contain a mistake
MISTAKES_FROM = (4, 8)  # letters from which a word may contain one mistake, and two
SHORTEST_MISTAKEN = MISTAKES_FROM[0]
LONGEST = 20_000  # characters at the beginning of a text in which words are marked
BEFORE, AROUND = 60, 240  # characters shown before the first mark, and in total
_OPEN, _CLOSE = "\ue000", "\ue001"
_WORD = re.compile(r"[^\W_]+")

# separates the text like the index does; the callers remove our mark characters from the text first
_MARKED = f"""
    SELECT number, ts_headline('docket', docket_separated(text), %(query)s::tsquery,
        'HighlightAll=true, StartSel={_OPEN}, StopSel={_CLOSE}')
    FROM unnest(%(texts)s::text[]) WITH ORDINALITY given (text, number)
"""


def mark_words(texts: Sequence[tuple[str, str]], query: str) -> list[Highlight | None]:
    """For each named text, the excerpt around its first searched word; None if it has none. One statement."""
    places = places_of([text for _, text in texts], query)
    cut = [(name, text[:LONGEST].replace(_OPEN, " ").replace(_CLOSE, " ")) for name, text in texts]
    return [excerpt(name, text, marks) if marks else None for (name, text), marks in zip(cut, places, strict=True)]


def places_of(texts: Sequence[str], query: str) -> list[list[tuple[int, int]]]:
    """For each text: start and end of each searched word. One statement."""
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
    # if the database did not return the whole text, the offsets are wrong
    return marks if at == len(text) else []


def excerpt(name: str, text: str, marks: Sequence[tuple[int, int]]) -> Highlight:
    """The part of the text around its first mark, cut between words."""
    cut = marks[0][0] - BEFORE
    begin = text.rfind(" ", 0, max(cut, 0)) + 1
    if not begin and cut > BEFORE:  # a long text without spaces is in a script without them
        begin = cut
    end = len(text)
    if end - begin > AROUND:
        end = text.rfind(" ", marks[0][1], begin + AROUND)
        end = end if end > 0 else max(marks[0][1], begin + AROUND)
    shown = [(first - begin, last - begin) for first, last in marks if last <= end]
    return Highlight(name, text[begin:end], shown)


def mark_name(field: str, name: str, words: Sequence[str]) -> Highlight:
    """Marks the words of a name that begin with a wanted word, also with a typing mistake."""
    marks = []
    for found in _WORD.finditer(name):
        folded = fold(found[0])
        if length := max((_common(folded, word) for word in words), default=0):
            marks.append((found.start(), found.start() + min(length, len(found[0]))))
    return Highlight(field, name, marks)


def fold(word: str) -> str:
    """The word in lower case, without accents."""
    apart = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).lower()


def _common(folded: str, word: str) -> int:
    if folded.startswith(word):
        return len(word)
    return mistaken(word, folded)


def mistaken(wanted: str, found: str) -> int:
    """How many letters of `found` match the wanted word with a typing mistake: all, or a beginning; 0 for none."""
    if differs_little(wanted, found):
        return len(found)
    lengths = (len(wanted) + 1, len(wanted), len(wanted) - 1) if len(wanted) >= BEGINNING_FROM else ()
    return next((length for length in lengths if differs_little(wanted, found[:length])), 0)


def differs_little(wanted: str, found: str) -> bool:
    """Whether the difference is a typing mistake: at most one edit from 4 letters on, two from 8 on (MISTAKES_FROM).

    An edit removes, adds or replaces a letter, or exchanges two neighbours.
    """
    allowed = mistakes_in(wanted)
    if abs(len(wanted) - len(found)) > allowed or sum(letter not in found for letter in wanted) > allowed:
        return False  # a quick check, which excludes most words
    return _distance(wanted, found) <= allowed


def mistakes_in(wanted: str) -> int:
    """How many typing mistakes a word may have."""
    return sum(len(wanted) >= length for length in MISTAKES_FROM)


def _distance(left: str, right: str) -> int:
    """The Damerau-Levenshtein distance, in which each letter is moved at most once."""
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
