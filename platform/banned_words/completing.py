"""The fourth view: masked letters are restored, and words that were cut in pieces are joined.

`f*ck`, `s**t`, `b@st@rd` (`masks`), `fu ck`, `bas.tard` (`cuts`). Only words of the list are restored; other text stays
as it is.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from banned_words.endings import endings_of

# possible ends of a word that begins with a prefix entry: `f***ing`, but not `s**th` for `Smith`
_GROWN = (
    *("s", "es", "'s", "ed", "er", "ers", "er's", "ing", "ings", "in", "y", "e", "ery", "ish", "ly", "ic", "less"),
    *("able", "ster", "sters", "head", "heads", "hole", "holes", "face", "wit", "wits"),
)
_DOUBLING = ("ed", "er", "ers", "ing", "in", "y")  # after a doubled last letter: `sh*tty`, `sc*mming`


class Word(NamedTuple):
    """A word of a term. `endings`: endings that may follow it. `is_whole`: the term consists of this word only."""

    text: str
    endings: tuple[str, ...]
    is_whole: bool

    @classmethod
    def grown(cls, text: str, *, is_whole: bool) -> "Word":
        """The last word of a prefix term."""
        return cls(text, (*_GROWN, *(text[-1] + ending for ending in _DOUBLING)), is_whole)

    @classmethod
    def plain(cls, text: str, *, has_endings: bool, is_whole: bool) -> "Word":
        return cls(text, endings_of(text) if has_endings else (), is_whole)


class Filling(NamedTuple):
    """A stretch of the folded text (`end` exclusive), and the letters that replace it."""

    start: int
    end: int
    letters: str


class Completed:
    """A folded text with its fillings applied. `fillings`: in the order of the text, without overlaps."""

    def __init__(self, folded: str, fillings: Sequence[Filling]) -> None:
        parts: list[str] = []
        self.filled: list[int] = []  # the starts of the fillings in the completed text
        self._after = [(0, 0)]  # pairs of equivalent positions: in the completed text, in the folded text
        length = passed = 0
        for start, end, letters in fillings:
            self.filled.append(length + start - passed)
            parts += [folded[passed:start], letters]
            length, passed = self.filled[-1] + len(letters), end
            self._after += [(self.filled[-1], start), (length, end)]
        self.text = "".join([*parts, folded[passed:]])

    def origin(self, place: int) -> int:
        """The position in the folded text. `place`: in the completed text, not inside a filling."""
        begin, start = self._after[bisect_right(self._after, place, key=lambda edge: edge[0]) - 1]
        return start + place - begin


@cache
def _short_words() -> frozenset[str]:
    """Common words of at most five letters, counted in 99,392 reviews by patients, and some added ones."""
    return frozenset(Path(__file__).with_name("short_words.txt").read_text().split())


_LONE = frozenset("aio")


def is_word(piece: str) -> bool:
    """Whether the piece is a common short word, or the plural of one."""
    words = _short_words()
    return piece in words or piece in _LONE or (piece.endswith("s") and piece[:-1] in words)
