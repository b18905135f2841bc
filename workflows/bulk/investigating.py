"""Open reviews that a new blacklist entry matches, to be sent to investigation in batches."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from workflows.bulk.choices import offered_to
from workflows.bulk.selection import Selection, selected
from workflows.bulk.verbs import PERMISSION
from workflows.engine.reading.lists.lists import ORDER
from workflows.models import OPEN, Task
from workflows.review_moderation import ReviewModeration

INVESTIGATE = "investigate"


@dataclass(frozen=True, slots=True)
class Sendable:
    """Tasks of one queue that one batch can send to investigation."""

    queue: str
    title: str
    task_ids: Sequence[int]


def sendable_to_investigation(review_ids: Sequence[int], *, by: User) -> list[Sendable]:
    """The tasks by queue that the person may decide in a batch; none without the permission for bulk moderation."""
    if not (review_ids and by.may(PERMISSION)):
        return []
    found = [
        Sendable(offered.queue, offered.title, list(tasks.order_by(*ORDER).values_list("pk", flat=True)))
        for offered in offered_to(by)
        if (choice := offered.kinds.get(ReviewModeration.kind, {}).get(INVESTIGATE)) and not choice.reopens
        for tasks in [selected(choice, Selection(), by=by).filter(process__subject_id__in=review_ids)]
    ]
    return [sendable for sendable in found if sendable.task_ids]


def number_investigated(review_ids: Sequence[int]) -> int:
    """How many of these reviews are under investigation."""
    step = ReviewModeration.investigation
    return Task.objects.filter(flow_task=step, status__in=OPEN, process__subject_id__in=review_ids).count()
