"""Fill the database: the same number of open tasks at every size, and a growing number of ended ones."""

import time
from collections.abc import Callable

from django.core.management import call_command

from commands.demo.making import make_many_reviews
from commands.demo.people import make_accounts
from reviews.models import Review

OPEN_TASKS = 100_000
OPEN_SEED, ENDED_SEED = 1, 2


class NotEmptyError(Exception):
    """The database is not empty. The benchmark decides thousands of items, so it must not run on a used one."""


def prepare_database() -> None:
    """Migrate the database and create the accounts. Raises NotEmptyError."""
    call_command("migrate", database="owner", verbosity=0)
    if Review.objects.exists():
        raise NotEmptyError("The database holds reviews. The benchmark wants an empty one: `make bench` makes it.")
    make_accounts()


def load(reviews: int, before: int, progress: Callable[[int], object]) -> float:
    """Enlarge the desk from `before` to `reviews` reviews. Returns the number of reviews made per second."""
    began, waiting = time.monotonic(), min(reviews, OPEN_TASKS)
    made = 0
    if before < waiting:
        made += make_many_reviews(waiting, seed=OPEN_SEED, open_share=1.0, progress=progress)
    if reviews > waiting:
        made += make_many_reviews(reviews - waiting, seed=ENDED_SEED, open_share=0.0, progress=progress)
    return made / (time.monotonic() - began)
