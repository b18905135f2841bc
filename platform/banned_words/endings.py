"""Plurals and possessives of a term: `rapists`, `bitches`, `pussies`, `the thief's`, `the thieves'`."""

from collections.abc import Sequence

from banned_words.edges import ends_word
from banned_words.folding import fold

_HISSES = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"
_POSSESSIVE = "'s"  # an apostrophe without s does not belong to the word (`ends_word`)
# `Hell's` and `Hells` occur in names of places, people and songs
_WITHOUT_ENDINGS = frozenset({"hell"})
# terms whose plural is a common misspelling of another word: `asses` for `assess`
_PLURALS_OF_OTHERS = frozenset({"ass"})


def has_endings(term: str, said: bool | None) -> bool:
    """Whether an entry matches with these endings too. `said`: the choice of the entry; None for the term's default."""
    return fold(term).strip() not in _WITHOUT_ENDINGS if said is None else said


def endings_of(words: str) -> tuple[str, ...]:
    """The endings that may follow a term. `words`: the folded term."""
    if words in _PLURALS_OF_OTHERS:
        return (_POSSESSIVE,)
    return ("es" if words.endswith(_HISSES) else "s", _POSSESSIVE)


def plural_in_ies(words: str) -> str | None:
    """`pussies` for `pussy`; None if the plural keeps the last letter."""
    if words.endswith("y") and words[-2:-1].isalpha() and words[-2] not in _VOWELS:
        return f"{words[:-1]}ies"
    return None


def ending_at(text: str, place: int, endings: Sequence[str]) -> str | None:
    """The ending that starts at this position and ends the word; None if none does."""
    for ending in endings:
        if text.startswith(ending, place) and ends_word(text, place + len(ending)):
            return ending
    return None
