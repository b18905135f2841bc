"""The review of a second look, as the first person read it and without what came of it."""

from typing import Any

from reviews.reading import UNKNOWN_STATUS, editor_fields_at
from workflows.reviews.subject import ReviewSubject


class UnjudgedReviewSubject(ReviewSubject):
    """A review in the words that were decided on. Its status is UNKNOWN: it would show the first decision."""

    def fields(self, process: Any) -> dict[str, Any]:
        fields = editor_fields_at(process.subject_id, process.data["revision"])
        return {**fields, "status": UNKNOWN_STATUS}
