"""GET /cms/counts: the sidebar's figures, asked by every console every three seconds."""

from typing import Any

from django.http import HttpResponse, JsonResponse
from ninja import Router, Schema

from api.http.auth import SignedIn, StaffRequest
from api.http.errors import refusals
from api.http.etags import with_etag
from workflows.engine.inbox.counts import counts_for

router = Router(tags=["Counts"])


class Counts(Schema):
    """The specification's fields (section 3): always all, 0 without the permission."""

    pending: int
    assigned_to_me: int
    escalated: int
    unverified: int
    investigation: int
    queued: int
    requests_to_restrict: int
    backlog: int
    testimonials: int
    tickets: int
    assigned_to_others: int


@router.get(
    "/cms/counts",
    response={200: Counts, 304: None, **refusals(401)},
    auth=SignedIn(counts_as_activity=False),
    operation_id="getCounts",
)
def get_counts(request: StaffRequest) -> HttpResponse:
    version, counts = counts_for(request.auth.user)
    body: Any = JsonResponse(counts)
    return with_etag(request, body, version)
