"""Making the demo: prototypes are driven as copies ask for them, and copied by the thousand."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connection, connections
from django.utils import timezone

from commands.demo.copies import Copier
from commands.demo.kinds import Copy, Kind
from commands.demo.people import find_team, make_staff
from commands.demo.prototypes import Prototype, drive
from commands.demo.reviews import SMALL_REVIEWS, Reviews
from companies.models import Company
from reviews.models import Review
from workflows.models import HistoryHead

OPEN_SHARE = 0.1
CHUNK = 10_000
LOADERS = 2  # while one waits for the database, the next chunk is drawn
WAITING = LOADERS + 1  # chunks that are drawn and not written: what is held in memory at once
DRIVEN_AT_ONCE = 200
SMALL_SEED = 7
# the kinds of the small demo, with their numbers of items
SMALL: Sequence[tuple[Kind, int]] = ((Reviews(SMALL_SEED, is_small=True), SMALL_REVIEWS),)


def make_small_demo() -> int:
    """A desk that has been open for some days. The number of items made: none on a desk that has reviews."""
    if Review.objects.exists():
        return 0
    return sum(_Maker(kind).make(number) for kind, number in SMALL)


def make_many_reviews(
    number: int, *, seed: int, open_share: float = OPEN_SHARE, progress: Callable[[int], Any] = lambda _size: None
) -> int:
    """Make the first so many reviews of a seed; return the number of those that did not exist."""
    make_staff()
    maker = _Maker(Reviews(seed, open_share=open_share))
    made = maker.make_many(number, progress)
    maker.analyse()
    return made


class _Maker:
    def __init__(self, kind: Kind) -> None:
        self.kind, self.copier = kind, Copier(kind)
        self._team, self._prototypes = find_team(), dict[Any, Prototype]()

    def make(self, number: int) -> int:
        """In the caller's transaction."""
        copies = self._draw(range(number))
        self.copier.keep(copies, self._prototypes)
        return len(copies)

    def make_many(self, number: int, progress: Callable[[int], Any]) -> int:
        """A chunk to a transaction: an interrupted run can be taken up. Calls `progress` with the size of each."""
        made = 0
        with ThreadPoolExecutor(LOADERS) as loaders:
            waiting: list[tuple[int, Future[int]]] = []
            for numbers in _chunks(number):
                waiting.append((len(numbers), loaders.submit(self._keep_apart, self._draw(numbers))))
                while len(waiting) >= WAITING:
                    made += _done(waiting.pop(0), progress)
            return made + sum(_done(one, progress) for one in waiting)

    def analyse(self) -> None:
        """Tell the planner what the tables hold now, as their owner."""
        with connections["owner"].cursor() as cursor:
            for model in (Company, HistoryHead, *self.copier.models):
                cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")

    def _draw(self, numbers: range) -> list[Copy]:
        """The copies; their prototypes are driven where they are missing."""
        copies = self.kind.draw(numbers)
        missing = list(dict.fromkeys(copy.key for copy in copies if copy.key not in self._prototypes))
        for start in range(0, len(missing), DRIVEN_AT_ONCE):
            keys = missing[start : start + DRIVEN_AT_ONCE]
            stories = [self.kind.begin(key, self._team) for key in keys]
            self._prototypes.update(zip(keys, drive(self.kind, stories, timezone.now()), strict=True))
        return copies

    def _keep_apart(self, copies: Sequence[Copy]) -> int:
        try:
            if copies:
                self.copier.keep(copies, self._prototypes)
            return len(copies)
        finally:
            connection.close()


def _chunks(number: int) -> Iterator[range]:
    return (range(start, min(start + CHUNK, number)) for start in range(0, number, CHUNK))


def _done(waiting: tuple[int, Future[int]], progress: Callable[[int], Any]) -> int:
    size, written = waiting
    made = written.result()
    progress(size)
    return made
