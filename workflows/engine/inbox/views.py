"""The views: lists over all queues, each declared once as a queue is."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.db.models.lookups import GreaterThan
from viewflow.workflow.status import STATUS

from accounts.models import User
from workflows.engine.core.declarations import Page, Queue
from workflows.engine.core.flows import get_queue


def mine(user: User) -> Q:
    """Assigned to me, or held by me.

    The index of leases is kept out of it: that holds what everybody has let go of in the last minutes as well, and
    would be read through at every poll; the index of holders leads to one person's.
    """
    lasts = Q(GreaterThan(Coalesce("lease_until", "created"), Now()))
    return Q(assignee=user) | (Q(status=STATUS.ASSIGNED, owner=user) & lasts)


def others(user: User) -> Q:
    """Assigned to somebody else, or held by somebody else."""
    return (Q(assignee__isnull=False) & ~Q(assignee=user)) | (leased() & ~Q(owner=user))


def leased() -> Q:
    """Held by somebody. The status says no more than the lease; it is what the indexes of leases are kept for."""
    return Q(status=STATUS.ASSIGNED, lease_until__gt=Now())


def _everybodys(_user: User) -> Q:
    """Whoever has it, and what nobody has."""
    return Q()


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Queue):
    """A list over all queues. `asleep`: of what is put off, in place of what waits; that is not counted."""

    holds: Callable[[User], Q]
    asleep: bool = False


VIEWS = {
    view.name: view
    for view in (
        View(
            name="assigned_to_me",
            title="My work",
            permission="moderation",
            declared_page=Page("my-work", icon="briefcase-business", specified=True),
            holds=mine,
        ),
        View(
            name="assigned_to_others",
            title="Assigned to others",
            permission="assigned_to_others",
            declared_page=Page(
                "reviews/assigned-to-others", icon="users-round", key="o", place="reviews", position=7, specified=True
            ),
            holds=others,
        ),
        View(
            name="set_aside",
            title="Set aside",
            permission="moderation",
            declared_page=Page("set-aside", icon="timer-reset"),
            holds=_everybodys,
            asleep=True,
        ),
    )
}


def get_list(name: str) -> Queue:
    """The queue or the view of this name. Raises UnknownQueueError."""
    return VIEWS.get(name) or get_queue(name)
