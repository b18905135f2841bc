"""Signs in place of letters: `f*ck`, `s**t`, `b@st@rd`, `f_ck`, `f.ck`. Each sign stands for one letter.

- The first letter must be visible, or a sign that is read as a letter (`$h*t`). So must a second letter or the ending:
  `f*****g`.
- If less than half of a word is visible, exactly one word of the list must fit. Otherwise, if several fit, the one with
  the weakest effect is taken, so that a new entry never hides a match of another.
- A run of one sign may be longer or shorter than the hidden letters (`f*k`), if exactly one word fits then.
- Signs that also separate words (`f.ck`) stand for letters only if neither half is a word. Signs at the end (`sh**`)
  stand for letters only if the part before them is no word, and not where stars mark emphasis.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from banned_words.completing import Filling, Word, is_word

_GAP = "*"
_SHORTEST, _SHORTEST_IN_PHRASE = 4, 3  # letters
_LONGEST = 40  # characters of a masked word
_HIDING = frozenset("*#%^~@$!?|&_•·†‡")  # and Unicode symbols outside ASCII (_SYMBOLS)
_SYMBOLS = frozenset(("Sm", "Sc", "So"))
_AT_THE_END = frozenset("*#%@$!†")  # of a word; other signs are punctuation there
_DASHES = "\u2013\u2014"
_VOWELS = frozenset("aeiou")
_FEWEST, _ENOUGH = 2, 3  # visible letters
_FIRST_ALONE = ("ing", "in", "er", "ers", "ed")  # endings with which the first letter alone is enough
_MORE_OR_FEWER = (1, -1, 2, -2)
_CONTRACTED = frozenset(("s", "t", "d", "m", "ll", "re", "ve", "em", "er"))  # after an apostrophe

# a sign after a letter; the classes come before the lookbehinds, because they exclude nearly all positions
_CANDIDATE = re.compile(
    r"[*#%@$†](?<=[\w$@!|+].)|[!\"&(-)+-/:-?\[-`{-~](?<=\w.)(?! )|[^\x00-\x7f\w\s](?<=\w.)(?! )"
    r"|'(?=[^\W_]{2})(?!(?:ll|re|ve|em)\b)"
)
_RUN = re.compile(r"\w[\w*]*")
_BETWEEN = re.compile(r"(?<=\w)([^\w\s*])\1{0,2}(?=\w)")
_LETTERS = re.compile(r"\w+")
_ONE_GAP = re.compile(r"(\w+)(\*+)(\w+)")
_OPENING = re.compile(r"\*(?<![^\s(].)\**(?=\w)")
_POSSESSIVE = re.compile(r"'s(?!\w)")


class _Kinds(dict[int, str]):
    """A gap for each sign that may hide a letter; letters, digits and other signs stay."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        hides = sign in _HIDING or (not sign.isascii() and unicodedata.category(sign) in _SYMBOLS)
        self[code] = _GAP if hides else sign
        return self[code]


_KINDS = _Kinds()


class _Fit(NamedTuple):
    """A word that fits a mask. Sorts by preference: whole terms before words of a phrase, then by order of the list.

    `is_part`: a word of a phrase. `order`: its index in the list. `kept`: the number of visible letters.
    """

    is_part: bool
    order: int
    filled: str
    kept: int
    length: int

    @property
    def is_thin(self) -> bool:
        return 2 * self.kept < self.length


