"""Digits and signs that stand for letters: `b4st4rd`, `sh!t`, `a$$`."""

import re

from banned_words.folding import translated

LETTERS = {
    "0": "o",
    "1": "i",
    "!": "i",
    "|": "i",
    "3": "e",
    "€": "e",
    "4": "a",
    "@": "a",
    "5": "s",
    "$": "s",
    "6": "g",
    "9": "g",
    "7": "t",
    "+": "t",
    "8": "b",
}
_TABLE = str.maketrans(LETTERS)
# a word of signs only, where `#` stands for h: `@$$`, `$#!+`, but not `$10`, `!!!`
_SIGNS_ALONE = re.compile(r"[^\w@$|+#!€]*([@$|+#!€013457-9]{2,}[@$|+#€013457-9])[^\w@$|+#€]*")
_LETTER_SIGNS = re.compile(r"[@$]")
_TABLE_OF_SIGNS = str.maketrans(LETTERS | {"#": "h"})
_FEWEST_SIGNS = 2  # different signs, at least; and more signs than digits
_SIGN = re.compile("[" + re.escape("".join(LETTERS)) + "]")
# British postcodes: `LS1 4SS` is no disguise. Eight areas have one letter; C, I, K, M, O, V never occur at the end
_POSTCODE = re.compile(r"(?<![^\W_])(?:[beglmnsw]|[a-z]{2})\d[a-z\d]? {1,2}\d[abd-hjlnp-uw-z]{2}(?![^\W_])")
_POSTCODE_LENGTH = 9
_AT_THE_END = "!"  # at the end of a token it is punctuation, not a letter
_LETTERS_WITH_DIGITS = 2  # letters that a token with digits must have: `A55` and `M4` are roads

# a capital I after a small letter (`sIut`), and an l where no English word has one (`shlt`, `ldiot`)
_ODD_I_OR_L = re.compile(
    r"I(?<=[a-z].)|l(?<![^\W_].)(?=[b-df-hjkmnp-tv-xz])|l(?<=[b-df-hjkmnp-tv-xz].)(?=[b-df-hjkmnp-tv-xz])"
)
# `1` stands for i or l, so both become one letter when disguises are compared
_ONE_LETTER = str.maketrans("l", "i")


def without_leetspeak(folded: str) -> tuple[str, list[int]]:
    """The text with digits and signs replaced by letters, of the same length, and the replaced positions."""
    parts: list[str] = []
    changed: list[int] = []
    passed = 0
    for sign in _SIGN.finditer(folded):
        if sign.start() < passed:
            continue
        start, end = _token_at(folded, sign.start())
        token = folded[start:end]
        parts.append(folded[passed:start])
        read = read_token(token)
        if read != token and _is_in_postcode(folded, start, end):
            read = token
        if read != token:
            changed += [start + place for place, letter in enumerate(token) if read[place] != letter]
        parts.append(read)
        passed = end
    parts.append(folded[passed:])
    return "".join(parts) if changed else folded, changed


def read_token(token: str) -> str:
    """The token with digits and signs replaced by letters, if it contains letters or only signs; else unchanged."""
    core = token.rstrip(_AT_THE_END + ".,;:?)\"'")
    letters = sum(map(str.isalpha, core))
    if not letters:
        return _read_signs(token)
    if len(signs := _LETTER_SIGNS.findall(core)) > 1:  # `p1$$`, but not `a$50`
        letters += len(signs)
    if letters < _LETTERS_WITH_DIGITS and any(map(str.isdigit, core)):
        return token
    return core.translate(_TABLE) + token[len(core) :]


def _read_signs(token: str) -> str:
    found = _SIGNS_ALONE.fullmatch(token)
    if found is None:
        return token
    start, end = found.span(1)
    signs = [sign for sign in found[1] if not sign.isdigit()]
    if len(set(found[1])) < _FEWEST_SIGNS or 2 * len(signs) <= len(found[1]):
        return token
    return token[:start] + found[1].translate(_TABLE_OF_SIGNS) + token[end:]


def _is_in_postcode(folded: str, start: int, end: int) -> bool:
    near = folded[max(start - _POSTCODE_LENGTH, 0) : end + _POSTCODE_LENGTH]
    return end - start < _POSTCODE_LENGTH and _POSTCODE.search(near) is not None


def odd_letters(given: str) -> list[int]:
    """Positions in the original text of `I` and `l` that may stand for each other."""
    return [found.start() for found in _ODD_I_OR_L.finditer(given)]


def as_one_letter(text: str) -> str:
    return translated(text, _ONE_LETTER)


def _token_at(folded: str, place: int) -> tuple[int, int]:
    """Start and end of the token around a position. Spaces separate tokens; line breaks are folded to spaces."""
    end = folded.find(" ", place)
    return folded.rfind(" ", 0, place) + 1, len(folded) if end < 0 else end
