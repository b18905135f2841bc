"""Testimonials as the subject of processes."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from accounts.models import User
from kit.errors import DomainError
from search.lists import TESTIMONIAL_WORDS
from search.testimonials import PAGE
from testimonials.errors import StaleTranscriptionError
from testimonials.models import Testimonial, TestimonialStatus
from testimonials.reading import rows_of, testimonial_fields
from testimonials.schemas import TestimonialDetail, TestimonialSummary, TranscriptionOut
from testimonials.screening import harm_in
from testimonials.transcriptions import newest_version, transcribe
from workflows.engine.core.facets import Facet
from workflows.engine.core.history import last_text
from workflows.engine.core.subjects import About, Revised, Subject, Words
from workflows.engine.reading.lists.holding import lock_of
from workflows.engine.verbs.notes import begun_by
from workflows.facets import RATING
from workflows.testimonials.forms import Transcribed
from workflows.testimonials.versions import raise_if_harmful

TESTIMONIAL = "testimonial"
# the fields that are published
PUBLISHED = ("title", "text", "shown_as")


class TestimonialSubject(Subject):
    """See `workflows.engine.core.subjects.Subject`. People decide on a version of the transcription."""

    kind = thing = TESTIMONIAL
    named_by = ("title", "excerpt", "author_name")  # before the transcription, only the author's name is there
    row_schema: type[BaseModel] = TestimonialSummary
    detail_schema: type[BaseModel] = TestimonialDetail
    words: Words = TESTIMONIAL_WORDS
    page = PAGE
    facets: Sequence[Facet] = (RATING,)
    refusals: Mapping[str, tuple[Any, str]] = {
        "newer_transcription": (TranscriptionOut, "With `stale_revision` of a testimonial: its newest version.")
    }

    def rows(self, processes: Sequence[About]) -> Mapping[int, Mapping[str, Any]]:
        found = rows_of({subject_id for _, subject_id in processes})
        return {process_id: {"kind": self.kind, **found[subject_id]} for process_id, subject_id in processes}

    def detail(self, task: Any, reader: User) -> Mapping[str, Any]:
        return {
            "kind": self.kind,
            **testimonial_fields(task.process.subject_id),
            **lock_of(task),
            "escalation_notes": last_text(task.process, "escalate"),
            "begun_by": _begun_by(task, reader),
        }

    def public(self, subject_id: int) -> Mapping[str, Any]:
        """Includes text and name only of published testimonials: the author consented to nothing else."""
        fields = ("id", "source", "external_id", "company_id", "status", *PUBLISHED, "stars")
        found = Testimonial.objects.values(*fields).get(pk=subject_id)
        return found if found["status"] == TestimonialStatus.PUBLISHED else {**found, **dict.fromkeys(PUBLISHED, "")}

    def erase(self, account_id: int) -> None:
        """Nothing to erase: a version refers to its author by id."""

    def revision(self, process: Any) -> int | None:
        number: int = process.revision
        return number

    def harm(self, process: Any) -> Sequence[str]:
        return harm_in(Testimonial.objects.get(pk=process.subject_id))

    def stale(self, process: Any, read: int) -> DomainError:
        return StaleTranscriptionError(self.newest_revision(process))

    def newest_revision(self, process: Any) -> Mapping[str, Any]:
        return newest_version(process.subject_id)

    def revise(
        self, process: Any, task: Any, changes: Mapping[str, Any], *, reason: str, by: User, revision: int
    ) -> Revised | None:
        written = transcribe(process.subject_id, changes, reason=reason, by=by, revision=revision)
        if written is None:
            return None
        raise_if_harmful(process, task)
        return Revised(*written, {})


def _begun_by(task: Any, reader: User) -> Mapping[str, Any] | None:
    """Who has written something of it that is not sent, other than the reader: not everybody begins anew unknowing."""
    written = next((outcome.name for outcome in task.flow_task.offered if outcome.form is Transcribed), None)
    person = begun_by(task, written, "transcription", besides=reader) if written and task.is_open else None
    return {"id": person.pk, "name": person.full_name} if person else None
