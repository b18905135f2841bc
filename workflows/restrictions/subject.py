"""Requests to restrict a review, as the subject of processes."""

from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import User
from kit.prepared import fetch
from kit.text import EXCERPT_READ
from restrictions.reading import read_request
from restrictions.schemas import RestrictionRequestDetail, RestrictionRequestSummary
from reviews.reading import ROW_COLUMNS, row_of
from workflows.engine.core.subjects import About
from workflows.reviews.subject import ReviewSubject

_ROWS = f"""
    SELECT process.id, request.ground, {ROW_COLUMNS}
    FROM workflows_process process
    JOIN restrictions_requesttorestrict request ON request.id = (process.data->>'request')::bigint
    JOIN reviews_review review ON review.id = process.subject_id
    JOIN companies_company company ON company.id = review.company_id
    WHERE process.id = ANY(%(processes)s)
"""


class RestrictionRequestSubject(ReviewSubject):
    """A request with its review: `subject_id` is the id of the review."""

    kind = "restriction_request"
    row_schema = RestrictionRequestSummary
    detail_schema = RestrictionRequestDetail

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        values = {"processes": [process_id for process_id, _ in processes], "length": EXCERPT_READ}
        return {
            process_id: {"kind": self.kind, **row_of(review), "ground": ground}
            for process_id, ground, *review in fetch(_ROWS, values)
        }

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        return {**super().detail(task, reader), "request": read_request(task.process.data["request"])}
