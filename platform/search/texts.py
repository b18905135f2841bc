"""Search the texts of one kind: first those that the whole term identifies, then those that contain its words."""

from collections.abc import Sequence
from dataclasses import dataclass

from fulltext.having import Texts
from fulltext.understood import Understood
from kit.prepared import fetch
from search.narrowing import Choice
from search.results import Asked, Found, Item
from search.words import Page, page_of_texts

MOST_EXACT = 20
_NAMED = "SELECT thing.id FROM {table} thing WHERE thing.id IN ({exact}) AND {conditions} ORDER BY thing.id DESC"


@dataclass(frozen=True, slots=True)
class Hits:
    """`ids`: the ids of this page. `named`: how many of them the whole term identifies."""

    ids: list[int]
    named: int
    page: Page

    def shown(self, items: Sequence[Item]) -> Found:
        page = self.page
        return Found(items, page.total + self.named, page.total_is_exact, page.end, page.searched)


def find_texts(texts: Texts, exact: str, choice: Choice, *, asked: Asked, wanted: Understood) -> Hits:
    """One page. `exact`: SQL for the ids that a term identifies, with the parameters `number`, `email`, `phone`,
    `source` and `external`, and `text`.
    """
    named = _named_by(wanted, texts.table, exact, choice)
    if named:
        choice.conditions.append("thing.id <> ALL(%(exact)s)")
        choice.values["exact"] = named
    page = page_of_texts(texts, choice, asked, wanted) if _is_for_texts(wanted) else Page([], 0, True, None)
    return Hits(page.ids if asked.after else named + page.ids, len(named), page)


def _named_by(wanted: Understood, table: str, exact: str, choice: Choice) -> list[int]:
    """Ids that the whole term identifies, newest first."""
    term = wanted.term
    if not term.text or (" " in term.text and not term.phone):
        return []
    source, external = term.external or (None, None)
    named = {
        "number": term.number,
        "email": term.email or None,
        "phone": term.phone[-9:] or None,
        "source": source,
        "external": external,
        "text": term.text,
        "most": MOST_EXACT,
    }
    statement = _NAMED.format(table=table, exact=exact, conditions=" AND ".join(["true", *choice.conditions]))
    return [pk for (pk,) in fetch(statement, {**choice.values, **named})]


def _is_for_texts(wanted: Understood) -> bool:
    """Whether texts must be searched: the term has searchable words, or it has only filters."""
    return bool(wanted.query) or (not wanted.names and wanted.term.is_narrowed)
