"""The examination of a testimonial's file, by a job: the process goes on with it, or ends."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from kit.turns import turn
from testimonials.files import accept, examined, refuse
from testimonials.media.findings import Findings, RefusedFileError
from testimonials.models import Original, Page
from workflows.engine.outbox.outbox import enqueue
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.engine.verbs.handing_on import take_outside_outcome
from workflows.models import Process
from workflows.testimonial_transcription import TestimonialTranscription

EXAMINE = "examine_testimonial"
AT_ONCE = 2  # on one machine: the other threads of a worker are for other jobs
AGAIN = timedelta(seconds=2)


def enqueue_examination(testimonial_id: int) -> None:
    """In the transaction that stores the file."""
    enqueue(EXAMINE, {"testimonial": testimonial_id})


def examine_in_turn(testimonial_id: int) -> None:
    """Examine a file now, or a moment later where this machine examines enough of them."""
    with turn("examinations", of=AT_ONCE) as is_ours:
        if is_ours:
            examine_testimonial(testimonial_id)
        else:
            with transaction.atomic():
                enqueue(EXAMINE, {"testimonial": testimonial_id}, after=AGAIN)


def examine_testimonial(testimonial_id: int) -> None:
    """Examine the file of a testimonial, and let its process go on. Idempotent; it may take minutes.

    Raises TaskBusyError.
    """
    original = Original.objects.filter(testimonial=testimonial_id, examination=Original.WAITING).first()
    if original is None:
        return
    try:
        with examined(original) as (findings, pages):
            pass_examination(original, findings, pages)
    except RefusedFileError as error:
        with newest_process(TestimonialTranscription, testimonial_id) as process:
            if _still_waits(original):
                refuse(original, error.code)
                _go_on(process, "unreadable", {"refusal": error.code})


def pass_examination(original: Original, findings: Findings, pages: Sequence[Page]) -> None:
    """The file can be read. `pages`: unsaved rows. Raises TaskBusyError."""
    with newest_process(TestimonialTranscription, original.testimonial_id) as process:
        if _still_waits(original):
            accept(original, findings, pages)
            _go_on(process, "readable", {})


def _still_waits(original: Original) -> bool:
    """Nobody else has examined it meanwhile. The process is locked."""
    return Original.objects.filter(pk=original.pk, examination=Original.WAITING).exists()


def _go_on(process: Process, outcome: str, data: Mapping[str, Any]) -> None:
    """Unless the consent was withdrawn meanwhile."""
    task = open_task_in(process)
    if task is not None and task.flow_task is TestimonialTranscription.examining:
        take_outside_outcome(process, task, outcome, data)
