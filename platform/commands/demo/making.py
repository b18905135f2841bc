"""Making the demo: prototypes are driven as copies ask for them, and copied by the thousand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

from django.db import connection, connections
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
LOADERS = 2  # while one waits for the database, the next chunk is drawn
WAITING = LOADERS + 1  # chunks that are drawn and not written: what is held in memory at once
DRIVEN_AT_ONCE = 200
SMALL_SEED = 7
# the kinds of the small demo, with their numbers of items: a new kind adds itself here
SMALL: Sequence[tuple[Callable[[], Kind], int]] = ((partial(Reviews, SMALL_SEED, is_small=True), SMALL_REVIEWS),)


def make_small_demo() -> int:
    """A desk that has been open for some days. The number of items made: none on a desk that has reviews."""
    if Review.objects.exists():
        return 0
    return sum(_make_few(kind(), number) for kind, number in SMALL)


def make_many_reviews(
    number: int, *, seed: int, open_share: float = OPEN_SHARE, progress: Progress = lambda _size: None
) -> int:
    """Make the first so many reviews of a seed; return the number of those that did not exist."""
    make_staff()
    maker = Maker(Reviews(seed, open_share=open_share))
    made = maker.write((maker.draw(numbers) for numbers in chunks(number)), progress)
    maker.analyse()
    return made


def chunks(number: int) -> Iterator[range]:
    return (range(start, min(start + CHUNK, number)) for start in range(0, number, CHUNK))


class Maker:
    """Makes items of one kind."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.copier = kind, Copier(kind)
        self.prototypes: dict[Any, Prototype] = {}
        self._team = find_team()

    def draw(self, numbers: range) -> list[Copy]:
        """The copies of these numbers that do not exist. Prototypes are driven where they are missing."""
        copies = self.kind.draw(numbers)
        missing = [key for key in dict.fromkeys(copy.key for copy in copies) if key not in self.prototypes]
        for start in range(0, len(missing), DRIVEN_AT_ONCE):
            keys = missing[start : start + DRIVEN_AT_ONCE]
            stories = [self.kind.begin(key, self._team) for key in keys]
            self.prototypes.update(zip(keys, drive(self.kind, stories, timezone.now()), strict=True))
        return copies

    def write(self, drawn: Iterable[list[Copy]], progress: Progress = lambda _size: None) -> int:
        """Write each chunk in a transaction of its own: an interrupted run can be taken up. Returns their size."""
        waiting: list[Future[int]] = []
        made = 0
        with ThreadPoolExecutor(LOADERS) as loaders:
            for copies in drawn:
                waiting.append(loaders.submit(self._write_apart, copies))
                while len(waiting) >= WAITING:
                    progress(size := waiting.pop(0).result())
                    made += size
            for written in waiting:
                progress(size := written.result())
                made += size
        return made

    def analyse(self) -> None:
        """Tell the planner what the tables hold now, as their owner."""
        with connections["owner"].cursor() as cursor:
            models: list[type[Model]] = [Company, HistoryHead, *self.copier.models]
            for model in models:
                cursor.execute(f"VACUUM (ANALYZE) {model._meta.db_table}")

    def _write_apart(self, copies: Sequence[Copy]) -> int:
        try:
            self.copier.write(copies, self.prototypes)
            return len(copies)
        finally:
            connection.close()


def _make_few(kind: Kind, number: int) -> int:
    """In the caller's transaction."""
    maker = Maker(kind)
    copies = maker.draw(range(number))
    maker.copier.write(copies, maker.prototypes)
    return len(copies)
