"""What narrows a search of texts, as conditions about `thing` and their values."""

from typing import Any, NamedTuple

from search.terms import MAX_ID, Term


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
