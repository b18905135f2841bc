"""Filling the database: the same open tasks at every size, and behind them ever more that has ended."""

import time
from collections.abc import Callable

from django.core.management import call_command

from commands.demo.making import make_many_reviews
from commands.demo.people import make_accounts
from reviews.models import Review

OPEN_TASKS = 100_000
OPEN_SEED, ENDED_SEED = 1, 2


class NotEmptyError(Exception):
    """The benchmark decides thousands of items: it takes none but an empty database."""


def prepare_database() -> None:
    """Raises NotEmptyError."""
    call_command("migrate", database="owner", verbosity=0)
    if Review.objects.exists():
        raise NotEmptyError("The database holds reviews. The benchmark wants an empty one: `make bench` makes it.")
    make_accounts()


def load(reviews: int, before: int, progress: Callable[[int], object]) -> float:
    """Bring the desk from one size to a larger one; the number of reviews made in a second."""
    began, waiting = time.monotonic(), min(reviews, OPEN_TASKS)
    made = 0
    if before < waiting:
        made += make_many_reviews(waiting, seed=OPEN_SEED, open_share=1.0, progress=progress)
    if reviews > waiting:
        made += make_many_reviews(reviews - waiting, seed=ENDED_SEED, open_share=0.0, progress=progress)
    return made / (time.monotonic() - began)
