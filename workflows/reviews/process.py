"""Processes about reviews, with the conditions of their flows."""

from collections.abc import Sequence
from functools import cached_property

from kit.prepared import fetch
from reviews.models import Review, Source
from reviews.screening import Findings
from workflows.facets import FLAGGED, RATING
from workflows.models import Priority, Process

# reviews from other sources count as verified: only our own form (WF) needs verification
_READ = f"verified OR source <> '{Source.WF}', revision FROM reviews_review"
_REVIEW = f"SELECT {_READ} WHERE id = %(review)s"
_REVIEWS = f"SELECT id, {_READ} WHERE id = ANY(%(reviews)s)"


class ReviewProcess(Process):
    """A process about a review. Flows refer to its conditions by property name."""

    rating, flagged = RATING, FLAGGED

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def is_verified(self) -> bool:
        """Whether the experience is verified, or needs no verification."""
        return self._review[0]

    @property
    def revision(self) -> int:
        """The number of the review's newest revision."""
        return self._review[1]

    @property
    def needs_verification(self) -> bool:
        return not self.is_verified

    @property
    def needs_investigation(self) -> bool:
        """Whether screening found a word or a person that requires an investigation."""
        return bool(self.data["screening"]["investigate"])

    def begin(self, review: Review, findings: Findings, country: int) -> None:
        """Copy the review's fields to the process, so that its conditions need no query."""
        self.subject_id, self.company_id, self.country = review.pk, review.company_id, country
        self.rating, self.flagged = review.rating, findings.flagged
        self.priority = Priority.HARMFUL if findings.is_harmful else Priority.NORMAL
        self.data = {"screening": findings.noted}
        self.noted_at_start = findings.noted
        self.set_review(source=review.source, verified=review.verified, revision=review.revision)

    def set_review(self, *, source: str, verified: bool, revision: int) -> None:
        """Set the values for the conditions from a review that has just been read."""
        self._review = (verified or source != Source.WF, revision)

    @cached_property
    def _review(self) -> tuple[bool, int]:
        ((verified, revision),) = fetch(_REVIEW, {"review": self.subject_id})
        return verified, revision


def read_reviews(processes: Sequence[ReviewProcess]) -> None:
    """Read the values for the conditions of these processes."""
    found = {
        pk: tuple(read) for pk, *read in fetch(_REVIEWS, {"reviews": [process.subject_id for process in processes]})
    }
    for process in processes:
        process._review = found[process.subject_id]
