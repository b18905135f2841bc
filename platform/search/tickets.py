"""Tickets by id, by the client's address, and by the words of their subject and messages."""

from typing import Any

from fulltext.asking import rows
from fulltext.having import Part, Texts
from fulltext.understood import Understood
from search.marks import mark_words
from search.narrowing import Columns, narrowed
from search.results import Asked, Found, Item
from search.texts import find_texts
from tickets.models import Ticket

PAGE = "/tickets/{}"  # path in the console, with the id
COLUMNS = Columns("created_at", "client_email", "client_name")
_MESSAGE = "docket_words(message.text)"
# a ticket is one text of many parts: one word may be in its subject and another in a message
TICKETS = Texts(
    table="tickets_ticket",
    parts=(
        Part("tickets_ticket ticket", "ticket.id", "docket_words(ticket.subject || ' ' || ticket.client_name)"),
        Part("tickets_message message", "message.ticket_id", _MESSAGE),
    ),
)
_EXACT = """
    SELECT id FROM tickets_ticket WHERE id = %(number)s
    UNION SELECT id FROM tickets_ticket WHERE lower(client_email) = %(email)s
    UNION SELECT id FROM tickets_ticket WHERE source = %(source)s AND external_id = %(external)s
    UNION SELECT id FROM tickets_ticket WHERE external_id = %(text)s
    ORDER BY id DESC LIMIT %(most)s
"""
# for each ticket, its newest message that contains one of the words
_MESSAGES = f"""
    SELECT DISTINCT ON (message.ticket_id) message.ticket_id, message.text FROM tickets_message message
    WHERE message.ticket_id = ANY(%(ids)s) AND {_MESSAGE} @@ %(any)s::tsquery
    ORDER BY message.ticket_id, message.id DESC
"""


def search_tickets(asked: Asked, wanted: Understood) -> Found:
    if wanted.term.stars:
        return Found()  # tickets have no stars
    hits = find_texts(TICKETS, _EXACT, narrowed(wanted.term, COLUMNS), asked=asked, wanted=wanted)
    return hits.shown(_items(hits.ids, wanted))


def _items(ids: list[int], wanted: Understood) -> list[Item]:
    query = wanted.query
    tickets = Ticket.objects.select_related("company").in_bulk(ids)
    subjects = dict(zip(ids, mark_words([("subject", tickets[pk].subject) for pk in ids], query), strict=True))
    texts = dict(rows(_MESSAGES, {"ids": ids, "any": wanted.any})) if ids and query else {}
    messages = dict(zip(texts, mark_words([("message", text) for text in texts.values()], query), strict=True))
    return [_item(tickets[pk], [mark for mark in (subjects[pk], messages.get(pk)) if mark]) for pk in ids]


def _item(ticket: Any, marks: list[Any]) -> Item:
    company = ticket.company.name if ticket.company else ""
    return Item(
        id=ticket.pk,
        title=ticket.subject,
        subtitle=" · ".join(filter(None, (company, ticket.client_name))),
        path=PAGE.format(ticket.pk),
        highlights=marks,
        status=ticket.status,
        at=ticket.created_at,
    )
