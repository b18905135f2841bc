"""The views: lists over all queues. Each is declared once, like a queue."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from accounts.models import User
from workflows.engine.core.conditions import mine, others
from workflows.engine.core.declarations import Page, Queue
from workflows.engine.core.flows import get_queue

Lists = Literal["own", "others", "put_off"]
_HOLDS: dict[Lists, Callable[[User], Q]] = {"own": mine, "others": others, "put_off": lambda _user: Q()}


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Queue):
    """A list over all queues. `lists`: the person's own items, those of others, or those that are put off."""

    lists: Lists

    @property
    def asleep(self) -> bool:
        """Whether the view lists only items that are put off. Such a view is not counted."""
        return self.lists == "put_off"

    def holds(self, user: User) -> Q:
        return _HOLDS[self.lists](user)


VIEWS = {
    view.name: view
    for view in (
        View(
            name="assigned_to_me",
            title="My work",
            permission="moderation",
            declared_page=Page("my-work", icon="briefcase-business", specified=True),
            lists="own",
        ),
        View(
            name="assigned_to_others",
            title="Assigned to others",
            permission="assigned_to_others",
            declared_page=Page(
                "reviews/assigned-to-others", icon="users-round", key="o", place="reviews", position=7, specified=True
            ),
            lists="others",
        ),
        View(
            name="set_aside",
            title="Items put off",
            permission="moderation",
            declared_page=Page("set-aside", icon="timer-reset"),
            lists="put_off",
        ),
    )
}


def get_list(name: str) -> Queue:
    """The queue or the view of this name. Raises UnknownQueueError."""
    return VIEWS.get(name) or get_queue(name)
