"""The results of a batch's items, as pages and as a file."""

from typing import Annotated, Any, Literal

from django.http import HttpResponseBase
from ninja import Field, Query

from accounts.schemas import Person
from api.bulk.schemas import BatchId
from api.http.auth import Staff, StaffRequest
from api.http.errors import Problem
from api.http.files import CSV_FILE, undated_file_response
from api.http.routing import Router
from api.http.schemas import Schema
from workflows.bulk.reading import ItemRow, get_batch, item_lines, item_page
from workflows.bulk.verbs import PERMISSION

router = Router(tags=["Bulk moderation"])

ResultName = Literal["waiting", "done", "skipped", "failed", "rolled_back"]


class ResultQuery(Schema):
    result: Literal["", "waiting", "done", "skipped", "failed", "rolled_back"] = ""


class ResultPageQuery(ResultQuery):
    cursor: Annotated[str, Field(max_length=400)] = ""


class BatchItem(Schema):
    """`subject_id`: the id of the review, ticket or testimonial.

    `code`: why it was skipped, failed, or could not be rolled back. `holder`: the person named with that reason.
    `title`: of the subject, or the beginning of its text; empty if it has neither.
    """

    id: int
    task_id: int
    subject_id: int | None
    title: str
    company: str
    result: ResultName
    code: str
    holder: Person | None


class BatchItems(Schema):
    items: list[BatchItem]
    next_cursor: str | None


@router.get(
    "/bulk/{batch_id}/items",
    response={200: BatchItems, 409: Problem},
    auth=Staff(PERMISSION, counts_as_activity=False),
    operation_id="listBatchItems",
)
def list_items(request: StaffRequest, batch_id: BatchId, query: Query[ResultPageQuery]) -> Any:
    """A page of results in the order of the queue. 403 also without the permission of the queue; 409
    `blind_second_look` for a person with an open second look.
    """
    rows, next_cursor = item_page(get_batch(batch_id), query.result, query.cursor, by=request.auth.user)
    return {"items": [_item(row) for row in rows], "next_cursor": next_cursor}


@router.get(
    "/bulk/{batch_id}/export",
    response={200: dict[str, Any], 409: Problem},
    auth=Staff(PERMISSION, asks_again=True),
    operation_id="exportBatchItems",
    openapi_extra=CSV_FILE,
)
def export(request: StaffRequest, batch_id: BatchId, query: Query[ResultQuery]) -> HttpResponseBase:
    """The results as a CSV file, streamed. 403 and 409 as for a page."""
    lines = item_lines(get_batch(batch_id), query.result, by=request.auth.user)
    return undated_file_response(lines, f"batch-{batch_id}.csv")


def _item(row: ItemRow) -> dict[str, Any]:
    return {
        "id": row.item.pk,
        "task_id": row.item.task_id,
        "subject_id": row.subject_id,
        "title": row.title,
        "company": row.company,
        "result": row.item.result,
        "code": row.item.code,
        "holder": {"id": row.holder[0], "name": row.holder[1]} if row.holder else None,
    }
