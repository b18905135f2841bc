"""The demo of any size: the same reviews for the same seed, whatever their number."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from commands.demo.drawing import Drawing
from commands.demo.loading import analyse, keep_many
from commands.demo.people import known_team, make_staff

OPEN_SHARE = 0.1


def make_many_reviews(
    number: int, *, seed: int, open_share: float = OPEN_SHARE, progress: Callable[[int], Any] = lambda _size: None
) -> int:
    """Make the first so many reviews of a seed; the number of those that were not there before."""
    make_staff()
    drawing = Drawing(seed, open_share, known_team(), timezone.now())
    made = keep_many(drawing.draw(range(number)), drawing.journeys, progress)
    analyse()
    return made
