"""Tickets of Zammad: the answer of `/api/v1/tickets/ID?all=true`, or a ticket of `?expand=true` with its `articles`."""

from collections.abc import Mapping
from typing import Any

from commands.imports.formats.reading import (
    address_in,
    first_of,
    in_order,
    inner,
    is_closed,
    moment_of,
    name_in,
    objects_in,
    plain,
    text_of,
    with_attachments,
)

STATES = {
    **dict.fromkeys(("new", "open", "pending reminder", "pending close"), False),
    **dict.fromkeys(("closed", "merged"), True),
}
# as Zammad numbers them when it is set up; an answer without names has the numbers alone
_STATES_BY_ID = {"1": "new", "2": "open", "3": "pending reminder", "4": "closed", "5": "merged"}
_SENDERS_BY_ID = {"1": "agent", "2": "customer", "3": "system"}
_ROLES = {"agent": "agent", "customer": "user", "system": "system"}
REMOVED = "removed"


def recognises(cells: Mapping[str, Any]) -> bool:
    return _is_answer(cells) or ("articles" in cells and bool({"number", "customer", "customer_id"} & cells.keys()))


def read(cells: Mapping[str, Any], states: Mapping[str, bool]) -> dict[str, Any]:
    """A thread with our names. Raises ValueError."""
    assets = cells["assets"] if _is_answer(cells) else {}
    ticket, articles = cells, objects_in(cells.get("articles"))
    if assets:
        number = text_of(first_of(cells.get("ticket_id"), cells.get("id")))
        ticket = inner(assets, "Ticket", number) or {}
        articles = [
            each for each in objects_in(assets.get("TicketArticle")) if text_of(each.get("ticket_id")) == number
        ]
    customer = _user(ticket, "customer", assets)
    state = text_of(first_of(ticket.get("state"), _state_of(ticket, assets)))
    if state.lower() == REMOVED:
        raise ValueError("was removed in Zammad")
    turns = in_order([_turn(article, assets, customer) for article in articles])
    writer = next((turn for turn in turns if turn["role"] == "user"), {})
    return {
        "id": ticket.get("id"),
        "subject": ticket.get("title"),
        "client": {
            "name": first_of(_name_of(customer), writer.get("author")) or "",
            "email": first_of(address_in(customer.get("email")), writer.get("email")) or "",
        },
        "company": first_of(
            ticket.get("organization"), inner(assets, "Organization", text_of(ticket.get("organization_id")), "name")
        ),
        "closed": is_closed(state, {**STATES, **states}, "state"),
        "closed_at": moment_of(first_of(ticket.get("close_at"), ticket.get("updated_at")), "close_at"),
        "turns": turns,
    }


def _is_answer(cells: Mapping[str, Any]) -> bool:
    return isinstance(inner(cells, "assets", "Ticket"), dict)


def _turn(article: Mapping[str, Any], assets: Mapping[str, Any], customer: Mapping[str, Any]) -> dict[str, Any]:
    sender = text_of(first_of(article.get("sender"), _SENDERS_BY_ID.get(text_of(article.get("sender_id")))))
    if (role := _ROLES.get(sender.lower())) is None:
        raise ValueError(f"articles: the sender {sender[:40]!r} is none of Zammad's")
    body = text_of(article.get("body"))
    is_markup = "html" in text_of(article.get("content_type"))
    files = [
        text_of(first_of(each.get("filename"), each.get("name"))) for each in objects_in(article.get("attachments"))
    ]
    author = _user(article, "created_by", assets)
    if role == "user" and author != customer:
        author = {}  # who wrote down what a customer said by telephone
    written = article.get("from")
    return {
        "id": text_of(article.get("id")),
        "role": "note" if article.get("internal") and role != "system" else role,
        "author": first_of(name_in(written), _name_of(author), "" if address_in(written) else text_of(written)) or "",
        "email": address_in(first_of(written, author.get("email"))) if role == "user" else "",
        "content": with_attachments(plain(body) if is_markup else body, files),
        "at": moment_of(article.get("created_at"), "articles"),
    }


def _state_of(ticket: Mapping[str, Any], assets: Mapping[str, Any]) -> str:
    number = text_of(ticket.get("state_id"))
    return text_of(first_of(inner(assets, "TicketState", number, "name"), _STATES_BY_ID.get(number), f"state {number}"))


def _user(holder: Mapping[str, Any], field: str, assets: Mapping[str, Any]) -> Mapping[str, Any]:
    """A person as an object, by id in the assets, or by the address that `expand` puts in the place."""
    given = holder.get(field)
    if isinstance(given, dict):
        return given
    found = inner(assets, "User", text_of(holder.get(f"{field}_id")))
    return found if isinstance(found, dict) else {"email": given}


def _name_of(user: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (text_of(user.get("firstname")), text_of(user.get("lastname"))))).strip("- ")
