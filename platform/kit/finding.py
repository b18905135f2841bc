"""Filter a list by the words that people type."""

from django.db.models import Q

MAX_ID = 2**63 - 1  # of a bigint column


def found_by_words(words: str, *lookups: str) -> Q:
    """Rows in which each word is found by at least one lookup, and the row whose id was typed."""
    found = Q()
    for word in words.split():
        holds = Q()
        for lookup in lookups:
            holds |= Q((lookup, word))
        found &= holds
    if (number := number_in(words)) is not None:
        found |= Q(pk=number)
    return found


def number_in(words: str) -> int | None:
    """The words as an id; None if they are no id."""
    return int(words) if words.isascii() and words.isdigit() and int(words) <= MAX_ID else None
