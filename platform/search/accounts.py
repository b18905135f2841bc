"""Accounts by id, email address or telephone number, and by name. Erased accounts are never found."""

from accounts.models import User
from fulltext.asking import rows
from fulltext.understood import Understood
from search.marks import mark_name
from search.names import Names
from search.results import Asked, Found, Item

MOST_EXACT = 20
_EXACT = """
    SELECT id FROM accounts_user WHERE erased_at IS NULL AND (id = %(number)s
        OR lower(email) = %(email)s
        OR docket_phone(mobile_phone) = %(phone)s AND mobile_phone <> ''
        OR docket_phone(landline_phone) = %(phone)s AND landline_phone <> '')
    ORDER BY id IS NOT DISTINCT FROM %(number)s DESC, id LIMIT %(most)s
"""


def search_accounts(asked: Asked, wanted: Understood) -> Found:
    term = wanted.term
    if term.is_narrowed:
        return Found()  # filters in the term apply to texts only
    values = {"number": term.number, "email": term.email or None, "phone": term.phone[-9:] or None, "most": MOST_EXACT}
    exact = [pk for (pk,) in rows(_EXACT, values)] if term.text else []
    conditions = ["erased_at IS NULL", *(["id <> ALL(%(exact)s)"] if exact else [])]
    conditions += [f"search_name NOT LIKE %(without{at})s" for at, _ in enumerate(wanted.names_without)]
    without = {f"without{at}": f"% {name}%" for at, name in enumerate(wanted.names_without)}
    page = Names("accounts_user", wanted.names, conditions, {"exact": exact, **without}).page(asked)
    ids = page.ids if asked.after else exact + page.ids
    accounts = User.objects.in_bulk(ids)
    items = [_item(accounts[pk], wanted.names) for pk in ids]
    return Found(items, page.total + len(exact), page.total_is_exact, page.end)


def _item(account: User, names: tuple[str, ...]) -> Item:
    return Item(
        id=account.pk,
        title=account.full_name,
        subtitle=account.email,
        path=f"/accounts/{account.pk}",
        highlights=(mark_name("name", account.full_name, names), mark_name("email", account.email, names)),
        status="active" if account.is_active else "deactivated",
    )
