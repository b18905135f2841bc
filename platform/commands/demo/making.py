"""Make the demo: drive prototypes through the engine, and copy each many times, in several processes."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context
from typing import Any, TypeVar

from django.db import connections
from django.db.models import F, Model
from django.utils import timezone

from commands.demo.companies import companies_of
from commands.demo.copies import Copier
from commands.demo.kinds import Kind
from commands.demo.people import find_team, make_staff
from commands.demo.prototypes import Prototype, drive
from commands.demo.reviews import SMALL_REVIEWS, Reviews
from commands.demo.words import WORDS
from companies.models import Company
from reviews.models import Review
from workflows.models import OPEN, HistoryHead, Task

T = TypeVar("T")
R = TypeVar("R")
Progress = Callable[[int], Any]

OPEN_SHARE = 0.1
CHUNK = 3_000
PROCESSES = min(8, os.cpu_count() or 1)
SMALL_SEED = 7


def make_small_demo() -> int:
    """Make the items of a desk that has been open for some days; returns their number. Makes none if reviews exist."""
    if Review.objects.exists():
        return 0
    companies_of(range(len(WORDS["companies"])))  # first, so that their ids begin at 1: prototypes use up ids
    return sum(make_items(Reviews(SMALL_SEED, is_small=True), SMALL_REVIEWS))


def make_many_reviews(
    number: int, *, seed: int, open_share: float = OPEN_SHARE, progress: Progress = lambda _size: None
) -> int:
    """Make the first `number` reviews of a seed; returns how many were new.

    Each chunk is a transaction of its own, so that the next run continues an interrupted one.
    """
    make_staff()
    kind, made = Reviews(seed, open_share=open_share), 0
    for size in make_items(kind, number):
        progress(size)
        made += size
    vacuum(Company, HistoryHead, *Copier(kind, {}).models)
    return made


def make_items(kind: Kind, number: int) -> Iterator[int]:
    """Make the first `number` items. Yields the number of new items per chunk.

    All prototypes are driven in one transaction, and used by all processes. Several transactions would wait for each
    other's locks until they end, because the same staff hold leases in each.
    """
    parts = chunks(number)
    keys = sorted(set[Any]().union(*in_processes(kind.keys, parts)))
    yield from in_processes(Copier(kind, drive_keys(kind, keys)).make, parts)


def drive_keys(kind: Kind, keys: Sequence[Any]) -> Mapping[Any, Prototype]:
    team = find_team()
    return dict(zip(keys, drive(kind, [kind.begin(key, team) for key in keys], timezone.now()), strict=True))


def chunks(number: int, size: int | None = None) -> list[range]:
    size = size or CHUNK
    return [range(start, min(start + size, number)) for start in range(0, number, size)]


def waits_since(flow: type[Any], subject_id: int, at: datetime) -> None:
    """Set the time since when the open task of a subject has waited, and move its deadlines accordingly."""
    span = timezone.now() - at
    moved = {name: F(name) - span for name in ("due_at", "rank_at")}
    waiting = Task.objects.filter(process__flow_class=flow, process__subject_id=subject_id, status__in=OPEN)
    waiting.update(created=at, **moved)


def vacuum(*models: type[Model]) -> None:
    """Renew the planner's statistics, as the tables' owner."""
    with connections["owner"].cursor() as cursor:
        for model in models:
            cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")


def in_processes(work: Callable[[T], R], parts: Sequence[T]) -> Iterator[R]:
    """The results of the parts, in order. The processes are forks of this one; a single part runs in this process."""
    if len(parts) == 1:
        yield work(parts[0])
        return
    for connection in connections.all(initialized_only=True):  # a connection cannot be shared after a fork
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # Django's own, which the stubs do not know
    with ProcessPoolExecutor(PROCESSES, get_context("fork"), _begin_work, (work,)) as processes:
        yield from processes.map(_do_part, parts)


_work: Callable[[Any], Any]  # set in each process of `in_processes`


def _begin_work(work: Callable[[Any], Any]) -> None:
    global _work  # noqa: PLW0603 (the pool has no other way to pass it once per process)
    _work = work


def _do_part(part: Any) -> Any:
    return _work(part)
