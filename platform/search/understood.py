"""A term as the database reads it: its folded name and its words."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Understood:
    """`names`: the folded words that a name must have. `query`: a tsquery, empty without a word to search for.

    `names` empty and `query` empty: nothing is searched for but what narrows the term.
    """

    term: Term
    names: tuple[str, ...]
    names_without: tuple[str, ...]
    query: str

    @property
    def name(self) -> str:
        """As names are folded."""
        return " " + " ".join(self.names)


def understand(term: Term) -> Understood:
    """One statement."""
    values: dict[str, Any] = {"wanted": term.wanted, "words": term.words, "without": list(term.without)}
    positive = ["plainto_tsquery('docket', docket_separated(%(words)s))", *_each("phrase", term.phrases, values)]
    negative = _each("without", term.without, values)
    statement = _READ.format(positive=" && ".join(positive), negative=" || ".join(negative) or "''::tsquery")
    ((name, without, wanted, query),) = rows(statement, values)
    return Understood(
        term, tuple(name.split()), tuple(" ".join(each.split()) for each in without if each.strip()), wanted and query
    )


def _each(name: str, texts: tuple[str, ...], values: dict[str, Any]) -> list[str]:
    values.update({f"{name}{number}": text for number, text in enumerate(texts)})
    return [f"phraseto_tsquery('docket', docket_separated(%({name}{number})s))" for number in range(len(texts))]
