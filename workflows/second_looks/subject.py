"""The review of a second look: the revision of the first decision, without its result."""

from typing import Any

from reviews.reading import UNKNOWN_STATUS, editor_fields_at
from workflows.reviews.subject import ReviewSubject


class UnjudgedReviewSubject(ReviewSubject):
    """A review in the decided revision. Its status is UNKNOWN, and its company has no figures: both would reveal the
    first decision."""

    def fields(self, process: Any) -> dict[str, Any]:
        fields = editor_fields_at(process.subject_id, process.data["revision"])
        company = {name: fields["company"][name] for name in ("id", "name")}
        return {**fields, "company": company, "status": UNKNOWN_STATUS}
