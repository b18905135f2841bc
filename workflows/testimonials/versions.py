"""The version of a transcription that a decision writes, under the lock of its process."""

from typing import Any

from accounts.models import User
from testimonials.models import Testimonial
from testimonials.screening import harm_in
from testimonials.transcriptions import transcribe
from workflows.engine.core.facets import store_facets
from workflows.engine.verbs.harm import raise_priority
from workflows.facets import RATING
from workflows.models import Priority
from workflows.testimonials.forms import Transcribed


def raise_if_harmful(process: Any, task: Any) -> None:
    """Raise the priority if the new text says that somebody may come to harm: nobody may have read it before."""
    if process.priority != Priority.HARMFUL and harm_in(Testimonial.objects.get(pk=process.subject_id)):
        raise_priority(process, task)


def store_version(process: Any, form: Transcribed, *, by: User) -> int:
    """Save the person's text if it differs; returns the number of the newest version.

    The caller has checked that the person read the newest version.
    """
    written = transcribe(process.subject_id, form.written(), reason="", by=by, revision=None)
    if form.stars != process.rating:
        store_facets(process, None, {RATING: form.stars})
    if written:
        raise_if_harmful(process, None)
    number: int = written[0] if written else process.revision
    return number
