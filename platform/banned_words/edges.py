"""Where words begin and end, and where terms may in a row of single letters."""

from collections import defaultdict
from collections.abc import Iterable

from banned_words.joining import ONE_LETTER_WORDS, Joined


def begins_word(text: str, start: int) -> bool:
    """Apostrophes before a word are quotes, unless a letter stands before them: `'hell'`, but not `he'll`."""
    while text[start - 1] == "'":
        start -= 1
    return text[start - 1] == " "


def ends_word(text: str, end: int) -> bool:
    while end < len(text) and text[end] == "'":
        end += 1
    return end >= len(text) or text[end] == " "


def end_of_word(text: str, end: int) -> int:
    after = text.find(" ", end)
    return without_quotes(text, end, len(text) if after < 0 else after)


def without_quotes(text: str, end: int, after: int) -> int:
    while after > end and text[after - 1] == "'":
        after -= 1
    return after


class RowEdges:
    """The edges of terms in a stretch with its separators gone, where all of it may be one word.

    A term begins and ends at the edges of words; in a row of single letters also beside words of one letter and beside
    other terms: `a s h i t`, `s h i t f u c k`, but not `c l a s s`. Each character is looked at once, however many
    terms stand in the stretch.
    """

    def __init__(self, made: Joined, terms: Iterable[tuple[int, int, bool]]) -> None:
        """`terms`: where terms stand, and whether they are prefixes."""
        self._text = made.text
        starts: dict[int, list[int]] = defaultdict(list)  # of the terms that end at a place
        ends: dict[int, list[int]] = defaultdict(list)
        self._find_ends_of_words()
        for start, end, is_prefix in terms:
            starts[end].append(start)
            ends[start].append(self._ends_of_words[end] if is_prefix else end)
        self._find_begins(made, starts)
        self._find_ends(made, ends)

    def begins(self, start: int) -> bool:
        return self._begins[start]

    def ends(self, end: int) -> bool:
        return self._ends[end]

    def end_of_word(self, end: int) -> int:
        return without_quotes(self._text, end, self._ends_of_words[end])

    def _find_ends_of_words(self) -> None:
        self._ends_of_words = list(range(len(self._text) + 1))
        for place in reversed(range(len(self._text))):
            if self._text[place] != " ":
                self._ends_of_words[place] = self._ends_of_words[place + 1]

    def _find_begins(self, made: Joined, starts: dict[int, list[int]]) -> None:
        text = self._text
        self._begins = [False] * len(text)
        for place in range(1, len(text)):
            self._begins[place] = begins_word(text, place) or (
                made.joined[place]
                and (
                    (text[place - 1] in ONE_LETTER_WORDS and self._begins[place - 1])
                    or any(self._begins[start] for start in starts.get(place, ()))
                )
            )

    def _find_ends(self, made: Joined, ends: dict[int, list[int]]) -> None:
        text = self._text
        self._ends = [True] * (len(text) + 1)
        for place in reversed(range(len(text))):
            self._ends[place] = ends_word(text, place) or (
                made.joined[place]
                and (
                    (text[place] in ONE_LETTER_WORDS and self._ends[place + 1])
                    or any(self._ends[end] for end in ends.get(place, ()))
                )
            )
