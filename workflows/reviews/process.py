"""A process over a review, with the conditions of its flow."""

from functools import cached_property

from kit.prepared import fetch
from reviews.models import Review, Source
from workflows.models import Process

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

    def use(self, review: Review) -> None:
        """Answer the conditions from a review that is already read, without asking the database."""
        self._review = (review.verified, review.revision)

    @cached_property
    def _review(self) -> tuple[bool, int]:
        ((verified, revision),) = fetch(_REVIEW, {"review": self.subject_id})
        return verified, revision
