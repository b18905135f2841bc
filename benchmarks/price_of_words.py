"""Measures what the search indexes cost at ingest: the same reviews with and without the indexes, alternately."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median

from django.db import connection, connections, transaction

from benchmarks.importing import FIELDS, POSTED_AT, draw_review
from workflows.reviews.ingest import ingest_reviews

SEED = 2  # makes other reviews than the ingest
_INDEXES = r"SELECT indexname FROM pg_indexes WHERE tablename LIKE 'reviews\_%' AND indexname LIKE 'search\_%'"


def measure_price_of_words(reviews: int, turns: int) -> str:
    """Ingest `reviews` reviews in each turn, in transactions that are rolled back; the result as a sentence."""
    chance = Random(SEED)
    arriving = [_review(chance, number) for number in range(reviews)]
    taken: dict[bool, list[float]] = {True: [], False: []}
    with _as_owner():
        for _ in range(turns):
            for indexed in (True, False):
                taken[indexed].append(_received(arriving, indexed=indexed))
    with_them, without = median(taken[True]), median(taken[False])
    return (
        f"{reviews:,} reviews are received in {with_them:.0f} ms with the indexes of search, {without:.0f} ms without:"
        f" {with_them / without - 1:+.0%} (medians of {turns}; at most +20% is asked for)."
    )


def _review(chance: Random, number: int) -> dict[str, object]:
    return dict(zip(FIELDS, ("google", f"words-{number}", *draw_review(chance), POSTED_AT), strict=True))


def _received(arriving: list[dict[str, object]], *, indexed: bool) -> float:
    """The milliseconds of the ingest, without the time to drop and restore the indexes."""
    with transaction.atomic():
        if not indexed:
            _drop_indexes()
        began = time.monotonic()
        ingest_reviews(arriving, [{} for _ in arriving])
        took = time.monotonic() - began
        transaction.set_rollback(True)
    return took * 1_000


def _drop_indexes() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX {connection.ops.quote_name(name)}")


@contextmanager
def _as_owner() -> Iterator[None]:
    """Use the owner's connection, because only the tables' owner can drop indexes."""
    before = connections["default"]
    connections["default"] = connections["owner"]
    try:
        yield
    finally:
        connections["default"] = before
