"""GET /cms/counts: the sidebar's figures. Every console polls it every three seconds."""

from typing import Any

from django.http import HttpResponse, JsonResponse
from pydantic import create_model

from api.http.ages import accepted_age
from api.http.auth import SignedIn, StaffRequest
from api.http.etags import with_etag
from api.http.routing import Router
from api.http.schemas import Schema
from workflows.engine.reading.lists.counts import counts_for
from workflows.engine.reading.lists.desk import counted_queues

router = Router(tags=["Counts"])

# the specification's fields (section 3) first, then the other queues'
_FIELDS: dict[str, Any] = dict.fromkeys(counted_queues(), (int, ...))
Counts: type[Schema] = create_model(
    "Counts",
    __base__=Schema,
    __doc__="The number of open items in each queue and view: always all keys, 0 without the permission.",
    **_FIELDS,
)


@router.get("/cms/counts", response={200: Counts, 304: None}, auth=SignedIn(counts_as_activity=False))
def get_counts(request: StaffRequest) -> HttpResponse:
    """With `Cache-Control: max-age=1` the counts of the caller's own items may be a second old, too."""
    version, counts = counts_for(request.auth.user, age=accepted_age(request))
    return with_etag(request, version, lambda: JsonResponse(counts))
