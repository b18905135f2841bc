"""The review of a second look: the revision of the first decision, without its result."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from reviews.reading import UNKNOWN_STATUS, Without, editor_fields_at
from workflows.engine.reading.lists.blindness import withheld_statement
from workflows.reviews.subject import ReviewSubject


class UnjudgedReviewSubject(ReviewSubject):
    """A review in the revision that the first decision was about.

    Its status is UNKNOWN, and in a blind step its company has no figures: both would reveal the first decision. The
    person who settles a disagreement knows both decisions.
    """

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        detail = super().detail(task, reader)
        if not task.flow_task.blind:
            return detail
        return {**detail, "company": {name: detail["company"][name] for name in ("id", "name")}}

    def fields(self, process: Any, reader: User) -> dict[str, Any]:
        withheld = Without(*withheld_statement(reader, self.thing, process.company_id))
        fields = editor_fields_at(process.subject_id, process.data["revision"], without=withheld)
        return {**fields, "status": UNKNOWN_STATUS}
