"""Read requests to restrict, in the form of the API."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from audit import actions
from audit.entries import record_audit
from kit.email_addresses import masked
from kit.errors import NotFoundError
from kit.prepared import Marks, Prepared
from restrictions.models import RequestToRestrict


def read_request(request_id: int) -> Mapping[str, Any]:
    """One request with its sender."""
    return describe_request(RequestToRestrict.objects.select_related("asked_by", "asked_with").get(pk=request_id))


def requests_of(review_id: int) -> list[Mapping[str, Any]]:
    """All requests about a review, oldest first."""
    return [describe_request(row) for row in _ABOUT.instances({"review": review_id})]


def _about(marks: Marks) -> QuerySet[RequestToRestrict]:
    requests = RequestToRestrict.objects.filter(review_id=marks.number("review"))
    return requests.select_related("asked_by", "asked_with").order_by("number")


_ABOUT = Prepared(_about)


def describe_request(request: RequestToRestrict) -> Mapping[str, Any]:
    """A request in the form of the API. The contact's address is masked, because access to it is audited
    (`read_contact`).
    """
    by, key = request.asked_by, request.asked_with
    return {
        "id": request.pk,
        "review": request.review_id,
        "number": request.number,
        "ground": request.ground,
        "ground_title": request.get_ground_display(),
        "facts": request.facts,
        "contact": {"name": request.contact_name, "email": masked(request.contact_email), "role": request.contact_role},
        "good_faith": request.good_faith,
        "asked_by": {"id": by.pk, "name": by.full_name} if by else None,
        "asked_with": key.name if key else None,
        "received_at": request.received_at,
        "status": request.status,
        "ended_at": request.ended_at,
    }


def review_of(request_id: int) -> int:
    """The review that a request is about. Raises NotFoundError."""
    found = RequestToRestrict.objects.filter(pk=request_id).values_list("review_id", flat=True).first()
    if found is None:
        raise NotFoundError("There is no request with this number.")
    return found


def read_contact(request_id: int, *, by: User) -> str:
    """The full address of the person who asked. Records an audit entry that `by` has read it."""
    with transaction.atomic():
        record_audit(actions.CONTACT_READ, request_id, user_id=by.pk)
        return RequestToRestrict.objects.values_list("contact_email", flat=True).get(pk=request_id)
