"""Plurals and possessives of a term: `rapists`, `bitches`, `pussies`, `the thief's`, `the thieves'`."""

from collections.abc import Sequence

from banned_words.edges import ends_word
from banned_words.folding import fold

_HISSES = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"
_POSSESSIVE = "'s"  # a lone apostrophe after a word is no part of it (`ends_word`)
# `Hell's` and `Hells` stand in names of places, of people and of what is sung
_WITHOUT_ENDINGS = frozenset({"hell"})
# whose plural people write for another word: `asses` for `assess`
_PLURALS_OF_OTHERS = frozenset({"ass"})


def with_endings(term: str, said: bool | None) -> bool:
    """Whether an entry is found with these endings too: what was said, or else what is usual for its term."""
    return fold(term).strip() not in _WITHOUT_ENDINGS if said is None else said


def endings_of(words: str) -> tuple[str, ...]:
    """What may follow the term. `words`: folded."""
    if words in _PLURALS_OF_OTHERS:
        return (_POSSESSIVE,)
    return ("es" if words.endswith(_HISSES) else "s", _POSSESSIVE)


def plural_in_ies(words: str) -> str | None:
    """`pussies` for `pussy`; None for a term that keeps its last letter."""
    if words.endswith("y") and words[-2:-1].isalpha() and words[-2] not in _VOWELS:
        return f"{words[:-1]}ies"
    return None


def ending_at(text: str, place: int, endings: Sequence[str]) -> str | None:
    """The ending that stands in a text at a place and ends its word there."""
    for ending in endings:
        if text.startswith(ending, place) and ends_word(text, place + len(ending)):
            return ending
    return None
