"""A process over a review, with the conditions of its flow."""

from functools import cached_property

from kit.prepared import fetch
from reviews.models import Review, Source
from reviews.screening import Findings
from workflows.models import Priority, Process

_REVIEW = "SELECT verified, revision FROM reviews_review WHERE id = %(review)s"


class ReviewProcess(Process):
    """A process over a review, with the conditions that its flow asks for by name."""

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def is_verified(self) -> bool:
        """Whether the experience is verified. Only our own form asks for it: other sources verify in their own ways."""
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
        """Whether screening found a word or a person that has to be investigated first."""
        return bool(self.data["screening"]["investigate"])

    def begin(self, review: Review, findings: Findings, country: int) -> None:
        """Copy what the process has of its review from the start; its conditions ask the database no more."""
        self.subject_id, self.company_id, self.country = review.pk, review.company_id, country
        self.rating, self.source, self.flagged = review.rating, review.source, findings.flagged
        self.priority = Priority.HARMFUL if findings.is_harmful else Priority.NORMAL
        self.data = {"screening": findings.noted}
        self.noted_at_start = findings.noted
        self._review = (review.verified, review.revision)

    @cached_property
    def _review(self) -> tuple[bool, int]:
        ((verified, revision),) = fetch(_REVIEW, {"review": self.subject_id})
        return verified, revision
