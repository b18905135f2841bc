"""A job examines the file of a testimonial. Then the process moves on, or ends because the file was refused."""

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
AT_ONCE = 2  # on one machine: the other threads of a worker are kept free for other jobs
AGAIN = timedelta(seconds=2)


def enqueue_examination(testimonial_id: int) -> None:
    """Enqueue the examination. Called in the transaction that stores the file."""
    enqueue(EXAMINE, {"testimonial": testimonial_id})


def examine_in_turn(testimonial_id: int) -> None:
    """Examine a file, or enqueue it again if this machine already examines AT_ONCE files."""
    with turn("examinations", of=AT_ONCE) as is_ours:
        if is_ours:
            examine_testimonial(testimonial_id)
        else:
            with transaction.atomic():
                enqueue(EXAMINE, {"testimonial": testimonial_id}, after=AGAIN)


def examine_testimonial(testimonial_id: int) -> None:
    """Examine the file of a testimonial and move its process on. Idempotent. May take minutes.

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
    """Store the result for a readable file, and move its process on. `pages`: unsaved rows. Raises TaskBusyError."""
    with newest_process(TestimonialTranscription, original.testimonial_id) as process:
        if _still_waits(original):
            accept(original, findings, pages)
            _go_on(process, "readable", {})


def _still_waits(original: Original) -> bool:
    """Whether the file is still unexamined. The caller has locked the process."""
    return Original.objects.filter(pk=original.pk, examination=Original.WAITING).exists()


def _go_on(process: Process, outcome: str, data: Mapping[str, Any]) -> None:
    """Take the outcome, unless consent was withdrawn in the meantime."""
    task = open_task_in(process)
    if task is not None and task.flow_task is TestimonialTranscription.examining:
        take_outside_outcome(process, task, outcome, data)
