"""Ingest of reviews from sources: up to a thousand per call, with a result for each (product.md, In and out)."""

import json
from typing import Annotated, Any

from django.http import HttpRequest
from django.urls import register_converter
from django.urls.converters import StringConverter
from ninja import Path, Status
from pydantic import Field, StringConstraints

from accounts.models import ApiKey
from api.http.errors import Problem
from api.http.keys import KeyRequest, ThrottledKey
from api.http.parsing import Payload
from api.http.routing import Router
from api.http.schemas import Schema
from kit.errors import NotFoundError
from kit.sources import MAX_EXTERNAL_ID
from kit.text import storable
from reviews.ingest import IncomingReview
from reviews.models import Source
from workflows.reviews.ingest import MAX_AT_ONCE, Ingested, IngestStatus, ingest_reviews, withdraw_review

router = Router(tags=["Ingest"])

MAX_MORE = 4_000  # bytes of unknown fields stored with a review


class Anything(StringConverter):
    """The rest of a URL, including line ends, which Django's `path` converter refuses."""

    regex = "(?s:.+)"


register_converter(Anything, "anything")

# trimmed like the ids that sources send in bodies
ExternalIdInPath = Annotated[str, StringConstraints(strip_whitespace=True), Path(max_length=MAX_EXTERNAL_ID)]


class Delivery(Payload):
    """`reviews`: objects with source, external_id, company and text or constructive; docs/ingest.md has all fields."""

    reviews: Annotated[list[Any], Field(min_length=1, max_length=MAX_AT_ONCE)]


class Result(Schema):
    """The result for one review. `index` is its place in the call; `copies`: other reviews with equal content.

    `code`: why it was rejected or is busy: `invalid`, `repeated_id`, `other_author` or `busy`.
    """

    index: int
    external_id: str | None
    status: IngestStatus
    id: int | None
    copies: int
    errors: dict[str, list[str]]
    code: str | None


class Results(Schema):
    """`counts`: the number of results by status."""

    counts: dict[str, int]
    results: list[Result]


@router.post(
    "/ingest/reviews", response={200: Results, 409: Problem}, auth=ThrottledKey("ingest"), operation_id="ingestReviews"
)
def ingest(request: KeyRequest, body: Delivery) -> Any:
    """Receive reviews. An invalid review is rejected without affecting the others; a repeated review is a duplicate.

    Another review under an id of this call (`repeated_id`), or by another author than the stored one
    (`other_author`), is rejected.

    A changed text of an existing review becomes a revision by its author. Changed stars, dates and addresses are
    recorded. `verified` verifies a review that was not verified before.
    """
    raw = [_raw_data(item, request.auth) for item in body.reviews]
    received = ingest_reviews(body.reviews, raw)
    results = [_result(index, item, of) for index, (item, of) in enumerate(zip(body.reviews, received, strict=True))]
    counts = {status.value: sum(of.status is status for of in received) for status in IngestStatus}
    return {"counts": counts, "results": results}


@router.delete(
    "/ingest/reviews/{source}/{anything:external_id}",
    response={204: None, 409: Problem},
    auth=ThrottledKey("ingest"),
    operation_id="withdrawReview",
)
def withdraw(
    request: HttpRequest,
    source: Annotated[str, Path(max_length=16)],
    external_id: ExternalIdInPath,
) -> Any:
    """The source withdraws a review in any status. A second call changes nothing."""
    if source not in Source or not _is_storable(external_id):
        raise NotFoundError("There is no review with this source and external id.")
    withdraw_review(source, external_id)
    return Status(204, None)


def _raw_data(item: Any, key: ApiKey) -> dict[str, Any]:
    """Raw data to store with a review: the key's prefix, the company as named, and unknown fields.

    All other fields are stored unchanged in the review and its first revision.
    """
    if not isinstance(item, dict):
        return {}  # the ingest refuses it
    raw = {"key": key.prefix, "company": item.get("company")}
    more = {name: value for name, value in item.items() if name not in IncomingReview.model_fields}
    return {**raw, "more": more} if more and _is_small(more) else raw


def _is_small(more: dict[str, Any]) -> bool:
    """Whether the fields can be stored as JSON of at most MAX_MORE bytes."""
    try:
        written = json.dumps(more, ensure_ascii=False, allow_nan=False)
        return len(written.encode()) <= MAX_MORE and "\\u0000" not in written
    except (ValueError, RecursionError):
        return False


def _result(index: int, item: Any, received: Ingested) -> dict[str, Any]:
    named = item.get("external_id") if isinstance(item, dict) else None
    external_id = named if isinstance(named, str) and _is_storable(named) else None
    return {
        "index": index,
        "external_id": external_id[:MAX_EXTERNAL_ID] if external_id is not None else None,
        "status": received.status,
        "id": received.review_id,
        "copies": received.copies,
        "errors": received.errors,
        "code": received.code or None,
    }


def _is_storable(text: str) -> bool:
    try:
        storable(text)
    except ValueError:
        return False
    return True
