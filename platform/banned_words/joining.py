"""The third view: separators between single characters are removed, and repeated letters reduced to one.

`s h i t`, `f.u.c.k`, `scaaam`. Letters that English doubles are no disguise: `rapped` is not `raped`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ahocorasick_rs import AhoCorasick

from banned_words.folding import Folded, spaced, words_of
from banned_words.leetspeak import LETTERS, read_token

_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_NEVER_DOUBLED = "ahijkquvwxy"
_THRICE = 3
ONE_LETTER_WORDS = frozenset("aiour")  # including "u" and "r" of text messages: `u r s c u m`

# three or more single characters; an apostrophe belongs to a word and separates nothing
_SINGLES = re.compile(r"(?<![^\W_])(?<![^\W_]')[^\W_](?!'?[^\W_])(?:(?:[^\w']|_){1,8}[^\W_](?!'?[^\W_])){2,}")
_MAYBE_SINGLES = re.compile(r" '?[^ ] [^ ] [^ ]'? ")  # a quick check on `words_of` the text
# signs inside a word, with one or two letters before or after them: `sh.it`, `f*uck`, `c(u)nt`
_SIGN = r"[.*_~|^\\/·•()\[\]{}-]"
_LAST_SIGN = re.compile(rf"{_SIGN}(?=[^\W_])")  # finds words with signs faster than _SIGNS does
_SIGNS = re.compile(rf"{_SIGN}{{1,3}}(?=[^\W_])")
_PIECE = re.compile(r"[^\W_]+")
_RUN = re.compile(r"(.)\1*", re.DOTALL)  # a run of one character is one match, however long
_SHORT = 2
_ODD = AhoCorasick(
    [letter * _THRICE for letter in "abcdefghijklmnopqrstuvwxyz"]
    + [letter * 2 for letter in _NEVER_DOUBLED]
    + [f" {letter * 2}" for letter in _CONSONANTS]
    + [f"{before}{letter * 2}" for before in _CONSONANTS for letter in _CONSONANTS if before != letter]
)
_AROUND = 24  # characters on each side of a suspicious position, for the other words of a phrase


@dataclass(slots=True)
class Joined:
    """A stretch of text in this view. For each character: its first and last position in the folded text, the length of
    its run, whether the repetition is odd (not English spelling), and whether a separator before it was removed."""

    text: str = " "
    firsts: list[int] = field(default_factory=lambda: [-1])
    lasts: list[int] = field(default_factory=lambda: [-1])
    counts: list[int] = field(default_factory=lambda: [1])
    odd: list[bool] = field(default_factory=lambda: [False])
    joined: list[bool] = field(default_factory=lambda: [False])


def squeezed(text: str) -> tuple[str, list[int]]:
    """The text with each run of a character reduced to one, and the lengths of the runs."""
    letters: list[str] = []
    counts: list[int] = []
    for letter in text:
        if letters and letters[-1] == letter and letter != " ":
            counts[-1] += 1
        else:
            letters.append(letter)
            counts.append(1)
    return "".join(letters), counts


def joined_stretches(read: Folded) -> Iterator[Joined]:
    """The stretches around suspicious positions. `read`: the text without leetspeak."""
    dropped, letters = _separators(read.text, read.words)
    suspicious = sorted(dropped | {start for _, start, _ in _ODD.find_matches_as_indexes(read.apart)})
    if not suspicious:
        return
    text = "".join(letters.get(place, letter) for place, letter in enumerate(read.text)) if letters else read.text
    for start, end in _windows(text, suspicious):
        yield _join(text, start, end, dropped)


def joined_whole(read: str) -> Joined:
    """The whole text as one stretch, for display."""
    dropped, letters = _separators(read, words_of(read))
    text = "".join(letters.get(place, letter) for place, letter in enumerate(read))
    return _join(text, 0, len(text), dropped)


def _separators(read: str, words: str) -> tuple[set[int], dict[int, str]]:
    """Positions of separators to remove, and by position the letters for digits as in `s h 1 t`."""
    dropped: set[int] = set()
    letters: dict[int, str] = {}
    if _MAYBE_SINGLES.search(words):
        for run in _SINGLES.finditer(read):
            spelt = _spelt(read, *_with_signs_beside(read, *run.span()))
            letters.update(spelt)
            dropped.update(place for place in range(min(spelt), max(spelt)) if place not in spelt)
    passed = 0
    for found in _LAST_SIGN.finditer(read):
        if found.start() >= passed:
            start, passed = _word_edges(read, found.start(), found.end())
            token = read[start:passed]
            if any(len(piece) <= _SHORT for piece in _PIECE.findall(token)):
                signs = (sign for sign in _SIGNS.finditer(token) if sign.start() and token[sign.start() - 1].isalnum())
                dropped.update(start + place for sign in signs for place in range(*sign.span()))
    return dropped, letters


def _with_signs_beside(read: str, start: int, end: int) -> tuple[int, int]:
    """Extend a row of single characters by a sign before or after it that may stand for a letter: `$ h i t`."""
    return start - 2 * _is_letter_sign(read, start - 2), end + 2 * _is_letter_sign(read, end + 1)


def _is_letter_sign(read: str, place: int) -> bool:
    """Whether a sign that may stand for a letter has a space on both sides: `s h ! t`."""
    return (
        0 <= place < len(read)
        and read[place] in LETTERS
        and (place == 0 or read[place - 1] == " ")
        and (place + 1 == len(read) or read[place + 1] == " ")
    )


def _spelt(read: str, start: int, end: int) -> dict[int, str]:
    """By position: the letters of a row of single characters."""
    places = [place for place in range(start, end) if read[place].isalnum() or _is_letter_sign(read, place)]
    token = read_token("".join(read[place] for place in places))
    return {place: letter for place, letter in zip(places, token, strict=True) if letter.isalnum()}


def _windows(text: str, places: list[int]) -> Iterator[tuple[int, int]]:
    """Windows of whole words around the positions; windows that overlap are one."""
    start = end = -1
    for place in places:
        if place < end:
            continue
        first, last = _word_edges(text, max(place - _AROUND, 0), min(place + _AROUND, len(text)))
        if end < 0:
            start, end = first, last
        elif first <= end:
            end = max(end, last)
        else:
            yield start, end
            start, end = first, last
    if end >= 0:
        yield start, end


def _word_edges(text: str, start: int, end: int) -> tuple[int, int]:
    after = text.find(" ", end)
    return text.rfind(" ", 0, start) + 1, len(text) if after < 0 else after


def _join(text: str, start: int, end: int, dropped: set[int]) -> Joined:
    made = Joined()
    letters, was_dropped = [" "], False
    for run in _RUN.finditer(spaced(text[start:end])):
        letter, first, last = run[1], start + run.start(), start + run.end() - 1
        if letter == " ":  # removed separators are spaces here, too
            for place in range(first, last + 1):
                if place in dropped:
                    was_dropped = True
                    continue
                if letters[-1] != " ":
                    _append(made, letters, " ", place, joined=was_dropped)
                was_dropped = False
            continue
        if letter == letters[-1]:
            made.counts[-1] += 1
            made.odd[-1] = made.odd[-1] or was_dropped
        else:
            _append(made, letters, letter, first, joined=was_dropped)
        made.counts[-1] += last - first
        made.lasts[-1] = last
        was_dropped = False
    made.text = "".join(letters)
    _mark_odd(made)
    return made


def _append(made: Joined, letters: list[str], letter: str, place: int, *, joined: bool) -> None:
    letters.append(letter)
    made.firsts.append(place)
    made.lasts.append(place)
    made.counts.append(1)
    made.odd.append(False)
    made.joined.append(joined)


def _mark_odd(made: Joined) -> None:
    text = made.text
    for word in re.finditer(r"[^ ]+", text):
        places = range(*word.span())
        repeated = sum(made.counts[place] > 1 for place in places)
        all_odd = repeated >= 2 and repeated * 2 >= len(places)  # noqa: PLR2004 (`ccuunntt`)
        for place in places:
            count, letter = made.counts[place], text[place]
            if count > 1 and not made.odd[place]:
                before = text[place - 1]
                made.odd[place] = (
                    all_odd
                    or count >= _THRICE
                    or letter in _NEVER_DOUBLED
                    or (letter in _CONSONANTS and (before == " " or before in _CONSONANTS))
                )
