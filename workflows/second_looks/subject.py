"""The review of a second look: the revision of the first decision, without its result."""

from collections.abc import Mapping
from typing import Any

from reviews.reading import UNKNOWN_STATUS, editor_fields_at
from workflows.reviews.subject import ReviewSubject


class UnjudgedReviewSubject(ReviewSubject):
    """A review in the decided revision. Its status is UNKNOWN, and in a blind step its company has no figures: both
    would reveal the first decision. Who rules a disagreement knows both decisions."""

    def detail(self, task: Any) -> Mapping[str, Any]:
        detail = super().detail(task)
        if not task.flow_task.blind:
            return detail
        return {**detail, "company": {name: detail["company"][name] for name in ("id", "name")}}

    def fields(self, process: Any) -> dict[str, Any]:
        return {**editor_fields_at(process.subject_id, process.data["revision"]), "status": UNKNOWN_STATUS}
