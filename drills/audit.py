"""What must hold after the drill: nothing that was acknowledged is lost, and nothing happened twice."""

import io
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Self

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


class Fault(str):
    """A sentence, and how much of what was acknowledged is lost by it, or happened twice."""

    lost: int
    doubled: int

    def __new__(cls, sentence: str, *, lost: int = 0, doubled: int = 0) -> Self:
        fault = super().__new__(cls, sentence)
        fault.lost, fault.doubled = max(lost, 0), max(doubled, 0)
        return fault


def is_quiet() -> bool:
    """Whether all jobs are done, and the holds of all decisions have ended."""
    return not any(waiting().values())


def waiting() -> dict[str, int]:
    """The number of jobs that wait by their topic, and of holds that have not ended."""
    jobs = OutboxMessage.objects.filter(done_at=None, set_aside_at=None)
    held = Task.objects.filter(status__in=OPEN, fires_at__isnull=False, process__in=_moderations())
    return {**Counter(jobs.values_list("topic", flat=True)), "held": held.count()}


def faults(source: Source, deciders: Sequence[Decider], mail: Received, webhooks: Received) -> Iterator[Fault]:
    yield from _faults_of_ingest(source)
    yield from _faults_of_decisions(deciders)
    yield from _faults_of_letters(mail)
    yield from _faults_of_events(webhooks)
    for job in OutboxMessage.objects.exclude(set_aside_at=None):
        yield Fault(f"job {job.pk} ({job.topic}) was set aside: {job.last_error}", lost=1)
    yield from (Fault(sentence) for sentence in inconsistencies())
    yield from _faults_of_history()


def _reviews() -> QuerySet[Review]:
    """Those that the drill sent: not the demo's."""
    return Review.objects.filter(external_id__startswith=PREFIX)


def _moderations() -> QuerySet[Process]:
    return Process.objects.filter(flow_class=ReviewModeration, subject_id__in=_reviews().values("pk"))


def _faults_of_ingest(source: Source) -> Iterator[Fault]:
    stored = dict(_reviews().values_list("external_id", "pk"))
    if stored != source.accepted:
        sentence = f"{len(source.accepted)} reviews were acknowledged, and {len(stored)} are stored"
        yield unequal(sentence, len(source.accepted), len(stored))
    begun = sorted(_moderations().filter(override_of=None).values_list("subject_id", flat=True))
    if begun != sorted(stored.values()):
        yield unequal(f"{len(stored)} reviews have {len(begun)} first processes", len(stored), len(begun))


def unequal(sentence: str, wanted: int, found: int) -> Fault:
    return Fault(sentence, lost=wanted - found, doubled=found - wanted)


def _faults_of_decisions(deciders: Sequence[Decider]) -> Iterator[Fault]:
    """Every acknowledged decision has one entry, and every entry was acknowledged, as was its claim."""
    people = [decider.user.pk for decider in deciders]
    answered = sorted(answer for decider in deciders for answer in decider.answers)
    for action in ("claim", "decide"):
        entries = TaskEvent.objects.filter(action=action, actor_id__in=people)
        written = sorted(entries.values_list("task_id", "actor_id", "outcome"))
        wanted = answered if action == "decide" else [(task, actor, "") for task, actor, _ in answered]
        for entry in set(written) ^ set(wanted):
            is_lost = entry not in written
            sentence = f"{action} {entry} is {'lost' if is_lost else 'written and not acknowledged'}"
            yield Fault(sentence, lost=is_lost, doubled=not is_lost)
        if twice := len(written) - len(set(written)):
            yield Fault(f"{twice} entries of {action} are written twice", doubled=twice)


def _faults_of_letters(mail: Received) -> Iterator[Fault]:
    """A letter for each rejection; each mailed once, or marked as uncertain when its worker was killed meanwhile."""
    letters = list(Letter.objects.filter(review__in=_reviews()))
    written = sorted(letter.process_id for letter in letters if letter.about == Letter.About.STATEMENT)
    rejected = sorted(_moderations().filter(outcome="rejected").values_list("pk", flat=True))
    if written != rejected:
        sentence = f"{len(rejected)} rejected reviews have {len(written)} letters"
        yield unequal(sentence, len(rejected), len(written))
    for letter in letters:
        came = mail.times[str(letter.pk)]
        allowed = {Letter.State.SENT: (1,), Letter.State.UNCERTAIN: (0, 1)}.get(Letter.State(letter.state), ())
        if came not in allowed:
            yield unequal(f"letter {letter.pk} is {letter.state}, and came {came} times", 1, came)


def _faults_of_events(webhooks: Received) -> Iterator[Fault]:
    """Each event came at least once, under its id and with its content; the feed has no gap."""
    events = list(DomainEvent.objects.order_by("position"))
    if [event.position for event in events] != list(range(1, len(events) + 1)):
        yield Fault("the feed's positions have a gap", lost=1)
    for event in events:
        contents = webhooks.contents.get(str(event.pk), [])
        if event.deliveries.exists() != bool(contents):
            yield Fault(f"event {event.pk} came {len(contents)} times", lost=not contents)
        elif any(content != event_body(event) for content in contents):
            yield Fault(f"event {event.pk} came with another content")
    announced = sorted(DomainEvent.objects.filter(process__in=_moderations()).values_list("process_id", flat=True))
    if unannounced := set(announced) - {event.process_id for event in events if event.deliveries.exists()}:
        yield Fault(f"{len(unannounced)} events of reviews have no delivery", lost=len(unannounced))


def _faults_of_history() -> Iterator[Fault]:
    output = io.StringIO()
    try:
        with redirect_stdout(output), redirect_stderr(output):
            call_command("docket_verify_history", stdout=output, stderr=output)
    except SystemExit:
        yield Fault(f"verify-history: {output.getvalue()}")
