"""Rows for the organisation: all calls of a company's page, and a check against the blacklist."""

from random import Random

from benchmarks import bare
from benchmarks.bare import Bare
from benchmarks.bare_tickets import page_of
from benchmarks.crowd import Work, Worker
from benchmarks.desk import Desk, forget_connections
from benchmarks.row import HEADERS, Row, client_of
from benchmarks.stock import listed_value, other_value
from blacklist.digests import digests_of
from blacklist.forms import valid_form
from blacklist.models import BlacklistEntry

# the calls that console/src/features/companies sends
_PAGE = (
    "/company/{0}",
    "/company/{0}/reviews?limit=8",
    "/company/{0}/conduct",
    "/company/{0}/requests?limit=5&cursor=",
    "/tickets?company={0}&limit=5",
    "/company/{0}/accounts",
)
_BARE_PAGE = (
    *bare.COMPANY,
    "SELECT date_trunc('month', received_at), count(*), avg(rating) FROM reviews_review"
    " WHERE company_id = %(id)s AND received_at > now() - interval '1 year' GROUP BY 1",
    "SELECT * FROM reviews_review WHERE company_id = %(id)s ORDER BY received_at DESC, id DESC LIMIT 9",
    "SELECT date_trunc('quarter', received_at), status, count(*) FROM restrictions_requesttorestrict"
    " WHERE company_id = %(id)s GROUP BY 1, 2",
    "SELECT company_id = %(id)s, status, count(*) FROM restrictions_requesttorestrict GROUP BY 1, 2",
    "SELECT * FROM restrictions_requesttorestrict request JOIN reviews_review review ON review.id = request.review_id"
    " WHERE request.company_id = %(id)s ORDER BY request.id DESC LIMIT 6",
    page_of("company_id = %(id)s AND resolved_at IS NULL AND merged_into_id IS NULL", 6),
    "SELECT * FROM groups_association association JOIN accounts_user person ON person.id = association.user_id"
    " WHERE association.company_id = %(id)s ORDER BY association.id LIMIT 51",
)
_LISTED = "SELECT * FROM blacklist_blacklistentry WHERE digest = %(digest)s"


def _company(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = client_of(desk, number), Random(number)

        def work() -> None:
            company = chance.choice(desk.companies)
            for path in _PAGE:
                client.get(path.format(company), **HEADERS)

        return work

    return worker


def _bare_company(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client, chance = Bare(desk.dsn), Random(number)
        return lambda: client.read(*_BARE_PAGE, id=chance.choice(desk.companies))

    return worker


def _check(desk: Desk) -> Worker:
    entries = _entries()

    def worker(number: int) -> Work:
        client, chance = client_of(desk, number), Random(number)
        return lambda: client.send("POST", "/blacklist/check", {"value": _value(chance, entries)})

    return worker


def _bare_check(desk: Desk) -> Worker:
    entries = _entries()

    def worker(number: int) -> Work:
        client, chance = Bare(desk.dsn), Random(number)

        def work() -> None:
            form = valid_form(_value(chance, entries)) or ""
            client.read(_LISTED, digest=digests_of(form)[-1])

        return work

    return worker


def _entries() -> int:
    number = BlacklistEntry.objects.count()
    forget_connections()
    return number


def _value(chance: Random, entries: int) -> str:
    """An address or a number; half of them are not on the list."""
    return chance.choice((listed_value, other_value))(chance.randrange(entries))


ROWS = (
    Row("whole-company", "all of the page of a company", None, _company, _bare_company, ("companies", "tickets")),
    Row(
        "blacklist",
        "check against the blacklist",
        None,
        _check,
        _bare_check,
        ("entries of the blacklist",),
        goal_p95_ms=5,
    ),
)
