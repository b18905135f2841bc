"""The people who have items in a list, for its person filter."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, F

from accounts.models import User
from workflows.engine.core.conditions import awake, leased
from workflows.engine.reading.lists.lists import tasks_in

SHOWN = 30


@dataclass(frozen=True, slots=True)
class Having:
    """A person with the number of items in the list that they hold or are assigned."""

    id: int
    name: str
    open: int


def people_in(queue: str, words: str, *, by: User) -> list[Having]:
    """People by number of items, descending, at most SHOWN. `words`: part of the name.

    Three statements. Raises UnknownQueueError, ForbiddenError.
    """
    tasks = tasks_in(queue, by).filter(awake())
    having: Counter[int] = Counter()
    assigned = tasks.filter(assignee__isnull=False)
    # an item both held by and assigned to a person counts once
    held = tasks.filter(leased()).exclude(owner=F("assignee"))
    having.update(dict(assigned.values_list("assignee").annotate(open=Count("pk")).order_by()))
    having.update(dict(held.values_list("owner").annotate(open=Count("pk")).order_by()))
    people = User.objects.filter(pk__in=having).only("first_name", "last_name")
    wanted = words.lower().split()
    named = [
        Having(person.pk, person.full_name, having[person.pk])
        for person in people
        if all(word in person.full_name.lower() for word in wanted)
    ]
    return sorted(named, key=lambda person: (-person.open, person.name, person.id))[:SHOWN]
