"""Processes about reviews, with the conditions of their flows."""

from collections.abc import Sequence
from functools import cached_property

from kit.prepared import fetch
from reviews.models import Review, Source
from reviews.screening import Findings
from workflows.models import Priority, Process

_REVIEW = "SELECT verified, revision FROM reviews_review WHERE id = %(review)s"
_REVIEWS = "SELECT id, verified, revision FROM reviews_review WHERE id = ANY(%(reviews)s)"


class ReviewProcess(Process):
    """A process about a review. Flows refer to its conditions by property name."""

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def is_verified(self) -> bool:
        """Whether the experience is verified. Needed only for our own form: other sources verify themselves."""
        return self.source != Source.WF or self._review[0]

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
        self.rating, self.source, self.flagged = review.rating, review.source, findings.flagged
        self.priority = Priority.HARMFUL if findings.is_harmful else Priority.NORMAL
        self.data = {"screening": findings.noted}
        self.noted_at_start = findings.noted
        self.set_review(verified=review.verified, revision=review.revision)

    def set_review(self, *, verified: bool, revision: int) -> None:
        """Set what the conditions need, when the review has just been read."""
        self._review = (verified, revision)

    @cached_property
    def _review(self) -> tuple[bool, int]:
        ((verified, revision),) = fetch(_REVIEW, {"review": self.subject_id})
        return verified, revision


def read_reviews(processes: Sequence[ReviewProcess]) -> None:
    """Read what the conditions of these processes need."""
    found = {pk: read for pk, *read in fetch(_REVIEWS, {"reviews": [process.subject_id for process in processes]})}
    for process in processes:
        verified, revision = found[process.subject_id]
        process.set_review(verified=verified, revision=revision)
