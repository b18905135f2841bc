"""Making the demo: prototypes are driven as copies ask for them, and copied by the thousand, in several processes."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

from django.db import connections
from django.db.models import Model
from django.utils import timezone

from commands.demo.copies import Copier
from commands.demo.kinds import Copy, Kind
from commands.demo.people import find_team, make_staff
from commands.demo.prototypes import Prototype, drive
from commands.demo.reviews import SMALL_REVIEWS, Reviews
from companies.models import Company
from reviews.models import Review
from workflows.models import HistoryHead

Progress = Callable[[int], Any]

OPEN_SHARE = 0.1
CHUNK = 3_000
PROCESSES = min(8, os.cpu_count() or 1)
SMALL_SEED = 7
# the kinds of the small demo, with their numbers of items: a new kind adds itself here
SMALL: Sequence[tuple[Callable[[], Kind], int]] = ((partial(Reviews, SMALL_SEED, is_small=True), SMALL_REVIEWS),)


def make_small_demo() -> int:
    """A desk that has been open for some days. The number of items made: none on a desk that has reviews."""
    if Review.objects.exists():
        return 0
    return sum(Maker(kind()).make(range(number)) for kind, number in SMALL)


def make_many_reviews(
    number: int, *, seed: int, open_share: float = OPEN_SHARE, progress: Progress = lambda _size: None
) -> int:
    """Make the first so many reviews of a seed; return the number of those that did not exist.

    Each chunk is a transaction of its own: an interrupted run can be taken up.
    """
    make_staff()
    kind, made = Reviews(seed, open_share=open_share), 0
    sizes = [Maker(kind).make(range(number))] if number <= CHUNK else _make_in_processes(kind, chunks(number))
    for size in sizes:
        progress(size)
        made += size
    with connections["owner"].cursor() as cursor:  # the planner's statistics, as the tables' owner
        models: list[type[Model]] = [Company, HistoryHead, *Copier(kind).models]
        for model in models:
            cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")
    return made


def chunks(number: int) -> Iterator[range]:
    return (range(start, min(start + CHUNK, number)) for start in range(0, number, CHUNK))


class Maker:
    """Makes items of a kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.draw, self.copier, self._team = kind, kind.draw, Copier(kind), find_team()

    def make(self, numbers: range) -> int:
        copies = self.draw(numbers)
        return self.write(copies, self.drive({copy.key for copy in copies}))

    def drive(self, keys: Iterable[Any]) -> dict[Any, Prototype]:
        stories = {key: self.kind.begin(key, self._team) for key in sorted(keys)}
        prototypes = drive(self.kind, list(stories.values()), timezone.now()) if stories else []
        return dict(zip(stories, prototypes, strict=True))

    def write(self, copies: Sequence[Copy], prototypes: Mapping[Any, Prototype]) -> int:
        self.copier.write(copies, prototypes)
        return len(copies)


def _make_in_processes(kind: Kind, waiting: Iterator[range]) -> Iterator[int]:
    """Make the chunks side by side. Prototypes are driven once, and serve all processes. Yields sizes."""
    for connection in connections.all(initialized_only=True):  # no process can use that of another
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]  # Django's own, which the stubs do not know
    prototypes: dict[Any, Prototype] = {}
    written: deque[Future[int]] = deque()
    with ProcessPoolExecutor(PROCESSES, get_context("fork"), _begin_work, (kind,)) as processes:
        drawn = deque(processes.submit(_call, "draw", numbers) for numbers in islice(waiting, PROCESSES))
        while drawn:
            copies = drawn.popleft().result()
            drawn.extend(processes.submit(_call, "draw", numbers) for numbers in islice(waiting, 1))
            keys = {copy.key for copy in copies}
            missing = sorted(keys - prototypes.keys())
            for driven in processes.map(
                partial(_call, "drive"), (missing[place::PROCESSES] for place in range(PROCESSES))
            ):
                prototypes.update(driven)
            written.append(processes.submit(_call, "write", copies, {key: prototypes[key] for key in keys}))
            while len(written) > PROCESSES:  # what is held in memory at once
                yield written.popleft().result()
        yield from (size.result() for size in written)


_maker: Maker  # of a process of `_make_in_processes`


def _begin_work(kind: Kind) -> None:
    global _maker  # noqa: PLW0603 (the pool hands its tasks nothing else that lasts)
    _maker = Maker(kind)


def _call(method: str, *arguments: Any) -> Any:
    return getattr(_maker, method)(*arguments)
