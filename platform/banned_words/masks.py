"""Signs in place of letters: `f*ck`, `s**t`, `b@st@rd`, `f_ck`, `f.ck`. Each sign stands for one letter.

- The first letter stands there, or a sign that is read as one (`$h*t`), and another, or how such words end: `f*****g`.
- Where less than half of a word is left, one word of the list alone may fit. Where several fit otherwise, the one that
  does least is taken: an entry that is added never silences another.
- A run of one sign may be longer or shorter than what it hides (`f*k`), if one word alone fits then.
- Signs that separate words as well (`f.ck`) stand for letters only between halves that are no words; signs at the end
  (`sh**`) only after what is no word, and not where stars mark emphasis.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from banned_words.completing import Filling, Word, is_word

_GAP = "*"
_SHORTEST, _SHORTEST_IN_PHRASE = 4, 3  # letters
_LONGEST = 40  # characters of a masked word
_HIDING = frozenset("*#%^~@$!?|&_•·†‡")  # and what Unicode calls symbols outside ASCII
_SYMBOLS = frozenset(("Sm", "Sc", "So"))
_AT_THE_END = frozenset("*#%@$!†")  # of a word: others are punctuation there
_DASHES = "\u2013\u2014"
_VOWELS = frozenset("aeiou")
_FEWEST, _ENOUGH = 2, 3  # letters that are left
_FIRST_ALONE = ("ing", "in", "er", "ers", "ed")  # endings of words of which only the first letter is left
_MORE_OR_FEWER = (1, -1, 2, -2)
_CONTRACTED = frozenset(("s", "t", "d", "m", "ll", "re", "ve", "em", "er"))  # behind an apostrophe

# a sign after a letter; classes come first, because nearly all places are left at the first look
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
    """Letters and digits as they are, a gap for what may hide a letter, other signs as they are."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        hides = sign in _HIDING or (not sign.isascii() and unicodedata.category(sign) in _SYMBOLS)
        self[code] = _GAP if hides else sign
        return self[code]


_KINDS = _Kinds()


class _Fit(NamedTuple):
    """`kept`: how many letters of the word are left; `is_part`: of a phrase, `order`: in the list."""

    is_part: bool
    order: int
    filled: str
    kept: int
    length: int

    @property
    def is_thin(self) -> bool:
        return 2 * self.kept < self.length


class Masks:
    """The words of the list by their letters and the places of these."""

    def __init__(self, words: Sequence[Word]) -> None:
        """`words`: those that do least come first."""
        self._words: dict[int, list[tuple[int, Word]]] = {}
        self._having: dict[tuple[int, int, str], int] = {}  # length, place, letter: a bit for each such word
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
        """`read`: the folded text without leetspeak. Fillings in the order of the text."""
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
        """The first way to read a run of letters and gaps: its length and its letters."""
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
        """Words with one sign, or one run of a sign, that could separate them. Neither half is a word; of a run, one
        may be (`f--king`)."""
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
        """The letters of a masked word. `given`: as it stands in the folded text; `tail`: what belongs to it behind."""
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
    """How the word ends, where something stands behind it."""
    if not rest or rest.strip(_GAP):
        for ending in ("", *word.endings):
            if len(ending) == len(rest) and all(
                sign in (_GAP, letter) for sign, letter in zip(rest, ending, strict=True)
            ):
                return ending
    return None


def _may_end_in_gaps(bare: str, gaps: int) -> bool:
    """`sh**`, `shi*`, but not `as*` with a note below, nor `great**`. Gaps before the last ones say enough."""
    if _GAP in bare:
        return True
    return len(bare) >= (_FEWEST if gaps > 1 else _ENOUGH) and not is_word(bare)


def _around(text: str, place: int) -> tuple[int, int]:
    end = text.find(" ", place)
    return text.rfind(" ", 0, place) + 1, len(text) if end < 0 else end


def _signs(folded: str, read: str, start: int, end: int) -> str:
    """A stretch with its letters as they are read, and gaps for signs, except for one that is the first letter."""
    kinds = folded[start:end].translate(_KINDS)
    signs = [letter if sign.isalnum() else sign for sign, letter in zip(kinds, read[start:end], strict=True)]
    for place in range(len(signs) - 1):
        is_first = place == 0 or not (kinds[place - 1].isalnum() or kinds[place - 1] in "*'")
        goes_on = kinds[place + 1].isalnum() or kinds[place + 1] == _GAP
        if is_first and goes_on and read[start + place].isalpha():
            signs[place] = read[start + place]
    return "".join(signs)
