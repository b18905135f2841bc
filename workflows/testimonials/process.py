"""Processes about testimonials, with the conditions of their flow."""

from functools import cached_property
from typing import Any

from django.conf import settings

from kit.prepared import fetch
from testimonials.models import Consent, Testimonial
from workflows.models import Priority, Process

_TESTIMONIAL = """
    SELECT testimonial.consent, testimonial.revision, company.checks_testimonials
    FROM testimonials_testimonial testimonial JOIN companies_company company ON company.id = testimonial.company_id
    WHERE testimonial.id = %(testimonial)s
"""


class TestimonialProcess(Process):
    """A process about a testimonial."""

    class Meta:
        app_label = "workflows"
        proxy = True

    @property
    def has_consent(self) -> bool:
        """Whether its author agrees to the publication."""
        return bool(self._testimonial[0] == Consent.GIVEN)

    @property
    def can_be_finished(self) -> bool:
        """Whether its transcription can go on: to the check, or with consent to the publication."""
        return self.has_consent or self.needs_check("")

    @property
    def revision(self) -> int:
        """The number of the newest version of the transcription."""
        number: int = self._testimonial[1]
        return number

    @property
    def transcriber_id(self) -> int | None:
        """Who has transcribed it last: not the one who checks it."""
        number: int | None = self.data.get("transcriber")
        return number

    def needs_check(self, _outcome: str) -> bool:
        """Whether a second person checks it: the setting or the company wants it."""
        return bool(settings.TESTIMONIAL_CHECK or self._testimonial[2])

    def begin(self, testimonial: Testimonial, country: int) -> None:
        """Copy the testimonial's fields to the process."""
        self.subject_id, self.company_id, self.country = testimonial.pk, testimonial.company_id, country
        self.source, self.rating = testimonial.source[:16], testimonial.stars
        self.priority = Priority.NORMAL

    @cached_property
    def _testimonial(self) -> Any:
        """Read under the lock of the process: consent and text are changed under the same lock."""
        (found,) = fetch(_TESTIMONIAL, {"testimonial": self.subject_id})
        return found
