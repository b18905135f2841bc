"""The companies by which a list can be filtered: those with items in it."""

from dataclasses import dataclass

from django.db.models import Count, Value

from accounts.models import User
from companies.models import Company
from workflows.engine.core.conditions import awake
from workflows.engine.inbox.lists import tasks_in

SHOWN = 30


@dataclass(frozen=True, slots=True)
class Share:
    """A company and the number of items in the list about it."""

    id: int
    name: str
    open: int


def companies_in(queue: str, words: str, *, by: User) -> list[Share]:
    """Those with most items first, at most SHOWN of them; `words` stand in the name or are the company's number.

    Two statements. Raises UnknownQueueError, ForbiddenError.
    """
    tasks = tasks_in(queue, by).filter(awake(), company_id__isnull=False)
    if words:
        tasks = tasks.filter(company_id__in=Company.objects.named(words).values("pk"))
    # counts rows instead of ids, for an index-only scan
    counted = tasks.values_list("company_id").annotate(open=Count(Value(1))).order_by("-open", "company_id")[:SHOWN]
    shares = dict(counted)
    names = dict(Company.objects.filter(pk__in=shares).values_list("pk", "name"))
    return [Share(pk, names[pk], count) for pk, count in shares.items()]
