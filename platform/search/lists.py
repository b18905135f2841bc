"""Words in the filters of lists: which things contain them. Uses the indexes and the parser of the search.

Also finds things about a company whose name contains the words, and tickets by their client's complete email address.
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
NUMBERS = len(str(2**63 - 1))  # a number with so many digits may exceed bigint, so it is no id
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
    """`ids`: all things that contain the words. `companies`: all companies whose names contain them."""

    ids: list[int]
    companies: list[int]


@dataclass(frozen=True, slots=True)
class OpenWords:
    """SQL queries for ids, with %(name)s placeholders. `processes`: running processes with a text that contains the
    words. `things`: things with this email address. `companies`: companies whose names contain the words.
    """

    processes: str
    things: str
    companies: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WordsOf:
    """Searches the texts of one kind of thing. `thing`: the name of the kind in `search_opentext`. `named`: SQL for the
    things with the complete address `email`.
    """

    texts: Texts
    thing: str
    named: str = NONE

    def find(self, typed: str) -> Hits | None:
        """All hits. None if more than FEW texts or MOST_COMPANIES companies contain the words: then the caller must
        check each thing.
        """
        return Deadline().in_time(lambda: self.hits(understand_in_list(typed)))[0]

    def which_of(self, typed: str, ids: Collection[int]) -> set[int]:
        """The given ids whose texts, or whose company's name, contain the words."""
        with along_indexes():
            return self._which_of(understand_in_list(typed), ids)

    def open(self, typed: str) -> OpenWords:
        """Search open things only, without a limit, by their own index."""
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
        """Subqueries for the ids of all matching things and companies, without a limit."""
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
    """For each text: start and end of each word that was typed into the list's filter."""
    return places_of(texts, understand_in_list(typed).query)


def reviews_having(typed: str) -> Having:
    """The condition for the table of all reviews. It ignores companies' names, because the table has its own filter."""
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
    """The condition for the list of all testimonials: by words, company's name, or id."""
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
    """A RawSQL of the statement. Django supports only positional parameters there."""
    names = _NAME.findall(statement)
    return RawSQL(_NAME.sub("%s", statement), [values[name] for name in names], kind)  # noqa: S611 (values are parameters)
