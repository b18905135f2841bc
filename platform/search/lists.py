"""Words in lists: which things have them, by the same index and the same reading as the search.

What is about a company whose name has the words is found as well, and a ticket by its client's whole address.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import BooleanField, Q
from django.db.models.expressions import RawSQL

from fulltext.asking import Deadline, along_indexes, rows
from fulltext.having import FEW, Part, Texts
from fulltext.understood import Understood, understand_in_list
from reviews.classic import Having
from search.marks import places_of
from search.reviews import REVIEW_HAS_WORDS, REVIEWS
from search.testimonials import TESTIMONIALS
from search.tickets import TICKETS

MOST_COMPANIES = 1_000
NUMBERS = len(str(2**63 - 1))  # digits of a number that is no id
_NAME = re.compile(r"%\((\w+)\)s")
NONE = "SELECT NULL::bigint AS id WHERE false"
_COMPANIES = "SELECT id FROM companies_company WHERE {named}"
_FIND = f"""
    WITH hit AS MATERIALIZED (SELECT id FROM ({{collected}}) one LIMIT {FEW} + 1),
    named AS MATERIALIZED ({_COMPANIES} LIMIT {MOST_COMPANIES} + 1)
    SELECT (SELECT count(*) FROM hit), ARRAY(SELECT DISTINCT id FROM hit), ARRAY(SELECT id FROM named)
"""
_OF_COMPANIES = """
    SELECT thing.id FROM {table} thing WHERE thing.id = ANY(%(ids)s) AND thing.company_id IN ({companies})
    UNION ALL SELECT id FROM ({named}) addressed WHERE id = ANY(%(ids)s)
"""
_OF_CLIENT = "SELECT id FROM tickets_ticket WHERE lower(client_email) = %(email)s AND client_email <> ''"


@dataclass(frozen=True, slots=True)
class Hits:
    """All that is found: things that have the words, and companies whose names have them."""

    ids: list[int]
    companies: list[int]


@dataclass(frozen=True, slots=True)
class OpenWords:
    """SQL that selects ids, with %(name)s for its values: of running processes with a text that has the words, of
    things that an address names, and of companies whose names have the words.
    """

    processes: str
    things: str
    companies: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WordsOf:
    """The words of one kind of things. `thing`: its name among the texts of what is open. `named`: selects those that a
    whole `email` address names.
    """

    texts: Texts
    thing: str
    named: str = NONE

    def find(self, typed: str) -> Hits | None:
        """None where more than FEW texts or MOST_COMPANIES have the words: then things are asked one by one."""
        return Deadline().in_time(lambda: self.hits(understand_in_list(typed)))[0]

    def which_of(self, typed: str, ids: Collection[int]) -> set[int]:
        """Those that have the words, or whose company's name has them."""
        with along_indexes():
            return self._which_of(understand_in_list(typed), ids)

    def open(self, typed: str) -> OpenWords:
        """Of what is open, however many: by an index of its own."""
        wanted = understand_in_list(typed)
        named, values = _named(wanted)
        part = Part("search_opentext one", "one.process_id", "one.words", f"one.thing = '{self.thing}'")
        return OpenWords(
            replace(self.texts, parts=(part,)).having_all(wanted) if wanted.query else NONE,
            self.named if wanted.term.email else NONE,
            _COMPANIES.format(named=named),
            {**wanted.values, **values, **_address(wanted)},
        )

    def selected(self, typed: str) -> tuple[RawSQL, RawSQL]:
        """All, however many: subqueries for the ids of things, and for those of companies."""
        wanted = understand_in_list(typed)
        named, values = _named(wanted)
        things = f"{self.texts.having_all(wanted) if wanted.query else NONE} UNION ALL {self.named}"
        return _positional(things, {**wanted.values, **_address(wanted)}), _positional(
            _COMPANIES.format(named=named), values
        )

    def hits(self, wanted: Understood) -> Hits | None:
        named, values = _named(wanted)
        found = self.texts.everywhere(wanted) if wanted.query else (NONE, {})
        if found is None:
            return None
        collected, more = found
        statement = _FIND.format(collected=f"{collected} UNION ALL {self.named}", named=named)
        ((count, ids, companies),) = rows(statement, {**values, **more, **_address(wanted)})
        return Hits(ids, companies) if count <= FEW and len(companies) <= MOST_COMPANIES else None

    def _which_of(self, wanted: Understood, ids: Collection[int]) -> set[int]:
        named, values = _named(wanted)
        companies = _COMPANIES.format(named=named)
        statement = _OF_COMPANIES.format(table=self.texts.table, companies=companies, named=self.named)
        named_ones = {pk for (pk,) in rows(statement, {**values, **_address(wanted), "ids": list(ids)})}
        return named_ones | set(self.texts.among(ids, wanted) if wanted.query else ())


def places_in(texts: Sequence[str], typed: str) -> list[list[tuple[int, int]]]:
    """Where the words that are typed into a list stand in each text: begin and end of each."""
    return places_of(texts, understand_in_list(typed).query)


def reviews_having(typed: str) -> Having:
    """For the table of all reviews, in which a company is a filter of its own."""
    wanted = understand_in_list(typed)
    (hits,) = Deadline().in_time(lambda: REVIEW_WORDS.hits(wanted))
    collected = REVIEWS.having_all(wanted) if wanted.query else NONE
    each = REVIEW_HAS_WORDS.replace("thing.", "reviews_review.") if wanted.query else "false"
    return Having(
        hits.ids if hits else None,
        _positional(each, wanted.values, BooleanField()),
        _positional(collected, wanted.values),
    )


def testimonials_having(typed: str) -> Q:
    """For the list of all testimonials: by words, company, or number."""
    hits = TESTIMONIAL_WORDS.find(typed)
    things, companies = (hits.ids, hits.companies) if hits else TESTIMONIAL_WORDS.selected(typed)
    number = Q(pk=int(typed)) if typed.isascii() and typed.isdecimal() and len(typed) < NUMBERS else Q()
    return Q(pk__in=things) | Q(company__in=companies) | number


REVIEW_WORDS, TESTIMONIAL_WORDS = WordsOf(REVIEWS, "review"), WordsOf(TESTIMONIALS, "testimonial")
TICKET_WORDS = WordsOf(TICKETS, "ticket", _OF_CLIENT)


def _named(wanted: Understood) -> tuple[str, dict[str, Any]]:
    values = {f"word{number}": f"% {word}%" for number, word in enumerate(wanted.names)}
    return " AND ".join(f"search_name LIKE %({name})s" for name in values) or "false", values


def _address(wanted: Understood) -> dict[str, str]:
    return {"email": wanted.term.email}


def _positional(statement: str, values: dict[str, Any], kind: Any = None) -> RawSQL:
    """Django takes parameters by their places alone."""
    names = _NAME.findall(statement)
    return RawSQL(_NAME.sub("%s", statement), [values[name] for name in names], kind)  # noqa: S611 (values are parameters)
