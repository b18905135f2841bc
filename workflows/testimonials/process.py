"""Processes about testimonials, with the conditions of their flow."""

from functools import cached_property
from typing import Any

from kit.prepared import fetch
from testimonials.models import Consent, Testimonial
from testimonials.reading import needs_check
from testimonials.screening import harm_in
from workflows.facets import RATING
from workflows.models import Priority, Process

_TESTIMONIAL = """
    SELECT testimonial.consent, testimonial.revision, company.checks_testimonials
    FROM testimonials_testimonial testimonial JOIN companies_company company ON company.id = testimonial.company_id
    WHERE testimonial.id = %(testimonial)s
"""
# a version that a person writes while checking does not make them a writer: it is their check
_WRITERS = """
    SELECT version.author_id FROM testimonials_transcription version
    WHERE version.testimonial_id = %(testimonial)s AND version.author_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM workflows_taskevent entry JOIN workflows_process process ON process.id = entry.process_id
        WHERE process.flow_class = %(kind)s AND process.subject_id = %(testimonial)s AND entry.node = %(check)s
            AND entry.action IN ('revise', 'decide') AND entry.actor_id = version.author_id
            AND (entry.data->>'revision')::int = version.number
    )
    GROUP BY version.author_id ORDER BY max(version.number) DESC
"""


class TestimonialProcess(Process):
    """A process about a testimonial."""

    rating = RATING

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def has_consent(self) -> bool:
        """Whether the author consents to the publication."""
        return bool(self._testimonial[0] == Consent.GIVEN)

    @property
    def can_be_finished(self) -> bool:
        """Whether the transcription can move on: to the check or, with consent, to the publication."""
        return self.has_consent or self.needs_check("")

    @property
    def revision(self) -> int:
        """The number of the newest version of the transcription."""
        number: int = self._testimonial[1]
        return number

    @property
    def writers(self) -> list[int]:
        """Accounts that may not check the transcription: the one that finished it, then the authors of versions, newest
        first.
        """
        kind = self.flow_class.kind
        wrote = fetch(_WRITERS, {"testimonial": self.subject_id, "kind": kind, "check": self.flow_class.check.name})
        finished = [self.data["transcriber"]] if "transcriber" in self.data else []
        return list(dict.fromkeys([*finished, *(author for (author,) in wrote)]))

    @property
    def last_writer_id(self) -> int | None:
        return self._writer(0)

    @property
    def earlier_writer_id(self) -> int | None:
        """The second writer. The step can bar only two people; `TestimonialTranscription.deciding` refuses other
        writers.
        """
        return self._writer(1)

    def _writer(self, place: int) -> int | None:
        return next(iter(self.writers[place:]), None)

    def needs_check(self, _outcome: str) -> bool:
        """Whether a second person must check the transcription, by the setting or by the company's wish."""
        return needs_check(company_wants=self._testimonial[2])

    def begin(self, testimonial: Testimonial, country: int) -> None:
        """Copy the testimonial's fields to the process."""
        self.subject_id, self.company_id, self.country = testimonial.pk, testimonial.company_id, country
        self.rating = testimonial.stars
        self.priority = Priority.HARMFUL if harm_in(testimonial) else Priority.NORMAL

    @cached_property
    def _testimonial(self) -> Any:
        """Read under the lock of the process, because consent and text change under the same lock."""
        (found,) = fetch(_TESTIMONIAL, {"testimonial": self.subject_id})
        return found
