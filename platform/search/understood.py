"""A term as the database reads it: its folded name and its words."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from search.asking import rows
from search.terms import Term

# a part without words is an empty query, which changes nothing in a conjunction
_READ = """
    SELECT docket_folded(%(wanted)s),
        ARRAY(SELECT docket_folded(part) FROM unnest(%(without)s::text[]) part),
        positive::text, (positive && !!negative)::text
    FROM (SELECT {positive} AS positive, {negative} AS negative) parts
"""

# quoted for to_tsquery, so that nothing in it is read as an operator
_BEGUN = r"""to_tsquery('docket',
    '''' || replace(replace(docket_separated(%(begun)s), '\', '\\'), '''', '''''') || ''':*')"""
LEAST_BEGUN = 3  # characters: very many words begin with two


@dataclass(frozen=True, slots=True)
class Understood:
    """`names`: the folded words that a name must have. `query`: a tsquery, empty without a word to search for.

    `names` empty and `query` empty: nothing is searched for but what narrows the term. `newest`: ids that were found
    among the newest texts, for the other kind of results in the same table.
    """

    term: Term
    names: tuple[str, ...]
    names_without: tuple[str, ...]
    query: str
    newest: dict[Hashable, Any] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        """As names are folded."""
        return " " + " ".join(self.names)


def understand(term: Term, *, is_typed_on: bool = False) -> Understood:
    """One statement. `is_typed_on`: the last word may be the beginning of one."""
    words, begun = _without_its_last(term.words) if is_typed_on else (term.words, "")
    values: dict[str, Any] = {"wanted": term.wanted, "words": words, "begun": begun, "without": list(term.without)}
    positive = ["plainto_tsquery('docket', docket_separated(%(words)s))", *_each("phrase", term.phrases, values)]
    if begun:
        positive.append(_BEGUN)
    negative = _each("without", term.without, values)
    statement = _READ.format(positive=" && ".join(positive), negative=" || ".join(negative) or "''::tsquery")
    ((name, without, wanted, query),) = rows(statement, values)
    return Understood(
        term, tuple(name.split()), tuple(" ".join(each.split()) for each in without if each.strip()), wanted and query
    )


def _without_its_last(words: str) -> tuple[str, str]:
    """The words before the last one, and the last one if it is long enough to be looked for as a beginning."""
    before, _, last = words.rpartition(" ")
    return (before, last) if len(last) >= LEAST_BEGUN else (words, "")


def _each(name: str, texts: tuple[str, ...], values: dict[str, Any]) -> list[str]:
    values.update({f"{name}{number}": text for number, text in enumerate(texts)})
    return [f"phraseto_tsquery('docket', docket_separated(%({name}{number})s))" for number in range(len(texts))]
