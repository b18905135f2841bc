"""Companies by id, HSOne id, telephone number or postcode, and by name."""

from companies.models import Company
from fulltext.asking import rows
from fulltext.understood import Understood
from search.marks import mark_name
from search.names import Names
from search.results import EXACT_TOTAL, Asked, Found, Highlight, Item

MOST_EXACT = 20
WORDS = "search_companyword"  # the distinct words of all names; triggers maintain the table
# first the company's id, then its HSOne id, then values that several companies can share
_EXACT = """
    SELECT id FROM (
        SELECT id, 0 AS place FROM companies_company WHERE id = %(number)s
        UNION ALL SELECT id, 1 FROM companies_company WHERE hsone_id = %(text)s
        UNION ALL SELECT id, 2 FROM companies_company WHERE docket_phone(phone) = %(phone)s AND phone <> ''
        UNION ALL SELECT id, 2 FROM companies_company
            WHERE replace(upper(postcode), ' ', '') = %(postcode)s AND postcode <> ''
    ) found
    GROUP BY id ORDER BY min(place), id LIMIT %(most)s
"""
# one index answers both the beginning and the start of the page
_HSONE = """
    SELECT id, lower(hsone_id) FROM companies_company
    WHERE hsone_id IS NOT NULL AND lower(hsone_id) COLLATE "C" LIKE %(begins)s
        AND (lower(hsone_id) COLLATE "C", id) > (%(after)s, %(id)s)
    ORDER BY lower(hsone_id) COLLATE "C", id LIMIT %(size)s + 1
"""
_HSONE_TOTAL = f"""
    SELECT count(*) FROM (SELECT FROM companies_company WHERE hsone_id IS NOT NULL
        AND lower(hsone_id) COLLATE "C" LIKE %(begins)s LIMIT {EXACT_TOTAL} + 1) found
"""


def search_companies(asked: Asked, wanted: Understood) -> Found:
    term = wanted.term
    if term.is_narrowed:
        return Found()  # filters in the term apply to texts only
    values = {
        "number": term.number,
        "text": term.text,
        "phone": term.phone[-9:] or None,
        "postcode": "".join(term.text.split()).upper(),
        "most": MOST_EXACT,
    }
    exact = [pk for (pk,) in rows(_EXACT, values)] if term.text else []
    conditions = ["id <> ALL(%(exact)s)"] if exact else []
    conditions += [f"search_name NOT LIKE %(without{at})s" for at, _ in enumerate(wanted.names_without)]
    without = {f"without{at}": f"% {name}%" for at, name in enumerate(wanted.names_without)}
    names = Names("companies_company", wanted.names, conditions, {"exact": exact, **without}, words=WORDS)
    page = names.page(asked)
    ids = page.ids if asked.after else exact + page.ids
    companies = Company.objects.in_bulk(ids)
    items = [_item(companies[pk], (mark_name("name", companies[pk].name, wanted.names),)) for pk in ids]
    return Found(items, page.total + len(exact), page.total_is_exact, page.end)


def search_hsone(asked: Asked, wanted: Understood) -> Found:
    """Companies whose HSOne id is the term or begins with it."""
    text = wanted.term.text.lower()
    if not text:
        return Found()
    begins = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    after, pk = asked.after or (text, 0)  # the row comparison sets where the index scan begins
    places = rows(_HSONE, {"begins": begins, "after": after, "id": pk, "size": asked.size})
    ((total,),) = rows(_HSONE_TOTAL, {"begins": begins})
    shown = places[: asked.size]
    companies = Company.objects.in_bulk([pk for pk, _ in shown])
    items = [_of_hsone(companies[pk], len(text)) for pk, _ in shown]
    end = [shown[-1][1], shown[-1][0]] if len(places) > asked.size else None
    return Found(items, min(total, EXACT_TOTAL), total <= EXACT_TOTAL, end)


def _of_hsone(company: Company, length: int) -> Item:
    code = company.hsone_id or ""
    return _item(company, (Highlight("hsone_id", code, [(0, min(length, len(code)))]),))


def _item(company: Company, highlights: tuple[Highlight, ...]) -> Item:
    place = " ".join(filter(None, (company.address, company.postcode)))
    return Item(
        id=company.pk,
        title=company.name,
        subtitle=" · ".join(filter(None, (place, company.hsone_id))),
        path=f"/company/{company.pk}",
        highlights=highlights,
        status=company.status,
    )
