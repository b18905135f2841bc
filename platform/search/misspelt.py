"""Finds names by a term with typing mistakes: first the words that a misspelt word may mean, then names with them.

A misspelt word resembles few distinct words. Thousands of names may contain these; the term's other words narrow them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fulltext.asking import rows
from search.marks import BEGINNING_FROM, SHORTEST_MISTAKEN, mistaken, mistakes_in

MOST = 1_000  # names that are compared, the shortest first; the most similar are returned
LEAST_LIKENESS = 0.19  # two exchanged letters of five leave 0.2
LIKENESS = "SELECT set_config('pg_trgm.word_similarity_threshold', %(least)s, true)"
# chr(1114111) is the highest character, so it ends the range of words with this beginning
_BEGIN_NONE = """
    SELECT word FROM unnest(%(wanted)s::text[]) wanted (word) WHERE NOT EXISTS (
        SELECT FROM {words} known
        WHERE known.word >= wanted.word AND known.word < wanted.word || chr(1114111) COLLATE "C")
"""
# the last conditions hold for each word with so few mistakes, and leave few words to compare letter by letter
_ALIKE = f"""
    SELECT DISTINCT wanted.word, known.word
    FROM unnest(%(misspelt)s::text[], %(lengths)s::integer[], %(mistakes)s::integer[]) wanted (word, length, mistakes)
    JOIN {{words}} known ON wanted.word <%% known.word
    WHERE length(known.word) >= wanted.length - mistakes
        AND (wanted.length >= {BEGINNING_FROM} OR length(known.word) <= wanted.length + mistakes)
        AND length(translate(wanted.word, known.word, '')) <= mistakes
        AND length(translate(left(known.word, wanted.length - 1), wanted.word, '')) <= mistakes
"""
_NAMES = f"""
    SELECT id FROM (
        SELECT id, search_name FROM {{table}}
        WHERE {{conditions}} AND docket_name_words(search_name) @@ %(meant)s::tsquery
        ORDER BY length(search_name), search_name COLLATE "C", id LIMIT {MOST}
    ) named
    ORDER BY word_similarity(%(wanted)s, search_name) DESC, length(search_name), search_name COLLATE "C", id
    LIMIT %(size)s
"""

Meant = Mapping[str, Sequence[str]]


def names_meant(wanted: Sequence[str], words: str, ask: Callable[..., list[Any]]) -> list[int]:
    """Ids of names in which each wanted word begins a word, also with a typing mistake; the most similar first.

    A wanted word that begins no word of the table `words` is misspelt. Only if this finds no name, the other wanted
    words may be misspelt as well. `ask`: completes a statement about names and runs it.
    """
    unknown = [word for (word,) in rows(_BEGIN_NONE.format(words=words), {"wanted": list(wanted)})]
    long = [word for word in wanted if len(word) >= SHORTEST_MISTAKEN]
    if not set(unknown) <= set(long):
        return []
    rows(LIKENESS, {"least": str(LEAST_LIKENESS)})
    for misspelt in dict.fromkeys((tuple(unknown), tuple(long))):
        meant = _meant(misspelt, words)
        if misspelt and all(meant.get(word) for word in unknown):
            found = [number for (number,) in ask(_NAMES, meant=_query(wanted, meant))]
            if found:
                return found
    return []


def _meant(misspelt: Sequence[str], words: str) -> Meant:
    """For each misspelt word, the words of the table that it may mean."""
    mistakes = [mistakes_in(word) for word in misspelt]
    values = {"misspelt": list(misspelt), "lengths": list(map(len, misspelt)), "mistakes": mistakes}
    meant: dict[str, list[str]] = {}
    for word, known in rows(_ALIKE.format(words=words), values) if misspelt else ():
        if mistaken(word, known):
            meant.setdefault(word, []).append(known)
    return meant


def _query(wanted: Sequence[str], meant: Meant) -> str:
    """The tsquery. Folded words contain no character that must be escaped."""
    either = ([f"'{word}':*", *(f"'{known}'" for known in meant.get(word, ()))] for word in wanted)
    return " & ".join(f"({' | '.join(each)})" for each in either)
