"""When people decided reviews, for lists that show how long it took."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Max
from viewflow.workflow.status import PROCESS

from workflows.engine.core.flows import statuses, steps
from workflows.engine.core.nodes import HumanTask
from workflows.models import OPEN, Task, TaskEvent
from workflows.review_moderation import ReviewModeration
from workflows.reviews.subject import REVIEW
from workflows.second_looks.sampling import CHECKED


def is_decided(status: str) -> bool:
    """Whether a review in this status has ended, or its decision is in its hold."""
    known = statuses(REVIEW).get(status)
    return known is not None and (not known.is_open or known in [step.declared_status for step in _holds()])


def held_until(reviews: Collection[int]) -> dict[int, datetime]:
    """The end of the hold, for reviews held in a status of an end, such as `rejected`; one statement."""
    if not reviews:
        return {}
    running = {"process__flow_class": ReviewModeration, "process__status": PROCESS.NEW}  # these have an index
    held = Task.objects.filter(
        flow_task__in=_quiet_holds(), process__subject_id__in=reviews, status__in=OPEN, **running
    )
    return dict(held.values_list("process__subject_id", "fires_at"))


def is_held(status: str) -> bool:
    """Whether a review in this status may still be in a hold."""
    return status in [step.declared_status.name for step in _quiet_holds()]


def _quiet_holds() -> list[HumanTask]:
    """Holds whose status is already that of the end to which they lead."""
    ends = [status.name for status in statuses(REVIEW).values() if not status.is_open]
    return [step for step in _holds() if step.declared_status.name in ends]


def _holds() -> list[HumanTask]:
    return [step for step in steps(ReviewModeration) if step.on_fire]


def decision_times(reviews: Collection[int]) -> dict[int, datetime]:
    """When a person last approved or rejected each review; others are left out. One statement."""
    if not reviews:
        return {}
    decided = TaskEvent.objects.filter(
        process__flow_class=ReviewModeration,
        process__subject_id__in=reviews,
        action="decide",
        outcome__in=CHECKED,
        actor_id__isnull=False,
    )
    return dict(decided.order_by().values_list("process__subject_id").annotate(Max("at")))
