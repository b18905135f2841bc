"""The reviews that a ticket is about."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.models import User
from reviews.classic import ReviewFilters, review_page, rows_of
from reviews.errors import ReviewNotFoundError
from reviews.models import Review
from search.lists import reviews_having
from tickets.errors import OtherCompanyError, TicketNotFoundError
from tickets.models import Ticket, TicketLink
from workflows.engine.core.transition.writer import record_event
from workflows.engine.reading.lists.blindness import subjects_hidden_from
from workflows.engine.verbs.changes import newest_process
from workflows.reviews.subject import REVIEW
from workflows.ticket_resolution import TicketResolution
from workflows.tickets.story import newest_task_id

_OFFERED = 8  # at most so many reviews of the ticket's company, and as many of other companies
_NUMBER = re.compile(r"(?:.*/review/)?([1-9][0-9]{0,14})/?")


def linkable_reviews(ticket_id: int, typed: str, *, by: User) -> list[Mapping[str, Any]]:
    """Reviews found by words, author, number or address: those of the ticket's company first, each part newest first.

    Without words, the newest reviews of its company. Reviews hidden by a second look are left out, as in all lists.
    Raises TicketNotFoundError.
    """
    company = _company_of(ticket_id)
    hidden, number = subjects_hidden_from(by, REVIEW), _NUMBER.fullmatch(typed)
    exact = rows_of({int(number[1])} - hidden) if number else []
    filters = ReviewFilters(having=reviews_having(typed) if typed else None, without=hidden)
    ours = review_page(replace(filters, company=company), limit=_OFFERED).items if company else []
    found = {row["id"]: row for row in [*exact, *ours]}
    if typed:
        without = {*hidden, *found}
        found |= {row["id"]: row for row in review_page(replace(filters, without=without), limit=_OFFERED).items}
    return [{**row, "same_company": row["company"]["id"] == company} for row in found.values()]


def link_review(ticket_id: int, review_id: int, *, of_other_company: bool = False, by: User) -> None:
    """Link a review to a ticket. Idempotent. `of_other_company`: allowed even if the two are about different companies.

    Raises TicketNotFoundError, ReviewNotFoundError, OtherCompanyError, TaskClosedError.
    """
    company = _company_of(ticket_id)
    review = Review.objects.select_related("company").filter(pk=review_id).first()
    if review is None:
        raise ReviewNotFoundError
    with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
        TicketResolution.require_not_merged(process)
        if TicketLink.objects.filter(ticket=ticket_id, review=review_id).exists():
            return
        if company not in (None, review.company_id) and not of_other_company:
            raise OtherCompanyError(review.company.name)
        TicketLink.objects.create(ticket_id=ticket_id, review_id=review_id, linked_by=by)
        record_event(process, "link", actor_id=by.pk, data={"review": review_id})


def _company_of(ticket_id: int) -> int | None:
    """The id of the ticket's company. Raises TicketNotFoundError."""
    found = Ticket.objects.filter(pk=ticket_id).values_list("company_id").first()
    if found is None:
        raise TicketNotFoundError
    return found[0]


def unlink_review(ticket_id: int, review_id: int, *, by: User) -> None:
    """Remove a link. Idempotent. Raises TicketNotFoundError, TaskClosedError."""
    newest_task_id(ticket_id)
    with transaction.atomic(), newest_process(TicketResolution, ticket_id) as process:
        TicketResolution.require_not_merged(process)
        if TicketLink.objects.filter(ticket=ticket_id, review=review_id).delete()[0]:
            record_event(process, "unlink", actor_id=by.pk, data={"review": review_id})
