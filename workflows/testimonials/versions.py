"""The version of a transcription that a decision writes, under the lock of its process."""

from typing import Any

from accounts.models import User
from testimonials.transcriptions import transcribe
from workflows.models import Process
from workflows.testimonials.forms import Transcribed


def store_version(process: Any, form: Transcribed, *, by: User) -> int:
    """Save what the person has written, if it differs; the number of the newest version.

    The caller has compared the version that the person read.
    """
    written = transcribe(process.subject_id, form.written(), reason="", by=by, revision=None)
    if form.stars != process.rating:
        process.rating = form.stars
        Process.objects.filter(pk=process.pk).update(rating=form.stars)
    number: int = written[0] if written else process.revision
    return number
