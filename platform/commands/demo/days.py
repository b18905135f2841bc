"""How long things take at the demo's desk, and how long ago they were."""

from collections.abc import Mapping, Sequence
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
    "requests_to_restrict": 2 * DAY,
    "second_look": 2 * DAY,
    "disagreements": DAY,
}
# the longest that one has waited which waits now: some are over their time
AT_MOST: Mapping[str, timedelta] = {
    "pending": 30 * HOUR,
    "unverified": 80 * HOUR,
    "investigation": 9 * DAY,
    "backlog": 60 * DAY,
    "escalated": 2 * DAY,
    "requests_to_restrict": 6 * DAY,
    "second_look": 6 * DAY,
    "disagreements": 5 * DAY,
}
# how long after the end of one process the next begins, on average, by its first step
LATER: Mapping[str, timedelta] = {
    "requests_to_restrict": 12 * DAY,
    "second_look": timedelta(seconds=2),
    "escalated": 3 * DAY,
}
AT_ONCE = timedelta(seconds=3)  # what follows an end by itself has followed by then
READING = (timedelta(seconds=15), timedelta(minutes=4))
SWEPT_WITHIN = timedelta(seconds=2)


def times_of(journeys: Sequence[Journey], now: datetime, chance: Random) -> list[list[datetime]]:
    """For each process: when it began, then when each move was made."""
    took = [[_took(move, chance) for move in journey.moves] for journey in journeys]
    later = [timedelta(), *(_later(journey, chance) for journey in journeys[1:])]
    since_last = _waiting(journeys[-1], chance)
    moment = now - sum((span for spans in took for span in spans), since_last) - sum(later, timedelta())
    times = []
    for gap, spans in zip(later, took, strict=True):
        moment += gap
        times.append([moment])
        for span in spans:
            moment += span
            times[-1].append(moment)
    return times


def between(earlier: datetime, later: datetime, chance: Random) -> datetime:
    return earlier + chance.random() * (later - earlier)


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


def _later(journey: Journey, chance: Random) -> timedelta:
    return AT_ONCE + chance.expovariate(1) * LATER[journey.way.first]


def _waiting(journey: Journey, chance: Random) -> timedelta:
    if journey.ending:
        return AT_ONCE + power(chance.random(), MORE_OF_LATE) * OPEN_SINCE
    if journey.is_held:
        hold: timedelta = settings.PUBLICATION_HOLD
        return chance.random() * hold
    return chance.random() * AT_MOST[journey.place.name]
