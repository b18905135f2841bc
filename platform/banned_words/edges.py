"""Where words begin and end, and where terms may begin and end in a row of single letters."""

from collections import defaultdict
from collections.abc import Iterable

from banned_words.joining import ONE_LETTER_WORDS, Joined


def begins_word(text: str, start: int) -> bool:
    """Whether a word begins at `start`. Apostrophes before it are quotation marks, except after a letter: `'hell'`
    begins with `hell`, but `he'll` contains no word `ll`.
    """
    while text[start - 1] == "'":
        start -= 1
    return text[start - 1] == " "


def ends_word(text: str, end: int) -> bool:
    """Whether a word ends at `end`. Apostrophes after it are quotation marks."""
    while end < len(text) and text[end] == "'":
        end += 1
    return end >= len(text) or text[end] == " "


def end_of_word(text: str, end: int) -> int:
    """The end of the word that contains the position `end`, without quotation marks after the word."""
    after = text.find(" ", end)
    return without_quotes(text, end, len(text) if after < 0 else after)


def without_quotes(text: str, end: int, after: int) -> int:
    """The position `after`, moved before the apostrophes that precede it, but not before `end`."""
    while after > end and text[after - 1] == "'":
        after -= 1
    return after


class RowEdges:
    """The edges of terms in a stretch without separators, which may look like one word.

    A term begins and ends at the edges of words. In a row of single letters it may also stand next to one-letter words
    and next to other terms: `a s h i t`, `s h i t f u c k`, but not `c l a s s`. The time is linear in the stretch.
    """

    def __init__(self, made: Joined, terms: Iterable[tuple[int, int, bool]]) -> None:
        """`terms`: start and end of each candidate, and whether it is a prefix."""
        self._text = made.text
        starts: dict[int, list[int]] = defaultdict(list)  # by end: the starts of the terms
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
