"""The companies that have items in a list, for its company filter."""

from dataclasses import dataclass

from django.db.models import Count, Value

from accounts.models import User
from companies.models import Company
from workflows.engine.core.conditions import awake
from workflows.engine.reading.lists.lists import tasks_in

SHOWN = 30


@dataclass(frozen=True, slots=True)
class Share:
    """A company with the number of items in the list that are about it."""

    id: int
    name: str
    open: int


def companies_in(queue: str, words: str, *, by: User) -> list[Share]:
    """Companies by number of items, descending, at most SHOWN. `words`: part of the name, or the company's id.

    Two statements. Raises UnknownQueueError, ForbiddenError.
    """
    tasks = tasks_in(queue, by).filter(awake(), company_id__isnull=False)
    if words:
        tasks = tasks.filter(company_id__in=Company.objects.named(words).values("pk"))
    # count(1) instead of count(id), so that an index-only scan of open tasks suffices
    counted = tasks.values_list("company_id").annotate(open=Count(Value(1))).order_by("-open", "company_id")[:SHOWN]
    shares = dict(counted)
    names = dict(Company.objects.filter(pk__in=shares).values_list("pk", "name"))
    return [Share(pk, names[pk], count) for pk, count in shares.items()]
