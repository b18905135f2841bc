"""Fold a text: remove case, marks and invisible characters, and replace look-alikes by Latin letters.

The look-alikes are the confusables of Unicode (UTS #39). `make generate` writes their file
(deploy/local/confusables.py).
"""

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, overload

from kit.text import UNSEEN

_OUTSIDE_ASCII = re.compile(r"[^\x00-\x7f]")
_PARTS = re.compile(r"[\x00-\x7f]+|[^\x00-\x7f]+")
_WORD = re.compile(r"[^ ]+")
_LINE_BREAKS = str.maketrans(dict.fromkeys("\t\n\v\f\r", " "))
_REMOVED = {"Cf", "Mn", "Me"}  # invisible characters, and marks above and around letters


@cache
def _confusables() -> dict[str, str]:
    table = json.loads(Path(__file__).with_name("confusables.json").read_text())
    return {character: letters for letters, characters in table["look_like"].items() for character in characters}


@cache
def _fold_character(character: str) -> str:
    if character in UNSEEN:
        return " "  # drawn as a gap
    looks = _confusables()
    normal = unicodedata.normalize("NFKD", character).casefold()
    parts = [part for part in normal if unicodedata.category(part) not in _REMOVED]
    if character in looks and not "".join(parts).isascii():
        return looks[character]
    return "".join(looks.get(part, part) for part in parts)


def fold(text: str) -> str:
    """The folded text. Its length may differ from the original's; `origins` maps its positions."""
    plain = text if text.isascii() else _OUTSIDE_ASCII.sub(lambda found: _fold_character(found[0]), text)
    return translated(plain.lower(), _LINE_BREAKS)


def translated(text: str, table: Mapping[int, int | str]) -> str:
    """`text.translate(table)`, with ASCII and other parts apart: Python translates ASCII text fifty times faster."""
    if text.isascii():
        return text.translate(table)
    return "".join([part.translate(table) for part in _PARTS.findall(text)])


def origins(text: str) -> Sequence[int]:
    """For each character of the folded text, its position in the original text."""
    if text.isascii():
        return range(len(text))
    longer = [
        (found.start(), length)
        for found in _OUTSIDE_ASCII.finditer(text)
        if (length := len(_fold_character(found[0]).lower())) != 1
    ]
    return _Origins(len(text), longer) if longer else range(len(text))


class _Origins(Sequence[int]):
    """Computes positions on demand, because few positions of a long text are needed."""

    def __init__(self, length: int, others: Sequence[tuple[int, int]]) -> None:
        """`others`: position and folded length of each character that does not fold to exactly one character."""
        self._begins: list[int] = []  # their positions in the folded text
        self._others = others
        self._length = length
        for position, folded in others:
            self._begins.append(position + self._length - length)
            self._length += folded - 1

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(self._length))]
        place = range(self._length)[index]
        before = bisect_right(self._begins, place) - 1
        if before < 0:
            return place
        position, folded = self._others[before]
        return position + max(0, place - self._begins[before] - folded + 1)


class _Spaces(dict[int, str]):
    """Letters, digits and apostrophes belong to words and stay. Every other character becomes a space."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = character if character.isalnum() or character == "'" else " "
        return self[code]


_SPACES = _Spaces()


def spaced(folded: str) -> str:
    """The text with a space for each character that separates words; its length stays the same."""
    return translated(folded, _SPACES)


def words_of(folded: str) -> str:
    """The words, with one space before and after each."""
    return _words(spaced(folded))


def _words(apart: str) -> str:
    return f" {' '.join(apart.split())} "


def word_starts(apart: str) -> list[int]:
    """Where the words of a spaced text begin."""
    return [found.start() for found in _WORD.finditer(apart)]


class Folded(NamedTuple):
    """The forms of a folded text, computed once: `text` itself, `apart` (see `spaced`), `words` (see `words_of`)."""

    text: str
    apart: str
    words: str

    @classmethod
    def of(cls, text: str) -> "Folded":
        apart = spaced(text)
        return cls(text, apart, _words(apart))
