"""The views: lists over all queues, each declared once, like a queue."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import User
from workflows.engine.core.conditions import mine, others
from workflows.engine.core.declarations import Page, Queue
from workflows.engine.core.flows import get_queue


def _everything(_user: User) -> Q:
    """No condition: every item."""
    return Q()


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Queue):
    """A list over all queues. `asleep`: lists only items that are put off, and is not counted."""

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
            title="Items put off",
            permission="moderation",
            declared_page=Page("set-aside", icon="timer-reset"),
            holds=_everything,
            asleep=True,
        ),
    )
}


def get_list(name: str) -> Queue:
    """The queue or the view of this name. Raises UnknownQueueError."""
    return VIEWS.get(name) or get_queue(name)
