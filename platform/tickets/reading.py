"""Reads tickets for the API. Messages are read by `workflows.tickets.conversation`."""

from collections.abc import Collection, Sequence
from typing import Any

from kit.email_addresses import masked, names_another
from kit.prepared import fetch
from kit.text import EXCERPT_READ, excerpt_of
from tickets.errors import TicketNotFoundError

# columns of a statement that joins `ticket` and, by a left join, `company`; `fields_of` reads them
TICKET_COLUMNS = """
    ticket.id, ticket.subject, company.id, company.name, ticket.client_name, ticket.client_email, ticket.created_at,
    ticket.updated_at, ticket.status, ticket.message_count
"""
TICKET_WIDTH = 10
_ROWS = f"""
    SELECT {TICKET_COLUMNS}, coalesce(last.excerpt, '')
    FROM tickets_ticket ticket LEFT JOIN companies_company company ON company.id = ticket.company_id
    LEFT JOIN LATERAL (
        SELECT left(message.text, %(length)s) AS excerpt FROM tickets_message message
        WHERE message.ticket_id = ticket.id AND message.kind = 'client'
        ORDER BY message.created_at DESC, message.id DESC LIMIT 1
    ) last ON true
    WHERE ticket.id = ANY(%(ids)s)
"""
_TICKET = f"""
    SELECT {TICKET_COLUMNS}, ticket.last_message_id, ticket.merged_into_id, ticket.client_email
    FROM tickets_ticket ticket LEFT JOIN companies_company company ON company.id = ticket.company_id
    WHERE ticket.id = %(ticket)s
"""


def rows_of(ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """The fields of list rows by ticket id; one statement."""
    found = fetch(_ROWS, {"ids": list(ids), "length": EXCERPT_READ})
    return {row[0]: {**fields_of(row), "title": row[1], "excerpt": excerpt_of(row[TICKET_WIDTH])} for row in found}


def fields_of(columns: Sequence[Any]) -> dict[str, Any]:
    """The fields of `TicketFields` from the values of TICKET_COLUMNS."""
    number, subject, company_id, company, name, email, created, updated, status, messages = columns[:TICKET_WIDTH]
    return {
        "id": number,
        "subject": subject,
        "company": None if company_id is None else {"id": company_id, "name": company},
        "client": {"name": name, "email": masked(email), "suspect": names_another(name, email)},
        "created": created,
        "updated": updated,
        "status": status,
        "messages": messages,
    }


def ticket_fields(ticket_id: int) -> dict[str, Any]:
    """`fields_of`, `last_message_id`, `merged_into`, and `address`, the unmasked email. Raises TicketNotFoundError."""
    found = fetch(_TICKET, {"ticket": ticket_id})
    if not found:
        raise TicketNotFoundError
    last_message_id, merged_into, address = found[0][TICKET_WIDTH:]
    return {
        **fields_of(found[0]),
        "last_message_id": last_message_id,
        "merged_into": merged_into,
        "address": address,
    }
