"""Whether the plain text of a mail and its HTML say the same."""

import re
import unicodedata

ENOUGH = 0.5  # share of the words of each text that the other must have
_NO_WORDS = re.compile(r"\[(?:cid|image)\b[^\]\n]{0,300}\]|<?https?://\S+", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9]+|[^\W\d_a-z]")  # letters of other scripts count as words: some have no spaces


def says_the_same(plain: str, markup: str) -> bool:
    """False if only the HTML has words; a plain text may consist of pictures and invisible characters."""
    one, other = _words_in(plain), _words_in(markup)
    common = len(one & other)
    return not other or (bool(one) and common >= ENOUGH * len(one) and common >= ENOUGH * len(other))


def _words_in(text: str) -> set[str]:
    return set(_WORD.findall(_NO_WORDS.sub(" ", unicodedata.normalize("NFKC", text)).lower()))
