"""Whether a review was detected by automated means (DSA, article 17, paragraph 3 c)."""

from collections.abc import Iterator, Mapping
from typing import Any

from workflows.models import Process, TaskEvent

_SCREENED = ("start", "revise", "amend")


def was_detected(process: Process) -> bool:
    """Whether any screening found a banned word or a blacklisted person: of the process, or of those that it overrides.

    Read from history: a finding counts even if a later revision removed the words.
    """
    screened = TaskEvent.objects.filter(process__in=list(_overridden(process)), action__in=_SCREENED)
    return any(_found(data.get("screening") or data) for data in screened.values_list("data", flat=True))


def _overridden(process: Process) -> Iterator[Process]:
    """The process, the one that it overrides, and so on.

    A process that overrides a restriction continues the moderation that published the review. A restriction itself does
    not count earlier screening, because a person reported the review.
    """
    yield process
    before = process.override_of
    if before is not None and before.flow_class is not process.flow_class:
        earlier = Process.objects.filter(flow_class=process.flow_class, subject_id=process.subject_id)
        before = earlier.filter(pk__lt=before.pk).order_by("-pk").first()
    if before is not None:
        yield from _overridden(before)


def _found(screening: Mapping[str, Any]) -> bool:
    return any(screening.get(name) for name in ("words", "blacklisted", "investigate", "propose"))
