"""Rows for search with the console's calls: words in reviews, a misspelt company, all kinds of results at once."""

from itertools import cycle
from random import Random
from typing import Any
from urllib.parse import urlencode

from benchmarks.bare import Bare
from benchmarks.crowd import Work, Worker
from benchmarks.desk import Desk, forget_connections
from benchmarks.row import HEADERS, For, Row, client_of
from companies.models import Company

# RARE: in one review of a thousand, the rarest words of the demo. COMMON: in thousands of reviews.
RARE = ("crypto", "brilliant", "accueilli")
COMMON = ("would minutes back", "nothing said time", "three visit week")
TYPED = ("park", "wait", "insur")
SHOWN = 21
NAMES, SHORTEST, SEED = 50, 7, 4
NEEDS = ("companies", "accounts", "tickets")
_REVIEW = (
    "docket_words(title || ' ' || text || ' ' || constructive || ' ' || author_name || ' '"
    " || coalesce(business_name, '')) @@ to_tsquery('docket', %(wanted)s)"
)
# matches are collected before they are sorted: otherwise a rare word is searched along the key in all reviews
_REVIEWS = f"""
    WITH found AS MATERIALIZED (SELECT DISTINCT review_id AS id FROM reviews_revision WHERE {_REVIEW})
    SELECT review.id, review.title, review.text, company.name
    FROM (SELECT id FROM found ORDER BY id DESC LIMIT {SHOWN}) page JOIN reviews_review review ON review.id = page.id
    JOIN companies_company company ON company.id = review.company_id ORDER BY review.id DESC
"""
_TICKETS = f"""
    WITH found AS MATERIALIZED (
        SELECT id FROM tickets_ticket
        WHERE docket_words(subject || ' ' || client_name) @@ to_tsquery('docket', %(wanted)s)
        UNION SELECT ticket_id FROM tickets_message WHERE docket_words(text) @@ to_tsquery('docket', %(wanted)s)
    )
    SELECT ticket.id, ticket.subject FROM (SELECT id FROM found ORDER BY id DESC LIMIT {SHOWN}) page
    JOIN tickets_ticket ticket ON ticket.id = page.id ORDER BY ticket.id DESC
"""
_NAMED = "SELECT id, name FROM companies_company WHERE search_name LIKE %(like)s ORDER BY search_name LIMIT 21"
_PEOPLE = "SELECT id, first_name, last_name FROM accounts_user WHERE search_name LIKE %(like)s LIMIT 21"
_MISSPELT = (
    "SELECT id, name FROM companies_company WHERE docket_folded(%(name)s) <%% search_name"
    " ORDER BY word_similarity(docket_folded(%(name)s), search_name) DESC LIMIT 21"
)


def _asking(terms: tuple[str, ...], **asked: str) -> For:
    """Search one term after another."""

    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, asks = client_of(desk, number), cycle(terms)
            return lambda: client.get(f"/search?{urlencode({'term': next(asks), **asked})}", **HEADERS)

        return worker

    return of


def _reading(terms: tuple[str, ...], *statements: str, ending: str = "") -> For:
    def of(desk: Desk) -> Worker:
        def worker(number: int) -> Work:
            client, asks = Bare(desk.dsn), cycle(terms)
            return lambda: client.read(*statements, **_values(next(asks), ending))

        return worker

    return of


def _values(term: str, ending: str) -> dict[str, Any]:
    return {"wanted": f"{' & '.join(term.split())}{ending}", "like": f"% {term}%"}


def _misspelt(desk: Desk) -> Worker:
    return _asking(_misspelt_names(), type="companies", cursor="")(desk)


def _bare_misspelt(desk: Desk) -> Worker:
    names = _misspelt_names()

    def worker(number: int) -> Work:
        client, asks = Bare(desk.dsn), cycle(names)
        return lambda: client.read(_MISSPELT, name=next(asks))

    return worker


def _misspelt_names() -> tuple[str, ...]:
    """Names of companies with two letters of a long word exchanged. If no name has a long word, names as they are."""
    chance = Random(SEED)
    names = list(Company.objects.order_by("pk").values_list("name", flat=True))
    forget_connections()
    long = [name for name in names if any(len(word) >= SHORTEST for word in name.split())]
    return tuple(_exchanged(name, chance) for name in chance.sample(long, min(NAMES, len(long))) or names)


def _exchanged(name: str, chance: Random) -> str:
    word = chance.choice([word for word in name.split() if len(word) >= SHORTEST] or name.split())
    at = chance.randrange(1, len(word) - 2) if len(word) >= SHORTEST else 0
    return name.replace(word, f"{word[:at]}{word[at + 1 : at + 2]}{word[at : at + 1]}{word[at + 2 :]}", 1)


_ALL = (_REVIEWS, _NAMED, _PEOPLE, _TICKETS)
_PAGE = {"type": "reviews", "cursor": ""}
ROWS = (
    Row(
        *("search-rare", "search: a rare word", None),
        *(_asking(RARE, **_PAGE), _reading(RARE, _REVIEWS), NEEDS),
        goal_p95_ms=20,
    ),
    Row(
        *("search-common", "search: three common words", None),
        *(_asking(COMMON, **_PAGE), _reading(COMMON, _REVIEWS), NEEDS),
        goal_p95_ms=100,
    ),
    Row(
        *("search-name", "search: a company with one mistake", None, _misspelt, _bare_misspelt, NEEDS),
        goal_p95_ms=30,
    ),
    Row(
        *("search-everything", "search: everything, a rare word", None),
        *(_asking(RARE, type="everything"), _reading(RARE, *_ALL), NEEDS),
        goal_p95_ms=150,
    ),
    Row(
        *("search-everything-common", "search: everything, common words", None),
        *(_asking(COMMON, type="everything"), _reading(COMMON, *_ALL), NEEDS),
        goal_p95_ms=150,
    ),
    Row(
        *("search-typed", "search: everything, while typing", None),
        _asking(TYPED, type="everything", limit="8", typing="true"),
        *(_reading(TYPED, *_ALL, ending=":*"), NEEDS),
        goal_p95_ms=150,
    ),
)
