"""What narrows a search of texts, as conditions about `thing` and their values."""

from typing import Any, NamedTuple

from search.asking import rows
from search.results import Found, Item
from search.terms import MAX_ID, Term
from search.understood import Understood
from search.words import Page

MOST_EXACT = 20
_NAMED = "SELECT thing.id FROM {table} thing WHERE thing.id IN ({exact}) AND {conditions} ORDER BY thing.id DESC"


class Columns(NamedTuple):
    """Of a table of texts: when they arrived, and whose they are."""

    arrived: str
    address: str
    name: str


def narrowed(term: Term, columns: Columns) -> tuple[list[str], dict[str, Any]]:
    """`stars` is left to kinds that have some."""
    conditions: dict[str, str] = {}
    values: dict[str, Any] = {}
    if term.status:
        conditions["status"] = "thing.status = %(status)s"
        values["status"] = term.status
    for name, day, sign in (("since", term.since, ">="), ("until", term.until, "<")):
        if day:
            conditions[name] = f"thing.{columns.arrived} {sign} %({name})s::date::timestamp AT TIME ZONE 'UTC'"
            values[name] = day
    if term.sender:
        conditions["sender"] = (
            f"(lower(thing.{columns.address}) = lower(%(sender)s)"
            f" OR strpos(docket_folded(thing.{columns.name}), rtrim(docket_folded(%(sender)s))) > 0)"
        )
        values["sender"] = term.sender
    if term.company.isascii() and term.company.isdigit():
        conditions["company"] = "thing.company_id = %(company)s"
        values["company"] = min(int(term.company), MAX_ID)
    elif term.company:
        conditions["company"] = (
            "thing.company_id IN (SELECT id FROM companies_company"
            " WHERE search_name LIKE '%%' || docket_folded(%(company_name)s) || '%%')"
        )
        values["company_name"] = term.company
    return list(conditions.values()), values


def named_by(wanted: Understood, table: str, exact: str, conditions: list[str], values: dict[str, Any]) -> list[int]:
    """Texts that the whole term names by an id, an address or a telephone number, the newest first.

    `exact` selects their ids by `number`, `email`, `phone`, `source` with `external`, and `text`.
    """
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
    statement = _NAMED.format(table=table, exact=exact, conditions=" AND ".join(["true", *conditions]))
    return [pk for (pk,) in rows(statement, {**values, **named})]


def is_for_texts(wanted: Understood) -> bool:
    """Whether there are words, or something that narrows and no words that could not be searched for."""
    return bool(wanted.query) or (not wanted.names and wanted.term.is_narrowed)


def found(page: Page, named: int, items: list[Item]) -> Found:
    return Found(items, page.total + named, page.total_is_exact, page.end, page.searched)
