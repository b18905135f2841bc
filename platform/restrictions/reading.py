"""Requests to restrict, in the form in which the API shows them."""

from collections.abc import Mapping
from typing import Any

from restrictions.models import RequestToRestrict


def read_request(request_id: int) -> Mapping[str, Any]:
    """One request with its sender."""
    return describe_request(RequestToRestrict.objects.select_related("asked_by", "asked_with").get(pk=request_id))


def requests_of(review_id: int) -> list[Mapping[str, Any]]:
    """All requests about a review, oldest first."""
    rows = RequestToRestrict.objects.filter(review_id=review_id).select_related("asked_by", "asked_with")
    return [describe_request(row) for row in rows.order_by("number")]


def describe_request(request: RequestToRestrict) -> Mapping[str, Any]:
    by, key = request.asked_by, request.asked_with
    return {
        "id": request.pk,
        "review": request.review_id,
        "number": request.number,
        "ground": request.ground,
        "ground_title": request.get_ground_display(),
        "facts": request.facts,
        "contact": {"name": request.contact_name, "email": request.contact_email, "role": request.contact_role},
        "good_faith": request.good_faith,
        "asked_by": {"id": by.pk, "name": by.full_name} if by else None,
        "asked_with": key.name if key else None,
        "received_at": request.received_at,
        "status": request.status,
        "ended_at": request.ended_at,
    }
