"""The sample of decisions for second looks: random selection, and the figures of agreement."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from hashlib import sha256
from math import sqrt
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from kit.desk_day import desk_today
from kit.shared import Shared
from workflows.engine.core.lifecycle import start_process
from workflows.engine.core.transition.writer import record_event
from workflows.engine.outbox.outbox import enqueue
from workflows.models import Process, SampledDecision, TaskEvent

CHECKED = ("approve", "reject")
SECOND_LOOK = "second_look"
_DRAWS = 2**32
MONTHS = 8
_NORMAL_95 = 1.96  # standard deviations

# the condition on `started_at` only lets an index be used: a second look is decided after it starts
_BY_MONTH = """
    SELECT date_trunc('month', second.at AT TIME ZONE %(zone)s)::date, count(*),
        count(*) FILTER (WHERE second.outcome = 'would_' || first.outcome)
    FROM workflows_sampleddecision looked
    JOIN workflows_taskevent first ON first.id = looked.decision_id
    JOIN workflows_taskevent second
        ON second.process_id = looked.process_id AND second.node = %(step)s AND second.action = 'decide'
    WHERE looked.started_at >= %(since)s GROUP BY 1 ORDER BY 1
"""


def _interval(agreed: int, checked: int) -> tuple[float, float]:
    """Wilson score interval: valid for few looks, and if all agreed. (0, 1) without any."""
    if checked == 0:
        return 0.0, 1.0
    share, squared = agreed / checked, _NORMAL_95**2
    spread = _NORMAL_95 * sqrt(share * (1 - share) / checked + squared / (4 * checked**2))
    middle, scale = share + squared / (2 * checked), 1 + squared / checked
    return (middle - spread) / scale, (middle + spread) / scale


@dataclass(slots=True)
class Agreement:
    """The number of second looks, and how many agreed with the first decision."""

    checked: int = 0
    agreed: int = 0
    same_reason: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that agreed."""
        return _interval(self.agreed, self.checked)


@dataclass(frozen=True, slots=True)
class Month:
    """The second looks decided in a month. `low`, `high`: the 95 % interval of the share that agreed."""

    month: date
    checked: int
    agreed: int

    @property
    def low(self) -> float:
        return _interval(self.agreed, self.checked)[0]

    @property
    def high(self) -> float:
        return _interval(self.agreed, self.checked)[1]


@dataclass(frozen=True, slots=True)
class Report:
    """The agreement in total, by id of the first decider (`people`) and by code of the first reason (`reasons`)."""

    total: Agreement = field(default_factory=Agreement)
    people: dict[int, Agreement] = field(default_factory=lambda: defaultdict(Agreement))
    reasons: dict[str, Agreement] = field(default_factory=lambda: defaultdict(Agreement))
    overruled: dict[int, int] = field(default_factory=lambda: defaultdict(int))


def draw(process: Process) -> None:
    """Enqueue a second look at a process that has just ended, if it is drawn at random. QUALITY_SAMPLE is the share
    drawn.
    """
    if _drawn(process.pk) < settings.QUALITY_SAMPLE:
        enqueue("second_look", {"process": process.pk})


def start_second_look(process_id: int) -> Process | None:
    """Start the second look at the last decision of a process.

    None if a person made no such decision or a head moderator made it, or if the review already has a second look.
    """
    from workflows.second_look import SecondLook  # noqa: PLC0415  the flow calls this module

    decision = (
        TaskEvent.objects.filter(process_id=process_id, action="decide", outcome__in=CHECKED, actor_id__isnull=False)
        .select_related("process")
        .order_by("-seq")
        .first()
    )
    if decision is None or decision.node == "escalated" or _is_known(decision):
        return None
    with transaction.atomic():
        check = start_process(SecondLook, SecondLook.sampled, decision=decision)
        SampledDecision.objects.create(process=check, decision=decision, started_at=timezone.now())
    return check


def revision_of(decision: TaskEvent) -> int:
    """The number of the revision that was the newest when the decision was made."""
    kind, subject_id = decision.process.flow_class, decision.process.subject_id
    revised = TaskEvent.objects.filter(
        process__flow_class=kind, process__subject_id=subject_id, action="revise", pk__lt=decision.pk
    )
    last = revised.order_by("-pk").first()
    return int(last.data["revision"]) if last else 1


def reveal_first_decision(check: Process) -> None:
    """Record the first decision in the history of the second look, after the second decision."""
    decision = SampledDecision.objects.select_related("decision__text").get(process_id=check.pk).decision
    record_event(
        check,
        "reveal",
        actor_id=decision.actor_id,
        outcome=decision.outcome,
        text=decision.text.body if hasattr(decision, "text") else "",
        data={**decision.data, "at": decision.at.isoformat() if decision.at else None},
        is_quoted=True,
    )


def report_since(since: datetime) -> Report:
    """The figures of second looks that started since then. Open second looks do not count."""
    report = Report()
    checks = SampledDecision.objects.filter(started_at__gte=since).select_related("decision", "process")
    seconds = _second_decisions(check.pk for check in checks)
    for check in checks:
        second = seconds.get(check.pk)
        if second is None or check.decision.actor_id is None:
            continue
        agrees = second.outcome == f"would_{check.decision.outcome}"
        groups = [report.total, report.people[check.decision.actor_id]]
        if reason := check.decision.data.get("reason"):
            groups.append(report.reasons[reason])
        for group in groups:
            group.checked += 1
            group.agreed += agrees
            group.same_reason += agrees and second.data.get("reason") == check.decision.data.get("reason")
        if check.process.outcome == "second_was_right":
            report.overruled[check.decision.actor_id] += 1
    return report


def agreement_by_month(*, age: int = 0) -> list[Month]:
    """The last eight months with second looks, oldest first. `age`: how old the figures may be, in seconds."""
    return _MONTHS.get("", age, _read_months)


_MONTHS: Shared[list[Month]] = Shared(seconds=600)  # one row is read for each second look


def _read_months() -> list[Month]:
    since = (desk_today().replace(day=1) - timedelta(days=31 * (MONTHS - 1))).replace(day=1)
    with connection.cursor() as cursor:
        cursor.execute(_BY_MONTH, {"zone": settings.DESK_TIME_ZONE, "since": since, "step": SECOND_LOOK})
        return [Month(*row) for row in cursor.fetchall()]


def _second_decisions(checks: Iterable[int]) -> dict[int, Any]:
    taken = TaskEvent.objects.filter(process_id__in=list(checks), node=SECOND_LOOK, action="decide")
    return {event.process_id: event for event in taken}


def _is_known(decision: TaskEvent) -> bool:
    exists: bool = SampledDecision.objects.filter(decision=decision).exists()
    running = Process.objects.filter(subject_id=decision.process.subject_id, status="NEW", check_of__isnull=False)
    return exists or running.exists()


def _drawn(process_id: int) -> float:
    """A number in [0, 1), constant for each process and unpredictable for people at the desk."""
    digest = sha256(f"{settings.SECRET_KEY}:second look:{process_id}".encode()).digest()
    return int.from_bytes(digest[:4]) / _DRAWS
