"""The fourth view: letters for the signs that stand in their places, and halves of words put together.

`f*ck`, `s**t`, `b@st@rd` (`masks`), `fu ck`, `bas.tard` (`cuts`). A gap is filled with what the list holds, and left
as it is where nothing of the list fits.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from banned_words.endings import endings_of

# how words of the list grow that are beginnings of words: `f***ing`, but not `s**th` for `Smith`
_GROWN = (
    *("s", "es", "'s", "ed", "er", "ers", "er's", "ing", "ings", "in", "y", "e", "ery", "ish", "ly", "ic", "less"),
    *("able", "ster", "sters", "head", "heads", "hole", "holes", "face", "wit", "wits"),
)
_DOUBLING = ("ed", "er", "ers", "ing", "in", "y")  # `sh*tty`, `sc*mming`


class Word(NamedTuple):
    """A word of a term. `endings`: what may follow it. `is_whole`: the term has no other word."""

    text: str
    endings: tuple[str, ...]
    is_whole: bool

    @classmethod
    def grown(cls, text: str, *, is_whole: bool) -> "Word":
        """The word of a term that is the beginning of words."""
        return cls(text, (*_GROWN, *(text[-1] + ending for ending in _DOUBLING)), is_whole)

    @classmethod
    def plain(cls, text: str, *, has_endings: bool, is_whole: bool) -> "Word":
        return cls(text, endings_of(text) if has_endings else (), is_whole)


class Filling(NamedTuple):
    """A stretch of the folded text, the last place not included, and the letters that are read there."""

    start: int
    end: int
    letters: str


class Completed:
    """A folded text with its fillings. They stand in order, and none in another."""

    def __init__(self, folded: str, fillings: Sequence[Filling]) -> None:
        parts: list[str] = []
        self.filled: list[int] = []  # where the fillings begin
        self._after = [(0, 0)]  # from which place on the text runs beside the folded text again, and where there
        length = passed = 0
        for start, end, letters in fillings:
            self.filled.append(length + start - passed)
            parts += [folded[passed:start], letters]
            length, passed = self.filled[-1] + len(letters), end
            self._after += [(self.filled[-1], start), (length, end)]
        self.text = "".join([*parts, folded[passed:]])

    def origin(self, place: int) -> int:
        """Where a place stands in the folded text. Of a filling only its two edges have a place there."""
        begin, start = self._after[bisect_right(self._after, place, key=lambda edge: edge[0]) - 1]
        return start + place - begin


@cache
def _short_words() -> frozenset[str]:
    """What people write with at most five letters: counted in 99,392 reviews of patients, and some words more."""
    return frozenset(Path(__file__).with_name("short_words.txt").read_text().split())


_LONE = frozenset("aio")


def is_word(piece: str) -> bool:
    words = _short_words()
    return piece in words or piece in _LONE or (piece.endswith("s") and piece[:-1] in words)
