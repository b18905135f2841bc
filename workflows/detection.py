"""Whether automated means pointed a review out (DSA, article 17, paragraph 3 c): found once, it stays found."""

from collections.abc import Iterator, Mapping
from typing import Any

from workflows.models import Process, TaskEvent

_SCREENED = ("start", "revise")


def was_detected(process: Process) -> bool:
    """Whether any screening of a process, or of those that it overrides, found a listed word or a person.

    Asked of the history: what a later revision no longer holds was found nevertheless.
    """
    heard = TaskEvent.objects.filter(process__in=list(_overridden(process)), action__in=_SCREENED)
    return any(_found(data.get("screening") or data) for data in heard.values_list("data", flat=True))


def _overridden(process: Process) -> Iterator[Process]:
    """The process, the one whose end it overrides, the one before that."""
    yield process
    if process.override_of is not None:
        yield from _overridden(process.override_of)


def _found(screening: Mapping[str, Any]) -> bool:
    return any(screening.get(name) for name in ("words", "blacklisted", "investigate", "propose"))
