"""The reviews that a ticket is about."""

from django.db import transaction

from accounts.models import User
from reviews.errors import ReviewNotFoundError
from reviews.models import Review
from tickets.models import Ticket, TicketLink
from workflows.engine.core.history import record_event
from workflows.engine.verbs.changes import newest_process
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.story import newest_task_id


def link_review(ticket_id: int, review_id: int, *, by: User) -> str | None:
    """Idempotent; the name of the review's company where the ticket is about another one.

    Raises TicketNotFoundError, ReviewNotFoundError, TaskClosedError.
    """
    newest_task_id(ticket_id)
    review = Review.objects.select_related("company").filter(pk=review_id).first()
    if review is None:
        raise ReviewNotFoundError
    with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
        TicketResolution.require_not_merged(process)
        _, is_new = TicketLink.objects.get_or_create(
            ticket_id=ticket_id, review_id=review_id, defaults={"linked_by": by}
        )
        if is_new:
            record_event(process, "link", actor_id=by.pk, data={"review": review_id})
    company_id = Ticket.objects.values_list("company_id", flat=True).get(pk=ticket_id)
    return None if company_id in (None, review.company_id) else review.company.name


def unlink_review(ticket_id: int, review_id: int, *, by: User) -> None:
    """Idempotent. Raises TicketNotFoundError, TaskClosedError."""
    newest_task_id(ticket_id)
    with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
        TicketResolution.require_not_merged(process)
        if TicketLink.objects.filter(ticket=ticket_id, review=review_id).delete()[0]:
            record_event(process, "unlink", actor_id=by.pk, data={"review": review_id})
