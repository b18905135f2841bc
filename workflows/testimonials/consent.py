"""The author's consent, recorded by the staff or the source. Withdrawing it withdraws the testimonial."""

from datetime import date
from typing import Any

from accounts.models import User
from kit.desk_day import desk_today
from kit.errors import NotFoundError
from testimonials.errors import ConsentInUseError, TestimonialNotFoundError
from testimonials.models import Consent, Testimonial
from workflows.engine.core.lifecycle import withdraw_process
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.events import empty_in_events
from workflows.engine.verbs.changes import newest_process, open_task_in
from workflows.engine.verbs.notes import notify
from workflows.models import Task, TaskEvent
from workflows.testimonial_transcription import TestimonialTranscription
from workflows.testimonials.ingest import find_testimonial
from workflows.testimonials.subject import PUBLISHED

# nodes where consent is in use: from here it can only be withdrawn
_IN_USE = (TestimonialTranscription.publication_held.name, TestimonialTranscription.published.name)


def record_consent(testimonial_id: int, consent: Consent, on: date | None = None, *, by: User | None = None) -> None:
    """Record the author's answer. `on`: the day on which consent was given; None means today. Idempotent.

    `by`: None if the source reports it. Withdrawn consent ends the process, unpublishes the testimonial, removes its
    texts from the feed of events, and notifies the people who decided about it. Raises TestimonialNotFoundError,
    ConsentInUseError, TaskBusyError.
    """
    if not Testimonial.objects.filter(pk=testimonial_id).exists():
        raise TestimonialNotFoundError
    day = (on or desk_today()) if consent == Consent.GIVEN else None
    with newest_process(TestimonialTranscription, testimonial_id) as process:
        before, since = Testimonial.objects.values_list("consent", "consent_on").get(pk=testimonial_id)
        task: Any = open_task_in(process)
        is_known = (before, since) == (consent, day) or (before == consent and on is None)
        if is_known and not (task and consent == Consent.WITHDRAWN):  # a withdrawn testimonial may have been reopened
            return
        place = task.flow_task.name if task else process.outcome
        if consent in (Consent.NONE, Consent.ASKED) and place in _IN_USE:
            raise ConsentInUseError
        Testimonial.objects.filter(pk=testimonial_id).update(consent=consent, consent_on=day)
        if consent == Consent.WITHDRAWN:  # before the entry, because it holds the digests of the remaining texts
            empty_in_events(TestimonialTranscription.subject, testimonial_id, PUBLISHED)
        data = {"was": before, "is": str(consent), **_days(was_on=since, on=day)}
        entry = record_event(process, "consent", task=task, actor_id=by.pk if by else None, data=data)
        if consent == Consent.WITHDRAWN:
            withdraw_process(process)
            _notify(entry)


def record_consent_of_source(source: str, external_id: str, consent: Consent, on: date | None) -> None:
    """Like `record_consent`, with the source's id. Raises NotFoundError, ConsentInUseError, TaskBusyError."""
    testimonial_id = find_testimonial(source, external_id)
    if testimonial_id is None:
        raise NotFoundError("There is no testimonial with this source and external id.")
    record_consent(testimonial_id, consent, on)


def _days(**days: date | None) -> dict[str, str]:
    return {name: day.isoformat() for name, day in days.items() if day}


def _notify(entry: TaskEvent) -> None:
    """Notify everybody who has decided about the testimonial."""
    last = Task.objects.filter(process=entry.process_id).exclude(queue="").order_by("-pk").first()
    decided = TaskEvent.objects.filter(process=entry.process_id, action="decide", actor_id__isnull=False)
    if last is not None:
        notify(entry, last, {person for person in decided.values_list("actor_id", flat=True) if person})