class Masks:
    """Finds masked words of the list. Indexes the words by letter and position."""

    def __init__(self, words: Sequence[Word]) -> None:
        """`words`: ordered by preference, see `views.Views`."""
        self._words: dict[int, list[tuple[int, Word]]] = {}
        self._having: dict[tuple[int, int, str], int] = {}  # by length, position and letter: a bit for each such word
        too_short = {word.text for word in words if word.is_whole and len(word.text) < _SHORTEST}
        for order, word in enumerate(words):
            length = len(word.text)
            if length < _SHORTEST_IN_PHRASE or word.text in too_short or not word.text.isalpha():
                continue
            alike = self._words.setdefault(length, [])
            for place, letter in enumerate(word.text):
                key = (length, place, letter)
                self._having[key] = self._having.get(key, 0) | 1 << len(alike)
            alike.append((order, word))

    def find(self, folded: str, read: str) -> Iterator[Filling]:
        """Fillings in the order of the text. `read`: the folded text without leetspeak."""
        passed, opening = 0, -1
        for sign in _CANDIDATE.finditer(folded):
            if sign.start() < passed:
                continue
            start, passed = _around(folded, sign.start())
            if opening < 0:
                opened = _OPENING.search(folded) if _GAP in folded else None
                opening = opened.start() if opened else len(folded)
            signs = _signs(folded, read, start, passed)
            done = start
            for filling in self._in_token(signs, folded[start:passed], emphasised=opening <= start):
                if start + filling.start >= done:
                    done = start + filling.end
                    yield Filling(start + filling.start, done, filling.letters)

    def _in_token(self, signs: str, given: str, *, emphasised: bool) -> list[Filling]:
        found = [
            Filling(run.start(), run.start() + length, letters)
            for run in _RUN.finditer(signs)
            if _GAP in run[0] and len(run[0]) <= _LONGEST
            for length, letters in self._of_run(signs, given, run, emphasised=emphasised)
        ]
        found += self._between(signs, given)
        return sorted(found)

    def _of_run(self, signs: str, given: str, run: re.Match[str], *, emphasised: bool) -> Iterator[tuple[int, str]]:
        """Length and letters of the first word that fits a run of letters and gaps; nothing if none fits."""
        mask = run[0]
        while mask and given[run.start() + len(mask) - 1] in "!?":
            mask = mask[:-1]
        bare = mask.rstrip(_GAP)
        hidden = given[run.start() + len(bare) : run.start() + len(mask)]
        may_end = hidden and not emphasised and _AT_THE_END.issuperset(hidden) and _may_end_in_gaps(bare, len(hidden))
        for each in (mask, bare) if may_end else (bare,):
            tail = "'s" if each == run[0] and _POSSESSIVE.match(signs, run.end()) else ""
            shown = given[run.start() : run.start() + len(each)]
            if letters := self._read(each, shown, tail, may_stretch=shown.count(_GAP) == each.count(_GAP)):
                yield len(each) + len(tail), letters
                return

    def _between(self, signs: str, given: str) -> Iterator[Filling]:
        """Words with one separating sign or one run of it. Neither half may be a word; with a run, one half may
        (`f--king`)."""
        for sign in _BETWEEN.finditer(signs):
            before = _LETTERS.match(signs[max(sign.start() - _LONGEST, 0) : sign.start()][::-1])
            after = _LETTERS.match(signs, sign.end())
            if before is None or after is None:
                continue
            start, hidden = sign.start() - len(before[0]), len(sign[0])
            kept, is_dash = sum(map(str.isalpha, given[start : after.end()])), sign[1] in _DASHES
            if (
                kept < (_FEWEST if hidden > 1 or is_dash else _ENOUGH)
                or after.end() - start > _LONGEST
                or is_word(before[0][::-1]) + is_word(after[0]) > (hidden > 1)
                or "'" in signs[max(start - 1, 0) : start]
                or (sign[1] == "'" and after[0] in _CONTRACTED)
            ):
                continue
            tail = "'s" if _POSSESSIVE.match(signs, after.end()) else ""
            mask = before[0][::-1] + _GAP * hidden + after[0]
            shown = given[start : after.end()]
            if letters := self._read(mask, shown, tail, may_stretch=is_dash or hidden > 1):
                yield Filling(start, after.end() + len(tail), letters)

    def _read(self, mask: str, given: str, tail: str, *, may_stretch: bool) -> str | None:
        """The letters of a masked word, or None. `given`: the word in the folded text. `tail`: a possessive ending."""
        if _GAP not in mask or not mask[0].isalpha() or sum(map(str.isalpha, given)) < _FEWEST:
            return None
        if found := self._fitting(mask + tail):
            signs = {sign for sign, letter in zip(given, mask, strict=True) if letter == _GAP}
            return _chosen(found, is_one_sign=len(signs) == 1)
        parts = _ONE_GAP.fullmatch(mask)
        if parts is None or not may_stretch:
            return None
        before, gap, after = parts.groups()
        if len(before + after) == _FEWEST and not _VOWELS.isdisjoint(before + after):
            return None
        for more in _MORE_OR_FEWER:
            if len(gap) + more > 0 and (found := self._fitting(before + _GAP * (len(gap) + more) + after + tail)):
                return found[0].filled if len({fit.filled for fit in found}) == 1 else None
        return None

    def _fitting(self, mask: str) -> list[_Fit]:
        found = []
        for length, words in self._words.items():
            if length > len(mask) or _GAP not in mask[:length]:
                continue
            kept, bits = 0, (1 << len(words)) - 1
            for place in range(length):
                if mask[place] != _GAP:
                    kept += 1
                    bits &= self._having.get((length, place, mask[place]), 0)
                    if not bits:
                        break
            while bits:
                order, word = words[(bits & -bits).bit_length() - 1]
                bits &= bits - 1
                ending = _ending(word, mask[length:])
                if ending is not None and (kept >= _FEWEST or ending in _FIRST_ALONE):
                    found.append(_Fit(not word.is_whole, order, word.text + ending, kept, length))
        return found


def _chosen(found: Sequence[_Fit], *, is_one_sign: bool) -> str | None:
    first = min(found)
    others = any(fit.filled != first.filled and fit.is_part == first.is_part for fit in found)
    return None if first.is_thin and (others or not is_one_sign) else first.filled


def _ending(word: Word, rest: str) -> str | None:
    """The ending of the word that fits `rest`; None if none fits."""
    if not rest or rest.strip(_GAP):
        for ending in ("", *word.endings):
            if len(ending) == len(rest) and all(
                sign in (_GAP, letter) for sign, letter in zip(rest, ending, strict=True)
            ):
                return ending
    return None


def _may_end_in_gaps(bare: str, gaps: int) -> bool:
    """Whether gaps at the end may hide letters: `sh**`, `shi*`, but not `as*` (a footnote) or `great**`. A gap before
    them is enough."""
    if _GAP in bare:
        return True
    return len(bare) >= (_FEWEST if gaps > 1 else _ENOUGH) and not is_word(bare)


def _around(text: str, place: int) -> tuple[int, int]:
    end = text.find(" ", place)
    return text.rfind(" ", 0, place) + 1, len(text) if end < 0 else end


def _signs(folded: str, read: str, start: int, end: int) -> str:
    """A stretch with leetspeak digits replaced by letters and signs replaced by gaps, except for a sign that is the
    first letter."""
    kinds = folded[start:end].translate(_KINDS)
    signs = [letter if sign.isalnum() else sign for sign, letter in zip(kinds, read[start:end], strict=True)]
    for place in range(len(signs) - 1):
        is_first = place == 0 or not (kinds[place - 1].isalnum() or kinds[place - 1] in "*'")
        goes_on = kinds[place + 1].isalnum() or kinds[place + 1] == _GAP
        if is_first and goes_on and read[start + place].isalpha():
            signs[place] = read[start + place]
    return "".join(signs)
