"""A term as parsed by the database: folded words of names, and queries for words of texts."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from fulltext.asking import rows
from fulltext.terms import Term, read_term

# a part without words becomes an empty query, which does not change a conjunction
_READ = """
    SELECT docket_folded(%(wanted)s),
        ARRAY(SELECT docket_folded(part) FROM unnest(%(without)s::text[]) part),
        positive::text, (positive && !!negative)::text, negative::text,
        ARRAY(SELECT DISTINCT part::text FROM ({each}) each (part) WHERE numnode(part) > 0)
    FROM (SELECT {positive} AS positive, {negative} AS negative) parts
"""
_EACH_WORD = r"""
    SELECT plainto_tsquery('docket', word) FROM regexp_split_to_table(docket_separated(%(words)s), '\s+') word
"""

# quoted for to_tsquery, so that it contains no operators
_BEGUN = r"""to_tsquery('docket',
    '''' || replace(replace(docket_separated(%(begun)s), '\', '\\'), '''', '''''') || ''':*')"""
LEAST_BEGUN = 3  # characters of a beginning; too many words begin with the same two


@dataclass(frozen=True, slots=True)
class Understood:
    """`names`: folded words that a name must contain. `query`: a tsquery for texts; empty without searchable words.
    `words`, `without`: the parts of `query` that must match, and the part that must not.

    If `names` and `query` are empty, the term contains only filters. `newest`: a cache of results among the newest
    texts, for the other kind of results in the same table.
    """

    term: Term
    names: tuple[str, ...]
    names_without: tuple[str, ...]
    query: str
    words: tuple[str, ...]
    without: str
    newest: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """The words in the form of a folded name."""
        return " " + " ".join(self.names)

    @property
    def is_one_word(self) -> bool:
        """One word or phrase, and nothing excluded."""
        return len(self.words) == 1 and not self.without

    @property
    def any(self) -> str:
        """A tsquery that matches any of the words."""
        return " | ".join(f"({word})" for word in self.words)

    @property
    def names_of_needed(self) -> tuple[str, ...]:
        """The names in `values` of the queries that must match."""
        return tuple(f"needed{number}" for number in range(len(self.words)))

    @property
    def values(self) -> dict[str, Any]:
        """The queries by name, as parameters of statements."""
        words = dict(zip(self.names_of_needed, self.words, strict=True))
        return {"query": self.query, "without": self.without, **words}


def understand(term: Term, *, is_typed_on: bool = False) -> Understood:
    """Parse a term in the database, with one statement. `is_typed_on`: the last word may be the beginning of a word."""
    words, begun = _without_its_last(term.words) if is_typed_on else (term.words, "")
    values: dict[str, Any] = {"wanted": term.wanted, "words": words, "begun": begun, "without": list(term.without)}
    others = [*_each("phrase", term.phrases, values), *([_BEGUN] if begun else [])]
    negative = _each("without", term.without, values)
    statement = _READ.format(
        positive=" && ".join(["plainto_tsquery('docket', docket_separated(%(words)s))", *others]),
        negative=" || ".join(negative) or "''::tsquery",
        each=" UNION ALL SELECT ".join([_EACH_WORD, *others]),
    )
    ((name, names_without, wanted, query, without, words),) = rows(statement, values)
    return Understood(
        term,
        names=tuple(name.split()),
        names_without=tuple(" ".join(each.split()) for each in names_without if each.strip()),
        query=wanted and query,
        words=tuple(words) or ((wanted,) if wanted else ()),
        without=without,
    )


def understand_in_list(typed: str) -> Understood:
    """`understand` for the filter of a list: `key:value` are words, and the last word may be a beginning."""
    return understand(read_term(typed, narrows=False), is_typed_on=True)


def _without_its_last(words: str) -> tuple[str, str]:
    """The words without the last one, and the last one; if that is too short for a beginning: all words, and ''."""
    before, _, last = words.rpartition(" ")
    return (before, last) if len(last) >= LEAST_BEGUN else (words, "")


def _each(name: str, texts: tuple[str, ...], values: dict[str, Any]) -> list[str]:
    values.update({f"{name}{number}": text for number, text in enumerate(texts)})
    return [f"phraseto_tsquery('docket', docket_separated(%({name}{number})s))" for number in range(len(texts))]
