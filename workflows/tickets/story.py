"""One ticket as a whole: fields, conversation, open task, and linked reviews and tickets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.rights import Permission
from kit.prepared import fetch
from reviews.reading import UNKNOWN_STATUS
from tickets.errors import TicketNotFoundError
from tickets.reading import ticket_fields
from workflows.engine.reading.history.timeline import timelines_of
from workflows.engine.reading.lists.blindness import results_hidden_from, subjects_hidden_from
from workflows.engine.reading.lists.tasks import get_task, newest_step_about
from workflows.models import Process
from workflows.reviews.subject import REVIEW
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.conversation import thread_of
from workflows.tickets.recipients import Recipient

_REVIEWS = """
    SELECT review.id, review.title, review.status FROM tickets_ticketlink link
    JOIN reviews_review review ON review.id = link.review_id
    WHERE link.ticket_id = %(ticket)s ORDER BY link.id
"""
# other tickets of the client, and those that this one continues, is continued by, or was merged with
_TICKETS = """
    SELECT other.id, other.subject, other.status, other.created_at, CASE
        WHEN other.id = ticket.older_id THEN 'continues' WHEN other.older_id = ticket.id THEN 'continued_by'
        WHEN other.merged_into_id = ticket.id THEN 'merged' ELSE 'same_client' END
    FROM tickets_ticket ticket JOIN LATERAL (
        SELECT * FROM tickets_ticket WHERE id = ticket.older_id OR older_id = ticket.id OR merged_into_id = ticket.id
        UNION
        (SELECT * FROM tickets_ticket
         WHERE ticket.client_email <> '' AND lower(client_email) = lower(ticket.client_email)
         ORDER BY id DESC LIMIT %(most)s)
    ) other ON other.id <> ticket.id
    WHERE ticket.id = %(ticket)s ORDER BY other.id DESC LIMIT %(most)s
"""
_MOST = 20


@dataclass(frozen=True, slots=True)
class Conversation:
    """A ticket for its page. `task`: the open task, or the last one of an ended ticket."""

    fields: Mapping[str, Any]
    messages: Sequence[Mapping[str, Any]]
    recipients: Sequence[Recipient]
    task: Any
    links: Mapping[str, Sequence[Mapping[str, Any]]]


def conversation_of(ticket_id: int, *, by: User) -> Conversation:
    """Everything that the page of a ticket shows, in a constant number of statements. Raises TicketNotFoundError."""
    fields, task_id = ticket_fields(ticket_id), newest_task_id(ticket_id)
    thread = thread_of(ticket_id, str(fields["address"]))
    return Conversation(
        fields,
        thread.messages,
        thread.recipients,
        get_task(task_id) if task_id else None,
        {"reviews": _reviews(ticket_id, by), "tickets": _tickets(ticket_id)},
    )


def newest_task_id(ticket_id: int) -> int | None:
    """The id of the open task of a ticket, otherwise of its last. Raises TicketNotFoundError."""
    found = newest_step_about(TicketResolution, ticket_id)
    if found is None:
        raise TicketNotFoundError
    return found[1]


def chapters_of(ticket_id: int) -> list[tuple[Process, Sequence[Any]]]:
    """The processes of a ticket with their entries, oldest first. Each reopening starts another process.

    Raises TicketNotFoundError.
    """
    processes = list(Process.objects.filter(flow_class=TicketResolution, subject_id=ticket_id).order_by("pk"))
    if not processes:
        raise TicketNotFoundError
    entries = timelines_of(processes)
    return [(process, entries[process.pk]) for process in processes]


def _reviews(ticket_id: int, by: User) -> list[dict[str, Any]]:
    """The linked reviews: id, title and status. Only the id of a review that the reader may not open; no status of a
    review of which they may still take a second look.
    """
    found = fetch(_REVIEWS, {"ticket": ticket_id})
    if not found:
        return []
    numbers = {number for number, *_ in found}
    hidden = subjects_hidden_from(by, REVIEW) if by.may(Permission.MODERATION) else numbers
    untold = results_hidden_from(by, REVIEW, among=numbers)
    return [
        {"id": number, "title": "", "status": UNKNOWN_STATUS}
        if number in hidden
        else {"id": number, "title": title, "status": UNKNOWN_STATUS if number in untold else status}
        for number, title, status in found
    ]


def _tickets(ticket_id: int) -> list[dict[str, Any]]:
    found = fetch(_TICKETS, {"ticket": ticket_id, "most": _MOST})
    return [
        {"id": number, "subject": subject, "status": status, "created": created, "relation": relation}
        for number, subject, status, created, relation in found
    ]
