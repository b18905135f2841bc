"""The filters in a search term (`from:`, `status:` …) as SQL conditions on `thing`, with their values."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fulltext.terms import MAX_ID, Term


class Columns(NamedTuple):
    """Columns of a table of texts: the time of arrival, and the author's address and name."""

    arrived: str
    address: str
    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    """`conditions`: SQL on `thing`. `values`: their parameters. `of_company`, `dated`: the conditions with an index."""

    conditions: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    of_company: list[str] = field(default_factory=list)
    dated: list[str] = field(default_factory=list)

    @property
    def indexed(self) -> list[str]:
        return [*self.of_company, *self.dated]


def narrowed(term: Term, columns: Columns) -> Choice:
    """The filters of a term, except `stars`, which only some kinds have."""
    conditions: list[str] = []
    of_company: list[str] = []
    dated: list[str] = []
    values: dict[str, Any] = {}
    if term.status:
        conditions.append("thing.status = %(status)s")
        values["status"] = term.status
    for name, day, sign in (("since", term.since, ">="), ("until", term.until, "<")):
        if day:
            dated.append(f"thing.{columns.arrived} {sign} %({name})s::date::timestamp AT TIME ZONE 'UTC'")
            values[name] = day
    if term.sender:
        conditions.append(
            f"(lower(thing.{columns.address}) = lower(%(sender)s)"
            f" OR strpos(docket_folded(thing.{columns.name}), nullif(rtrim(docket_folded(%(sender)s)), '')) > 0)"
        )
        values["sender"] = term.sender
    if term.company.isascii() and term.company.isdigit():
        of_company.append("thing.company_id = %(company)s")
        values["company"] = min(int(term.company), MAX_ID)
    elif term.company:
        of_company.append(
            "thing.company_id IN (SELECT id FROM companies_company"
            " WHERE search_name LIKE '%%' || nullif(docket_folded(%(company_name)s), ' ') || '%%')"
        )
        values["company_name"] = term.company
    return Choice([*conditions, *of_company, *dated], values, of_company, dated)
