"""Reviews as the subject of processes."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from accounts.models import User
from banned_words.harm import passages_in
from kit.errors import DomainError, StaleRevisionError
from reviews.models import Review
from reviews.reading import Without, editor_fields, public_fields, rows_of, whole_texts_of
from reviews.revisions import newest_revision
from reviews.schemas import ReviewDetail, ReviewSummary, RevisionOut
from reviews.screening import texts_of
from search.lists import REVIEW_WORDS
from search.reviews import PAGE
from workflows.engine.core.facets import Facet
from workflows.engine.core.history import last_text
from workflows.engine.core.subjects import About, Revised, Subject, Whole, Words
from workflows.engine.reading.lists.blindness import withheld_statement
from workflows.engine.reading.lists.holding import lock_of
from workflows.facets import FLAGGED, RATING
from workflows.reviews.revise import write_revision

_IN_LISTS = tuple(name for name in ReviewSummary.model_fields if name != "kind")


REVIEW = "review"


class ReviewSubject(Subject):
    """See `workflows.engine.core.subjects.Subject`."""

    kind = thing = REVIEW
    row_schema: type[BaseModel] = ReviewSummary
    detail_schema: type[BaseModel] = ReviewDetail
    words: Words = REVIEW_WORDS
    page = PAGE
    facets: Sequence[Facet] = (RATING, FLAGGED)
    refusals: Mapping[str, tuple[Any, str]] = {"newer": (RevisionOut, "With `stale_revision`: its newest revision.")}

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        found = rows_of({subject_id for _, subject_id in processes})
        return {process_id: self._row(found[subject_id]) for process_id, subject_id in processes}

    def _row(self, review: Mapping[str, Any]) -> dict[str, Any]:
        """Without the review's status, which would reveal the first decision to the person with the second look."""
        return {"kind": self.kind, **{name: review[name] for name in _IN_LISTS}}

    def wholes(self, subject_ids: Sequence[int]) -> Mapping[int, Whole]:
        return {pk: Whole(*whole) for pk, whole in whole_texts_of(subject_ids).items()}

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        process = task.process
        return {
            "kind": self.kind,
            **self.fields(process, reader),
            **lock_of(task),
            "escalation_notes": last_text(process, "escalate"),
            "screening": process.data.get("screening"),
        }

    def fields(self, process: Any, reader: User) -> dict[str, Any]:
        """The editor's fields of the process's review. Leaves out what the company's page leaves out of its figures."""
        withheld = Without(*withheld_statement(reader, self.thing, process.company_id))
        fields = editor_fields(process.subject_id, without=withheld)
        process.set_review(**{name: fields[name] for name in ("source", "verified", "revision")})
        return fields

    def public(self, subject_id: int) -> Mapping[str, Any]:
        return public_fields(subject_id)

    def erase(self, account_id: int) -> None:
        """Nothing to erase: a revision refers to its author by id."""

    def revision(self, process: Any) -> int | None:
        number: int = process.revision
        return number

    def harm(self, process: Any) -> Sequence[str]:
        return passages_in(*texts_of(Review.objects.get(pk=process.subject_id)))

    def stale(self, process: Any, read: int) -> DomainError:
        return StaleRevisionError(self.newest_revision(process))

    def newest_revision(self, process: Any) -> Mapping[str, Any]:
        return newest_revision(process.subject_id)

    def revise(
        self, process: Any, task: Any, changes: Mapping[str, Any], *, reason: str, by: User, revision: int
    ) -> Revised | None:
        return write_revision(process, task, changes, reason=reason, by=by, revision=revision)
