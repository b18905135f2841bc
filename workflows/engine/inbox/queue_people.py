"""The people that a list can be narrowed to: those who have something in it."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, F

from accounts.models import User
from workflows.engine.core.conditions import awake, leased
from workflows.engine.inbox.lists import tasks_in

SHOWN = 30


@dataclass(frozen=True, slots=True)
class Having:
    """A person, and how many items of the list are theirs: assigned to them, or in their hands."""

    id: int
    name: str
    open: int


def people_in(queue: str, words: str, *, by: User) -> list[Having]:
    """Those with most items first, at most SHOWN of them; `words` stand in the name.

    Three statements. Raises UnknownQueueError, ForbiddenError.
    """
    tasks = tasks_in(queue, by).filter(awake())
    having: Counter[int] = Counter()
    assigned = tasks.filter(assignee__isnull=False)
    # who holds what is also assigned to them has one item, not two
    held = tasks.filter(leased()).exclude(owner=F("assignee"))
    having.update(dict(assigned.values_list("assignee").annotate(open=Count("pk")).order_by()))
    having.update(dict(held.values_list("owner").annotate(open=Count("pk")).order_by()))
    people = User.objects.filter(pk__in=having).only("first_name", "last_name")
    wanted = words.lower().split()
    named = [
        Having(one.pk, one.full_name, having[one.pk])
        for one in people
        if all(word in one.full_name.lower() for word in wanted)
    ]
    return sorted(named, key=lambda one: (-one.open, one.name, one.id))[:SHOWN]
