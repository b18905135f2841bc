"""How long things take at the demo's desk, and how long ago they were."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import pow as power
from random import Random

from django.conf import settings

from commands.demo.ways import Journey, Move

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
OPEN_SINCE = 900 * DAY  # the oldest that has ended arrived that long ago
MORE_OF_LATE = 1.4
# how long a review waits in a step before somebody ends it, on average
USUALLY: Mapping[str, timedelta] = {
    "pending": 7 * HOUR,
    "unverified": 22 * HOUR,
    "investigation": 3 * DAY,
    "backlog": 12 * DAY,
    "escalated": 9 * HOUR,
}
# the longest that one has waited which waits now: some are over their time
AT_MOST: Mapping[str, timedelta] = {
    "pending": 30 * HOUR,
    "unverified": 80 * HOUR,
    "investigation": 9 * DAY,
    "backlog": 60 * DAY,
    "escalated": 2 * DAY,
}
READING = (timedelta(seconds=15), timedelta(minutes=4))
SWEPT_WITHIN = timedelta(seconds=2)


def times_of(journey: Journey, now: datetime, chance: Random) -> list[datetime]:
    """When it arrived, then when each move was made."""
    took = [_took(move, chance) for move in journey.moves]
    since_last = _waiting(journey, chance)
    moment = now - sum(took, since_last)
    times = [moment]
    for span in took:
        moment += span
        times.append(moment)
    return times


def reading_time(chance: Random) -> timedelta:
    """How long somebody held an item before they decided."""
    shortest, longest = READING
    return shortest + chance.random() * (longest - shortest)


def _took(move: Move, chance: Random) -> timedelta:
    hold: timedelta = settings.PUBLICATION_HOLD
    if move.by == "clock":
        return hold + SWEPT_WITHIN * chance.random()
    if move.node.fires:  # taken back, or published by hand, before its time
        return max(READING[1], hold * chance.random())
    return READING[1] + chance.expovariate(1) * USUALLY[move.node.name]


def _waiting(journey: Journey, chance: Random) -> timedelta:
    if journey.ending:
        return power(chance.random(), MORE_OF_LATE) * OPEN_SINCE
    if journey.is_held:
        hold: timedelta = settings.PUBLICATION_HOLD
        return chance.random() * hold
    return chance.random() * AT_MOST[journey.place.name]
