"""What must hold after the drill: nothing that was acknowledged is lost, and nothing happened twice."""

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout

from django.core.management import call_command
from django.db.models import QuerySet

from drills.arrivals import PREFIX, Source
from drills.receivers import Received
from reviews.models import Letter, Review
from tests.consistency import inconsistencies
from tests.deciders import Decider
from workflows.engine.outbox.webhooks import event_body
from workflows.models import OPEN, DomainEvent, OutboxMessage, Process, Task, TaskEvent
from workflows.review_moderation import ReviewModeration

SHOWN = 20


def is_quiet() -> bool:
    """Whether all jobs are done, and the holds of all decisions have ended."""
    return not any(waiting().values())


def waiting() -> dict[str, int]:
    """The number of jobs that wait by their topic, and of holds that have not ended."""
    jobs = OutboxMessage.objects.filter(done_at=None, set_aside_at=None)
    held = Task.objects.filter(status__in=OPEN, fires_at__isnull=False, process__in=_moderations())
    return {**Counter(jobs.values_list("topic", flat=True)), "held": held.count()}


def faults(source: Source, deciders: Sequence[Decider], mail: Received, webhooks: Received) -> Iterator[str]:
    yield from _faults_of_ingest(source)
    yield from _faults_of_decisions(deciders)
    yield from _faults_of_letters(mail)
    yield from _faults_of_events(webhooks)
    for job in OutboxMessage.objects.exclude(set_aside_at=None):
        yield f"job {job.pk} ({job.topic}) was set aside: {job.last_error}"
    yield from inconsistencies()
    yield from _faults_of_history()


def _reviews() -> QuerySet[Review]:
    """Those that the drill sent: not the demo's."""
    return Review.objects.filter(external_id__startswith=PREFIX)


def _moderations() -> QuerySet[Process]:
    return Process.objects.filter(flow_class=ReviewModeration, subject_id__in=_reviews().values("pk"))


def _faults_of_ingest(source: Source) -> Iterator[str]:
    stored = dict(_reviews().values_list("external_id", "pk"))
    if stored != source.accepted:
        yield f"{len(source.accepted)} reviews were acknowledged, and {len(stored)} are stored"
    begun = sorted(_moderations().filter(override_of=None).values_list("subject_id", flat=True))
    if begun != sorted(stored.values()):
        yield f"{len(stored)} reviews have {len(begun)} first processes"


def _faults_of_decisions(deciders: Sequence[Decider]) -> Iterator[str]:
    """Every acknowledged decision has one entry, and every entry was acknowledged, as was its claim."""
    people = [decider.user.pk for decider in deciders]
    answered = sorted(answer for decider in deciders for answer in decider.answers)
    for action in ("claim", "decide"):
        entries = TaskEvent.objects.filter(action=action, actor_id__in=people)
        written = sorted(entries.values_list("task_id", "actor_id", "outcome"))
        wanted = answered if action == "decide" else [(task, actor, "") for task, actor, _ in answered]
        for entry in set(written) ^ set(wanted):
            yield f"{action} {entry} is {'written and not acknowledged' if entry in written else 'lost'}"
        if len(written) != len(set(written)):
            yield f"{len(written) - len(set(written))} entries of {action} are written twice"


def _faults_of_letters(mail: Received) -> Iterator[str]:
    """A letter for each rejection; each mailed once, or marked as uncertain when its worker was killed meanwhile."""
    letters = list(Letter.objects.filter(review__in=_reviews()))
    written = sorted(letter.process_id for letter in letters if letter.about == Letter.About.STATEMENT)
    rejected = sorted(_moderations().filter(outcome="rejected").values_list("pk", flat=True))
    if written != rejected:
        yield f"{len(rejected)} rejected reviews have {len(written)} letters"
    for letter in letters:
        came = mail.times[str(letter.pk)]
        allowed = {Letter.State.SENT: (1,), Letter.State.UNCERTAIN: (0, 1)}.get(Letter.State(letter.state), ())
        if came not in allowed:
            yield f"letter {letter.pk} is {letter.state}, and came {came} times"


def _faults_of_events(webhooks: Received) -> Iterator[str]:
    """Each event came at least once, under its id and with its content; the feed has no gap."""
    events = list(DomainEvent.objects.order_by("position"))
    if [event.position for event in events] != list(range(1, len(events) + 1)):
        yield "the feed's positions have a gap"
    for event in events:
        contents = webhooks.contents.get(str(event.pk), [])
        if event.deliveries.exists() != bool(contents):
            yield f"event {event.pk} came {len(contents)} times"
        elif any(content != event_body(event) for content in contents):
            yield f"event {event.pk} came with another content"
    announced = sorted(DomainEvent.objects.filter(process__in=_moderations()).values_list("process_id", flat=True))
    if unannounced := set(announced) - {event.process_id for event in events if event.deliveries.exists()}:
        yield f"{len(unannounced)} events of reviews have no delivery"


def _faults_of_history() -> Iterator[str]:
    output = io.StringIO()
    try:
        with redirect_stdout(output), redirect_stderr(output):
            call_command("docket_verify_history", stdout=output, stderr=output)
    except SystemExit:
        yield f"verify-history: {output.getvalue()}"
